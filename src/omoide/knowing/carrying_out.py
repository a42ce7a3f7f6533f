"""Decisions about learned pages, carried out once and whole (K3, K5, D5).

Pages are files and cannot join a transaction. So what was decided is kept first, as changes that are planned: for each
page what stands there and what shall stand there. Then the pages are written, then the changes are marked as done.
Killed anywhere in between, the next run finds each page in one of the two states and goes on. A page in a third one was
changed by hand meanwhile: the hand wins, and the whole step is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from omoide.domain.learned import LearnedKind
from omoide.domain.page import PageName
from omoide.domain.page_change import Change
from omoide.errors import InvalidInput, PageConflict
from omoide.knowing.in_turn import in_turn
from omoide.knowing.keeping import stamp_of, take_in, unindex
from omoide.perceive import redact
from omoide.ports import Faculties
from omoide.ports.learning import Key
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class Decision:
    """Why a step is taken, by whom, at what time, and from which sources: the same for all its pages."""

    action: str
    reason: str
    by: str
    now: datetime
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """One page from one text to another; None where there is no page. Without another text in `kept`, a page that goes
    is archived as it stood."""

    kind: str
    name: str
    before: str | None
    after: str | None
    related: str = ""
    believed_until: date | None = None
    believed_from: date | None = None
    kept: str | None = None


def plan(f: Faculties, decision: Decision, moves: Sequence[Move]) -> str:
    """Keep a decision; inside the caller's transaction, if there is one. Returns its step."""
    planned = [change for move in moves for change in _changes(f, decision, move)]
    return f.store.page_changes.add(planned)[0].step


def carry_out(f: Faculties, s: Settings, step: str, now: datetime) -> bool:
    """Write the pages of a planned step, let them be found as they are now, and mark it. Safe to repeat, and by several
    processes at once. False when a page was changed by hand meanwhile, and all is as it was."""
    with in_turn(f):
        changes = f.store.page_changes.step(f.scope, step)
        if any(change.state != "planned" for change in changes):  # somebody else was faster
            return all(change.state == "done" for change in changes)
        done = _write(f, changes, now)
        for change in changes:
            if not change.archived:
                _notice(f, s, (cast("LearnedKind", change.kind), change.name), now)
        f.store.page_changes.settle(f.scope, step, "done" if done else "dropped")
        return done


def finish_planned(f: Faculties, s: Settings, now: datetime) -> dict[str, int]:
    """Carry out what a process that was killed had decided."""
    finished = [carry_out(f, s, step, now) for step in f.store.page_changes.planned(f.scope)]
    return {"finished": sum(finished), "conflicts": len(finished) - sum(finished)}


def standing(f: Faculties, kind: str, name: str, archived: bool = False) -> str | None:
    """The whole page as it stands; None where there is none."""
    page = f.pages.read(f.scope, PageName(kind, name, archived))  # type: ignore[arg-type]
    return page.text if page.exists else None


def _changes(f: Faculties, decision: Decision, move: Move) -> list[Change]:
    """The page itself, and its copy in the archive: that is there before the page goes, and goes after it came back."""
    page = Change(
        "", f.scope, "", move.kind, move.name, decision.action, decision.reason, decision.by, decision.now,
        move.before, _without_secrets(move.after), move.believed_until, move.believed_from, move.related,
        decision.sources, "planned",
    )  # fmt: skip
    there = standing(f, move.kind, move.name, archived=True)
    shall = _without_secrets(move.kept or move.before) if move.after is None else None
    if there == shall or (move.after is not None and move.before is not None):
        return [page]
    copy = Change(
        "", f.scope, "", move.kind, move.name, decision.action, decision.reason, decision.by, decision.now, there,
        shall, related=move.related, sources=decision.sources, state="planned", archived=True,
    )  # fmt: skip
    return [copy, page] if move.after is None else [page, copy]


def _without_secrets(text: str | None) -> str | None:
    """Whoever wrote it: a secret belongs neither on a page that the machine writes nor in its history (E8)."""
    return None if text is None else redact(text)


def _notice(f: Faculties, s: Settings, key: Key, now: datetime) -> None:
    """What the store knows of a page follows its file. Why it changed is on record already (see record_change)."""
    if stamp := stamp_of(f, key):
        f.store.learned.bring_back(f.scope, key)
        take_in(f, s, {key: stamp}, now)
    else:
        with f.store.transaction():
            unindex(f, [key])
            f.store.learned.put_away(f.scope, key, now)


def _write(f: Faculties, changes: Sequence[Change], now: datetime) -> bool:
    """All of them, or none."""
    try:
        fits = all(_stands(f, change) in (change.before, change.after) for change in changes)
        if fits:
            for change in changes:
                _put(f, change, change.before, change.after, now)
    except (PageConflict, InvalidInput):  # edited at this very moment, or not a text any more
        fits = False
    if not fits:
        for change in reversed(changes):
            _take_back(f, change, now)
    return fits


def _stands(f: Faculties, change: Change) -> str | None:
    return standing(f, change.kind, change.name, change.archived)


def _put(f: Faculties, change: Change, before: str | None, after: str | None, now: datetime) -> None:
    name = PageName(change.kind, change.name, change.archived)  # type: ignore[arg-type]
    page = f.pages.read(f.scope, name)
    there = page.text if page.exists else None
    if there == after:
        return
    if there != before:
        raise PageConflict(f"{name} was changed meanwhile.", f"{name} はその間に変更されました。")
    if after is None:
        f.pages.remove(f.scope, name, page.revision, now)
    else:
        f.pages.write(f.scope, name, after, page.revision, now)


def _take_back(f: Faculties, change: Change, now: datetime) -> None:
    """What the step had written already; a page that somebody else has written since stays as it is."""
    try:
        if _stands(f, change) == change.after:
            _put(f, change, change.after, change.before, now)
    except (PageConflict, InvalidInput):
        return
