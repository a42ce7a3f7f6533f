"""What happens by itself while the server runs: nights at their hour, heartbeats, and the persona speaking first (M5).

Once a minute everybody in the home is looked at, one after the other; beside workers, whoever has not been looked at
for `session.heartbeat_minutes`. What fails for one is logged, and the others go on; it is looked at again later.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime

from omoide.domain.dates import night_of
from omoide.domain.turn import Scope
from omoide.doors.http.delivering import deliver
from omoide.doors.wire.minds import Minds
from omoide.doors.wire.nights import NightRuns
from omoide.errors import Busy, OmoideError
from omoide.fleet import disk_refusal
from omoide.mind import Mind

_log = logging.getLogger("omoide.http")
LOOK_SECONDS = 60.0


class Scheduler:
    def __init__(self, minds: Minds, nights: NightRuns, own_nights: bool = True) -> None:
        """Without nights of its own, workers live them (`omoide work`)."""
        self._minds, self._nights, self._own_nights = minds, nights, own_nights
        self._works = ((self._live_night,) if own_nights else ()) + (self._beat_once, self._let_speak)
        self._night: dict[Scope, int] = {}
        self._refused = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="omoide-scheduler", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, seconds: float) -> bool:
        """False when something goes on for longer, such as a reply that a model is still thinking about."""
        self._over.set()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def look(self, now: datetime | None = None) -> None:
        """Once at everybody, as if it were this time."""
        try:
            with self._minds.mind(make=False) as mind:
                if self._disk_refuses(mind):
                    return None
                scopes = self._worth_a_look(mind, now or mind.faculties.clock.now())
        except OmoideError as error:
            return _log.debug("nothing to look at: %s", error)
        for scope in scopes:
            for work in self._works:
                if self._over.is_set():
                    return
                self._try(work, scope, now)

    def _disk_refuses(self, mind: Mind) -> bool:
        """Then all that is done here would be lost (O7). It is told when it begins, not once a minute."""
        refusal = disk_refusal(mind.home, mind.settings)
        if refusal and not self._refused:
            _log.warning("%s", refusal)
        self._refused = refusal is not None
        return self._refused

    def _worth_a_look(self, mind: Mind, now: datetime) -> list[Scope]:
        """Everybody; where workers live the nights there may be ten thousand, so those whose heart is to beat."""
        scopes = mind.faculties.store.runs.scopes()
        return scopes if self._own_nights else mind.hearts_due(scopes, now)

    def _run(self) -> None:
        while not self._over.is_set():
            self.look()
            self._over.wait(LOOK_SECONDS)

    def _try(self, work: Callable[[Mind, datetime | None], None], scope: Scope, now: datetime | None) -> None:
        try:
            with self._minds.mind(scope.persona, scope.person) as mind:
                work(mind, now)
        except Busy as error:
            _log.info("%s · %s: %s", scope.persona, scope.person, error)
        except OmoideError as error:
            _log.warning("%s · %s: %s", scope.persona, scope.person, error)
        except Exception:  # noqa: BLE001 - a bug of ours in one round must not end all nights to come
            _log.exception("%s · %s: an error of our own", scope.persona, scope.person)

    def _live_night(self, mind: Mind, now: datetime | None) -> None:
        """At its hour, when we were there to see it begin; one that was missed for a day, as soon as we look (F7). None
        by a clock that is in doubt (O6)."""
        settings, scope = mind.settings, mind.scope
        if now is None and mind.clock_in_doubt():
            return
        number = night_of(now or mind.faculties.clock.now(), settings.night.hour, settings.zone(scope.person))
        before = self._night.get(scope)
        due = (before is not None and number > before) or mind.night_missed(now)
        if due and mind.faculties.store.runs.last_night(scope) < number:
            self._nights.start(scope, level=None)
        self._night[scope] = number

    def _beat_once(self, mind: Mind, now: datetime | None) -> None:
        if mind.heartbeat_due(now or mind.faculties.clock.now()):
            mind.heartbeat(now)

    def _let_speak(self, mind: Mind, now: datetime | None) -> None:
        now, rules = now or mind.faculties.clock.now(), mind.settings.autonomy
        if not rules.channels or self._nights.running(mind.scope):
            return
        said = mind.speak_first(now)
        if said.text:
            told = {
                "persona": mind.scope.persona, "person": mind.scope.person, "text": said.text, "drive": said.drive,
                "narrative": said.impulse.state.narrative, "time": now.isoformat(),
            }  # fmt: skip
            taken = deliver(rules, told)
            _log.info("%s spoke first (%s)", mind.scope.persona, ", ".join(taken))
