"""Search by meaning, on a real store: whatever happened to the index, the answer is that of comparing every vector."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.index import approximate
from omoide.adapters.index.files import PARTIAL, IndexFile
from omoide.adapters.index.nearest import SideIndex
from omoide.adapters.sql.store import SqlStore
from omoide.domain.emotion import Emotion
from omoide.domain.memory import Memory
from omoide.domain.strengths import Ints
from omoide.domain.turn import Scope
from omoide.extras import install_line

AOI, REN = Scope("aoi", "ken"), Scope("aoi", "yui")
SIZE = 8
NOW = datetime(2026, 1, 18, tzinfo=UTC)


class Home:
    """A store, an index folder, and what a plain comparison of all vectors would say."""

    def __init__(
        self, folder: Path, refresh_after: int = 5, approximate_above: int = 100_000, size: int = SIZE
    ) -> None:
        self.store = SqlStore(folder / "omoide.db")
        self.folder = folder / "index"
        self.limits = approximate_above, refresh_after
        self.size = size
        self.truth: dict[Scope, dict[int, np.ndarray]] = {}
        self.chance = np.random.default_rng(7)
        self.made = 0

    def index(self, embedder: str = "e") -> SideIndex:
        return SideIndex(self.folder, self.store.vectors, embedder, self.size, *self.limits)

    def units(self, count: int) -> np.ndarray:
        vectors = self.chance.standard_normal((count, self.size)).astype(np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def add(self, count: int, scope: Scope = AOI, embedder: str = "e") -> list[int]:
        with self.store.transaction():
            rows = [self.store.memories.add(self._memory(scope), 1) for _ in range(count)]
        self.place(rows, scope, embedder)
        return rows

    def place(self, rows: list[int], scope: Scope = AOI, embedder: str = "e") -> None:
        vectors = self.units(len(rows))
        self.store.vectors.put(rows, vectors, embedder)
        if embedder == "e":
            self.truth.setdefault(scope, {}).update(zip(rows, vectors, strict=True))

    def delete(self, rows: list[int], scope: Scope = AOI) -> None:
        self.store.memories.delete(rows)
        for row in rows:
            del self.truth[scope][row]

    def check(self, index: SideIndex, scope: Scope = AOI, k: int = 6) -> None:
        """The index finds what comparing every vector finds."""
        cue = self.units(1)[0]
        truth = self.truth.get(scope, {})
        expected = sorted(((float(vector @ cue), row) for row, vector in truth.items()), reverse=True)[:k]
        rows, cosines = index.search(scope, cue, k)
        assert rows.tolist() == [row for _, row in expected]
        np.testing.assert_allclose(cosines, [cosine for cosine, _ in expected], atol=1e-5)

    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.glob("*") if path.suffix != ".lock") if self.folder.exists() else []

    def _memory(self, scope: Scope) -> Memory:
        self.made += 1
        return Memory(
            f"mem_20260118_{self.made:03}", scope, NOW, "t", "c", 50, Emotion(), "casual", 0.75, 0.5, 50.0
        )  # fmt: skip


@contextmanager
def lived_in(**limits: int) -> Iterator[Home]:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder), **limits)
        try:
            yield home
        finally:
            home.store.close()


@pytest.fixture
def home() -> Iterator[Home]:
    with lived_in() as home:
        yield home


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["add", "add", "replace", "delete", "refresh 0", "refresh 1", "search 0", "search 1", "restart"]
        ),
        st.integers(1, 12),
    ),
    max_size=14,
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(STEPS)
def test_the_answer_is_that_of_comparing_everything(steps: list[tuple[str, int]]) -> None:
    # R12, X1, N6: through additions, replacements, deletions, refreshes by two processes and restarts
    with lived_in() as home:
        indexes = [home.index(), home.index()]
        for step, number in steps:
            known = list(home.truth.get(AOI, {}))[:: max(1, 13 - number)]
            if step == "add":
                home.add(number)
                home.add(2, REN)
            elif step == "replace":
                home.place(known)
            elif step == "delete":
                home.delete(known)
            elif step == "restart":
                indexes[number % 2] = home.index()
            elif step.startswith("refresh"):
                indexes[int(step[-1])].refresh(AOI)
            else:
                home.check(indexes[int(step[-1])], k=number)
        for index in [*indexes, home.index()]:
            home.check(index)
            home.check(index, REN)


def test_only_the_newest_vector_of_a_memory_counts(home: Home) -> None:
    # R12: rewritten again and again while one process looks on, over a file and without one
    index = home.index()
    rows = home.add(8)
    for _ in range(4):
        home.place(rows[:4])
        home.check(index, k=8)
    index.refresh(AOI)
    for _ in range(3):
        home.place(rows[:4])
        home.check(index, k=8)


def test_a_small_scope_needs_no_file_and_a_larger_one_has_its_own(home: Home) -> None:
    # X1, N6: no file mixes scopes
    index = home.index()
    home.add(4)
    index.refresh(AOI)
    assert home.files() == []
    home.add(1)
    home.add(6, REN)
    index.refresh(AOI)
    index.refresh(REN)
    assert len(home.files()) == 2
    for scope, count in ((AOI, 5), (REN, 6)):
        matrix = IndexFile(home.folder, scope, "e", SIZE).read()
        assert matrix is not None
        assert matrix.rows.tolist() == sorted(home.truth[scope])
        assert len(matrix.rows) == count
        home.check(home.index(), scope)
    assert {path.stat().st_mode & 0o077 for path in home.files()} == {0}


def test_what_was_deleted_does_not_stand_in_the_way(home: Home) -> None:
    # R12: the nearest are all gone, and those behind them are found; N1, O2: a refresh leaves no vector of them
    rows = home.add(60)
    index = home.index()
    index.refresh(AOI)
    cue = home.units(1)[0]
    nearest = index.search(AOI, cue, 40)[0].tolist()
    home.delete(nearest)
    rows_left, _ = index.search(AOI, cue, 10)
    truth = sorted(set(rows) - set(nearest), key=lambda row: -float(home.truth[AOI][row] @ cue))
    assert rows_left.tolist() == truth[:10]
    index.refresh(AOI)
    matrix = IndexFile(home.folder, AOI, "e", SIZE).read()
    assert matrix is not None
    assert matrix.rows.tolist() == sorted(truth)
    home.delete(truth)
    index.refresh(AOI)
    home.check(index)
    assert home.files() == []


def test_a_search_that_has_to_read_much_writes_the_index(home: Home) -> None:
    # X1: a folder that was deleted or copied without its index comes back by itself
    home.add(10)
    home.check(home.index())
    assert len(home.files()) == 1
    home.check(home.index())


def damage(path: Path, how: str) -> None:
    content = path.read_bytes()
    broken = {
        "cut off": content[:-1],
        "longer": content + b"\0",
        "empty": b"",
        "short": content[:100],
        "another kind": b"SQLite format 3\0" + content[16:],
        "changed header": content[:40] + bytes([content[40] ^ 1]) + content[41:],
    }
    path.write_bytes(broken[how])


@pytest.mark.parametrize("how", ["cut off", "longer", "empty", "short", "another kind", "changed header"])
def test_a_broken_file_is_passed_over_and_rebuilt(home: Home, how: str) -> None:
    # X1: derived, never trusted
    home.add(7)
    home.index().refresh(AOI)
    (path,) = home.files()
    sound = path.stat().st_size
    damage(path, how)
    home.check(home.index())
    index = home.index()
    index.refresh(AOI)
    assert path.stat().st_size == sound
    assert IndexFile(home.folder, AOI, "e", SIZE).read() is not None
    home.check(index)


def test_the_file_of_another_is_not_used(home: Home) -> None:
    # N6, X5: even if a file is copied over another's name
    home.add(7)
    home.add(7, REN)
    for scope in (AOI, REN):
        home.index().refresh(scope)
    mine, other = (IndexFile(home.folder, scope, "e", SIZE).path for scope in (AOI, REN))
    mine.write_bytes(other.read_bytes())
    home.check(home.index())
    assert IndexFile(home.folder, REN, "e", SIZE + 1).read() is None
    assert IndexFile(home.folder, REN, "f", SIZE).read() is None


KILLED = """
import os, sys
from pathlib import Path
import numpy as np
from omoide.adapters.index.files import IndexFile
from omoide.domain.turn import Scope

