"""Search on the server finds what search beside a file finds (R12, R7, X2): by words, by phrases, by meaning."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.adapters.index.nearest import SideIndex
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_nearest import ServerNearest
from omoide.adapters.sql.settling_in import settle_in
from omoide.adapters.sql.store import SqlStore
from omoide.domain.hearing import Hearing
from omoide.domain.memory import Memory
from omoide.domain.turn import Scope
from tests.adapters.sql.store_things import AOI, NOON, REN, memory, turn
from tests.servers.databases import Databases

Both = tuple[SqlStore, SqlStore]
WORDS = (
    "温泉", "箱根の", "猫", "モモ", "田中さん", "締め切り", "cat", "lighthouse", "PostgreSQL", "v1.2-beta", "を", "the",
    "怒",
)  # fmt: skip
_people = itertools.count()


@pytest.fixture(scope="module")
def both(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    url = databases.make()
    stores = SqlStore(tmp_path_factory.mktemp("file") / "omoide.db"), SqlStore(PostgresDatabase(url))
    yield stores
    for store in stores:
        store.close()
    databases.drop(url)


@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=1, max_size=8),
    cues=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=3),
    phrases=st.lists(st.sampled_from((*WORDS, "泉", "1", "泉箱", "t L", "\"", "\\")), min_size=1, max_size=3),
    gone=st.integers(0, 3),
)  # fmt: skip
def test_words_and_phrases_are_found_alike(
    both: Both, texts: list[list[str]], cues: list[list[str]], phrases: list[str], gone: int
) -> None:
    # R12, R7: the same rows, the same coverage, in the same order, through additions and deletions
    scope, answers = Scope("aoi", f"person {next(_people)}"), []
    hearing = Hearing(before=0.5, after=0.5, near=0.6)
    for store in both:
        first = 0
        for number, words in enumerate(texts):
            made = store.memories.new_id(NOON.date())
            row = store.memories.add(memory(id=made, scope=scope, content=" ".join(words), sources=()), 1)
            first = first or row
            store.turns.add(turn(key=f"{scope.person} {number}", scope=scope, said="".join(words), replied=words[0]))
        store.memories.delete(list(range(first, first + gone)))
        found = [store.words.search(scope, " ".join(cue), 5, hearing) for cue in cues]
        answers.append((
            [[(rows - first).tolist(), np.round(covered, 9).tolist()] for rows, covered in found],
            [(store.words.holding(scope, word, 4) - first).tolist() for word in WORDS],
            [store.log.holding(scope, [phrase]) for phrase in phrases],
            store.log.holding(scope, phrases),
        ))  # fmt: skip
    assert answers[0] == answers[1]


def test_common_words_are_counted_alike(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    # R12: what decides which words are walked
    monkeypatch.setattr("omoide.adapters.sql.words.COMMON", 3)
    monkeypatch.setattr("omoide.adapters.sql.word_search._HITS", 4)
    scope, answers = Scope("aoi", "of many words"), []
    for store in both:
        first = 0
        for number in range(12):
            made = store.memories.new_id(NOON.date())
            text = f"温泉 harbour {'猫' if number % 2 else '犬'} {number}"
            row = store.memories.add(memory(id=made, scope=scope, content=text, sources=()), 1)
            first = first or row
        store.words.refresh()
        rows, covered = store.words.search(scope, "温泉 の 猫 harbour", 6)
        answers.append(((rows - first).tolist(), np.round(covered, 9).tolist()))
        assert store.words.rebuild() > 12
        again, _ = store.words.search(scope, "温泉 の 猫 harbour", 6)
        assert again.tolist() == rows.tolist()
    assert answers[0] == answers[1]
    assert len(answers[0][0]) == 6


def test_meaning_is_compared_like_beside_a_file(both: Both, tmp_path: Path) -> None:
    # R12, G2, N6: exactly, whole and by the index; and what is alike
    chance = np.random.default_rng(3)
    vectors = chance.standard_normal((160, 24)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[7] = vectors[9]  # equals: the newer first
    firsts = []
    for store in both:
        with store.transaction():
            rows = [
                store.memories.add(memory(id=f"near_{n}", scope=REN if n % 4 == 3 else AOI, sources=()), 1)
                for n in range(160)
            ]
        firsts.append(rows[0])
        store.vectors.put(rows, vectors, 'it\'s a "name"')
        store.memories.delete([rows[100], rows[101]])
    name = 'it\'s a "name"'
    database = both[1].database
    assert isinstance(database, PostgresDatabase)
    beside = SideIndex(tmp_path, both[0].vectors, name, 24, 100_000, 1_000)
    whole, walked = ServerNearest(database, name, 24), ServerNearest(database, name, 24, far=2, walks=1)
    walked.refresh(AOI)
    assert walked._sizes(AOI)[1]
    assert not ServerNearest(database, "other", 24)._sizes(AOI)[1]
    for cue in vectors[[7, 50, 100, 159]]:
        expected, cosines = beside.search(AOI, cue, 8)
        for index in (whole, walked):
            rows, found = index.search(AOI, cue, 8)
            assert (rows - firsts[1]).tolist() == (expected - firsts[0]).tolist()
            np.testing.assert_allclose(found, cosines, atol=1e-6)
        assert len(walked.search(Scope("aoi", "nobody"), cue, 8)[0]) == 0
    some = np.arange(20)
    pairs = [
        [(row - first, other - first, round(value, 5)) for row, other, value in index.alike(
            AOI, some + first, vectors[:20], 0.3, 4
        )]
        for index, first in ((beside, firsts[0]), (whole, firsts[1]), (walked, firsts[1]))
    ]  # fmt: skip
    assert pairs[0] == pairs[1] == pairs[2]
    assert pairs[0]
    walked.drop()
    assert not walked._sizes(AOI)[1]
    settle_in(database, far=2)  # after a move or a restore it is there before the first night
    assert walked._sizes(AOI)[1]
    walked.drop()


def test_clumps_that_lie_apart_are_reached(both: Both) -> None:
    # R12, X2: a cue lies between the clumps of what is alike, and the way to the right one leads through others
    store, scope, name = both[1], Scope("aoi", "clumps"), "clumps"
    database = store.database
    assert isinstance(database, PostgresDatabase)
    chance = np.random.default_rng(5)
    middles = np.repeat(chance.standard_normal((200, 32)), 10, axis=0)
    vectors = (middles + 0.05 * chance.standard_normal((2_000, 32))).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = _copies(store, memory(id="clump", scope=scope, sources=()), 2_000)
    store.vectors.put(rows, vectors, name)
    nearest = ServerNearest(database, name, 32, far=240)
    nearest.refresh(scope)
    assert nearest._sizes(scope) == (2_000, 2_000)
    database.execute("SET hnsw.ef_search = 20")  # as far from all there is as with many more
    same = 0
    for cue in chance.standard_normal((40, 32)).astype(np.float32):
        exact = {rows[n] for n in np.argsort(-(vectors @ cue))[:10].tolist()}
        same += len(exact & set(nearest.search(scope, cue, 10)[0].tolist()))
    assert same >= 0.9 * 400  # in strict order, or not so far: 0.65
    nearest.drop()
    store.memories.delete(rows)


def _copies(store: SqlStore, one: Memory, count: int) -> list[int]:
    """Put there by the server itself, which takes a tenth of the time."""
    row = store.memories.add(one, 1)
    first = row + 1_000_000
    columns = ", ".join(name for (name,) in store.database.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'memories' AND table_schema ="
        " current_schema() AND column_name NOT IN ('row', 'id')"
    ))  # fmt: skip
    store.database.execute(
        f"INSERT INTO memories (row, id, {columns}) SELECT n, id || n, {columns} FROM memories"
        " CROSS JOIN generate_series(?::bigint, ?::bigint) n WHERE row = ?", (first, first + count - 1, row)
    )  # fmt: skip
    store.database.execute("UPDATE word_scopes SET documents = ? WHERE person = ?", (count, one.scope.person))
    return list(range(first, first + count))


def test_what_cannot_be_compared_is_passed_over(both: Both) -> None:
    # X5: another length, numbers that are none
    store = both[1]
    database = store.database
    assert isinstance(database, PostgresDatabase)
    scope = Scope("aoi", "odd vectors")
    rows = [store.memories.add(memory(id=f"odd_{n}", scope=scope, sources=()), 1) for n in range(3)]
    store.vectors.put(rows[:1], np.ones((1, 3)), "odd")
    store.vectors.put(rows[1:], np.array([[1.0, 0.0], [np.nan, 1.0]]), "odd")
    found, cosines = ServerNearest(database, "odd", 2).search(scope, np.array([1.0, 0.0]), 5)
    assert (found.tolist(), cosines.tolist()) == ([rows[1], rows[2]], [1.0, 0.0])
