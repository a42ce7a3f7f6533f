"""Nothing is learned that does not follow from what it was taken from (K1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from omoide.domain.candidate import Candidate
from omoide.errors import Declined, NoModel, NotFound, Postponed
from omoide.knowing import accept_candidate, validate, waiting_candidates
from omoide.prompts.validate_knowledge import Support
from tests.knowing.court import ScriptedJudge, court, verdict

TEA = Candidate("knowledge", "Tea", "Miho likes green tea.", "Miho said that she likes green tea.", ("episode_1",))
CATS = Candidate("knowledge", "猫", "美帆は猫を二匹飼っている。", "美帆は猫の話をした。", ("episode_2",))
YES, NO = Support(True, "it says so"), Support(False, "nobody said so")
LATER = Postponed("not now", "今は無理")


@pytest.mark.parametrize(
    ("entailment", "contradiction", "asked", "expected"),
    [
        (0.6, 0.0, 0, ("accepted", 0.9, "nli:scripted", "entailment 0.60")),
        (0.6, 0.4, 0, ("accepted", 0.9, "nli:scripted", "entailment 0.60")),
        (0.5999, 0.4, 1, ("accepted", 0.7, "scripted", "it says so")),
        (0.0, 0.7, 0, ("rejected", 0.0, "nli:scripted", "contradiction 0.70")),
        (0.0, 0.6999, 1, ("accepted", 0.7, "scripted", "it says so")),
        (0.0, 0.0, 1, ("accepted", 0.7, "scripted", "it says so")),
        (float("nan"), float("nan"), 1, ("accepted", 0.7, "scripted", "it says so")),
    ],
)
def test_the_judge_decides_what_is_clear_and_the_mind_the_rest(
    tmp_path: Path, entailment: float, contradiction: float, asked: int, expected: tuple[Any, ...]
) -> None:
    # K1: both thresholds belong to what they begin
    judge = ScriptedJudge(lambda premise, hypothesis: verdict(entailment, contradiction))
    with court(tmp_path, judge, ValidateKnowledge=YES) as c:
        [told] = validate(c.f, c.s, [TEA])
        assert (told.outcome, told.confidence, told.by, told.reason) == expected
        assert judge.asked == [(TEA.premise, TEA.text)]
        assert len(c.f.thinker.asked) == asked  # type: ignore[attr-defined]


@pytest.mark.parametrize("error", [LATER, NotFound("not pulled"), None])
def test_without_a_judge_or_when_it_fails_the_mind_decides_alone(tmp_path: Path, error: Any) -> None:
    # K1
    judge = ScriptedJudge(lambda premise, hypothesis: error) if error else None
    with court(tmp_path, judge, ValidateKnowledge=lambda q: YES if "tea" in q.claim else NO) as c:
        tea, cats = validate(c.f, c.s, [TEA, CATS])
        assert (tea.outcome, tea.confidence, tea.by) == ("accepted", 0.7, "scripted")
        assert (cats.outcome, cats.confidence, cats.reason) == ("rejected", 0.0, "nobody said so")
        assert [q.language for q in c.f.thinker.asked] == ["en", "ja"]  # type: ignore[attr-defined]


def test_what_nobody_can_decide_waits_for_another_night(tmp_path: Path) -> None:
    # K1, F10: without a model nothing is believed, and nothing is lost
    with court(tmp_path) as c:
        told = validate(c.f, c.s, [TEA, CATS])
        assert [(one.outcome, one.by) for one in told] == [("waiting", ""), ("waiting", "")]
        assert waiting_candidates(c.f) == [TEA, CATS]
        assert [kept.attempts for kept in c.f.store.candidates.all(c.f.scope)] == [0, 0]  # nobody was there to try
    with court(tmp_path, ValidateKnowledge=LATER) as c:
        validate(c.f, c.s, waiting_candidates(c.f))
        assert [kept.attempts for kept in c.f.store.candidates.all(c.f.scope)] == [1, 1]
    with court(tmp_path, ValidateKnowledge=[YES, NO]) as c:
        tea, cats = validate(c.f, c.s, waiting_candidates(c.f))
        assert (tea.outcome, cats.outcome) == ("accepted", "rejected")
        # until its page is written an accepted one waits: a killed night judges it again
        assert waiting_candidates(c.f) == [TEA]
        assert accept_candidate(c.f, tea, c.clock.now())
        assert not accept_candidate(c.f, tea, c.clock.now())
        assert waiting_candidates(c.f) == []


def test_a_candidate_comes_once_and_a_rejected_one_can_be_looked_at_for_a_while(tmp_path: Path) -> None:
    # K1, D5
    with court(tmp_path, ValidateKnowledge=NO) as c:
        validate(c.f, c.s, [TEA])
        validate(c.f, c.s, [TEA])
        [kept] = c.f.store.candidates.all(c.f.scope, None)
        assert (kept.state, kept.by, kept.reason, kept.candidate) == ("rejected", "scripted", "nobody said so", TEA)
        c.clock.forward(days=30)
        validate(c.f, c.s, [])
        assert len(c.f.store.candidates.all(c.f.scope, None)) == 1
        c.clock.forward(seconds=1)
        validate(c.f, c.s, [])
        assert c.f.store.candidates.all(c.f.scope, None) == []


def test_what_a_mind_will_never_answer_is_rejected_with_its_reason(tmp_path: Path) -> None:
    # K1, P2: asking again every night would help nobody
    with court(tmp_path, ValidateKnowledge=[Declined("policy"), NoModel("none set")]) as c:
        tea, cats = validate(c.f, c.s, [TEA, CATS])
        assert (tea.outcome, tea.reason, cats.outcome) == ("rejected", "policy", "waiting")
