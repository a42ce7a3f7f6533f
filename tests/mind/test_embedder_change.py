"""X5: another embedder in the settings changes nothing by itself. The one that made the vectors serves until those of
the new one are made, beside them, and change places with them at once; killed at any moment, it goes on."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from omoide import Mind, open_mind
from omoide.doors.wire.doorkeeper import Doorkeeper
from omoide.settings import build
from tests.adapters import tiny_onnx

OLD, NEW = "builtin-3", "onnx:intfloat/multilingual-e5-small"
TO_NEW = build({"embedding": {"model": NEW}})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two persons and a document, embedded by the built-in one; the new one is at hand."""
    with open_mind(tmp_path, person="ken") as mind:
        mind.remember("猫を飼い始めた。名前はミケ。")
        mind.remember("The lighthouse keeper waved.")
    with open_mind(tmp_path, person="yui") as mind:
        mind.remember("温泉に行きたい。")
    with open_mind(tmp_path, person="ken") as mind:
        mind.upload_document("paper.txt", "灯台は1890年に建てられた。".encode())
    tiny_onnx.lay(tmp_path, NEW.removeprefix("onnx:"))
    return tmp_path


def makers(mind: Mind) -> dict[str, int]:
    """How many vectors each embedder made, of memories and passages together."""
    store = mind.faculties.store
    found = store.vectors.made_by("nobody"), store.passages.vectors.made_by("nobody")
    return {name: sum(part.get(name, 0) for part in found) for name in sorted({*found[0], *found[1]})}


def coming(mind: Mind) -> int:
    database = mind.faculties.store.database  # type: ignore[attr-defined]
    tables = ("coming_vectors", "coming_vectors_of_passages")
    return sum(database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in tables)


def test_the_old_one_serves_until_all_vectors_of_the_new_one_are_there(home: Path) -> None:
    # X5
    with open_mind(home, person="ken") as mind:
        before = [(found.memory.id, found.score) for found in mind.recall("kitten", mark=False).memories]
    assert len(before) == 1  # by meaning alone
    with open_mind(home, person="ken", settings=TO_NEW) as mind:
        assert mind.faculties.embedder.name == OLD
        (notice,) = mind.notices
        assert (notice.severity, OLD in notice.en, NEW in notice.en, "`omoide reindex`" in notice.en) == (
            "warning", True, True, True,
        )  # fmt: skip
        assert [(found.memory.id, found.score) for found in mind.recall("kitten", mark=False).memories] == before
        mind.remember("犬も来た。")  # is found like all others
        mind.sleep()
        assert makers(mind) == {OLD: 5}
        told: list[tuple[int, int]] = []
        assert mind.reindex(lambda done, total: told.append((done, total))) == 5
        assert told[:2] == [(4, 5), (5, 5)]
        assert (mind.faculties.embedder.name, mind.notices, makers(mind), coming(mind)) == (NEW, (), {NEW: 5}, 0)
    with open_mind(home, person="yui", settings=TO_NEW) as mind:  # the embedder is the home's
        assert (mind.faculties.embedder.name, mind.notices) == (NEW, ())
        assert (mind.faculties.successor, mind.reindex()) == (None, 0)
    with open_mind(home, person="ken") as mind:  # and back again
        assert (mind.faculties.embedder.name, mind.reindex(), makers(mind)) == (NEW, 5, {OLD: 5})
        assert [found.memory.id for found in mind.recall("kitten", mark=False).memories][:1] == [before[0][0]]


def test_one_that_cannot_be_loaded_leaves_the_words_and_says_so(home: Path) -> None:
    # X5
    with open_mind(home, person="ken", settings=TO_NEW) as mind:
        mind.reindex()
    shutil.rmtree(home / "models")
    with open_mind(home, person="ken") as mind:
        assert (mind.faculties.embedder.name, mind.faculties.successor) == (OLD, None)
        (notice,) = mind.notices
        assert NEW in notice.en
        assert "by their words alone" in notice.en
        assert "omoide models pull" in notice.en  # why, and what would help
        assert len(mind.recall("lighthouse", mark=False).memories) == 1
        assert (mind.reindex(), makers(mind)) == (4, {OLD: 4})  # everybody's, as the one of the home is gone
        assert [len(mind.recall("lighthouse", mark=False).memories), mind.notices] == [1, ()]


