"""Several servers on one database (X2): what happens by itself happens once, whichever of them is first."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from omoide import Mind
from omoide.doors.http.scheduler import Scheduler
from omoide.doors.wire.minds import Minds
from omoide.doors.wire.nights import NightRuns
from tests.mind.world import Clock, ScriptedThinker, at, mind_in
from tests.servers.databases import Databases
from tests.servers.processes import until

SPOKEN = json.dumps(["spoke_first", "aoi"])


class Voice(ScriptedThinker):
    def stream(self, speech: Any) -> Generator[str, None, None]:
        yield "How did it go?"


def test_a_heart_beats_once_and_one_impulse_is_spoken_once(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X2, W6, M5: two servers look at everybody at the same minute
    monkeypatch.setenv("OMOIDE_DATABASE_URL", url)
    clock = Clock(at("2026-01-18T10:00:00"))
    servers = [Minds(tmp_path, "aoi", "me", "en", {"clock": clock, "thinker": Voice()}) for _ in range(2)]
    schedulers = [Scheduler(minds, NightRuns(minds), own_nights=False) for minds in servers]
    with servers[0].mind() as mind:
        mind.perceive("My cat Mochi is ill.", "Oh no.", session="s")
    for hour in (14, 15):
        clock.set(f"2026-01-18T{hour}:00:00")
        looks = [threading.Thread(target=scheduler.look) for scheduler in schedulers]
        for look in looks:
            look.start()
        for look in looks:
            look.join()
    with servers[1].mind() as mind:
        assert [turn.replied for turn in mind.conversation(9) if not turn.said] == ["How did it go?"]
        logged = mind.faculties.activity.on(mind.scope, clock.now().date())
        assert [event.ts.hour for _, event in logged if event.type == "heartbeat_start"] == [14, 15]
    with servers[0].mind("aoi", "ren") as mind:  # beside workers only those are opened who are due
        mind.remember("The lighthouse was bright.")
        both, soon = mind.faculties.store.runs.scopes(), clock.now() + timedelta(minutes=29)
        assert mind.hearts_due(both, soon) == [mind.scope]
        assert mind.hearts_due(both, soon + timedelta(minutes=1)) == both
        assert len(both) == 2
    for minds in servers:
        minds.close()


def test_what_it_says_to_two_persons_at_once_is_remembered_for_both(
    url: str, databases: Databases, tmp_path: Path
) -> None:
    # X2, M5: the impulses of a persona are one list; nobody writes it as it was before the other did
    clock, tree = Clock(at("2026-01-18T12:00:00")), {"database": {"url": url}}
    minds = [mind_in(tmp_path, clock, Voice(), person=person, **tree) for person in ("ken", "yui")]
    asked = {f"curiosity:{mind.ask_question('How did the visit go?', priority=0.9)[0].id}" for mind in minds}
    minds[0].faculties.store.state.set(SPOKEN, "{}")
    with psycopg.connect(url) as doorstep:  # nobody gets past it before both are there
        doorstep.execute("SELECT set_config('omoide.persona', '*', false), set_config('omoide.person', '*', false)")
        doorstep.execute("SELECT 1 FROM state WHERE key = %s FOR UPDATE", (SPOKEN,))
        speaking = [threading.Thread(target=Mind.speak_first, args=(mind, clock.now())) for mind in minds]
        for one in speaking:
            one.start()
        waiting = (
            "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        until(lambda: databases.administer(waiting, url) == [(2,)], what="two who want to speak")
    for one in speaking:
        one.join()
    kept = minds[0].faculties.store.state.get(SPOKEN)
    for mind in minds:
        mind.close()
    assert set(json.loads(kept or "{}")) == asked
