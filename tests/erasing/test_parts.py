"""The parts that erasing is made of: every table has its place, needles, stretches, files that are really gone."""

from __future__ import annotations

import gzip
import json
import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.files import byte_search, shredding
from omoide.adapters.files.cutting_out import without
from omoide.adapters.files.erasures import FileErasures
from omoide.adapters.files.local_folder import LocalFolder
from omoide.adapters.files.names import folder_for
from omoide.adapters.sql import person_tables
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.domain.erasure import Traces, Unfinished
from omoide.domain.needles import Needles
from omoide.language.traces import names, stretches, telling

from .lives import clock, opened


def test_every_table_says_how_it_parts_persons(tmp_path: Path) -> None:
    # O2, N6: a new table must be owned by a person, a child of one that is, made anew, or of nobody
    with opened(tmp_path, "ren"):
        pass
    database = SqliteDatabase(tmp_path / "omoide.db")
    known = person_tables.tables(database)
    owned = set(person_tables.owned(database))
    children = set(person_tables.CHILDREN)
    apart = {person_tables.GUARDED, person_tables.KEYED, person_tables.FILED, *person_tables.IMPERSONAL}
    unknown = set(known) - owned - children - apart
    assert unknown == set(), f"say in person_tables.py how {sorted(unknown)} part persons"
    assert owned & children == set()
    assert owned >= {"turns", "memories", "episodes", "threads", "flushes", "resolutions", "scopes", "archive_files"}
    for child, (column, parent, key) in person_tables.CHILDREN.items():
        assert column in known[child].columns
        assert key in known[parent].columns
        links = database.execute(f"PRAGMA foreign_key_list({child})").fetchall()
        assert (parent, column, key, "CASCADE") in [(link[2], link[3], link[4], link[6]) for link in links]
    database.close()


@settings(max_examples=60)
@given(
    st.lists(st.text("ab温泉", min_size=9, max_size=14), min_size=1, max_size=6, unique=True),
    st.text("ab温泉", max_size=60),
    st.sampled_from(["utf-8", "utf-16-le", "json"]),
)
def test_needles_are_found_wherever_they_stand(texts: list[str], hay: str, form: str) -> None:
    # O2: as a plain search would find them, one by one
    data = json.dumps(hay).encode() if form == "json" else hay.encode(form)
    assert {texts[number] for number in Needles(texts).found(data)} == {text for text in texts if text in hay}


def test_an_id_is_not_part_of_a_longer_one() -> None:
    # O2
    needles = Needles(["mem_20260118_100"])
    assert [needles.any(text) for text in (b"mem_20260118_1000", b"mem_20260118_100x", b"x mem_20260118_100")] == [
        False, True, True,
    ]  # fmt: skip
    assert Needles([]).found(b"anything at all") == set()


def test_stretches_of_both_languages() -> None:
    # O2: short ones say nothing, long ones are known by any part
    assert list(stretches('Yes. I moved to Nara last year. "Well"')) == ["I moved to Nara last year"]
    assert list(stretches("はい。京都の喫茶店で働いています。")) == ["京都の喫茶店で働いています"]
    long = "the tall lighthouse keeper of the northern cape counts his seventeen grey geese"
    found = Needles(list(stretches(long)))
    assert all(found.any(long[at : at + 42].encode()) for at in range(len(long) - 42))
    assert not found.any(b"the tall lighthouse of the south")


def test_names_are_words_of_their_own() -> None:
    # O2
    assert [names(text, "Aki") for text in ("Aki came.", "Akira came.", "with Aki", "aki", "ask_Aki_now")] == [
        True, False, True, False, True,
    ]  # fmt: skip
    assert names("昨日、田中さんが来た", "田中")
    assert [telling(name) for name in ("me", "will", "Bo", "Aki", "林", "田中")] == [
        False,
        False,
        False,
        True,
        False,
        True,
    ]


def test_pages_keep_what_is_not_cut() -> None:
    # O2
    page = "# Title\n\n1. One. Bad two. Three.\n- Bad only.\n\n> 悪い文。良い文。\n"
    assert without(page, lambda text: "ad " in text or "悪い" in text) == "# Title\n\n1. One. Three.\n\n> 良い文。\n"


@pytest.mark.skipif(os.name == "nt", reason="links to files need rights there")
def test_files_are_overwritten_before_they_go(tmp_path: Path) -> None:
    # O2: a second name for the same bytes shows what became of them
    for act in (shredding.shred, lambda path: shredding.rewrite(path, b"new")):
        path, twin = tmp_path / "page.md", tmp_path / "twin"
        path.write_bytes(b"a secret that was told")
        os.link(path, twin)
        act(path)
        assert twin.read_bytes() == bytes(22)
        twin.unlink()
    assert path.read_bytes() == b"new"
    outside = tmp_path / "outside.md"
    outside.write_text("not ours")
    folder = tmp_path / "people"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "link.md").symlink_to(outside)
    (folder / "deep" / "page.md").write_text("ours")
    assert shredding.shred_folder(folder) == 2
    assert outside.read_text() == "not ours"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["outside.md", "page.md"]


def test_what_goes_by_itself_while_it_is_looked_at_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # O2: what is written beside a page is renamed or removed by whoever wrote it
    monkeypatch.setattr(Path, "is_file", lambda self: True)
    shredding.shred(tmp_path / ".page.md.tmp")


def test_what_a_killed_process_left_of_its_notes_goes_too(tmp_path: Path) -> None:
    # O2, X8
    erasures = FileErasures(LocalFolder(tmp_path))
    begun = Unfinished("20260120T120000-aa", "Mina", "token", clock().now(), ("juno",), Traces(("an id",), ("said",)))
    erasures.begin(begun)
    (tmp_path / "erasures" / ".unfinished-20260120T120000-aa.json.x1").write_text("Mina")
    assert erasures.unfinished("Mina") == [begun]
    assert erasures.unfinished("ren") == []
    erasures.finish(begun.id)
    assert list((tmp_path / "erasures").iterdir()) == []


def test_packed_files_are_looked_into(tmp_path: Path) -> None:
    # O2: zip and gzip, names of files, and between two blocks
    text = "the seventeen geese of the northern cape"
    (tmp_path / "a.gz").write_bytes(gzip.compress(text.encode() * 3))
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("inside.txt", text.encode("utf-16-le") * 3)
    (tmp_path / f"{text}.md").write_text("-")
    (tmp_path / "clean.md").write_text("the eighteen geese")
    looked = byte_search.look_through(tmp_path, Needles([text]))
    assert (looked.looked_at["files"], set(looked.found)) == (4, {"a.gz", "b.zip", f"{text}.md"})


def test_whoever_is_alike_keeps_their_folder(tmp_path: Path) -> None:
    # N6, O2: Aoi and aoi are two, also when Aoi is gone
    folder_for(tmp_path, "Aoi").mkdir()
    other = folder_for(tmp_path, "aoi")
    other.mkdir()
    (tmp_path / "Aoi").rmdir()
    assert folder_for(tmp_path, "aoi") == other
    assert folder_for(tmp_path, "Aoi") != other