KILLED = """
import os, signal, sys
from pathlib import Path
from omoide import open_mind
from omoide.adapters.sql.coming import SqlComing
from omoide.settings import build
home, moment, kind = sys.argv[1:4]
real = getattr(SqlComing, moment)
inside = []
def deadly(self, *given):
    if moment == "left" and not inside:
        inside.append(True)  # the first is only to know how many
        return real(self, *given)
    if moment != "put" or given[0] == kind:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(self, *given)
setattr(SqlComing, moment, deadly)
with open_mind(Path(home), person="ken", settings=build({"embedding": {"model": sys.argv[4]}})) as mind:
    mind.reindex()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize(
    ("moment", "kind", "made"), [("put", "memories", 0), ("put", "passages", 3), ("adopt", "", 4), ("left", "", 4)]
)
def test_killed_at_any_step_it_goes_on_and_the_old_vectors_serve(home: Path, moment: str, kind: str, made: int) -> None:
    # X5
    ended = subprocess.run([sys.executable, "-c", KILLED, str(home), moment, kind, NEW], check=False).returncode
    assert ended == -signal.SIGKILL
    with open_mind(home, person="ken", settings=TO_NEW) as mind:
        assert (mind.faculties.embedder.name, makers(mind), coming(mind)) == (OLD, {OLD: 4}, made)
        assert (mind.reindex(), makers(mind), coming(mind)) == (4 - made, {NEW: 4}, 0)


def test_what_is_said_meanwhile_comes_along(home: Path) -> None:
    # X5: when all memories seem to be done, and only passages are left
    with (
        open_mind(home, person="ken", settings=TO_NEW) as mind,
        open_mind(home, person="yui", settings=TO_NEW) as other,
    ):

        def meanwhile(done: int, total: int) -> None:
            if done == 4 and len(other.list()) == 1:
                other.remember("犬も来た。")

        assert (mind.reindex(meanwhile), makers(mind)) == (5, {NEW: 5})


def test_a_text_that_changes_meanwhile_is_embedded_as_it_is_then(home: Path) -> None:
    # X5, F10
    subprocess.run([sys.executable, "-c", KILLED, str(home), "adopt", "", NEW], check=False)
    with open_mind(home, person="ken", settings=TO_NEW) as mind:
        (cat, _) = sorted(mind.list(), key=lambda memory: memory.row)
        mind.faculties.store.memories.rewrite(cat.row, "dog", "犬", 2, "somebody")
        assert (coming(mind), mind.reindex()) == (3, 1)
        rows, vectors = mind.faculties.store.vectors.get([cat.row], NEW)
        assert rows.tolist() == [cat.row]
        np.testing.assert_allclose(vectors, mind.faculties.embedder.embed(["dog 犬"], "memory"), atol=1e-6)


def test_who_has_it_open_since_before_changes_nothing_back(home: Path) -> None:
    # X5
    settled = Doorkeeper(home, None, "ken", "en")
    (home / "settings.toml").write_text(f'[embedding]\nmodel = "{NEW}"\n')
    with open_mind(home, person="yui") as before, settled.mind() as mind:
        assert (before.outdated, mind.outdated) == (False, False)
        with open_mind(home, person="ken") as other:
            other.reindex()
        assert (before.outdated, mind.outdated, mind.faculties.embedder.name) == (True, True, OLD)
        assert before.sleep().steps["vectors"] == {"embedded": 0}
        assert makers(before) == {NEW: 4}
    with settled.mind() as mind:
        assert (mind.outdated, mind.faculties.embedder.name) == (False, NEW)
    settled.close()
