"""Which memories come to mind, and why.

R2, R3, R12, F4, Z1
"""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.emotion import NEGATIVE_TAGS, POSITIVE_TAGS, Emotion
from omoide.domain.memory import Memory, Relation
from omoide.domain.ranking import (
    Candidate,
    RecallRules,
    Recollection,
    choose,
    find,
    newest_statement_first,
    relevance,
    weigh,
)
from omoide.domain.resonance import ResonanceRules
from omoide.domain.turn import Scope

START = datetime.fromisoformat("2026-01-05T21:00:00+09:00")
# Words carry the relevance in these tests: what a memory covers is how relevant it is.
RULES, FEEL = RecallRules(words_weight=1.0, meaning_weight=0.4, relevance_floor=0.25), ResonanceRules()


def memory(number: int, retention: float = 40.0, **more) -> Memory:
    given = {"emotion": Emotion(), "category": "casual", "created": START + timedelta(days=number)} | more
    return Memory(
        id=f"mem_20260105_{number:03}", scope=Scope(), trigger="said", content="felt", intensity=50, coefficient=0.9,
        days=1.0, retention=retention, **given,
    )  # fmt: skip


def felt(number: int, retention: float, similar: float, **more) -> Recollection:
    """A candidate whose relevance is `similar`, weighed with no feeling and no category in mind."""
    return weigh(Candidate(memory(number, retention, **more), 0.0, similar), None, None, RULES, FEEL)


def numbers(chosen: list[Recollection]) -> list[int]:
    return [int(found.memory.id[-3:]) for found in chosen]


# ---------------------------------------------------------------- the score


@pytest.mark.parametrize(
    ("meaning", "words", "expected"),
    [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0375), (1.0, 0.0, 0.3), (0.0, 1.0, 0.9), (0.5, 0.5, 0.470625), (1.0, 1.0, 0.93)],
)
def test_meaning_and_words_make_one_relevance(meaning: float, words: float, expected: float) -> None:  # R12
    assert relevance(meaning, words, RecallRules()) == pytest.approx(expected)


@given(st.floats(0, 1), st.floats(0, 1))
def test_relevance_is_absolute_and_no_sense_lowers_it(meaning: float, words: float) -> None:  # R12
    together = relevance(meaning, words, RULES)
    assert max(0.4 * meaning**3, words) - 1e-12 <= together <= 1


def test_between_languages_meaning_stands_for_words_too() -> None:  # R12
    rules = RecallRules()
    assert [relevance(1.0, 0, rules, foreign=foreign) for foreign in (False, True)] == pytest.approx([0.3, 0.9])


def test_a_time_raises_and_lowers_but_makes_nothing_relevant_by_itself() -> None:  # R12
    rules = RecallRules()
    assert [relevance(0, 0.5, rules, when) for when in (None, 0.0, 1.0)] == pytest.approx([0.45, 0.315, 0.5985])
    assert relevance(0, 0, rules, 1.0) == 0
    assert [relevance(0, 0, rules, when, only_time=True) for when in (0.0, 1.0)] == pytest.approx([0, 0.6])


def test_found_by_relevance_alone() -> None:  # R2
    weighed = [felt(1, 90, 0.3), felt(2, 1, 0.9), felt(3, 50, 0.5), felt(4, 50, 0.1)]
    assert numbers(find(weighed, RULES)) == [2, 3, 1]
    assert numbers(find(weighed, replace(RULES, top_k=1))) == [2]


def test_the_newest_of_contradicting_statements_first() -> None:  # R12
    weighed = [felt(n, 40, 0.5, relations=(Relation("mem_20260105_003", "contradicts"),) * (n == 1)) for n in (1, 2, 3)]
    told = newest_statement_first(weighed, lambda one, other: False)
    assert [(r.memory.id[-1], r.outdated_by[-1:]) for r in told] == [("3", ""), ("2", ""), ("1", "3")]
    assert newest_statement_first([], lambda one, other: True) == []


