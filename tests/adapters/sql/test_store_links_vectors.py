"""Links between memories (G1) and the vectors behind every index (X5)."""

from __future__ import annotations

import numpy as np
import pytest

from omoide.adapters.sql.store import SqlStore
from omoide.domain.relations import Edges
from tests.adapters.sql.store_things import AOI, FIRST_NIGHT, NOON, REN, memory


@pytest.fixture
def rows(store: SqlStore) -> list[int]:
    return [store.memories.add(memory(number), FIRST_NIGHT) for number in range(1, 6)]


def edges(*links: tuple[int, int, str, float]) -> Edges:
    return Edges.of(list(links))


def test_links_are_found_from_both_ends(store: SqlStore, rows: list[int]) -> None:
    # G1
    a, b, c, *_ = rows
    links = [(a, b, "continues", 1.0), (a, c, "same_topic", 0.9), (c, b, "contradicts", 0.5)]
    store.relations.add(edges(*links))
    assert store.relations.all(AOI).links() == links
    assert store.relations.of([a]).links() == links[:2]
    assert store.relations.into([b]).links() == [links[0], links[2]]
    assert store.relations.of([a, *range(1_000, 40_000), c]).links() == links
    assert store.relations.of([]).links() == []
    assert store.relations.all(REN).links() == []


def test_a_link_that_is_added_again_takes_the_new_weight(store: SqlStore, rows: list[int]) -> None:
    # G1
    a, b, *_ = rows
    store.relations.add(edges((a, b, "same_topic", 0.86), (a, b, "continues", 1.0)))
    store.relations.add(edges((a, b, "same_topic", 0.95)))
    assert store.relations.all(AOI).links() == [(a, b, "continues", 1.0), (a, b, "same_topic", 0.95)]


def test_replacing_writes_only_what_differs(store: SqlStore, rows: list[int]) -> None:
    # G1, X8
    a, b, c, d, _ = rows
    store.relations.add(edges((a, b, "continues", 1.0), (b, c, "same_topic", 0.9), (c, d, "same_topic", 0.9)))
    wanted = edges((a, b, "continues", 1.0), (c, b, "same_topic", 0.9), (c, d, "same_topic", 0.95))
    assert store.relations.replace(AOI, wanted) == 3
    assert store.relations.all(AOI).links() == wanted.links()
    assert store.relations.replace(AOI, wanted) == 0
    assert store.relations.replace(AOI, edges()) == 3
    assert len(store.relations.all(AOI)) == 0


def test_no_link_to_itself_to_nothing_or_to_another_person(store: SqlStore, rows: list[int]) -> None:
    # G1, N6, D5: a memory may be deleted while the night thinks
    stranger = store.memories.add(memory(9, scope=REN), FIRST_NIGHT)
    store.relations.add(edges((rows[0], rows[0], "same_topic", 1.0), (rows[0], 99, "same_topic", 1.0)))
    store.relations.add(edges((rows[0], stranger, "same_topic", 1.0), (stranger, rows[0], "same_topic", 1.0)))
    assert store.relations.replace(AOI, edges((rows[0], stranger, "same_topic", 1.0))) == 0
    assert len(store.relations.all(AOI)) == len(store.relations.all(REN)) == 0


def test_replacing_leaves_other_scopes_alone(store: SqlStore, rows: list[int]) -> None:
    # N6
    others = [store.memories.add(memory(number, scope=REN), FIRST_NIGHT) for number in (8, 9)]
    store.relations.add(edges((others[0], others[1], "continues", 1.0)))
    store.relations.replace(AOI, edges())
    assert store.relations.all(REN).links() == [(others[0], others[1], "continues", 1.0)]


def test_vectors_come_back_as_float32(store: SqlStore, rows: list[int]) -> None:
    # X5
    vectors = np.random.default_rng(1).standard_normal((5, 8))
    store.vectors.put(rows, vectors, "e")
    got, back = store.vectors.get(list(reversed(rows)), "e")
    assert got.tolist() == rows
    assert back.dtype == np.float32
    assert np.array_equal(back, vectors.astype(np.float32))
    assert len(store.vectors.get(rows, "other")[0]) == 0
    if store.database.dialect.name == "sqlite":  # the same bytes on every machine: a file can be copied
        blob = store.database.execute("SELECT vector FROM vectors WHERE row = ?", (rows[0],)).fetchone()[0]
        assert blob == vectors[0].astype("<f4").tobytes()


def test_missing_lists_what_has_no_vector_of_this_embedder(store: SqlStore, rows: list[int]) -> None:
    # X5: resumable, since every batch that is put is no longer missing
    store.memories.retire(rows[4], NOON, None)
    text = memory().text
    store.vectors.put(rows[:2], np.ones((2, 4)), "old")
    store.vectors.put(rows[2:3], np.ones((1, 4)), "new")
    assert store.vectors.missing(AOI, "new") == [(rows[0], text), (rows[1], text), (rows[3], text)]
    assert store.vectors.missing(AOI, "new", limit=2) == [(rows[0], text), (rows[1], text)]
    store.vectors.put(rows[:2], np.ones((2, 4)), "new")
    assert store.vectors.missing(AOI, "new") == [(rows[3], text)]
    assert store.vectors.missing(AOI, "old") == [(row, text) for row in rows[:4]]
    assert store.vectors.missing(REN, "new") == []


def test_an_index_follows_by_revision(store: SqlStore, rows: list[int]) -> None:
    # X5
    def since(revision: int, embedder: str = "e") -> tuple[list[int], list[float], int]:
        found, vectors, newest = store.vectors.since(AOI, embedder, revision)
        return found.tolist(), vectors[:, 0].tolist() if len(found) else [], newest

    assert since(0) == ([], [], 0)
    store.vectors.put(rows[:2], np.full((2, 4), 1.0), "e")
    store.vectors.put(rows[2:3], np.full((1, 4), 2.0), "e")
    assert since(0) == (rows[:3], [1.0, 1.0, 2.0], 2)
    store.vectors.put(rows[:1], np.full((1, 4), 3.0), "e")
    assert since(2) == (rows[:1], [3.0], 3)
    assert since(3) == ([], [], 3)
    assert since(0, "other") == ([], [], 3)
    store.memories.rewrite(rows[0], "new", "text", 2, "offline")
    store.memories.delete([rows[1]])
    assert since(0) == ([rows[2]], [2.0], 3)
    store.vectors.put([rows[0]], np.full((1, 4), 4.0), "e")
    assert since(3) == ([rows[0]], [4.0], 4)


def test_a_vector_for_what_is_gone_is_left_out(store: SqlStore, rows: list[int]) -> None:
    # D5: it was deleted while its vector was being made
    store.memories.delete([rows[0]])
    store.vectors.put(rows[:2], np.ones((2, 4)), "e")
    store.vectors.put([], np.ones((0, 4)), "e")
    assert store.vectors.get(rows, "e")[0].tolist() == [rows[1]]
    with pytest.raises(ValueError, match="2 rows"):
        store.vectors.put(rows[:2], np.ones((1, 4)), "e")
