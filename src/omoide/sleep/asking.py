"""Several questions about each of several things, put to a mind together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from omoide.errors import Declined, Postponed
from omoide.ports import Faculties

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """`delayed` is why nothing can be said of it yet; `refused` counts what the mind will never answer."""

    about: T
    answers: tuple[Any, ...]
    delayed: Postponed | None
    refused: int
    made_by: str


def ask_about(faculties: Faculties, groups: Sequence[tuple[T, Sequence[Any]]]) -> list[Answered[T]]:
    """One for each group, in order. A thing counts as answered when none of its questions has to wait."""
    every = [question for _, questions in groups for question in questions]
    try:
        answers = iter(faculties.thinker.ask_all(every))
    except Postponed as postponed:
        answers = iter([postponed] * len(every))
    found: list[Answered[T]] = []
    for about, questions in groups:
        own = [next(answers) for _ in questions]
        delays = [a for a in own if isinstance(a, Postponed) and not isinstance(a, Declined)]
        refused = sum(isinstance(a, Declined) for a in own)
        usable = tuple(a for a in own if not isinstance(a, Postponed))
        made_by = faculties.thinker.who(questions[0]) if questions else ""
        found.append(Answered(about, usable, delays[0] if delays else None, refused, made_by))
    return found


def add_up(done: dict[str, Any], more: dict[str, int]) -> None:
    """Count on; what is nothing is only told where it was counted before."""
    for name, count in more.items():
        if count or name in done:
            done[name] = done.get(name, 0) + count
