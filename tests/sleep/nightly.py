"""Nights in which something is learned: accounts that are told, a mind and a judge that say what they are told to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from omoide import Mind
from omoide.domain.episode import Episode
from omoide.domain.learned import KnowledgeFacts, Learned, LearnedKind, ProcedureFacts
from omoide.domain.span import Span
from omoide.knowing import learned, write_learned
from omoide.ports import Verdict
from omoide.prompts.distil_procedure import DistilledProcedure, DistilledProcedures
from omoide.prompts.extract_knowledge import KnowledgeItem, KnowledgeItems
from omoide.prompts.validate_knowledge import Support
from tests.knowing.court import Counsel, ScriptedJudge, verdict
from tests.mind.world import Clock, at, mind_in

FOLDERS = {"knowledge": "knowledge", "procedure": "procedures", "skill": "skills"}
HOW = "First open the lid, then press the button.\n1. Open the lid\n2. Press the button"
FACT = "Miho has a cat called Tama."


@contextmanager
def living(
    home: Path, clock: Clock | None = None, judge: Any = None, thinker: Any = None, tree: dict[str, Any] | None = None,
    **answers: Any,
) -> Iterator[Mind]:  # fmt: skip
    with mind_in(home, clock or Clock(), thinker or Counsel(**answers), **(tree or {})) as mind:
        mind.faculties = replace(mind.faculties, judge=judge)
        yield mind


def tell(mind: Mind, day: str, text: str, kind: Any = "day") -> str:
    when = Span.week(date.fromisoformat(day)) if kind == "week" else Span.day(date.fromisoformat(day))
    made = at(f"{when.last.isoformat()}T23:00:00")
    kept = mind.faculties.store.episodes.put(Episode("", mind.scope, kind, when, text, 0.5, 0.5, made))
    assert kept
    return kept.id


def items(*given: tuple[str, str], rewrites: str = "") -> KnowledgeItems:
    return KnowledgeItems([KnowledgeItem(title, [text], [1], rewrites) for title, text in given])


def procedures(*given: tuple[str, Sequence[str]]) -> DistilledProcedures:
    return DistilledProcedures([DistilledProcedure(title, f"When {title} is needed.", [title], list(steps))
                                for title, steps in given])  # fmt: skip


def believing() -> ScriptedJudge:
    return ScriptedJudge(lambda premise, claim: verdict(entailment=0.9))


def supported(question: Any) -> Support:
    return Support(True, "it says so")


def page(
    mind: Mind, name: str, text: str, kind: LearnedKind = "knowledge", made: str = "2026-01-01T03:00:00", **facts: Any
) -> Learned:
    own: Any = KnowledgeFacts if kind == "knowledge" else ProcedureFacts
    item = Learned(kind, name, text, own(created_at=at(made), updated_at=at(made), **facts))
    return write_learned(mind.faculties, mind.settings, item, at(made), action="created")


def texts(mind: Mind, kind: LearnedKind = "knowledge", archived: bool = False) -> dict[str, str]:
    return {item.name: item.text for item in learned(mind.faculties, kind, archived)}


def facts(mind: Mind, kind: LearnedKind = "knowledge") -> dict[str, Any]:
    return {item.name: item.facts for item in learned(mind.faculties, kind)}


def folder(home: Path, kind: str = "knowledge") -> Path:
    return home / "personas" / "aoi" / "people" / "me" / FOLDERS[kind]


__all__ = ["FACT", "HOW", "Clock", "Counsel", "ScriptedJudge", "Verdict", "at", "verdict"]
