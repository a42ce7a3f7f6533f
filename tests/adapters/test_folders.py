"""What keeps the files of a home: the disk of one machine, and the server of many. One contract for both (X2)."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path

import pytest

from omoide.adapters.files.file_carrying import carry, carry_and_compare
from omoide.adapters.files.folder import Folder
from omoide.adapters.files.local_folder import LocalFolder
from omoide.adapters.files.names import folder_for, folder_name, settled_name, settled_path
from omoide.adapters.files.taking_in import take_in
from omoide.adapters.sql.home_files import NOBODYS, whose
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_folder import ServerFolder
from omoide.domain.turn import Scope
from omoide.errors import Refused
from tests.mind.world import at
from tests.servers.folders import Again

LOG = "personas/aoi/people/me/activity_log/2026-11-15.jsonl"
NOW = at("2026-11-15T12:00:00")


def test_a_file_is_there_whole_or_not_at_all(files: Folder, again: Again, monkeypatch: pytest.MonkeyPatch) -> None:
    # X2: what one writes the other reads, and sees that it is another one, also at the same moment
    monkeypatch.setattr("omoide.adapters.sql.server_folder._now", lambda: 1_700_000_000_000_000)
    assert (files.facts("skills/a.md"), files.is_file("skills/a.md"), files.names("skills")) == (None, False, [])
    with pytest.raises(FileNotFoundError):
        files.read("skills/a.md")
    files.write("skills/a.md", "一".encode())
    first = again().facts("skills/a.md")
    assert again().read("skills/a.md") == "一".encode()
    files.write("skills/a.md", "二".encode())
    second = again().facts("skills/a.md")
    assert first
    assert second
    assert (first.size, second.size, first.stamp != second.stamp) == (3, 3, True)
    files.write("skills/deep/b.md", b"")
    files.write("skills.md", b"x")
    assert files.files("skills") == {"a.md": second}
    assert files.read_known("skills/a.md", 3) == ("二".encode(), second)
    assert (files.read_known("skills/a.md", 2), files.read_known("skills/b.md", 9)) == ((b"", second), None)
    assert files.names("skills/deep") == ["b.md"]
    files.write("skills/b.md", b"x")
    assert sorted(name for name in files.names("skills") if name.endswith(".md")) == ["a.md", "b.md"]
    files.remove("skills/b.md")
    assert [*files.walk("skills/")] == ["skills/a.md", "skills/deep/b.md"]
    assert sorted(files.walk("skills")) == ["skills.md", "skills/a.md", "skills/deep/b.md"]
    assert (files.create("erasures/key", b"k"), files.create("erasures/key", b"l")) == (True, False)
    assert files.read("erasures/key") == b"k"
    files.remove("skills/a.md")
    files.remove("skills/a.md")
    files.rewrite("skills/deep/b.md", b"new")
    assert files.read("skills/deep/b.md") == b"new"
    files.shred("skills/deep/b.md")
    files.scrub()
    assert [*files.walk("skills/")] == []


def test_lines_are_added_by_many_and_followed(files: Folder, again: Again) -> None:
    # L1
    with pytest.raises(FileNotFoundError):
        files.last_lines(LOG, 3)
    files.write(LOG, b"one\nha")
    assert (files.end_of(LOG), files.last_lines(LOG, 9)) == ((4, 1), [(1, b"one"), (2, b"ha")])
    place = files.end_of(LOG)
    files.append(LOG, b"three\nfour\n")
    assert files.read(LOG) == b"one\nha\nthree\nfour\n"

    def add(name: bytes, to: Folder) -> None:
        for number in range(20):
            to.append(LOG, b"%s%d\n" % (name, number))

    writers = [threading.Thread(target=add, args=(name, again())) for name in (b"a", b"b", b"c")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    lines = [*files.lines(LOG)]
    assert len(lines) == 64
    for name in (b"a", b"b", b"c"):
        assert [line for line in lines if line.startswith(name)] == [b"%s%d\n" % (name, n) for n in range(20)]
    for most in (1, 2, 3, 60, 61, 62, 63, 64, 65):
        assert files.last_lines(LOG, most) == [(n, line[:-1]) for n, line in enumerate(lines, 1)][-most:]
    assert files.last_lines(LOG, 0) == []
    grown, end = files.lines_after(LOG, place)
    assert ([line for _, line in grown], grown[0][0], end) == ([line[:-1] for line in lines[1:]], 2, files.end_of(LOG))
    assert files.lines_after(LOG, end) == ([], end)
    middle = (len(b"".join(lines[:30])), 30)
    assert files.lines_after(LOG, middle)[0] == [(n, line[:-1]) for n, line in enumerate(lines[30:], 31)]
    files.write(LOG, b"anew\n")
    assert files.lines_after(LOG, end) == ([(1, b"anew")], (5, 1))


def test_a_file_is_held_by_one(files: Folder, again: Again) -> None:
    # J1: also against another thread of the same process
    path, other = "personas/aoi/people/me/journal/1.jsonl", again()
    held = files.begin(path)
    with pytest.raises(FileExistsError):
        other.begin(path)
    assert (other.hold(path), files.hold(path)) == (None, None)
    held.append(b"one\n")
    held.rewrite(b"two\n")
    assert (other.hold(path), held.read(), held.facts.size) == (None, b"two\n", 4)
    held.close()
    orphan = other.hold(path)
    assert orphan
    assert files.hold(path) is None
    orphan.delete()
    orphan.close()
    assert (files.hold(path), files.names("personas/aoi/people/me/journal")) == (None, [])


def test_two_names_that_a_disk_may_take_for_one(files: Folder) -> None:
    # N6
    for name in ("aoi", "Aoi", "ＡＯＩ", "a/b", "あおい"):
        folder = files.folder_for("personas", name)
        files.write(f"{folder}/core_memory.md", name.encode())
        assert files.folder_for("personas", name) == folder
    assert len({path.casefold() for path in files.walk("personas/")}) == 5


@pytest.mark.parametrize("name", ["aoi", "Aoi", "ＡＯＩ", "a/b", "..", "con", "あおい", "x" * 100])
def test_a_folder_of_a_disk_has_one_name_on_a_server(tmp_path: Path, name: str) -> None:
    # N6, X2: however the disk has named it, and on the way back it is known again
    (tmp_path / "AoI").mkdir()
    for folder in (folder_name(name), folder_for(tmp_path, name).name):
        for path in ("personas/{}/people/me/a.md", "personas/p/people/{}/x/a.md", "personas/{}/notepad.md"):
            assert settled_path(path.format(folder)) == path.format(settled_name(name))
        assert settled_path(f"people/{folder}.md") == f"people/{settled_name(name)}.md"
        assert settled_path(f"people/versions/{folder}/1.md") == f"people/versions/{settled_name(name)}/1.md"
    (tmp_path / "home" / settled_name(name)).mkdir(parents=True)
    assert folder_for(tmp_path / "home", name).name == settled_name(name)
    assert whose(f"personas/p/people/{settled_name(name)}/a.md") == ("p", settled_name(name))


def test_walls_stand_around_files(url: str) -> None:
    # N6: of a person's files nobody else sees any; tokens and erasures are seen by no connection for one person
    paths = {
        "personas/aoi/people/me/notepad.md": ("aoi", "me"), "personas/aoi/people/ken/notepad.md": ("aoi", "ken"),
        "personas/aoi/notepad.md": ("aoi", ""), "people/me.md": ("", "me"), "people/versions/ken/1.md": ("", "ken"),
        "skills/row.md": ("", ""), "tokens.json": (NOBODYS, ""), "erasures/key": (NOBODYS, ""),
    }  # fmt: skip
    assert {path: whose(path) for path in paths} == paths
    with closing(PostgresDatabase(url)) as everyone, closing(PostgresDatabase(url, Scope("aoi", "me"))) as one:
        for path in paths:
            ServerFolder(everyone).write(path, b"x")
        mine = ServerFolder(one)
        assert [*mine.walk()] == [
            "people/me.md", "personas/aoi/notepad.md", "personas/aoi/people/me/notepad.md", "skills/row.md",
        ]  # fmt: skip
        for path in ("personas/aoi/people/ken/diary/main.md", "people/ken.md", "tokens.json"):
            with pytest.raises(Refused, match="row-level security"):
                mine.write(path, b"y")
        assert ServerFolder(everyone).of_person("ken") == [
            "people/versions/ken/1.md", "personas/aoi/people/ken/notepad.md",
        ]  # fmt: skip


def test_files_are_carried_there_and_back(url: str, tmp_path: Path) -> None:
    # X1, X2: what has gone here goes there, what no folder of pages holds stays
    here, back = LocalFolder(tmp_path / "here"), LocalFolder(tmp_path / "back")
    for path in ("personas/Aoi/people/me/notepad.md", "people/Ken.md", "skills/a.md", "tokens.json", LOG):
        here.write(path, path.encode())
    with closing(PostgresDatabase(url)) as database:
        there = ServerFolder(database)
        there.write("skills/gone.md", b"-")
        there.write("erasures/proof.json", b"{}")
        assert carry_and_compare(here, there, ("tokens.json", "erasures/")) == 0
        assert "skills/gone.md" not in [*there.walk()]
        assert carry_and_compare(there, back, ("tokens.json", "erasures/")) == 0
        assert carry(back, there, alone=("tokens.json",)) == 0
    assert {path: back.read(path) for path in back.walk()} == {
        settled_path(path): here.read(path) for path in here.walk()
    } | {"erasures/proof.json": b"{}"}


def test_what_is_taken_in_replaces_nothing_of_a_person(url: str, tmp_path: Path) -> None:
    # T1, N4: a second machine's folder, taken in twice
    own = "personas/aoi/people/me"
    with closing(PostgresDatabase(url)) as database:
        there, here = ServerFolder(database), LocalFolder(tmp_path)
        for path, present, coming in (
            (f"{own}/notepad.md", b"theirs", b"ours"), (f"{own}/new.md", b"", b"new"), (LOG, b"1\n2\n", b"2\n3\n"),
            ("skills/a.md", b"old", b"by hand"), ("people/me.md", b"he", b"she"),
            (f"{own}/versions/notepad/000001-x.md", b"v", b"w"), (f"{own}/same.md", b"same", b"same"),
        ):  # fmt: skip
            here.write(path, coming)
            if present:
                there.write(path, present)
        assert take_in(here, there, NOW) == {"taken": 3, "conflicts": 3}
        assert take_in(here, there, NOW) == {}
        stamp = "20261115T120000.md"
        assert {path: there.read(path) for path in there.walk()} == {
            f"{own}/notepad.md": b"theirs", f"{own}/conflicts/notepad/000001-{stamp}": b"ours", f"{own}/new.md": b"new",
            LOG: b"1\n2\n3\n", "skills/a.md": b"by hand", "people/me.md": b"he",
            f"people/conflicts/me/000001-{stamp}": b"she", f"{own}/versions/notepad/000001-x.md": b"v",
            f"{own}/versions/notepad/000002-{stamp}": b"w", f"{own}/same.md": b"same",
        }  # fmt: skip
