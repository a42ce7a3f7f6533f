"""How learned pages are ranked, how far a procedure is trusted, and what is forgotten of them."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.disuse import Use, forgettable, low_activity, protected
from omoide.domain.knowledge_score import ScoreWhy, knowledge_score, with_outcome
from omoide.domain.learned import KnowledgeFacts, Learned, ProcedureFacts, SkillFacts
from omoide.domain.learning_rules import LearningRules

NOW = datetime(2026, 6, 1, tzinfo=UTC)
RULES = LearningRules()


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def knowledge(days: float = 0, text: str = "x", **facts: object) -> Learned:
    return Learned("knowledge", "k", text, KnowledgeFacts(updated_at=ago(days), **facts))  # type: ignore[arg-type]


def procedure(days: float = 0, text: str = "x", **facts: object) -> Learned:
    return Learned("procedure", "p", text, ProcedureFacts(updated_at=ago(days), **facts))  # type: ignore[arg-type]


# ---------------------------------------------------------------- R5


@pytest.mark.parametrize(
    ("relevance", "days", "uses", "spread", "score"),
    [
        (0.8, 0, 0, 0.0, 1.0),
        (0.8, 30, 0, 0.0, 0.9),
        (0.8, 60, 0, 0.0, 0.85),
        (0.5, 30, 1, 0.0, 0.6 + 0.1 * math.log(2)),
        (0.5, 30, 9, 0.0, 0.6 + 0.1 * math.log(10)),
        (0.5, 30, 9, 0.4, 0.6 + 0.1 * math.log(10) + 0.2),
        (0.0, 3_000, 0, 1.0, 0.5),
    ],
)
def test_the_score_of_a_page(relevance: float, days: float, uses: int, spread: float, score: float) -> None:
    # R5: similarity + 0.2 × 0.5^(days/30) + 0.1 × ln(1 + uses) + 0.5 × PageRank
    assert knowledge_score(relevance, ago(days), uses, NOW, RULES, spread).score == pytest.approx(score, abs=1e-9)


def test_every_term_of_a_score_is_told() -> None:
    # R5, R12
    why = knowledge_score(0.6, ago(30), 3, NOW, RULES, 0.2, meaning=0.7, words=0.5)
    assert why == ScoreWhy(0.6, 0.1, 0.1 * math.log(4), 0.1, 0.7, 0.5, 30.0, 3)


@given(st.floats(0, 1), st.floats(-1e4, 1e4), st.integers(0, 10**6), st.floats(0, 1))
def test_newer_and_more_used_is_never_worse(relevance: float, days: float, uses: int, spread: float) -> None:
    # R5: and a page from the future is as new as can be, and no newer
    base = knowledge_score(relevance, ago(days), uses, NOW, RULES, spread).score
    assert knowledge_score(relevance, ago(days - 1), uses, NOW, RULES, spread).score >= base
    assert knowledge_score(relevance, ago(days), uses + 1, NOW, RULES, spread).score > base
    assert base <= relevance + 0.2 + 0.1 * math.log1p(uses) + 0.5 * spread + 1e-9


# ---------------------------------------------------------------- K4


def test_confidence_is_the_part_of_outcomes_that_were_successes() -> None:
    # K4: from the first outcome on; before, what it was distilled with
    facts = ProcedureFacts(confidence=0.4)
    told = []
    for success in (True, True, False, False, False):
        facts = with_outcome(facts, success)
        told.append((facts.success_count, facts.failure_count, facts.confidence))
    assert told == [(1, 0, 1.0), (2, 0, 1.0), (2, 1, 0.6667), (2, 2, 0.5), (2, 3, 0.4)]
    assert with_outcome(ProcedureFacts(confidence=0.4), False).confidence == 0.0


# ---------------------------------------------------------------- K6


@pytest.mark.parametrize(
    ("item", "use", "low"),
    [
        (knowledge(90), Use(), True),
        (knowledge(89.9), Use(), False),
        (knowledge(300), Use(2, ago(90)), True),
        (knowledge(300), Use(2, ago(89)), False),
        (knowledge(300), Use(3, ago(300)), False),
        (procedure(180), Use(), True),
        (procedure(179), Use(), False),
        (procedure(500), Use(3, ago(400)), False),
        (procedure(0, confidence=0.29, failure_count=3), Use(9, NOW), True),
        (procedure(0, confidence=0.3, failure_count=3), Use(9, NOW), False),
        (procedure(0, confidence=0.0, failure_count=2), Use(9, NOW), False),
        (Learned("knowledge", "k", "x", KnowledgeFacts()), Use(), False),
    ],
)
def test_what_counts_as_hardly_used(item: Learned, use: Use, low: bool) -> None:
    # K6: knowledge 90 days, procedures 180, both under three uses; a procedure that keeps failing at once
    assert low_activity(item, use, NOW, RULES) is low


@pytest.mark.parametrize(
    "item",
    [
        Learned("skill", "s", "x", SkillFacts(updated_at=ago(9_000))),
        knowledge(9_000, text="[IMPORTANT] the key is under the mat"),
        knowledge(9_000, text="[重要] 鍵は植木鉢の下"),
        knowledge(9_000, protected=True),
        procedure(9_000, version=3),
        procedure(9_000, protected=True),
        procedure(9_000, description="[IMPORTANT] shut the gas off"),
        procedure(0, confidence=0.0, failure_count=9, version=4),
    ],
)
def test_what_is_never_forgotten(item: Learned) -> None:
    # K6: skills, [IMPORTANT], procedures at version 3 or protected
    old = Use(0, None, ago(5_000))
    assert (protected(item, RULES), low_activity(item, Use(), NOW, RULES), forgettable(item, old, NOW, RULES)) == (
        True, False, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("use", "goes"),
    [
        (Use(0, None, ago(60)), True),
        (Use(0, None, ago(59)), False),
        (Use(2, ago(100), ago(60)), True),
        (Use(2, ago(30), ago(60)), False),
        (Use(2, ago(100), None), False),
    ],
)
def test_what_the_month_puts_away(use: Use, goes: bool) -> None:
    # K6: low for sixty days and still unaccessed
    assert forgettable(knowledge(400), use, NOW, RULES) is goes


@given(st.integers(0, 1_000), st.integers(0, 10), st.integers(0, 1_000), st.booleans())
def test_using_a_page_never_makes_it_easier_to_forget(days: int, count: int, last: int, skilled: bool) -> None:
    # K6
    item = procedure(days) if skilled else knowledge(days)
    before, after = Use(count, ago(last)), Use(count + 1, NOW)
    assert low_activity(item, after, NOW, RULES) <= low_activity(item, before, NOW, RULES)
    marked = replace(after, low_since=ago(100))
    assert not forgettable(item, marked, NOW, RULES)
