"""What follows from a note outside the store (W7): the page of tasks, the log and the registry of what is resolved
(L4), the counts of procedures (K4).

Files cannot join a transaction: the note says what was decided, this writes it where it is not there yet, and then
marks the note. Killed in between, the next end of a session or heartbeat goes on with the same note. An outcome is
marked before it is counted: one that gets lost is like one that was unclear, one that is counted twice would be wrong.
"""

from __future__ import annotations

from datetime import datetime

from omoide import knowing
from omoide.domain.dates import wall_clock
from omoide.domain.note import Note
from omoide.errors import Busy, InvalidInput, NotFound, PageConflict
from omoide.perceive import note_event, resolve
from omoide.ports import Faculties
from omoide.sessions.tasks import update_tasks
from omoide.settings import Settings


def carry_out(faculties: Faculties, settings: Settings, now: datetime) -> int:
    """Returns how many notes still wait: their page is being edited at this very moment, or is full. One process at a
    time; whoever comes second leaves it to the first."""
    if not faculties.store.notes.to_carry_out(faculties.scope):
        return 0
    try:
        with faculties.locks.hold(faculties.scope.key("notes")):
            return _carry_out(faculties, settings, now)
    except Busy:
        return 0


def _carry_out(faculties: Faculties, settings: Settings, now: datetime) -> int:
    notes, left = faculties.store.notes.to_carry_out(faculties.scope), list[Note]()
    for note in notes:
        try:
            if note.tasks or note.resolved:
                update_tasks(faculties, settings, note.tasks, note.resolved, note.created_at)
        except (PageConflict, InvalidInput, Busy):
            left.append(note)
            continue
        for matter in note.resolved:
            _tell(faculties, settings, note, matter)
        _count_outcomes(faculties, settings, note, now)
        faculties.store.notes.carried_out(note)
    waiting = {"", *(note.session for note in left)}
    for session in dict.fromkeys(note.session for note in notes if note.session not in waiting):
        knowing.settle_injected(faculties, session)
    return len(left)


def _tell(faculties: Faculties, settings: Settings, note: Note, matter: str) -> None:
    """Registry and log hold it once. What this note brought into the registry and not into the log, since it was killed
    between the two, is logged now."""
    if resolve(faculties, settings, matter, ts=note.created_at):
        return
    scope, at = faculties.scope, note.created_at
    own = [one for one in faculties.store.resolutions.recent(scope.person, at) if one.persona == scope.persona]
    if any(one.ts == at and one.matter == matter for one in own):
        day = wall_clock(at, settings.zone(scope.person)).date()
        logged = (event for _, event in faculties.activity.on(scope, day) if event.type == "issue_resolved")
        if not any(event.content == matter and event.ts == at for event in logged):
            note_event(faculties, settings, "issue_resolved", ts=at, content=matter)


def _count_outcomes(faculties: Faculties, settings: Settings, note: Note, now: datetime) -> None:
    """A long session has several notes, and each was asked: a procedure that was in mind once has one outcome, the
    first that is clear. What was reported meanwhile is settled already."""
    for outcome in note.outcomes:
        key = faculties.scope.key("outcome", note.id, outcome.procedure)
        if outcome.result == "unclear" or faculties.store.state.get(key):
            continue
        if outcome.procedure not in knowing.injected(faculties, note.session):
            continue
        faculties.store.state.set(key, outcome.result)
        try:
            won = outcome.result == "success"
            knowing.report_outcome(faculties, settings, outcome.procedure, won, now, note.id, session=note.session)
        except (NotFound, PageConflict, InvalidInput):  # it is gone, or being edited: then there is nothing to count
            continue
