"""O1, T1: a backup holds the pages too, and brings them back with the store, whole or not at all."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from omoide import open_mind
from omoide.adapters.sql.migrations import MIGRATIONS, migrate
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.errors import StoreDamaged
from tests.adapters.house import NOW, House, ids

THEN = {
    "personas/aoi/core_memory.md": "手書きの芯\n",
    "personas/aoi/people/ken/notepad.md": "then\n",
    "personas/aoi/people/ken/entities/タマ.md": "# タマ\n\n猫。\n",
    "personas/aoi/people/ken/versions/notepad/000001-20260101T000000.md": "before\n",
    "people/ken.md": "Ken\n",
    "skills/sewing.md": "a straight seam\n",
}
NOW_THERE = {
    "personas/aoi/people/ken/notepad.md": "now\n",
    "personas/aoi/people/mia/diary/main.md": "new\n",
    "skills/cooking.md": "a soft egg\n",
}


def write(home: Path, pages: dict[str, str]) -> None:
    for name, text in pages.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")


def pages(home: Path) -> dict[str, str]:
    places = (home / name for name in ("personas", "people", "skills"))
    found = sorted(path for place in places for path in place.rglob("*") if path.is_file())
    return {path.relative_to(home).as_posix(): path.read_text(encoding="utf-8") for path in found}


def replace_pages(home: Path, texts: dict[str, str]) -> None:
    for name in pages(home):
        (home / name).unlink()
    write(home, texts)


def repacked(path: Path, change: dict[str, bytes | None]) -> None:
    with zipfile.ZipFile(path) as pack:
        files: dict[str, bytes | None] = {name: pack.read(name) for name in pack.namelist()}
    with zipfile.ZipFile(path, "w") as pack:
        for name, content in (files | change).items():
            if content is not None:
                pack.writestr(name, content)


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path / "home")
    made.live(range(1, 6))
    write(made.home, THEN)
    return made


def test_pages_come_back_with_the_store_and_present_ones_are_set_aside(house: House) -> None:  # O1, T1
    (house.home / "personas/aoi/.half.tmp").write_text("a write that is not finished")
    taken = house.backups.create(NOW, "hand")
    assert house.backups.verify(taken.name) == []
    (house.home / "personas/aoi/.half.tmp").unlink()
    house.live(range(6, 9))
    replace_pages(house.home, NOW_THERE)
    aside = house.backups.restore(taken.name, NOW)
    assert (pages(house.home), house.ids()) == (THEN, ids(range(1, 6)))
    assert (pages(aside), House(aside).ids()) == (NOW_THERE, ids(range(1, 9)))
    assert not (house.home / "restoring").exists()


def test_a_home_without_pages_comes_back_without_pages(tmp_path: Path) -> None:  # O1
    house = House(tmp_path / "home")
    house.live(range(1, 3))
    taken = house.backups.create(NOW, "hand")
    write(house.home, NOW_THERE)
    aside = house.backups.restore(taken.name, NOW)
    assert (pages(house.home), pages(aside)) == ({}, NOW_THERE)


def test_a_backup_from_before_there_were_pages_leaves_the_present_ones(house: House) -> None:  # O1, N4
    taken = house.backups.create(NOW, "hand")
    with zipfile.ZipFile(taken.path) as pack:
        manifest = json.loads(pack.read("manifest.json"))
    del manifest["pages"]
    repacked(taken.path, {"manifest.json": json.dumps(manifest).encode(), **dict.fromkeys(THEN)})
    house.live(range(6, 9))
    replace_pages(house.home, NOW_THERE)
    aside = house.backups.restore(taken.name, NOW)
    assert (pages(house.home), house.ids(), pages(aside)) == (NOW_THERE, ids(range(1, 6)), {})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"personas/aoi/core_memory.md": b"forged"}, "its hash differs"),
        ({"personas/aoi/core_memory.md": None}, "its pages are not those that were backed up"),
        ({"personas/more.md": b"more"}, "its pages are not those that were backed up"),
    ],
)
def test_changed_pages_are_noticed_before_anything_changes(
    house: House, change: dict[str, bytes | None], problem: str
) -> None:  # O1
    taken = house.backups.create(NOW, "hand")
    repacked(taken.path, change)
    assert [found for found in house.backups.verify(taken.name) if problem in found.en]
    replace_pages(house.home, NOW_THERE)
    with pytest.raises(StoreDamaged):
        house.backups.restore(taken.name, NOW)
    assert pages(house.home) == NOW_THERE


def test_a_page_cannot_lead_out_of_the_home(house: House) -> None:  # O1, T4
    taken = house.backups.create(NOW, "hand")
    with zipfile.ZipFile(taken.path) as pack:
        manifest = json.loads(pack.read("manifest.json"))
    manifest["pages"]["personas/../../escaped.md"] = manifest["pages"]["personas/aoi/core_memory.md"]
    forged = {"manifest.json": json.dumps(manifest).encode(), "personas/../../escaped.md": "手書きの芯\n".encode()}
    repacked(taken.path, forged)
    assert ["would lie outside the home" in found.en for found in house.backups.verify(taken.name)] == [True]
    assert not list(house.home.parent.rglob("escaped.md"))


def test_a_backup_from_before_it_held_profiles_and_skills_leaves_those_that_are_there(house: House) -> None:
    # O1, N4
    taken = house.backups.create(NOW, "hand")
    with zipfile.ZipFile(taken.path) as pack:
        manifest = json.loads(pack.read("manifest.json"))
    del manifest["folders"]
    younger = [name for name in manifest["pages"] if not name.startswith("personas/")]
    manifest["pages"] = {name: value for name, value in manifest["pages"].items() if name not in younger}
    repacked(taken.path, {"manifest.json": json.dumps(manifest).encode()} | dict.fromkeys(younger))
    replace_pages(house.home, NOW_THERE)
    house.backups.restore(taken.name, NOW)
    expected = {name: text for name, text in THEN.items() if name.startswith("personas/")}
    assert pages(house.home) == expected | {"skills/cooking.md": "a soft egg\n"}


KILLED = """
import os, signal, sys
from datetime import datetime
from pathlib import Path
from omoide.adapters.sql import restoring
from omoide.adapters.sql.backups import SqlBackups

