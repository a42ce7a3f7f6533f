"""What the night consolidates (D3): the account of each day that is over; where none could be told, its session notes.

A day that is not told yet and has no notes waits. What was looked at is kept in the store, so that each account is put
to a mind once, however often a night is lived or killed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from omoide.domain.dates import wall_clock
from omoide.domain.episode import Episode
from omoide.language.procedural import Piece, sorted_pieces
from omoide.ports import Faculties
from omoide.ports.consolidating import Stage
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class Matter:
    """One account or note; its id is what pages name as their source."""

    source: str
    day: date
    text: str


@dataclass(frozen=True, slots=True)
class Sorted:
    """Accounts with the part of them that a stage is after, so many as one night looks at; those without such a part;
    and how many more there are. Without a model years of accounts may wait: they are not all sorted every night."""

    telling: tuple[tuple[Matter, str], ...]
    other: tuple[str, ...]
    rest: int


class Material:
    """Everything that could be looked at, oldest first: what is newer is to have the last word."""

    def __init__(self, faculties: Faculties, settings: Settings, now: datetime) -> None:
        self._faculties = faculties
        self._settings = settings
        self._now = now

    def open(self, stage: Stage) -> list[Matter]:
        """What this stage has not looked at yet."""
        f = self._faculties
        left = set(f.store.consolidations.open(f.scope, stage, list(self._all)))
        return [matter for source, matter in self._all.items() if source in left]

    def sorted_for(self, stage: Stage, wanted: Callable[[Piece], bool]) -> Sorted:
        telling: list[tuple[Matter, str]] = []
        other: list[str] = []
        new = self.open(stage)
        for matter in new:
            if len(telling) == self._settings.consolidation.days_at_once:
                break
            told = "\n\n".join(piece.text for piece in sorted_pieces(matter.text) if wanted(piece))
            if told:
                telling.append((matter, told))
            else:
                other.append(matter.source)
        return Sorted(tuple(telling), tuple(other), len(new) - len(telling) - len(other))

    @cached_property
    def _all(self) -> dict[str, Matter]:
        matters = [Matter(e.id, e.days.first, e.summary) for e in self._accounts()]
        matters += self._notes({matter.day for matter in matters})
        return {m.source: m for m in sorted(matters, key=lambda m: (m.day, m.source)) if m.text.strip()}

    def _accounts(self) -> list[Episode]:
        """Days, also those that have run together into a week since; and weeks that came without their days."""
        f = self._faculties
        every = [e for e in f.store.episodes.within(f.scope, None, archived=None) if not e.failed]
        days = [e for e in every if e.kind == "day"]
        told = {e.days.first for e in days}
        weeks = [e for e in every if e.kind == "week" and not any(e.days.first <= day <= e.days.last for day in told)]
        return days + weeks

    def _notes(self, told: set[date]) -> list[Matter]:
        f = self._faculties
        today = wall_clock(self._now, self._settings.zone(f.scope.person)).date()
        notes = (note for note in f.store.notes.since(f.scope, None) if note.day < today and note.day not in told)
        return [Matter(note.id, note.day, note.text) for note in notes]
