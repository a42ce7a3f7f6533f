"""O1, X8: backups are taken while others write, looked over before they count, and restored without losing anything."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from omoide.adapters.crypt.sealing import AgeSeal, new_key
from omoide.adapters.files.locks import FileLocks
from omoide.adapters.sql import copies
from omoide.adapters.sql.backups import SqlBackups
from omoide.adapters.sql.migrations import MIGRATIONS
from omoide.domain.backup_rules import KeepRules
from omoide.domain.turn import Scope
from omoide.errors import Busy, NotFound, Refused, StoreDamaged
from omoide.ports import Problem
from tests.adapters.house import NOW, PAGE, SCOPE, House, ids, little_room

WRITER = """
import sys
from pathlib import Path
from omoide.adapters.sql.store import SqlStore
store = SqlStore(Path(sys.argv[1]))
for number in range(100_000):
    with store.transaction():
        store.state.set(f"left {number}", str(number))
        store.state.set(f"right {number}", str(number))
    if number == 20:
        print("writing", flush=True)
"""

OPEN = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0], flush=True)
sys.stdin.readline()
print(connection.execute("SELECT COUNT(*) FROM memories").fetchone()[0], flush=True)
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path / "home")
    made.live(range(1, 6))
    return made


def other_process(code: str, path: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    return process


def repacked(path: Path, **changed: bytes) -> None:
    """The zip again, with other contents in some of its files."""
    with zipfile.ZipFile(path) as pack:
        files = {name: pack.read(name) for name in pack.namelist()}
    with zipfile.ZipFile(path, "w") as pack:
        for name, content in files.items():
            pack.writestr(name, changed.get(name.replace(".", "_"), content))


# ---------------------------------------------------------------- taking


def test_a_backup_is_one_zip_with_its_manifest_and_the_settings(house: House) -> None:  # O1
    (house.home / "settings.toml").write_text('language = "ja"\n')
    (house.home / "settings.prod.toml").write_text("version = 1\n")
    taken = house.backups.create(NOW, "before/upgrade 2")
    assert taken.name == "omoide-20260201T030000-before-upgrade-2.zip"
    assert (taken.taken, taken.reason, taken.bytes) == (NOW, "before/upgrade 2", taken.path.stat().st_size)
    with zipfile.ZipFile(taken.path) as pack:
        assert sorted(pack.namelist()) == ["manifest.json", "omoide.db", "settings.prod.toml", "settings.toml"]
        manifest, size = json.loads(pack.read("manifest.json")), pack.getinfo("omoide.db").file_size
    assert manifest == {
        "taken": NOW.isoformat(), "reason": "before/upgrade 2", "bytes": size, "sha256": taken.sha256,
            "version": MIGRATIONS[-1].number, "pages": {}, "folders": ["personas", "people", "skills"],
            "rows": manifest["rows"],
    }  # fmt: skip
    assert {table: manifest["rows"][table] for table in ("memories", "turns", "texts", "vectors", "goals")} == {
        "memories": 5, "turns": 5, "texts": 5, "vectors": 5, "goals": 0,
    }  # fmt: skip
    assert house.backups.list() == [taken]
    assert house.backups.verify(taken.name) == []
    assert [path.name for path in (house.home / "backups").iterdir()] == [taken.name]


def test_names_are_unique_in_one_second_and_the_newest_comes_first(house: House) -> None:  # O1
    names = [house.backups.create(NOW, "hand").name for _ in range(3)]
    later = house.backups.create(NOW + timedelta(hours=1), "weekly").name
    assert names == [f"omoide-20260201T030000-hand{end}.zip" for end in ("", "-2", "-3")]
    assert house.backups.list()[0].name == later
    assert {backup.name for backup in house.backups.list()} == {*names, later}


def test_a_backup_taken_while_another_process_writes_is_whole(house: House) -> None:  # O1, X8
    writer = other_process(WRITER, house.database)
    try:
        taken = [house.backups.create(NOW, "busy") for _ in range(3)]
        assert writer.poll() is None
    finally:
        writer.kill()
        writer.communicate()
    assert [house.backups.verify(backup.name) for backup in taken] == [[], [], []]
    with house.backups.unpacked(taken[-1].name) as path, closing(sqlite3.connect(path)) as connection:
        left, right = (
            connection.execute("SELECT COUNT(*) FROM state WHERE key LIKE ?", (f"{side} %",)).fetchone()[0]
            for side in ("left", "right")
        )
        memories = connection.execute("SELECT COUNT(*) FROM memories").fetchone()[0]
    assert (left == right, left > 20, memories) == (True, True, 5)  # never half a transaction


def test_there_must_be_a_store(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        House(tmp_path).backups.create(NOW, "hand")
    assert not (tmp_path / "omoide.db").exists()


def test_of_a_damaged_store_no_backup_is_taken(house: House) -> None:  # O1
    house.live(range(6, 200))
    house.spoil(PAGE * (house.database.stat().st_size // PAGE // 2), b"\xa5" * PAGE * 4)
    with pytest.raises(StoreDamaged):
        house.backups.create(NOW, "hand")
    assert house.backups.list() == []
    assert list((house.home / "backups").iterdir()) == []


# ---------------------------------------------------------------- looking


def test_verify_finds_every_kind_of_damage(house: House) -> None:  # O1
    def damaged(kind: str) -> list[Problem]:
        taken = house.backups.create(NOW, kind)
        content = taken.path.read_bytes()
        with zipfile.ZipFile(taken.path) as pack:
            manifest, database = pack.read("manifest.json"), bytearray(pack.read("omoide.db"))
        if kind == "cut":
            taken.path.write_bytes(content[: len(content) // 2])
        elif kind == "flipped":
            middle = len(content) // 2
            taken.path.write_bytes(content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :])
        elif kind == "exchanged":
            repacked(taken.path, omoide_db=bytes(database) + bytes(PAGE))
        elif kind == "manifest":
            repacked(taken.path, manifest_json=b"{")
        elif kind == "inside":  # a database that was damaged when it was packed: hash and zip are in order
            database[PAGE * 3 : PAGE * 4] = b"\xa5" * PAGE
            told = json.loads(manifest) | {"sha256": hashlib.sha256(database).hexdigest()}
            repacked(taken.path, omoide_db=bytes(database), manifest_json=json.dumps(told).encode())
        return house.backups.verify(taken.name)

    told = {kind: damaged(kind)[0] for kind in ("cut", "flipped", "exchanged", "manifest", "inside")}
    assert "cannot be read" in told["cut"].en
    assert any(word in told["flipped"].en for word in ("damaged", "cannot be read"))
    assert "hash differs" in told["exchanged"].en
    assert "cannot be read" in told["manifest"].en
    assert "the database in it is damaged" in told["inside"].en
    words = {"cut": "読めません", "exchanged": "ハッシュの不一致", "inside": "中のデータベースが壊れています"}
    assert {kind: word in told[kind].ja for kind, word in words.items()} == dict.fromkeys(words, True)
    # What cannot be read at all is told beside the list, and not passed over.
    unread = [(one.name, one.path, one.bytes) for one in house.backups.damaged()]
    cut, manifest = (f"omoide-20260201T030000-{kind}.zip" for kind in ("cut", "manifest"))
    folder = house.home / "backups"
    assert unread == [(name, folder / name, (folder / name).stat().st_size) for name in (cut, manifest)]
    assert {cut, manifest}.isdisjoint(one.name for one in house.backups.list())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no limits for files")
@pytest.mark.parametrize("sealed", [False, True])
def test_a_full_disk_is_no_fault_of_a_backup_or_of_the_store(house: House, sealed: bool) -> None:  # O1, O7
    backups = SqlBackups(house.home, house.database, house.home / "backups", AgeSeal(new_key()[0]) if sealed else None)
    taken = backups.create(NOW, "hand")
    before = house.database.read_bytes()
    for what in (lambda: backups.verify(taken.name), lambda: backups.restore(taken.name, NOW), backups.newest_sound):
        with little_room(20_000), pytest.raises(StoreDamaged, match=f"disk that holds {house.home}.* is full"):
            what()
    for what in (lambda: house.upkeep().repair(NOW), lambda: backups.create(NOW, "again")):
        with little_room(20_000), pytest.raises(StoreDamaged, match=f"disk that holds {house.home}.* is full"):
            what()
    with little_room(20_000):
        told = {one.what: (one.severity, one.en) for one in house.upkeep().check()}
    assert told["integrity"][0] == "ok"
    assert told["disk"][0] == "warning"
    assert "is full" in told["disk"][1]
    assert (house.database.read_bytes(), backups.verify(taken.name)) == (before, [])
    assert not (house.home / "set-aside").exists()


@pytest.mark.parametrize("name", ["omoide-nothing.zip", "../omoide.db", ""])
def test_an_unknown_name(house: House, name: str) -> None:
    with pytest.raises(NotFound):
        house.backups.verify(name)
    with pytest.raises(NotFound):
        house.backups.restore(name, NOW)


# ---------------------------------------------------------------- restoring


def test_restore_brings_everything_back_and_keeps_what_was_there(house: House) -> None:  # O1
    (house.home / "settings.toml").write_text("# then\n")
    (house.home / "settings.dev.toml").write_text("# then\n")
    taken = house.backups.create(NOW, "hand")
    house.live(range(6, 9))
    (house.home / "settings.toml").write_text("# now\n")
    (house.home / "settings.dev.toml").unlink()
    (house.home / "index").mkdir()
    (house.home / "index" / "derived.bin").write_bytes(b"old")
    aside = house.backups.restore(taken.name, NOW)
    assert house.ids() == ids(range(1, 6))
    assert aside == house.home / "set-aside" / "20260201T030000"
    assert House(aside).ids() == ids(range(1, 9))
    assert not (house.home / "index").exists()
    assert (house.home / "settings.toml").read_text() == "# now\n"
    assert (house.home / "settings.dev.toml").read_text() == "# then\n"
    assert house.backups.restore(taken.name, NOW).name == "20260201T030000-2"
    own = [house.home / "settings.dev.toml", aside / "omoide.db"]
    house.database.unlink()
    house.backups.restore(taken.name, NOW)
    assert [path.stat().st_mode & 0o777 for path in (*own, house.database)] == [0o600] * 3


def test_numbers_are_not_given_out_twice_after_a_restore(house: House) -> None:  # E5
    taken = house.backups.create(NOW, "hand")
    house.live(range(6, 9))
    house.backups.restore(taken.name, NOW)
    house.live(range(9, 10))
    assert house.one("SELECT MAX(row) FROM memories") == 9
    assert house.one("SELECT MAX(revision) FROM vectors") == 6  # goes back: an index must see that it is another store


def test_others_who_have_it_open_go_on_with_the_restored_store(house: House) -> None:  # O1, X8
    taken = house.backups.create(NOW, "hand")
    house.live(range(6, 9))
    mine, other = house.store(), other_process(OPEN, house.database)
    house.backups.restore(taken.name, NOW)
    assert other.communicate("\n")[0] == "5\n"
    mine.state.set("after", "restored")
    mine.close()
    assert house.one("SELECT value FROM state WHERE key = 'after'") == "restored"
    assert copies.faults_in(house.database) == []


def test_a_damaged_backup_is_refused_before_anything_changes(house: House) -> None:  # O1
    taken = house.backups.create(NOW, "hand")
    house.live(range(6, 9))
    taken.path.write_bytes(taken.path.read_bytes()[:-100])
    before = house.database.read_bytes()
    with pytest.raises(StoreDamaged):
        house.backups.restore(taken.name, NOW)
    assert house.database.read_bytes() == before
    assert not (house.home / "set-aside").exists()


def test_a_backup_of_a_newer_program_is_refused(house: House) -> None:  # N4
    house.change("INSERT INTO migrations VALUES (99, 'later', 0)")
    taken = house.backups.create(NOW, "hand")
    house_ = House(house.home)
    with closing(sqlite3.connect(house.database)) as connection, connection:
        connection.execute("DELETE FROM migrations WHERE number = 99")
    with pytest.raises(Refused):
        house_.backups.restore(taken.name, NOW)
    assert not (house.home / "set-aside").exists()


def test_a_lost_or_damaged_store_is_replaced(house: House) -> None:  # O1
    taken = house.backups.create(NOW, "hand")
    house.spoil(0, bytes(PAGE))
    damaged = house.database.read_bytes()
    aside = house.backups.restore(taken.name, NOW)
    assert (aside / "omoide.db").read_bytes() == damaged
    assert house.ids() == ids(range(1, 6))
    house.database.unlink()
    house.backups.restore(taken.name, NOW)
    assert house.ids() == ids(range(1, 6))


@pytest.mark.parametrize("offset", [0, PAGE])  # SQLite cannot open the one at all, and can still open the other
def test_the_writes_beside_a_damaged_store_do_not_leak_into_the_restored_one(house: House, offset: int) -> None:  # O1
    taken = house.backups.create(NOW, "hand")
    code = "import os,sys\nfrom pathlib import Path\nfrom omoide.adapters.sql.store import SqlStore\n"
    code += "SqlStore(Path(sys.argv[1])).state.set('late', '1')\nos._exit(0)\n"
    subprocess.run([sys.executable, "-c", code, str(house.database)], check=True)
    wal = house.database.with_name("omoide.db-wal")
    assert wal.stat().st_size > 0
    late = wal.read_bytes()
    house.spoil(offset, b"\xa5" * PAGE * 8)
    aside = house.backups.restore(taken.name, NOW)
    assert (aside / "omoide.db-wal").read_bytes() == late
    assert house.one("SELECT COUNT(*) FROM state") == 0
    assert copies.faults_in(house.database) == []


def test_a_damaged_store_that_somebody_has_open_is_not_replaced(house: House) -> None:  # O1, X8
    house.live(range(6, 100))
    taken = house.backups.create(NOW, "hand")
    other = other_process(OPEN, house.database)
    house.spoil(house.database.stat().st_size - PAGE * 4, b"\xa5" * PAGE * 4)
    damaged = house.database.read_bytes()
    with pytest.raises(Busy):
        house.backups.restore(taken.name, NOW)
    assert house.database.read_bytes() == damaged
    assert list((house.home / "set-aside").iterdir()) == []
    other.communicate("\n")
    house.backups.restore(taken.name, NOW)
    assert len(house.ids()) == 99


def test_two_never_restore_at_once(house: House) -> None:  # F7
    taken = house.backups.create(NOW, "hand")
    with FileLocks(house.home / "locks").hold("store"), pytest.raises(Busy):
        house.backups.restore(taken.name, NOW)


@pytest.mark.parametrize("scope", [SCOPE, Scope("葵", "健")])
def test_nothing_is_restored_while_a_night_is_lived(house: House, scope: Scope) -> None:  # O1, F7
    taken = house.backups.create(NOW, "hand")
    house.live(range(6, 9))
    with FileLocks(house.home / "locks").hold(scope.key("night")), pytest.raises(Busy, match="a night is being lived"):
        house.backups.restore(taken.name, NOW)
    assert (house.ids(), (house.home / "set-aside").exists()) == (ids(range(1, 9)), False)
    house.backups.restore(taken.name, NOW)
    assert house.ids() == ids(range(1, 6))


def test_a_writer_who_does_not_end_makes_restore_give_up(house: House) -> None:  # X8
    taken = house.backups.create(NOW, "hand")
    store = house.store()
    with (
        house.backups.unpacked(taken.name) as path,
        store.transaction(),
        closing(sqlite3.connect(path)) as source,
        closing(copies.open_plain(house.database, 0.0)) as target,
        pytest.raises(Busy),
    ):
        copies.copy_into(source, target, wait=0.0)
    store.close()
    assert house.ids() == ids(range(1, 6))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("moment", ["copy_into", "swap", "drop_index"])
@pytest.mark.parametrize("damaged", [False, True])
def test_killed_at_any_step_the_old_or_the_new_store_is_there(house: House, moment: str, damaged: bool) -> None:  # O1
    taken = house.backups.create(NOW, "hand")
    house.live(range(6, 9))
    if damaged:
        house.spoil(0, bytes(100))
    before = house.database.read_bytes()
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom datetime import datetime\n"
        "from omoide.adapters.sql import copies\nfrom omoide.adapters.sql.backups import SqlBackups\n"
        "real, calls = getattr(copies, sys.argv[2]), []\n"
        "def deadly(*a, **k):\n    os.kill(os.getpid(), signal.SIGKILL)\n"
        "setattr(copies, sys.argv[2], deadly)\n"
        "home = Path(sys.argv[1])\n"
        "SqlBackups(home, home / 'omoide.db', home / 'backups').restore(sys.argv[3],"
        " datetime.fromisoformat(sys.argv[4]))\n"
    )
    arguments = [str(house.home), moment, taken.name, NOW.isoformat()]
    ended = subprocess.run([sys.executable, "-c", code, *arguments], check=False).returncode
    reached = moment != ("copy_into" if damaged else "swap")
    assert ended == (-signal.SIGKILL if reached else 0)
    if reached and moment != "drop_index":
        assert house.database.read_bytes() == before
    house.backups.restore(taken.name, NOW)  # and doing it again mends it
    assert house.ids() == ids(range(1, 6))


# ---------------------------------------------------------------- letting go


LATER = NOW + timedelta(days=4)


def test_prune_keeps_the_newest(house: House) -> None:  # O1
    names = [house.backups.create(NOW + timedelta(days=day), "weekly").name for day in range(4)]
    assert house.backups.prune(KeepRules(2), LATER) == [names[1], names[0]]
    assert [backup.name for backup in house.backups.list()] == [names[3], names[2]]
    assert house.backups.prune(KeepRules(0), LATER) == [names[2]]  # never the last
    assert house.backups.prune(KeepRules(0), LATER) == []


def test_prune_never_lets_the_last_sound_one_go(house: House) -> None:  # O1
    names = [house.backups.create(NOW + timedelta(days=day), "weekly").name for day in range(3)]
    repacked(house.home / "backups" / names[2], omoide_db=b"not a database")
    assert house.backups.prune(KeepRules(1), LATER) == [names[0]]
    assert [backup.name for backup in house.backups.list()] == [names[2], names[1]]


def test_what_a_wrong_clock_dated_is_nobodys_newest_and_evicts_nothing(house: House) -> None:  # O6
    names = [house.backups.create(NOW + timedelta(days=day), "weekly").name for day in range(3)]
    ahead = [house.backups.create(NOW + timedelta(days=3650 + day), "weekly").name for day in range(3)]
    assert house.backups.newest(LATER) == NOW + timedelta(days=2)
    assert house.backups.prune(KeepRules(2), LATER) == [names[0]]
    repacked(house.home / "backups" / names[2], omoide_db=b"not a database")
    assert house.backups.prune(KeepRules(1), LATER) == []  # the last sound one of those that can be told the age of
    assert [backup.name for backup in house.backups.list()] == [*reversed(ahead), names[2], names[1]]