def test_statements_that_plainly_differ_need_no_link() -> None:  # R12
    told = newest_statement_first(
        [felt(n, 40, 0.5) for n in (1, 2, 3)], lambda one, other: {one.id[-1], other.id[-1]} == {"1", "2"}
    )
    assert [(r.memory.id[-1], r.outdated_by[-1:]) for r in told] == [("2", ""), ("1", "2"), ("3", "")]


def test_what_another_memory_leads_to_is_as_sure_as_that_and_says_so() -> None:  # R12, G5
    led = Candidate(memory(1, 40.0), 0.0, 0.0, led=0.5, through="mem_20260105_002")
    assert (why := weigh(led, None, None, RULES, FEEL).why).relevance == 0.5
    assert (why.reason, why.words, why.priority) == ("through mem_20260105_002", 0.0, 20.0)
    surer = weigh(replace(led, words=0.8), None, None, RULES, FEEL).why
    assert (surer.relevance, surer.reason) == (pytest.approx(relevance(0, 0.8, RULES)), "ranked")


def test_priority_in_worked_numbers() -> None:  # R2, R3, R12
    then = memory(1, 40.0, recalls=3, emotion=Emotion("negative", 90, ("frustration",)), category="work")
    now = Emotion("negative", 85, ("frustration", "anger"))
    assert weigh(Candidate(then, 0.0, 0.5), None, None, RULES, FEEL).score == pytest.approx(40 * 0.5 * 1.3)  # 26
    assert weigh(Candidate(then, 0.0, 0.5), now, None, RULES, FEEL).score == pytest.approx(26 + 0.3 * 0.74 * 40)
    full = weigh(Candidate(then, 0.5, 0.5), now, "work", RULES, FEEL).why
    terms = {
        "relevance": 0.525, "meaning": 0.5, "words": 0.5, "retention": 40.0, "recalls": 3, "recall_factor": 1.3,
        "category_factor": 1.2, "resonance": 0.74, "base": 32.76, "resonance_bonus": 8.88, "priority": 41.64,
        "project_factor": 1.0,
    }  # fmt: skip
    told = asdict(full)
    assert (told.pop("reason"), told.pop("when")) == ("ranked", None)
    assert told == pytest.approx(terms)


def test_another_project_lowers_the_relevance_and_all_that_follows() -> None:  # R3
    here = weigh(Candidate(memory(1), 0.5, 0.5), None, None, RULES, FEEL).why
    there = weigh(Candidate(memory(1), 0.5, 0.5, project_factor=0.5), None, None, RULES, FEEL).why
    assert (there.project_factor, there.relevance, there.base) == (0.5, here.relevance / 2, here.base / 2)


def test_another_category_gains_nothing() -> None:  # R3
    casual = Candidate(memory(1), 0.0, 0.5)
    assert weigh(casual, None, "work", RULES, FEEL).score == weigh(casual, None, None, RULES, FEEL).score == 20


def test_each_recall_adds_a_tenth() -> None:  # R2
    scores = [felt(1, 10, 1.0, recalls=count).score for count in (0, 1, 10)]
    assert scores == pytest.approx([10, 11, 20])


# ---------------------------------------------------------------- the choice

PLAIN = replace(RULES, strong_places=0)


def test_the_best_five_of_those_with_enough_priority() -> None:  # R3
    weighed = [felt(n, 10.0 * n, 0.5) for n in range(1, 10)]
    assert numbers(choose(weighed, PLAIN)) == [9, 8, 7, 6, 5]


def test_too_few_with_enough_priority_and_the_faded_come_too() -> None:  # R3
    weighed = [felt(1, 80, 0.5), felt(2, 6, 0.4), felt(3, 9, 0.5), felt(4, 1, 0.3), felt(5, 2, 0.3), felt(6, 0.5, 0.3)]
    assert numbers(choose(weighed, PLAIN)) == [1, 3, 2, 5, 4]


