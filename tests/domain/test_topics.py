"""Topics (G4): what belongs together stays together, and nothing depends on chance or order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.topics import Topic, TopicRules, likeness, regroup

RULES = TopicRules()


def alike(groups: list[list[int]], count: int, within: float = 0.6, between: float = 0.05) -> np.ndarray:
    found = np.full((count, count), between)
    for group in groups:
        found[np.ix_(group, group)] = within
    np.fill_diagonal(found, 1.0)
    return found


def members(topics: list[Topic]) -> list[tuple[str, ...]]:
    return [topic.members for topic in topics]


def test_what_is_alike_becomes_a_topic_and_what_stands_alone_none() -> None:
    # G4
    found = regroup([], ["a", "b", "c", "d", "e"], alike([[0, 2], [1, 3]], 5), RULES)
    assert found == [Topic("", "", ("a", "c")), Topic("", "", ("b", "d"))]


def test_a_new_episode_joins_and_the_topic_stays_the_same_one() -> None:
    # G4
    before = [Topic("topic_001", "walks", ("a", "b"), "offline", 2)]
    found = regroup(before, ["a", "b", "c", "d"], alike([[0, 1, 2]], 4), RULES)
    assert found == [replace(before[0], members=("a", "b", "c"))]


def test_an_episode_does_not_jump_to_another_topic_that_is_somewhat_nearer() -> None:
    # G4: 0.25 would not let it join, but is no reason to leave either
    before = [Topic("topic_001", "x", ("a", "b", "c")), Topic("topic_002", "y", ("d", "e"))]
    near = alike([[0, 1, 2], [3, 4]], 5)
    near[2, :2] = near[:2, 2] = 0.25
    near[2, 3:] = near[3:, 2] = 0.5
    assert members(regroup(before, list("abcde"), near, RULES)) == [("a", "b", "c"), ("d", "e")]
    near[2, :2] = near[:2, 2] = 0.05  # grown apart
    assert members(regroup(before, list("abcde"), near, RULES)) == [("a", "b"), ("c", "d", "e")]


def test_a_week_takes_the_place_of_its_days() -> None:
    # G4, P3
    before = [Topic("topic_001", "walks", ("d1", "d2", "d9"))]
    found = regroup(before, ["d9", "w"], alike([[0, 1]], 2, 0.2), RULES, {"d1": "w", "d2": "w"})
    assert found == [replace(before[0], members=("d9", "w"))]


def test_a_topic_that_has_lost_its_episodes_is_gone() -> None:
    # G4
    assert regroup([Topic("topic_001", "x", ("a", "b"))], ["b"], alike([], 1), RULES) == []


@given(st.lists(st.integers(0, 3), min_size=2, max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_neither_order_nor_repetition_matters(kinds: list[int], shuffle) -> None:
    # G4
    ids = [f"e{at:02}" for at in range(len(kinds))]
    near = np.where(np.equal.outer(kinds, kinds), 0.7, 0.05)
    once = regroup([], ids, near, RULES)
    order = list(range(len(ids)))
    shuffle.shuffle(order)
    again = regroup([], [ids[at] for at in order], near[np.ix_(order, order)], RULES)
    assert sorted(members(again)) == sorted(members(once))
    kept = [replace(topic, id=f"topic_{at}") for at, topic in enumerate(once)]
    assert regroup(kept, ids, near, RULES) == kept


def test_what_all_have_in_common_makes_nothing_alike() -> None:
    # G4: the way in which days are told is no topic
    common, one, other = np.eye(3)
    texts = [np.stack([common * 3 + one]), np.stack([common * 3 + one]), np.stack([common * 3 + other])] * 2
    words = [frozenset({"day", "river"}), frozenset({"day", "river"}), frozenset({"day", "piano"})] * 2
    found = likeness(texts, words, RULES)
    assert found[0, 1] > 0.8
    assert found[0, 2] < 0.1
    np.testing.assert_allclose(found, found.T)


def test_a_label_stays_until_the_topic_has_doubled() -> None:
    # G4
    topic = Topic("topic_001", "walks", tuple("abcdefg"), "offline", 4)
    assert not topic.needs_name(RULES)
    assert replace(topic, members=tuple("abcdefgh")).needs_name(RULES)
    assert replace(topic, label="").needs_name(RULES)
