"""Links between memories: direction, number, and what the night makes of them.

G1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.relations import Edges, RelationRules, points_from_first, settle

RULES = RelationRules()
Link = tuple[int, int, str, float]


def settled(links: list[Link], held: Mapping[int, float], created: dict[int, int] | None = None, **rules) -> list[Link]:
    """Settle links among rows with these retentions; a row is as old as its number says unless `created` tells."""
    rows = np.array(list(held), dtype=np.int64)
    when = np.array([(created or {}).get(row, row) for row in held], dtype=np.int64)
    scores = np.array(list(held.values()), dtype=np.float64)
    return settle(Edges.of(links), rows, scores, when, RelationRules(**rules)).links()


@pytest.mark.parametrize(
    ("score_a", "score_b", "created_a", "created_b", "forward"),
    [
        (60, 40, 1, 2, True),  # higher to lower, whichever is newer
        (40, 60, 2, 1, False),
        (60, 55, 1, 2, True),  # exactly 5.0 apart is not near
        (60, 55.01, 1, 2, False),  # nearer than that: newer to older
        (55.01, 60, 2, 1, True),
        (50, 50, 2, 1, True),
        (50, 50, 1, 2, False),
    ],
)
def test_direction(score_a: float, score_b: float, created_a: int, created_b: int, forward: bool) -> None:  # G1
    assert points_from_first(score_a, score_b, created_a, created_b, 5.0) is forward
    found = settled([(7, 8, "continues", 1.0)], {7: score_a, 8: score_b}, {7: created_a, 8: created_b})
    assert found == [(7, 8, "continues", 1.0) if forward else (8, 7, "continues", 1.0)]


def test_links_are_turned_when_scores_cross() -> None:  # G1
    link = [(1, 2, "derived_from", 1.0)]
    assert settled(link, {1: 80, 2: 30}) == link
    assert settled(link, {1: 30, 2: 80}) == [(2, 1, "derived_from", 1.0)]


def test_the_same_moment_gives_one_direction_however_the_link_stood() -> None:  # G1
    for link in [(1, 2, "same_topic", 0.9)], [(2, 1, "same_topic", 0.9)]:
        assert settled(link, {1: 50, 2: 50}, {1: 3, 2: 3}) == [(2, 1, "same_topic", 0.9)]
        assert settled(link, {1: 50, 2: 50}, {1: 3, 2: 4}, near_scores=0.0) == [(2, 1, "same_topic", 0.9)]


def test_links_to_what_is_archived_or_gone_are_removed() -> None:  # G1
    links: list[Link] = [(1, 2, "references", 1.0), (1, 9, "references", 1.0), (9, 2, "references", 1.0)]
    assert settled(links, {2: 10, 1: 50}) == [(1, 2, "references", 1.0)]


def test_no_memory_is_linked_to_itself() -> None:  # G1
    assert settled([(1, 1, "same_topic", 1.0)], {1: 50, 2: 10}) == []


def test_no_link_stands_twice_but_types_are_kept_apart() -> None:  # G1
    links: list[Link] = [
        (1, 2, "same_topic", 0.86), (2, 1, "same_topic", 0.9), (1, 2, "same_topic", 0.88), (1, 2, "contradicts", 1.0),
    ]  # fmt: skip
    assert settled(links, {1: 80, 2: 30}) == [(1, 2, "contradicts", 1.0), (1, 2, "same_topic", 0.9)]


def test_at_most_ten_and_the_weakest_go() -> None:  # G1
    links: list[Link] = [(1, other, "same_topic", other / 100) for other in range(2, 15)]
    found = settled(links, {1: 90} | dict.fromkeys(range(2, 15), 10))
    assert [link[1] for link in found] == list(range(14, 4, -1))
    assert settled(links, {1: 90} | dict.fromkeys(range(2, 15), 10), most=0) == []


def test_the_limit_is_for_each_memory_and_counts_its_own_links() -> None:  # G1
    links: list[Link] = [(other, 1, "same_topic", 0.9) for other in range(2, 15)]
    assert len(settled(links, {1: 10} | dict.fromkeys(range(2, 15), 90))) == 13  # all point at 1, none from it


def test_nothing_to_settle() -> None:  # G1
    assert settled([], {}) == []
    assert settled([], {1: 50}) == []
    assert settled([(1, 2, "continues", 1.0)], {}) == []


def test_edges_as_columns_and_as_links() -> None:  # G1
    links: list[Link] = [(1, 2, "continues", 1.0), (2, 3, "same_topic", 0.87)]
    edges = Edges.of(links)
    assert (len(edges), edges.links(), len(Edges.of([]))) == (2, links, 0)
    assert edges.plus(Edges.of([(4, 5, "references", 1.0)])).links() == [*links, (4, 5, "references", 1.0)]


@pytest.mark.parametrize("name", ["near_scores", "most", "depth"])
def test_impossible_rules_are_refused(name: str) -> None:  # G1, I7
    with pytest.raises(ValueError, match=f"{name} must not be negative"):
        replace(RULES, **{name: -1})
    with pytest.raises(ValueError, match="auto_link_similarity"):
        RelationRules(auto_link_similarity=1.5)


# ---------------------------------------------------------------- whatever the links

ROWS = st.integers(1, 9)
LINKS = st.lists(
    st.tuples(
        ROWS, ROWS, st.sampled_from(["continues", "same_topic", "contradicts"]), st.sampled_from([0.85, 0.9, 1.0])
    ),
    max_size=40,
)
SCORES = st.dictionaries(ROWS, st.sampled_from([0.0, 3.0, 5.0, 7.5, 40.0, 45.0, 100.0]), max_size=9)
TIMES = st.lists(st.integers(1, 4), min_size=9, max_size=9).map(lambda times: dict(enumerate(times, 1)))
modest = settings(max_examples=80, deadline=None)


@modest
@given(LINKS, SCORES, TIMES, st.integers(0, 3), st.sampled_from([0.0, 5.0]))
def test_settling_twice_is_settling_once(links, held, created, most: int, near: float) -> None:  # G1
    once = settled(links, held, created, most=most, near_scores=near)
    assert settled(once, held, created, most=most, near_scores=near) == once
    assert settled(once[::-1], held, created, most=most, near_scores=near) == once


@modest
@given(LINKS, SCORES, TIMES)
def test_what_stands_is_right(links, held, created) -> None:  # G1
    found = settled(links, held, created, most=3)
    assert len({link[:3] for link in found}) == len(found)
    for source, target, kind, weight in found:
        assert source in held
        assert target in held
        assert source != target
        assert points_from_first(held[source], held[target], created[source], created[target], 5.0)
        assert any({a, b} == {source, target} and (t, w) == (kind, weight) for a, b, t, w in links)
        assert sum(link[0] == source for link in found) <= 3