calls = 0
def deadly(real):
    def call(*arguments, **more):
        global calls
        calls += 1
        if calls == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **more)
    return call

for module, name in (
    (restoring.os, "rename"), (restoring.os, "replace"), (restoring.copies, "copy_into"),
    (restoring.copies, "drop_index"), (restoring, "migrate"), (restoring, "_clear"), (restoring.shutil, "rmtree"),
):
    setattr(module, name, deadly(getattr(module, name)))
home = Path(sys.argv[1])
SqlBackups(home, home / "omoide.db", home / "backups").restore(sys.argv[2], datetime.fromisoformat(sys.argv[4]))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_killed_at_any_step_a_home_is_the_old_one_or_becomes_the_new_one(house: House) -> None:  # O1, X8
    taken = house.backups.create(NOW, "hand")
    old, new = (ids(range(1, 9)), NOW_THERE), (ids(range(1, 6)), THEN)
    outcomes = []
    for step in range(1, 30):
        house.backups.restore(taken.name, NOW)
        house.live(range(6, 9))
        replace_pages(house.home, NOW_THERE)
        arguments = [str(house.home), taken.name, str(step), NOW.isoformat()]
        ended = subprocess.run([sys.executable, "-c", KILLED, *arguments], check=False).returncode
        found = (house.ids(), pages(house.home))
        marked = (house.home / "restoring" / "plan.json").exists()
        assert marked or found in (old, new), step  # never a mixture that nothing marks
        with open_mind(house.home):  # whoever opens the home first finishes what was decided
            pass
        after = (house.ids(), pages(house.home))
        assert after in ((new,) if marked else (old, new)), step
        assert not (house.home / "restoring" / "plan.json").exists()
        outcomes.append((after == new, marked))
        if ended == 0:
            break
    assert (ended, len(outcomes) > 6) == (0, True)  # every step was killed once, and the last run was not
    assert {(False, False), (True, True), (True, False)} == set(outcomes)
    asides = [pages(folder) for folder in sorted((house.home / "set-aside").iterdir())]
    assert NOW_THERE in asides


def test_the_backup_before_an_upgrade_holds_the_pages(tmp_path: Path) -> None:  # N4, T1
    older = SqliteDatabase(tmp_path / "omoide.db")
    migrate(older, migrations=MIGRATIONS[:1])
    older.close()
    write(tmp_path, THEN)
    with open_mind(tmp_path) as mind:
        (taken,) = mind.backups.list()
    assert taken.reason == "upgrade"
    with zipfile.ZipFile(taken.path) as pack:
        assert {name for name in pack.namelist() if name.endswith(".md")} == set(THEN)
