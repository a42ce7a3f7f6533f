"""O1, O5: what check notices, and what repair saves from really damaged files."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from omoide.adapters.files.locks import FileLocks
from omoide.adapters.sql import copies
from omoide.adapters.sql.findings import StoreLimits
from omoide.adapters.sql.lending import schema_pages
from omoide.adapters.sql.salvage import Reading, readable_rows
from omoide.errors import Busy, MissingExtra, Refused, StoreDamaged
from omoide.ports import Filter, Finding
from tests.adapters.house import NOW, PAGE, SCOPE, House, ids


@dataclass(frozen=True)
class Clock:
    moment: datetime

    def now(self) -> datetime:
        return self.moment


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path / "home")
    made.live(range(1, 6))
    return made


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> House:
    made = House(tmp_path_factory.mktemp("full") / "home")
    made.live(range(1, 301))
    return made


@pytest.fixture
def full(lived_in: House, tmp_path: Path) -> House:
    """Three hundred memories: lived through once, and copied for each test that spoils them."""
    return House(Path(shutil.copytree(lived_in.home, tmp_path / "home")))


def checked(house: House, now: datetime = NOW, **limits: int) -> list[tuple[str, str]]:
    return spoken(house.upkeep(limits=StoreLimits(**limits), clock=Clock(now)).check())


def spoken(findings: object) -> list[tuple[str, str]]:
    listed = list(findings)  # type: ignore[call-overload]
    assert all(isinstance(one, Finding) and one.en != one.ja and "\n" not in one.en + one.ja for one in listed)
    return [(one.severity, one.what) for one in listed]


def pages_of(house: House, name: str) -> list[int]:
    """Where a table or index keeps its rows in the file. Follows the tree from its root by the file format."""
    with closing(sqlite3.connect(house.database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
    content = house.database.read_bytes()
    leaves, to_see = [], [root]
    while to_see:
        number = to_see.pop(0)
        page = content[(number - 1) * PAGE : number * PAGE]
        if page[0] in (10, 13):
            leaves.append(number)
            continue
        cells = int.from_bytes(page[3:5], "big")
        starts = [int.from_bytes(page[12 + 2 * cell : 14 + 2 * cell], "big") for cell in range(cells)]
        to_see += [int.from_bytes(page[start : start + 4], "big") for start in starts]
        to_see.append(int.from_bytes(page[8:12], "big"))
    return leaves


def spoil_pages(house: House, *numbers: int) -> None:
    for number in numbers:
        house.spoil((number - 1) * PAGE, b"\xa5" * PAGE)


def sound(house: House) -> bool:
    """Nothing but advice is left to say, and every memory can be read and found."""
    assert copies.faults_in(house.database) == []
    store = house.store()
    total = store.memories.counts(SCOPE).total
    read = len(store.memories.strengths(SCOPE))
    found = len(store.words.search(SCOPE, "温泉", 1_000)[0])
    store.close()
    assert (read, found) == (total, total)
    return checked(house, backup_days=0) == [("ok", "integrity"), ("ok", "counts")]


# ---------------------------------------------------------------- check


def test_the_size_is_told_while_the_last_one_closes_the_store(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # O5: what was not folded in yet goes with that, perhaps just after it was seen
    alone = house.upkeep().size()
    assert [path.name for path in house.database.parent.glob("omoide.db-*")] == []
    monkeypatch.setattr(Path, "exists", lambda self: True)
    assert house.upkeep().size() == alone == house.database.stat().st_size


def test_a_sound_store(house: House) -> None:
    house.backups.create(NOW, "weekly")
    assert checked(house) == [("ok", "integrity"), ("ok", "counts")]
    counted = house.upkeep(limits=StoreLimits(backup_days=0)).check()[1]
    assert (counted.en, counted.ja) == ("5 memories, 5 turns.", "記憶 5 件、会話 5 件。")


def test_no_store_yet(tmp_path: Path) -> None:
    upkeep = House(tmp_path).upkeep()
    assert spoken(upkeep.check()) == spoken(upkeep.repair(NOW)) == [("ok", "store")]
    assert (upkeep.size(), upkeep.vacuum()) == (0, (0, 0))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("DELETE FROM texts WHERE row = 2", ("error", "texts")),
        ("DELETE FROM word_lists WHERE row = 2", ("warning", "words")),
        ("UPDATE vectors SET vector = x'0000' WHERE row = 2", ("warning", "vectors")),
        ("INSERT INTO relations VALUES (1, 99, 'continues', 1.0)", ("error", "links")),
        ("UPDATE turns SET state = 'failed' WHERE key = 'turn-2'", ("warning", "turns")),
        ("UPDATE memories SET protection_pending = 1 WHERE row = 2", ("warning", "protection")),
    ],
)
def test_what_is_not_in_order_is_counted(house: House, statement: str, expected: tuple[str, str]) -> None:  # O1
    house.change(statement)
    findings = house.upkeep(limits=StoreLimits(backup_days=0)).check()
    assert spoken(findings) == [expected, ("ok", "counts")]
    assert findings[0].en.startswith("1 ")
    assert findings[0].ja.startswith("1 ")


def test_memories_without_a_vector_of_the_present_embedder_are_counted(house: House) -> None:  # O1, X5
    house.change(
        "UPDATE vectors SET embedder = 'another' WHERE row IN (1, 2, 3)",
        "UPDATE memories SET retired_at = 1 WHERE row = 3",  # history needs none
        "UPDATE memories SET person = 'Ken S.' WHERE row = 2",
    )
    check = house.upkeep(limits=StoreLimits(backup_days=0), embedder=lambda: "builtin").check()
    assert spoken(check) == [("ok", "integrity"), ("warning", "vectors"), ("ok", "counts")]
    found = "and can be found by another embedder or by words only"
    assert check[1].en == f"2 memories have no vector of builtin {found}: run `omoide reindex`."
    assert check[1].ja.startswith("2 件の記憶に builtin のベクトルがありません")
    house.change("UPDATE vectors SET embedder = 'builtin'")
    assert len(house.upkeep(limits=StoreLimits(backup_days=0), embedder=lambda: "builtin").check()) == 2


def test_an_embedder_that_cannot_be_had_is_told_and_hides_nothing(house: House) -> None:  # O1
    def missing() -> str:
        raise MissingExtra("onnxruntime", "onnx")

    check = house.upkeep(limits=StoreLimits(backup_days=0), embedder=missing).check()
    assert spoken(check) == [("ok", "integrity"), ("warning", "embedder"), ("ok", "counts")]


def test_the_limits_are_those_of_the_design() -> None:  # O5
    limits = StoreLimits()
    assert (limits.large_bytes, limits.auto_delete_advised) == (1_000_000_000, 36_500)
    assert (limits.auto_delete_urged, limits.backups_urged) == (110_000, 150_000)


@pytest.mark.parametrize(
    ("limits", "word"),
    [((6, 7, 8), None), ((5, 6, 7), "consider"), ((4, 5, 6), "regularly."), ((3, 4, 5), "back up regularly")],
)
def test_growth_is_warned_about_with_the_figures(house: House, limits: tuple[int, ...], word: str | None) -> None:  # O5
    advised, urged, backups = limits
    findings = house.upkeep(
        limits=StoreLimits(auto_delete_advised=advised, auto_delete_urged=urged, backups_urged=backups, backup_days=0)
    ).check()
    warned = [finding.en for finding in findings if finding.what == "growth"]
    assert len(warned) == (word is not None)
    assert all("5 memories" in en and word in en for en in warned if word)


def test_a_large_store_is_warned_about(house: House) -> None:  # O5
    size = house.upkeep().size()
    assert checked(house, large_bytes=size, backup_days=0) == [("ok", "integrity"), ("ok", "counts")]
    assert ("warning", "size") in checked(house, large_bytes=size - 1, backup_days=0)


def test_old_backups_are_warned_about(house: House) -> None:  # O1
    assert ("warning", "backup") in checked(house)
    house.backups.create(NOW, "weekly")
    assert ("warning", "backup") not in checked(house, NOW + timedelta(days=7))
    assert ("warning", "backup") in checked(house, NOW + timedelta(days=7, seconds=1))
    assert ("warning", "backup") not in checked(house, NOW + timedelta(days=700), backup_days=0)


def test_damage_is_an_error_and_looking_changes_nothing(full: House) -> None:  # O1
    spoil_pages(full, pages_of(full, "texts")[3])
    before = full.database.read_bytes()
    assert checked(full)[0] == ("error", "integrity")
    assert full.database.read_bytes() == before


# ---------------------------------------------------------------- repair of what is derived


def test_repair_of_an_undamaged_store_mends_what_is_derived(house: House) -> None:  # O1
    house.change(
        "DELETE FROM texts WHERE row = 2",
        "DELETE FROM memories WHERE row = 3",
        "UPDATE vectors SET vector = x'0000' WHERE row = 4",
        "INSERT INTO relations VALUES (1, 99, 'continues', 1.0)",
        "DELETE FROM word_lists WHERE row = 5",
    )
    findings = house.upkeep().repair(NOW)
    assert spoken(findings) == [("warning", "mended")] * 4 + [("ok", "words")]
    assert house.ids() == [*ids(range(1, 2)), *ids(range(4, 6))]
    assert sound(house)
    # the turns of the two memories that were lost wait to be encoded again; nothing was set aside
    assert house.one("SELECT GROUP_CONCAT(key) FROM turns WHERE state = 'waiting'") == "turn-2,turn-3"
    assert not (house.home / "set-aside").exists()
    assert spoken(house.upkeep().repair(NOW)) == [("ok", "words")]


def test_repair_never_brings_back_what_was_deleted_on_purpose(house: House) -> None:  # F6
    store = house.store()
    store.memories.delete([2])
    store.close()
    house.upkeep().repair(NOW)
    assert house.one("SELECT COUNT(*) FROM turns WHERE state = 'waiting'") == 0
    assert len(house.ids()) == 4


# ---------------------------------------------------------------- repair of damage


@pytest.mark.parametrize("table", ["memories", "texts", "turns", "vectors", "sources"])
def test_what_a_damaged_page_held_comes_from_the_backup_and_the_rest_is_kept(full: House, table: str) -> None:  # O1
    full.backups.create(NOW, "weekly")
    full.live(range(301, 351))  # newer than the backup
    store = full.store()
    store.memories.delete([7])  # deleted since
    store.close()
    spoil_pages(full, pages_of(full, table)[0])
    damaged = full.database.read_bytes()
    findings = full.upkeep().repair(NOW)
    assert ("warning", "salvaged") in spoken(findings)
    assert ("ok", "backup") in spoken(findings)
    assert ("warning", "mended") not in spoken(findings)  # the backup brings nothing that would have to go again
    assert (full.home / "set-aside" / "20260201T030000" / "omoide.db").read_bytes() == damaged
    expected = ids(range(1, 351))
    expected.remove("mem_20260131_007")
    assert full.ids() == expected
    assert sound(full)
    assert full.one("SELECT COUNT(*) FROM turns") == 350
    assert full.one("SELECT COUNT(*) FROM sources") == 349
    assert full.one("SELECT COUNT(*) FROM vectors") == 349


def test_without_a_backup_all_that_can_be_read_is_saved(full: House) -> None:  # O1
    leaves = pages_of(full, "texts")
    spoil_pages(full, leaves[2], leaves[5])
    findings = full.upkeep().repair(NOW)
    assert [pair for pair in spoken(findings) if pair[0] == "error"] == [("error", "backup")]
    kept, waiting = len(full.ids()), full.one("SELECT COUNT(*) FROM turns WHERE state = 'waiting'")
    assert kept > 280
    assert kept + waiting == 300  # the memories whose text is gone will be made anew from their turns
    assert sound(full)


def test_the_last_page_of_a_table_may_be_the_broken_one(full: House) -> None:  # O1
    leaves = pages_of(full, "turns")
    spoil_pages(full, leaves[0], leaves[2], leaves[-1])
    full.upkeep().repair(NOW)
    assert 250 < full.one("SELECT COUNT(*) FROM turns") < 300
    assert full.ids() == ids(range(1, 301))
    assert sound(full)


def test_a_damaged_index_costs_nothing(full: House) -> None:  # O1
    spoil_pages(full, pages_of(full, "memories_by_time")[0], pages_of(full, "turns_by_key")[1])
    assert ("ok", "salvaged") in spoken(full.upkeep().repair(NOW))
    assert full.ids() == ids(range(1, 301))
    assert full.one("SELECT COUNT(*) FROM turns") == 300
    assert sound(full)


@pytest.mark.parametrize("vacuumed", [False, True])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_lost_list_of_tables_costs_nothing(full: House, place: int, vacuumed: bool) -> None:  # O1
    """A few pages say where every table begins; there is no backup, and every row is still there."""
    full.upkeep().vacuum() if vacuumed else full.change("PRAGMA wal_checkpoint(TRUNCATE)")
    page = schema_pages(full.database.read_bytes())[place]
    full.spoil((page - 1) * PAGE, b"\xa5" * PAGE)
    assert ("error", "integrity") in checked(full)
    assert "nothing was lost" in full.upkeep().repair(NOW)[1].en
    assert full.ids() == ids(range(1, 301))
    assert full.one("SELECT COUNT(*) FROM turns") == full.one("SELECT COUNT(*) FROM vectors") == 300


def test_a_text_that_spells_nothing_is_damage_and_is_made_anew(house: House) -> None:  # O1
    """SQLite itself finds nothing wrong with such a file, and no list of memories could be shown."""
    house.change("UPDATE texts SET content = CAST(x'ff41ff' AS TEXT) WHERE row = 2")
    store = house.store()
    with closing(store), pytest.raises(StoreDamaged, match="omoide repair"):
        store.memories.select(SCOPE, Filter())
    assert ("error", "integrity") in checked(house)
    house.upkeep().repair(NOW)
    assert house.ids() == [*ids(range(1, 2)), *ids(range(3, 6))]
    assert house.one("SELECT key FROM turns WHERE state = 'waiting'") == "turn-2"


def test_damage_in_the_names_of_tables_is_told_and_mended(full: House) -> None:  # O1
    """SQLite quotes what it cannot parse, and what it quotes is no text."""
    content = full.database.read_bytes()
    full.spoil(content.index(b"CREATE TABLE memories"), b"CREATE \xff\xfe\xd2\xef")
    with pytest.raises(StoreDamaged, match="omoide repair"):
        full.store()
    assert ("error", "integrity") in checked(full)
    full.upkeep().repair(NOW)
    assert full.ids() == ids(range(1, 301))


def test_a_zeroed_header_costs_nothing(full: House) -> None:  # O1
    full.spoil(0, bytes(100))
    assert checked(full)[0] == ("error", "integrity")
    assert ("ok", "salvaged") in spoken(full.upkeep().repair(NOW))
    assert full.ids() == ids(range(1, 301))
    assert sound(full)


def test_a_truncated_file(full: House) -> None:  # O1
    full.backups.create(NOW, "weekly")
    full.live(range(301, 351))
    with full.database.open("r+b") as file:
        file.truncate(full.database.stat().st_size * 2 // 3 + 123)
    full.upkeep().repair(NOW)
    assert set(full.ids()) >= set(ids(range(1, 301)))
    assert sound(full)


@pytest.mark.parametrize("content", [b"", bytes(PAGE * 4), b"this was never a database " * 1_000])
@pytest.mark.parametrize("with_backup", [True, False])
def test_when_nothing_can_be_read_the_backup_stands_in(house: House, content: bytes, with_backup: bool) -> None:  # O1
    if with_backup:
        house.backups.create(NOW, "weekly")
    house.database.write_bytes(content)
    findings = spoken(house.upkeep().repair(NOW))
    if content:  # an empty file is a new store to SQLite
        assert (("ok" if with_backup else "error"), "backup") in findings
        assert house.ids() == (ids(range(1, 6)) if with_backup else [])
        assert (house.home / "set-aside" / "20260201T030000" / "omoide.db").read_bytes() == content
    assert sound(house)


def test_a_damaged_backup_is_passed_over_for_the_next(full: House) -> None:  # O1
    full.backups.create(NOW, "older")
    newer = full.backups.create(NOW + timedelta(days=1), "newer")
    newer.path.write_bytes(newer.path.read_bytes()[:-50])
    full.spoil(0, bytes(full.database.stat().st_size))
    findings = full.upkeep().repair(NOW)
    assert any("older" in finding.en for finding in findings)
    assert full.ids() == ids(range(1, 301))


def test_a_table_that_has_lost_its_root_is_not_asked_for_every_row(full: House) -> None:  # O1
    """None of them can be found without it: in a large file it would take hours to learn that row by row."""
    root = full.one("SELECT rootpage FROM sqlite_master WHERE name = 'memories'")
    full.spoil((root - 1) * PAGE, bytes(PAGE))
    asked: list[str] = []
    with closing(copies.open_plain(full.database)) as connection:
        connection.set_trace_callback(asked.append)
        reading = Reading()
        assert list(readable_rows(connection, "memories", ["id"], reading)) == []
    assert not reading.whole
    assert len(asked) < 10


def test_garbage_that_looks_like_rows_is_not_believed(full: House) -> None:  # O1
    """A page of another table in the wrong place can be read, but its values do not fit."""
    turns, memories, nights = (pages_of(full, table)[-1] for table in ("turns", "memories", "nights"))
    content = full.database.read_bytes()
    for page in (memories, nights):
        full.spoil((page - 1) * PAGE, content[(turns - 1) * PAGE : turns * PAGE])
    full.upkeep().repair(NOW)
    assert 200 < len(full.ids()) < 300
    assert set(full.ids()) <= set(ids(range(1, 301)))
    assert full.one("SELECT COUNT(*) FROM nights") == 0
    assert sound(full)


def test_numbers_and_scopes_go_on_where_they_were(full: House) -> None:  # E5
    full.change("INSERT INTO nights VALUES ('aoi', 'ken', 739648, 1, 1)", "DELETE FROM scopes", "DELETE FROM counters")
    full.spoil(0, bytes(100))
    full.upkeep().repair(NOW)
    store = full.store()
    assert store.runs.last_night(SCOPE) == 739648
    assert store.memories.new_id(NOW.date() - timedelta(days=1)) == "mem_20260131_301"
    store.close()
    full.live(range(400, 401))
    assert full.one("SELECT MAX(row) FROM memories") == 301


def test_derived_indexes_are_dropped(full: House) -> None:
    (full.home / "index").mkdir()
    full.spoil(0, bytes(100))
    full.upkeep().repair(NOW)
    assert not (full.home / "index").exists()
    assert not [path for path in full.home.iterdir() if path.name.startswith(".")]


def test_a_damaged_store_of_a_newer_program_is_left_alone(full: House) -> None:  # N4
    full.change("INSERT INTO migrations VALUES (99, 'later', 0)")
    spoil_pages(full, pages_of(full, "texts")[3])
    damaged = full.database.read_bytes()
    with pytest.raises(Refused):
        full.upkeep().repair(NOW)
    assert full.database.read_bytes() == damaged


def test_repair_waits_for_nobody(full: House) -> None:  # F7, X8
    with FileLocks(full.home / "locks").hold("store"), pytest.raises(Busy):
        full.upkeep().repair(NOW)
    leaf = pages_of(full, "texts")[3]
    store = full.store()
    store.state.get("open")
    spoil_pages(full, leaf)
    with pytest.raises(Busy):
        full.upkeep().repair(NOW)
    store.close()
    full.upkeep().repair(NOW)
    assert sound(full)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_killed_before_the_swap_nothing_has_changed_and_the_next_repair_goes_through(full: House) -> None:  # O1
    spoil_pages(full, pages_of(full, "texts")[3])
    damaged = full.database.read_bytes()
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom datetime import datetime\n"
        "from omoide.adapters.sql import copies\nfrom omoide.adapters.sql.backups import SqlBackups\n"
        "from omoide.adapters.sql.upkeep import SqlUpkeep\n"
        "copies.swap = lambda *a: os.kill(os.getpid(), signal.SIGKILL)\n"
        "home = Path(sys.argv[1])\nbackups = SqlBackups(home, home / 'omoide.db', home / 'backups')\n"
        "SqlUpkeep(home, home / 'omoide.db', backups).repair(datetime.fromisoformat(sys.argv[2]))\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(full.home), NOW.isoformat()], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert full.database.read_bytes() == damaged
    [left] = full.home.glob(".*")
    os.utime(left, (0, 0))  # a day later
    full.upkeep().repair(NOW)
    assert sound(full)
    assert not left.exists()  # a copy of what people said must not lie about


# ---------------------------------------------------------------- vacuum


def test_vacuum_gives_room_back(full: House) -> None:  # O1
    store = full.store()
    store.memories.delete(list(range(1, 280)))
    size = full.upkeep().size()
    store.close()
    before, after = full.upkeep().vacuum()
    assert size >= before > after == full.upkeep().size() == full.database.stat().st_size
    assert full.ids() == ids(range(280, 301))
    assert sound(full)
