"""Session notes (W7): only turns that no note tells yet are asked about, so none is summarised twice (W6).

Ask first, then write note, marks of turns and running summary in one transaction. Whoever is killed before it has noted
nothing, and whoever comes second finds the turns marked and writes nothing. What follows from a note outside the store
(the page of tasks, the log, procedures) is carried out afterwards, from the note itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from omoide import knowing
from omoide.domain.dates import wall_clock
from omoide.domain.note import Note, Outcome, Result, SessionSummary
from omoide.domain.task import LONGEST as LONGEST_TASK
from omoide.domain.turn import Turn
from omoide.errors import OmoideError, Postponed
from omoide.language.detect import language_of
from omoide.perceive import fit, paused
from omoide.ports import Faculties
from omoide.prompts.session_note import Noted, SessionNote
from omoide.prompts.summarise_day import Exchange
from omoide.sessions.carrying_out import carry_out
from omoide.sessions.parting import BEYOND, Stretch, parted
from omoide.sessions.tasks import current_task
from omoide.settings import Settings

MOST_TASKS, MOST_TOPICS = 10, 5


def notes_of(faculties: Faculties, day: date) -> list[Note]:
    """The notes of a day, in the order in which they were taken."""
    return faculties.store.notes.of_day(faculties.scope, day)


def session_summary(faculties: Faculties, session: str) -> SessionSummary | None:
    return faculties.store.notes.summary(faculties.scope, session)


@dataclass(frozen=True, slots=True)
class Taken:
    """How many notes were taken, how many turns wait for a mind, and what kept it from answering."""

    taken: int
    waiting: int
    problems: tuple[OmoideError, ...]


def note_ended(faculties: Faculties, settings: Settings, now: datetime, over: Collection[str] | None = ()) -> Taken:
    """Note what sessions brought that are over: those named (None: all), and those that a silence has ended. In a pause
    nothing is written down, and waits (N2)."""
    if paused(faculties):
        return Taken(0, 0, ())
    taken, waiting, problems = 0, 0, dict[str, OmoideError]()
    for stretch in _due(faculties, settings, now, over):
        for turns in _parts(stretch.turns, settings.episodes.part_characters):
            try:
                taken += _note(faculties, settings, stretch, turns, now) is not None
            except Postponed as postponed:
                waiting += len(turns)
                problems[postponed.en] = postponed
    carry_out(faculties, settings, now)
    return Taken(taken, waiting, tuple(problems.values()))


def _due(faculties: Faculties, settings: Settings, now: datetime, over: Collection[str] | None) -> list[Stretch]:
    """Turns of long ago have no note: their day is told as an episode anyway."""
    scope, since = faculties.scope, now - timedelta(hours=settings.session.note_hours)
    turns = faculties.store.notes.unnoted(scope, since, now + BEYOND)
    found = parted(faculties, settings, turns, now)
    return [one for one in found if one.over or over is None or one.session in over]


def _note(
    faculties: Faculties, settings: Settings, stretch: Stretch, turns: Sequence[Turn], now: datetime
) -> Note | None:
    """None when another process was faster."""
    scope, zone = faculties.scope, settings.zone(faculties.scope.person)
    before = session_summary(faculties, stretch.session)
    text = "\n".join(turn.said or turn.replied for turn in turns)
    procedures = tuple(knowing.injected(faculties, stretch.session)) if stretch.session else ()
    asked = SessionNote(
        persona=scope.persona,
        person=scope.person,
        day=stretch.day.isoformat(),
        exchanges=tuple(Exchange(f"{wall_clock(turn.time, zone):%H:%M}", turn.said, turn.replied) for turn in turns),
        earlier=before.summary if before else "",
        tasks=tuple(task.text for task in current_task(faculties).open),
        procedures=procedures,
        most=settings.session.note_characters,
        language=settings.language if settings.language != "auto" else language_of(text),
    )
    answer: Noted = faculties.thinker.ask(asked)
    note = _read(faculties, settings, stretch, turns, asked, answer, now)
    with faculties.store.transaction():
        kept = faculties.store.notes.add(note)
        if kept:
            _fold(faculties, settings, kept, now)
    return kept


def _read(
    faculties: Faculties, settings: Settings, stretch: Stretch, turns: Sequence[Turn], asked: SessionNote,
    answer: Noted, now: datetime,
) -> Note:  # fmt: skip
    """What a mind answered, made fit to keep: without secrets, no longer than asked for, and no procedure that was not
    in mind."""
    known = set(asked.procedures)
    outcomes: dict[str, Result] = {one.procedure: one.result for one in answer.outcomes if one.procedure in known}
    return Note(
        id="",
        scope=faculties.scope,
        day=stretch.day,
        session=stretch.session,
        sources=tuple(turn.key for turn in turns),
        text=fit(answer.summary, settings.session.note_characters * 2),
        topics=_fitted(answer.topics, MOST_TOPICS),
        resolved=_fitted(answer.resolved, MOST_TASKS),
        tasks=_fitted(answer.tasks, MOST_TASKS),
        outcomes=tuple(Outcome(name, result) for name, result in outcomes.items()),
        made_by=faculties.thinker.who(asked),
        created_at=now,
    )


def _fitted(texts: Sequence[str], most: int) -> tuple[str, ...]:
    fitted = (" ".join(fit(text, LONGEST_TASK).split()) for text in texts)
    return tuple(dict.fromkeys(text for text in fitted if text))[:most]


def _fold(faculties: Faculties, settings: Settings, note: Note, now: datetime) -> None:
    """The session's running summary grows by the note; what is too long is told more briefly, the oldest with it."""
    before = session_summary(faculties, note.session)
    text, most = f"{before.summary}\n{note.text}" if before else note.text, settings.session.summary_characters
    if len(text) > most:
        text = faculties.condense([("", line) for line in text.splitlines() if line.strip()], most, 1)[0]
    turns = (before.turns if before else 0) + len(note.sources)
    faculties.store.notes.fold(faculties.scope, SessionSummary(note.session, text, turns, now))


def _parts(turns: Sequence[Turn], room: int) -> Iterator[list[Turn]]:
    """A long talk makes several notes, each with its own turns; a single turn that is longer than a question can be is
    asked about with its beginning and end."""
    part: list[Turn] = []
    left = room
    for turn in turns:
        size = len(turn.said) + len(turn.replied)
        if part and size > left:
            yield part
            part, left = [], room
        part.append(turn)
        left -= size
    if part:
        yield part