def test_nothing_relevant_brings_nothing() -> None:  # R3
    assert choose([], RULES) == []
    assert choose([felt(1, 100, 0.249, recalls=50), felt(2, 100, 0.0)], RULES) == []
    assert numbers(choose([felt(1, 100, 0.25)], RULES)) == [1]


def test_a_feeling_alone_makes_nothing_relevant() -> None:  # R2
    mood = Emotion("negative", 90, ("sadness",))
    alike = weigh(Candidate(memory(1, 100, emotion=mood), 0.0, 0.2), mood, None, RULES, FEEL)
    assert alike.score > RULES.enough_priority
    assert choose([alike], RULES) == []


def test_a_feeling_orders_what_is_relevant() -> None:  # R2
    joy = Emotion("positive", 80, ("joy",))
    candidates = [Candidate(memory(1, emotion=Emotion("negative", 10, ("anger",))), 0.0, 0.5),
                  Candidate(memory(2, emotion=joy), 0.0, 0.5)]  # fmt: skip
    glad = choose([weigh(c, joy, None, RULES, FEEL) for c in candidates], PLAIN)
    assert numbers(glad) == [2, 1]


def test_archived_memories_only_when_strongly_named() -> None:  # F4, R3
    gone = {"archived_at": START + timedelta(days=90), "level": 4}
    weighed = [felt(1, 4, 0.59, **gone), felt(2, 4, 0.6, **gone), felt(3, 40, 0.3)]
    assert numbers(choose(weighed, RULES)) == [3, 2]
    faded_to_nothing = felt(4, 0.001, 0.9, **gone)
    assert numbers(choose([faded_to_nothing], RULES)) == [4]  # whatever its retention


def test_what_the_cue_names_keeps_its_places_among_the_vivid() -> None:  # R3, F4
    vivid = [felt(n, 90 + n, 0.3) for n in range(1, 8)]
    named = [felt(10, 2, 0.8), felt(11, 1, 0.9), felt(12, 3, 0.7)]
    chosen = choose(vivid + named, RULES)
    assert numbers(chosen) == [7, 6, 5, 11, 10]
    assert [found.why.reason for found in chosen] == ["ranked"] * 3 + ["named by the cue"] * 2


def test_what_is_ranked_already_takes_no_second_place() -> None:  # R3
    weighed = [felt(1, 90, 0.9), felt(2, 90, 0.8), *(felt(n, 50, 0.3) for n in range(3, 8))]
    chosen = choose(weighed, RULES)
    assert numbers(chosen) == [1, 2, 7, 6, 5]
    assert {found.why.reason for found in chosen} == {"ranked"}


def test_named_places_never_exceed_the_number_asked_for() -> None:  # R3
    one = replace(RULES, top_k=1)
    assert numbers(choose([felt(1, 90, 0.3), felt(2, 1, 0.9), felt(3, 1, 0.8)], one)) == [2]


def test_last_time_brings_the_three_most_recent_first() -> None:  # R3
    weighed = [felt(n, 100.0 - n, 0.5) for n in range(1, 10)] + [felt(20, 90, 0.1)]  # 20 is newest, but unrelated
    chosen = choose(weighed, RULES, recent=True)
    assert numbers(chosen) == [9, 8, 7, 1, 2]
    assert [found.why.reason for found in chosen] == ["last time"] * 3 + ["ranked"] * 2
    assert numbers(choose(weighed[:2], RULES, recent=True)) == [2, 1]
    assert choose([], RULES, recent=True) == []


def test_equal_scores_go_to_the_newer_and_then_by_id() -> None:  # R3
    assert numbers(choose([felt(1, 40, 0.5), felt(2, 40, 0.5)], PLAIN)) == [2, 1]
    twins = [felt(2, 40, 0.5, created=START), felt(1, 40, 0.5, created=START)]
    assert numbers(choose(twins, PLAIN)) == [1, 2]