def blocks():
    yield np.arange(1, 4), np.ones((3, 8), dtype=np.float32)
    os._exit(9)

IndexFile(Path(sys.argv[1]), Scope("aoi", "ken"), "e", 8).write(99, blocks())
"""


def test_a_killed_refresh_breaks_nothing(home: Home) -> None:
    # X1: what was there before stays, and the next refresh succeeds
    home.add(7)
    index = home.index()
    index.refresh(AOI)
    assert subprocess.run([sys.executable, "-c", KILLED, str(home.folder)], check=False).returncode == 9
    assert [path.suffix for path in home.files()] == [PARTIAL, ".vectors"]
    home.check(home.index())
    home.add(6)
    index.refresh(AOI)
    assert [path.suffix for path in home.files()] == [".vectors"]
    home.check(home.index())


def test_an_older_store_put_back_is_noticed(home: Home) -> None:
    # O1: a restored backup knows fewer revisions than the index
    rows = home.add(7)
    home.place(rows)
    home.place(rows)
    index = home.index()
    index.refresh(AOI)
    home.check(index)
    home.store.database.execute("UPDATE counters SET value = 1 WHERE name = 'vectors'")
    home.store.database.execute("UPDATE vectors SET revision = 1")
    home.delete(rows[:2])
    home.store.vectors.put([rows[2]], vectors := home.units(1), "e")
    home.truth[AOI][rows[2]] = vectors[0]
    for seen in (index, home.index()):
        home.check(seen)
        seen.refresh(AOI)
        home.check(seen)


def test_vectors_of_another_embedder_are_not_compared(home: Home) -> None:
    # X5: after a change of embedder only what was made anew is found
    rows = home.add(7)
    index = home.index()
    index.refresh(AOI)
    home.store.vectors.put(rows[:3], home.units(3), "f")
    for row in rows[:3]:
        del home.truth[AOI][row]
    home.check(index)
    home.check(home.index())
    assert sorted(home.index("f").search(AOI, home.units(1)[0], 9)[0].tolist()) == rows[:3]


def test_vectors_that_cannot_be_compared_are_passed_over(home: Home) -> None:
    rows = home.add(6)
    home.store.vectors.put(rows[:1], np.full((1, SIZE), np.nan, dtype=np.float32), "e")
    del home.truth[AOI][rows[0]]
    home.check(home.index())
    other = home.add(2, REN, "x")
    home.store.vectors.put(other, np.ones((2, SIZE + 3), dtype=np.float32), "e")
    assert home.index().search(REN, home.units(1)[0], 5)[0].tolist() == []


ODD = ["", "a", "A", "a/b", "a_b", "..", "con", "猫", "ねこ", "x" * 300, "a\x00", "*?<>|", " ", ".hidden"]


def test_odd_names_have_files_of_their_own(tmp_path: Path) -> None:
    # N6: names that a file system could not take or would confuse
    scopes = [Scope(persona, person) for persona in ODD for person in ODD]
    paths = {IndexFile(tmp_path, scope, embedder, 2).path for scope in scopes for embedder in ("e", "f/1")}
    assert len({path.name.lower() for path in paths}) == 2 * len(scopes)
    assert all(path.parent == tmp_path and len(path.name) < 100 and path.name.isascii() for path in paths)


def test_without_a_place_to_write_search_goes_on(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    # X1
    home.folder.write_text("a file where the folder should be")
    home.add(12)
    index = home.index()
    with caplog.at_level(logging.WARNING, logger="omoide.index"):
        home.check(index)
        home.check(index)
    assert len(caplog.records) == 1, "said once, not at every search"


def test_while_another_refreshes_it_is_left_to_that_one(home: Home) -> None:
    from filelock import FileLock

    home.add(9)
    index = home.index()
    home.folder.mkdir()
    with FileLock(IndexFile(home.folder, AOI, "e", SIZE).path.with_suffix(".lock")):
        index.refresh(AOI)
        assert home.files() == []
        index.drop()
        index.refresh(AOI)
        assert home.files() == [], "who holds it is seen after everything was dropped, too"
    index.refresh(AOI)
    assert len(home.files()) == 1


def test_dropping_leaves_nothing_and_loses_nothing(home: Home) -> None:
    # X1
    home.add(9)
    index = home.index()
    index.refresh(AOI)
    index.drop()
    assert {path.suffix for path in home.folder.iterdir()} <= {".lock"}
    home.check(index)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 30), st.integers(0, 12), st.integers(0, 6), st.floats(-0.5, 0.9), st.integers(0, 4))
def test_alike_finds_all_pairs(old: int, new: int, gone: int, cosine: float, most: int) -> None:
    # G2: new ones against all, never with itself, at most so many each
    with lived_in() as home:
        before = home.add(old)
        index = home.index()
        index.refresh(AOI)
        rows = home.add(new)
        home.place(before[:3])
        home.delete(before[3 : 3 + gone])
        truth = home.truth.get(AOI, {})
        vectors = np.array([truth[row] for row in rows]).reshape(-1, SIZE)
        expected = []
        for row in sorted(rows):
            near = [(float(truth[row] @ truth[other]), other) for other in truth if other != row]
            expected += [(row, other, value) for value, other in sorted(near, reverse=True) if value >= cosine][
                : len([1 for value, _ in near if value >= cosine][:most])
            ]
        found = index.alike(AOI, np.array(rows, dtype=np.int64), vectors, cosine, most)
        assert [(row, other) for row, other, _ in found] == [(row, other) for row, other, _ in expected]
        np.testing.assert_allclose([c for *_, c in found], [c for *_, c in expected], atol=1e-5)


def near_points(home: Home, count: int) -> np.ndarray:
    centres = home.units(count // 20)
    points = centres[home.chance.integers(0, len(centres), count)] + 0.15 * home.units(count)
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32)


def filled(home: Home, count: int) -> Ints:
    with home.store.transaction():
        rows = [home.store.memories.add(home._memory(AOI), 1) for _ in range(count)]
    home.store.vectors.put(rows, near_points(home, count), "e")
    return np.array(rows)


def recall(home: Home, index: SideIndex, exact: SideIndex, k: int = 10) -> float:
    shares = [
        np.isin(exact.search(AOI, cue, k)[0], index.search(AOI, cue, k)[0]).mean() for cue in near_points(home, 40)
    ]
    return float(np.mean(shares))


def test_above_the_limit_search_is_approximate_and_nearly_as_good() -> None:
    # R12: recall@10 >= 0.95, newer and deleted ones included
    pytest.importorskip("faiss")
    with lived_in(size=32, refresh_after=500, approximate_above=1_200) as home:
        rows = filled(home, 1_500)
        index, exact = home.index(), SideIndex(home.folder, home.store.vectors, "e", 32, 10**9, 500)
        index.refresh(AOI)
        assert [path.suffix for path in home.files()] == [approximate.SUFFIX, ".vectors"]
        index = home.index()
        assert recall(home, index, exact) >= 0.95
        home.store.memories.delete(rows[::3].tolist())
        home.store.vectors.put(rows[1::3].tolist(), near_points(home, len(rows[1::3])), "e")
        assert recall(home, index, exact) >= 0.95
        (codes,) = (path for path in home.files() if path.suffix == approximate.SUFFIX)
        codes.write_bytes(codes.read_bytes()[:100])
        assert recall(home, home.index(), exact) == 1.0, "broken codes are not used"
        home.index().refresh(AOI)  # below the limit now: no codes any more
        assert [path.suffix for path in home.files()] == [".vectors"]
        assert recall(home, home.index(), exact) == 1.0


def test_without_faiss_every_vector_is_compared_and_it_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # X1: the extra is optional
    monkeypatch.setitem(sys.modules, "faiss", None)
    approximate._faiss.cache_clear()
    try:
        with lived_in(refresh_after=500, approximate_above=1_024) as home, caplog.at_level(logging.WARNING):
            filled(home, 1_100)
            for _ in range(2):
                index = home.index()
                index.refresh(AOI)
                assert len(index.search(AOI, home.units(1)[0], 10)[0]) == 10
            assert [path.suffix for path in home.files()] == [".vectors"]
        assert [record.getMessage() for record in caplog.records if "faiss" in record.getMessage()] == [
            f"faiss is not installed, so every vector is compared: run {install_line('scale')}"
        ]
    finally:
        approximate._faiss.cache_clear()


def test_a_search_imports_neither_faiss_nor_filelock() -> None:
    # X1: a hook starts cold
    code = "import sys, omoide.adapters.index.nearest as n; print('faiss' in sys.modules, 'filelock' in sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=dict(os.environ)
    )
    assert shown.stdout.split() == ["False", "False"]
