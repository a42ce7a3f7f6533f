"""What is forgotten of what was learned, and what never is (K6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from omoide.domain.learned import KnowledgeFacts, Learned, ProcedureFacts
from omoide.domain.learning_rules import LearningRules


@dataclass(frozen=True, slots=True)
class Use:
    """How often a page was shown, when last, and since when it counts as hardly used."""

    count: int = 0
    last: datetime | None = None
    low_since: datetime | None = None


def protected(item: Learned, rules: LearningRules) -> bool:
    """Skills, what is marked as important or as protected, and procedures that were revised often enough."""
    if item.kind == "skill" or item.important:
        return True
    if isinstance(item.facts, ProcedureFacts):
        return item.facts.protected or item.facts.version >= rules.mature_version
    return isinstance(item.facts, KnowledgeFacts) and item.facts.protected


def low_activity(item: Learned, use: Use, now: datetime, rules: LearningRules) -> bool:
    """Long and often enough not used; or a procedure that keeps failing, at once. A page that was never used counts
    from its last change; without a date, nothing is known against it."""
    if protected(item, rules):
        return False
    facts = item.facts
    if isinstance(facts, ProcedureFacts) and (
        facts.confidence < rules.poor_confidence and facts.failure_count >= rules.many_failures
    ):
        return True
    since = max((moment for moment in (use.last, facts.updated_at or facts.created_at) if moment), default=None)
    idle = rules.procedure_idle_days if item.kind == "procedure" else rules.knowledge_idle_days
    return since is not None and use.count < rules.few_uses and now - since >= timedelta(days=idle)


def forgettable(item: Learned, use: Use, now: datetime, rules: LearningRules) -> bool:
    """Hardly used for so long, and not once since: it goes to the archive."""
    return (
        use.low_since is not None
        and not protected(item, rules)
        and now - use.low_since >= timedelta(days=rules.forget_after_days)
        and (use.last is None or use.last < use.low_since)
    )