# ---------------------------------------------------------------- whatever the candidates

FLIP = {"positive": "negative", "negative": "positive", "neutral": "neutral"}
FLIP_TAG = dict(zip(POSITIVE_TAGS, NEGATIVE_TAGS, strict=False)) | dict(zip(NEGATIVE_TAGS, POSITIVE_TAGS, strict=False))


def mirrored(emotion: Emotion) -> Emotion:
    return Emotion(FLIP[emotion.valence], emotion.arousal, tuple(FLIP_TAG[tag] for tag in emotion.tags))  # type: ignore[arg-type]


EMOTIONS = st.builds(
    Emotion,
    valence=st.sampled_from(list(FLIP)),
    arousal=st.integers(0, 100),
    tags=st.lists(st.sampled_from(sorted(FLIP_TAG)), max_size=3, unique=True).map(tuple),
)


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    found = []
    for number in range(1, draw(st.integers(0, 12)) + 1):
        gone = {"archived_at": START, "level": 4} if draw(st.integers(0, 4)) == 0 else {}
        one = memory(number, draw(st.floats(0, 100)), recalls=draw(st.integers(0, 5)), emotion=draw(EMOTIONS), **gone)
        found.append(Candidate(one, draw(st.floats(0, 1)), draw(st.floats(0, 1))))
    return found


modest = settings(max_examples=60, deadline=None)


@modest
@given(candidates(), st.none() | EMOTIONS, st.booleans())
def test_no_valence_is_favoured(found: list[Candidate], now: Emotion | None, recent: bool) -> None:  # Z1
    ours = choose([weigh(c, now, None, RULES, FEEL) for c in found], RULES, recent)
    turned = [replace(c, memory=replace(c.memory, emotion=mirrored(c.memory.emotion))) for c in found]
    theirs = choose([weigh(c, mirrored(now) if now else None, None, RULES, FEEL) for c in turned], RULES, recent)
    assert [(f.memory.id, f.why) for f in ours] == [(f.memory.id, f.why) for f in theirs]


@modest
@given(candidates())
def test_with_no_feeling_in_mind_valence_counts_for_nothing(found: list[Candidate]) -> None:  # Z1
    grey = [replace(c, memory=replace(c.memory, emotion=Emotion())) for c in found]
    ours, theirs = ([weigh(c, None, None, RULES, FEEL) for c in some] for some in (found, grey))
    assert numbers(choose(ours, RULES)) == numbers(choose(theirs, RULES))


@modest
@given(candidates(), st.integers(1, 7), st.booleans(), st.randoms(use_true_random=False))
def test_every_choice_is_relevant_single_and_within_its_number(
    found: list[Candidate], top_k: int, recent: bool, chance
) -> None:  # R3, F4
    rules = replace(RULES, top_k=top_k)
    weighed = [weigh(c, None, None, rules, FEEL) for c in found]
    chosen = choose(weighed, rules, recent)
    standing = [w for w in weighed if w.why.relevance >= (0.6 if w.memory.archived else 0.25)]
    assert len(chosen) == min(top_k, len(standing))
    assert len(set(numbers(chosen))) == len(chosen)
    assert set(numbers(chosen)) <= set(numbers(standing))
    chance.shuffle(weighed)
    assert chosen == choose(weighed, rules, recent)  # the order in which stores answer does not matter


@pytest.mark.parametrize(
    "broken",
    [
        lambda: RecallRules(top_k=0),
        lambda: RecallRules(top_k=6, candidates=5),
        lambda: RecallRules(relevance_floor=0.7),
        lambda: RecallRules(strong_relevance=1.1),
        lambda: RecallRules(words_weight=2),
    ],
)
def test_impossible_rules_are_refused(broken) -> None:  # R3, I7
    with pytest.raises(ValueError, match="must"):
        broken()
