"""What becomes of learned pages in use: how often they were shown (K6), and whether procedures worked (K4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from omoide.disk import where_it_can_be_kept
from omoide.domain.dates import placed
from omoide.domain.disuse import Use
from omoide.domain.knowledge_score import with_outcome
from omoide.domain.learned import LEARNED, Learned, LearnedKind, ProcedureFacts
from omoide.domain.page import page_name
from omoide.knowing.in_turn import in_turn
from omoide.knowing.reading import one_learned
from omoide.knowing.writing import write_learned
from omoide.perceive import fit
from omoide.ports import Faculties
from omoide.ports.learning import Key
from omoide.settings import Settings

LONGEST_NOTE = 500  # characters


def mark_used(f: Faculties, items: Iterable[Learned], now: datetime) -> None:
    """They were shown: call it when they are in the prompt, not when they were merely found."""
    keys: list[Key] = list(dict.fromkeys((item.kind, item.name) for item in items))
    if keys:
        with where_it_can_be_kept():
            f.store.learned.used(f.scope, keys, placed(now))


def mark_low(f: Faculties, items: Iterable[Learned], since: datetime | None) -> None:
    """Hardly used from now on; None takes the mark away. One that is marked already keeps its date."""
    f.store.learned.low(f.scope, [(item.kind, item.name) for item in items], since)


def usage(f: Faculties) -> dict[tuple[LearnedKind, str], Use]:
    """How each page was used; those that nobody used are there as well."""
    uses = f.store.learned.uses(f.scope)
    there: list[Key] = [(kind, name) for kind in LEARNED for name in f.pages.names(f.scope, kind)]
    return {key: uses.get(key, Use()) for key in there}


def report_outcome(
    f: Faculties, s: Settings, name: str, success: bool, now: datetime, note: str = "", by: str = "",
    session: str | None = None,
) -> Learned:  # fmt: skip
    """A procedure worked, or did not. Two reports at once are two outcomes; what was reported here, the end of the
    session need not judge any more. Without a session it is the one that was shown the procedure last; how it went in
    others is still to be found out."""
    name = page_name("procedure", name).name
    with in_turn(f):
        item = one_learned(f, "procedure", name)
        if not isinstance(item.facts, ProcedureFacts):
            raise TypeError(f"{item.node} has the facts of another kind")
        said = "succeeded" if success else "failed"
        note = fit(note, LONGEST_NOTE)
        reason = f"{said}: {note}" if note else said
        changed = replace(item, facts=with_outcome(item.facts, success))
        written = write_learned(f, s, changed, now, action="outcome", reason=reason, by=by)
    session = f.store.learned.injected_last(f.scope, written.name) if session is None else session
    if session is not None:
        f.store.learned.settle(f.scope, session, written.name)
    return written


def note_injected(f: Faculties, session: str, names: Sequence[str], now: datetime) -> None:
    """These procedures were shown in a session, whose end judges whether they worked."""
    if names:
        f.store.learned.inject(f.scope, session, list(dict.fromkeys(names)), placed(now))


def injected(f: Faculties, session: str) -> list[str]:
    """Procedures that a session was shown and that nobody has reported about."""
    return f.store.learned.injected(f.scope, session)


def settle_injected(f: Faculties, session: str) -> int:
    """The session is judged."""
    return f.store.learned.settle(f.scope, session=session)
