"""A small court: a judge and a mind that say what they are told, over real pages and a real store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from omoide.domain.episode import Episode
from omoide.domain.learned import KnowledgeFacts, Learned, LearnedKind, ProcedureFacts
from omoide.domain.span import Span
from omoide.errors import OmoideError, Postponed
from omoide.knowing import learned, write_learned
from omoide.ports import Faculties, Verdict
from omoide.settings import Settings
from tests.mind.world import Clock, ScriptedThinker, at, mind_in

SUNDAY = "Backups of the server run every Sunday night."
MONDAY = "The server backup runs every Monday night."
MADE = at("2026-01-10T03:00:00")


def verdict(entailment: float = 0.0, contradiction: float = 0.0) -> Verdict:
    return Verdict(entailment, 1 - entailment - contradiction, contradiction)


@dataclass
class ScriptedJudge:
    """`says` gives a verdict for (premise, hypothesis), or an error to raise."""

    says: Callable[[str, str], Verdict | OmoideError]
    name: str = "nli:scripted"
    asked: list[tuple[str, str]] = field(default_factory=list)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
        self.asked += pairs
        told = [self.says(*pair) for pair in pairs]
        for one in told:
            if isinstance(one, OmoideError):
                raise one
        return [one for one in told if isinstance(one, Verdict)]


class Counsel(ScriptedThinker):
    """Answers by the kind of question; a function is asked, a list is used up, an error is what stands there."""

    def __init__(self, **answers: Any) -> None:
        super().__init__()
        self.answers = answers

    def ask_all(self, questions: Sequence[Any], progress: Any = None) -> list[Any]:
        return [self._answer(question) for question in questions]

    def _answer(self, question: Any) -> Any:
        self.asked.append(question)
        kind = type(question).__name__
        if kind not in self.answers:
            try:
                return self.mind.ask(question)
            except Postponed as postponed:
                return postponed
        answer = self.answers[kind]
        if isinstance(answer, list):
            return answer.pop(0)
        return answer(question) if callable(answer) else answer


@dataclass
class Court:
    f: Faculties
    s: Settings
    clock: Clock
    home: Path

    def write(
        self, name: str, text: str, kind: LearnedKind = "knowledge", sources: Sequence[str] = (), **facts: Any
    ) -> Learned:
        made = {"created_at": MADE, "updated_at": MADE, "source_episodes": tuple(sources)} | facts
        own = KnowledgeFacts(auto_consolidated=True, **made) if kind == "knowledge" else ProcedureFacts(**made)
        item = Learned(kind, name, text, own)
        return write_learned(self.f, self.s, item, self.clock.now(), action="created", reason="told", sources=sources)

    def texts(self, kind: LearnedKind = "knowledge", archived: bool = False) -> dict[str, str]:
        return {item.name: item.text for item in learned(self.f, kind, archived)}

    def episode(self, day: str, text: str, turns: Sequence[str] = ()) -> str:
        when = date.fromisoformat(day)
        told = Episode(
            "", self.f.scope, "day", Span(when, when), text, 0.5, 0.5, at(f"{day}T23:00:00"), sources=tuple(turns)
        )
        kept = self.f.store.episodes.put(told)
        assert kept
        return kept.id

    def file(self, name: str, kind: str = "knowledge") -> Path:
        folder = {"knowledge": "knowledge", "procedure": "procedures"}[kind]
        return self.home / "personas" / "aoi" / "people" / "me" / folder / f"{name}.md"


@contextmanager
def court(home: Path, judge: Any = None, clock: Clock | None = None, **answers: Any) -> Iterator[Court]:
    clock = clock or Clock()
    with mind_in(home, clock, Counsel(**answers)) as mind:
        yield Court(replace(mind.faculties, judge=judge), mind.settings, clock, home)
