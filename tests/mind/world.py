"""A small world for a mind to live in: a clock that is set by hand, and a thinker that says what it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind, open_mind
from omoide.adapters.clock import SystemClock
from omoide.adapters.models.offline import OfflineMind
from omoide.errors import Postponed
from omoide.settings import Settings, build

TOKYO = "+09:00"


@dataclass
class Clock:
    """Stands still until it is set."""

    time: datetime = field(default_factory=lambda: at("2026-01-18T18:00:00"))

    def now(self) -> datetime:
        return self.time

    def set(self, text: str) -> datetime:
        self.time = at(text)
        return self.time

    def forward(self, **delta: float) -> datetime:
        self.time += timedelta(**delta)
        return self.time


def at(text: str) -> datetime:
    """A moment in Tokyo, unless the text says otherwise."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else datetime.fromisoformat(text + TOKYO)


class ScriptedThinker:
    """The offline mind, changed or made to fail by the test; it counts what it was asked."""

    def __init__(self, change: Callable[[Any, Any], Any] | None = None, name: str = "scripted") -> None:
        self.mind = OfflineMind()
        self.change = change or (lambda question, answer: answer)
        self.name = name
        self.asked: list[Any] = []

    def who(self, question: Any) -> str:
        return self.name

    def ask(self, question: Any) -> Any:
        answer = self.ask_all([question])[0]
        if isinstance(answer, Postponed):
            raise answer
        return answer

    def ask_all(self, questions: Sequence[Any], progress: Any = None) -> list[Any]:
        self.asked += questions
        return [self.change(question, self.mind.ask(question)) for question in questions]


def felt(**fields: Any) -> ScriptedThinker:
    """A thinker that finds the given fields in every turn."""

    def change(question: Any, answer: Any) -> Any:
        return replace(answer, **fields) if hasattr(answer, "intensity") else answer

    return ScriptedThinker(change)


def unreachable() -> ScriptedThinker:
    return ScriptedThinker(lambda question, answer: Postponed("the model cannot be reached", "モデルに届きません"))


def mind_in(
    home: Path, clock: Clock | None = None, thinker: Any = None, persona: str = "aoi", person: str = "me", **tree: Any
) -> Mind:
    settings: Settings = build(tree)
    return open_mind(home, persona=persona, person=person, clock=clock or Clock(), thinker=thinker, settings=settings)


def machine_clock(monkeypatch: pytest.MonkeyPatch, moment: str) -> Clock:
    """The clock of the machine itself, which nobody hands in: the one that is judged (O6)."""
    clock = Clock(at(moment))
    monkeypatch.setattr(SystemClock, "now", lambda self: clock.now())
    return clock
