"""One turn comes in: cleaned, redacted, and written before anything else happens to it (L6, E3, E8, N2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from omoide.domain.dates import placed
from omoide.domain.turn import NO_WISHES, Turn, Wishes, turn_key
from omoide.errors import InTheFuture
from omoide.language.clean import clean
from omoide.language.reply_tags import strip
from omoide.language.slash import is_slash_command
from omoide.perceive.activity import log_turn
from omoide.perceive.barring import Presence, presence, refuse_while_erased
from omoide.perceive.clock_skew import watch_clock
from omoide.perceive.pausing import paused
from omoide.perceive.privacy import not_to_be_remembered
from omoide.perceive.redaction import redact
from omoide.perceive.threads import embed_flushes, hold, meaning_of
from omoide.ports import Faculties
from omoide.settings import Settings

# Clocks differ a little between machines; more than this ahead is a mistake that would never fade.
FUTURE_ALLOWED = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Perceived:
    """The turn as it was kept, whether it is new, and if it was not kept, why."""

    turn: Turn | None
    new: bool
    skipped: str = ""


def take_in(
    faculties: Faculties, settings: Settings, said: str, replied: str, *, time: datetime | None, session: str,
    origin: str, key: str | None, incognito: bool, wishes: Wishes = NO_WISHES, note: bool = False,
    interrupted: bool = False, since: Presence | None = None,
) -> Perceived:  # fmt: skip
    """Keep a turn once, and log it. What must not be remembered leaves no trace at all. A `note` was written down, not
    said; an `interrupted` reply broke off; nothing is kept of one that began before its person was erased (`since`)."""
    time = checked_time(time or faculties.clock.now(), faculties.clock.now())
    tags = strip(clean(replied))  # what the persona noted for itself is no part of what it said (M2, P6)
    said, replied = clean(said), tags.visible
    reason = reason_to_skip(faculties, settings, said, replied, origin, incognito)
    if reason:
        return Perceived(None, False, reason)
    said, replied = redact(said), redact(replied)
    scope = faculties.scope
    key = key or turn_key(scope, time, said, replied)
    turn = Turn(key, scope, clean(session), said, replied, time, clean(origin).strip(), wishes)
    meaning = meaning_of(faculties, settings, turn)
    with faculties.store.transaction():
        refuse_while_erased(faculties)
        if since is not None and since != presence(faculties):
            return Perceived(None, False, "erased")
        watch_clock(faculties.store.state, faculties.clock, settings.clock)
        new = faculties.store.turns.add(turn)
        flowed_out = hold(faculties, settings, turn, meaning) if new and meaning else False
        if new and (tags.emotions or tags.traces):
            faculties.hear(faculties, turn, tags)
    if flowed_out:
        embed_flushes(faculties)
    if new:
        log_turn(faculties, settings, turn, note=note, interrupted=interrupted)
    return Perceived(turn, new)


def checked_time(time: datetime, now: datetime) -> datetime:
    """A time that something can have happened at."""
    if placed(time) > now + FUTURE_ALLOWED:
        raise InTheFuture(
            f"the time {time.isoformat()} lies in the future; check it, or this machine's clock.",
            f"時刻 {time.isoformat()} は未来です。時刻か、この機械の時計を確かめてください。",
        )
    return time


def reason_to_skip(
    faculties: Faculties, settings: Settings, said: str, replied: str, origin: str, incognito: bool
) -> str:
    """Why such a turn would leave no trace; empty when it may be kept."""
    if not said.strip() and not replied.strip():
        return "empty"
    if is_slash_command(said):
        return "slash command"
    if incognito:
        return "incognito"
    if paused(faculties):
        return "paused"
    return not_to_be_remembered(settings.privacy, said, replied, origin)
