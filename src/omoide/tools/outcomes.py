"""report_procedure_outcome: whether a procedure worked (K4, R11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from omoide.tools.telling import said
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.mind import Mind


class OutcomeArguments(Arguments, frozen=True):
    name: Annotated[str, msgspec.Meta(min_length=1, description="The procedure's name.")]
    success: Annotated[bool, msgspec.Meta(description="Whether it worked.")]
    note: Annotated[str, msgspec.Meta(description="What happened, in a line, if it matters.")] = ""


class Outcome(Result, frozen=True):
    name: str
    confidence: float
    success_count: int
    failure_count: int
    version: int

    def tell(self, language: str) -> str:
        return said(
            language,
            "{name}: worked {won} times, failed {lost} times, confidence {trust:.2f}.",
            "{name}: 成功 {won} 回、失敗 {lost} 回、信頼度 {trust:.2f}。",
            name=self.name, won=self.success_count, lost=self.failure_count, trust=self.confidence,
        )  # fmt: skip


def report_procedure_outcome(mind: Mind, given: OutcomeArguments) -> Outcome:
    from omoide.domain.learned import ProcedureFacts

    item = mind.report_outcome(given.name.removeprefix("procedure:").strip(), given.success, given.note)
    facts = item.facts if isinstance(item.facts, ProcedureFacts) else ProcedureFacts()
    return Outcome(item.name, facts.confidence, facts.success_count, facts.failure_count, facts.version)


REPORT_OUTCOME = Tool(
    name="report_procedure_outcome",
    title="Report how a procedure went",
    description=(
        "Say whether a procedure that you followed worked. How far it is trusted later, and whether it is kept at all, "
        "follows from these reports."
    ),
    takes=OutcomeArguments,
    gives=Outcome,
    run=report_procedure_outcome,
    event="memory_write",
)
