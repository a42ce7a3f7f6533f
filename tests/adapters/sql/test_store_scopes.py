"""What one person told a persona stays in that person's scope (N6): every method that takes a scope is asked."""

from __future__ import annotations

import numpy as np
import pytest

from omoide.adapters.sql.store import SqlStore
from omoide.domain.relations import Edges
from omoide.domain.turn import Scope
from omoide.ports import Counts, Filter
from tests.adapters.sql.store_things import FIRST_NIGHT, NOON, memory, turn

MINE = Scope("aoi", "ken")
# Another person, another persona, and names that would meet if they were only joined together or read as patterns.
NAMES = [("aoi", "yui"), ("ren", "ken"), ("aoik", "en"), ("ken", "aoi"), ("%", "%"), ("", "")]
OTHERS = [Scope(*names) for names in NAMES]


@pytest.fixture
def secret(store: SqlStore) -> int:
    """Everything that can be kept, told by one person; each other scope has a memory of its own."""
    rows = [store.memories.add(memory(number, scope=MINE), FIRST_NIGHT) for number in (1, 2)]
    store.turns.add(turn(scope=MINE))
    store.vectors.put(rows, np.ones((2, 4)), "e")
    store.relations.add(Edges.of([(rows[0], rows[1], "continues", 1.0)]))
    store.runs.begin(MINE, 5, NOON)
    store.runs.record(MINE, 5, {"fade": {"changed": 1}})
    store.runs.set_last_night(MINE, FIRST_NIGHT)
    for number, other in enumerate(OTHERS, 10):
        store.memories.add(memory(number, scope=other, content="別の話", keywords=()), FIRST_NIGHT)
    return rows[0]


@pytest.mark.parametrize("other", OTHERS, ids=str)
def test_nothing_comes_out_under_another_scope(store: SqlStore, secret: int, other: Scope) -> None:
    # N6
    own = OTHERS.index(other) + 10
    everything = list(range(1, 20))
    assert store.turns.waiting(other) == store.turns.get(["turn-1"], other) == []
    assert store.turns.settle(["turn-1"], "encoded", scope=other) == store.turns.count(other) == 0
    own_id = memory(own).id
    assert [m.id for m in store.memories.fetch(other, everything)] == [own_id]
    for where in (Filter(), Filter(retired=None), Filter(category="emotional"), Filter(since=NOON)):
        assert [m.id for m in store.memories.select(other, where)] == [own_id]
    assert store.memories.counts(other) == Counts(1, {1: 1, 2: 0, 3: 0, 4: 0}, 0, 0, 0, 0)
    assert len(store.memories.strengths(other)) == 1
    assert secret not in store.memories.strengths(other).row
    assert [row for row, _ in store.vectors.missing(other, "e")] == store.memories.strengths(other).row.tolist()
    assert len(store.vectors.since(other, "e", 0)[0]) == 0
    assert len(store.relations.all(other)) == 0
    assert store.words.search(other, "とても嬉しそうだった", 10)[0].tolist() == []
    assert store.runs.get(other, 5) is None
    assert store.runs.last_night(other) == 0
    [aged] = store.memories.select(other, Filter())
    assert aged.retention == 60.0, "another person's night must not age it"


def test_the_owner_finds_all_of_it(store: SqlStore, secret: int) -> None:
    # N6: the test above would also pass on an empty store
    assert (store.turns.count(MINE), store.memories.counts(MINE).total, len(store.relations.all(MINE))) == (1, 2, 1)
    assert len(store.vectors.since(MINE, "e", 0)[0]) == 2
    assert store.words.search(MINE, "とても嬉しそうだった", 10)[0].tolist() != []
