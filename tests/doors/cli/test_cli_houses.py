"""Two homes on one bucket (X10): what one has put away is the other's to read at most, whatever is restored, repaired,
pruned or erased there."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from omoide import open_mind
from omoide.adapters.s3.address import read_address
from omoide.adapters.s3.blobs import S3Blobs
from omoide.domain.owning import house_in
from tests.mind.world import Clock
from tests.servers.fixtures import ServerAt

from .shell import Answer, Shell


class Bucket:
    """One place in a real object store, and the homes that use it."""

    def __init__(self, url: str, folder: Path) -> None:
        self.blobs, self.folder = S3Blobs(read_address(url)), folder

    def home(self, name: str) -> Home:
        return Home(self, self.folder / name)

    def objects(self) -> dict[str, bytes | None]:
        return {name: self.blobs.get(name) for name in self.blobs.names()}

    def parquet(self) -> set[str]:
        return {name for name in self.blobs.names() if name.endswith(".parquet")}


class Home(Shell):
    def __init__(self, bucket: Bucket, home: Path) -> None:
        super().__init__(home)
        self.bucket = bucket

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Answer:
        return super().__call__(*arguments, "--home", str(self.home), stdin=stdin)

    def talk(self, *matters: str, days_ago: int = 10) -> None:
        """Talks that are put away, each in a file of its own, with their full log."""
        clock = Clock(datetime.now().astimezone() - timedelta(days=days_ago))
        with open_mind(self.home, clock=clock) as mind:
            for matter in matters:
                mind.perceive(f"Let us talk about the {matter}.", f"The {matter}!", session=matter)
                mind.end_session(matter)
                clock.forward(days=2)
                mind.move_sessions()

    def finds(self, word: str) -> tuple[int, int]:
        found = self.json("archive", "search", word)
        return len(found["sessions"]), len(found["turns"])

    def files(self) -> set[str]:
        return {one["name"] for one in self.json("archive", "list")["files"]}

    def told(self, command: str) -> list[tuple[str, str]]:
        """What `check` or `repair` say about the archive."""
        found = self(command, "--json").json["findings"]
        return [(one["severity"], one["text"]) for one in found if one["what"] == "archive"]


@pytest.fixture
def bucket(server_at: ServerAt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    address, _, keys = server_at("s3").partition("?")
    url = f"{address.rstrip('/')}/{tmp_path.name}?{keys}"
    for name, value in {
        "OMOIDE_STORAGE__URL": url, "OMOIDE_STORAGE__POLICY": "B", "OMOIDE_STORAGE__GRACE_DAYS": "0",
        "OMOIDE_LANG": "en",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    return Bucket(url, tmp_path)


def test_a_restore_elsewhere_touches_nothing(bucket: Bucket) -> None:
    # X10, O1: the drill that once removed what the running home had put away since its backup
    live, drill = bucket.home("live"), bucket.home("drill")
    live.talk("lighthouse", "violin")
    backup = live.json("backup", "create")["name"]
    live.talk("harbour", days_ago=4)
    before = bucket.objects()
    assert {house_in(name) for name in bucket.parquet()} == {house_in(next(iter(live.files())))}

    [told] = drill.json("backup", "restore", backup, "--yes")["archive"]
    assert ("of another house" in told, "omoide archive adopt" in told) == (True, True)
    assert bucket.objects() == before
    assert (drill.finds("violin"), drill.finds("harbour")) == ((1, 1), (0, 0))
    [(severity, text)] = drill.told("check")
    assert (severity, "4 files of the archive, of another house (house-" in text) == ("warning", True)

    drill("repair")
    drill.talk("piano", days_ago=4)  # it lives on, beside the other
    drill("repair")
    assert before.items() <= bucket.objects().items()
    assert drill.finds("piano") == (1, 1)
    assert drill.told("check")[0][0] == "warning"
    assert (live.told("check"), live.told("repair"), live.told("check")) == ([], [], [])
    assert [live.finds(matter) for matter in ("lighthouse", "violin", "harbour")] == [(1, 1)] * 3
    assert drill.finds("piano") == (1, 1)  # nor does the live one take away what is the other's


def test_backups_of_another_house_are_neither_counted_nor_pruned(
    bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X10, O1
    monkeypatch.setenv("OMOIDE_BACKUP__KEEP", "1")
    live, drill = bucket.home("live"), bucket.home("drill")
    live.talk("violin")
    names = [live.json("backup", "create", "--reason", f"{number}")["name"] for number in range(3)]
    drill.json("backup", "restore", names[0], "--yes")
    assert [one["mine"] for one in drill.json("backup", "list")["backups"]] == [False] * 3
    assert "before backups carried one: 3." in drill("backup", "list").err
    own = drill.json("backup", "create", "--due")["name"]  # those of the other do not count
    assert drill.json("backup", "prune")["removed"] == []
    assert {one["name"] for one in live.json("backup", "list")["backups"]} == {*names, own}
    assert sorted(live.json("backup", "prune")["removed"]) == names[:2]


def test_an_erasure_elsewhere_leaves_the_other_house_as_it_is(bucket: Bucket) -> None:
    # X10, O2
    live, drill = bucket.home("live"), bucket.home("drill")
    live.talk("violin")
    backup = live.json("backup", "create")["name"]
    drill.json("backup", "restore", backup, "--yes")
    before = bucket.objects()
    token = drill.json("erase", "person", "me")["token"]
    read = drill.files()
    proof = drill.json("erase", "person", "me", "--token", token, "--rewrite-backups")
    assert bucket.objects() == before
    assert {name for name in read if any(path.endswith(name) for path in proof["elsewhere"])} == read
    assert (proof["backups"], proof["rewritten"]) == ([backup], [])  # it says what is left, and where
    assert (live.finds("violin"), live.told("check")) == ((1, 1), [])


def test_restored_in_its_own_place_it_stays_the_same_house(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    # X10, O1: also when the store was damaged; what was written since the backup goes when its grace is over
    monkeypatch.setenv("OMOIDE_STORAGE__GRACE_DAYS", "7")
    live = bucket.home("live")
    live.talk("lighthouse")
    backup, house = live.json("backup", "create")["name"], (live.home / "house.json").read_text()
    known = bucket.parquet()
    live.talk("harbour", days_ago=4)
    (live.home / "omoide.db").write_bytes(b"damaged" * 1_000)
    later = len(bucket.parquet() - known)
    [told] = live.json("backup", "restore", backup, "--yes")["archive"]
    assert told == f"{later} files without a talk stay until they are 7 days old (storage.grace_days)."
    assert (live.home / "house.json").read_text() == house
    assert live.finds("lighthouse") == (1, 1)
    [(severity, text)] = live.told("check")
    assert (severity, "no talk is in" in text) == ("warning", True)
    monkeypatch.setenv("OMOIDE_STORAGE__GRACE_DAYS", "0")
    assert live.told("repair") == [("ok", f"removed {later} files without a talk.")]
    assert (bucket.parquet(), live.told("check"), live.finds("lighthouse")) == (known, [], (1, 1))


def test_a_house_that_is_gone_is_taken_over(bucket: Bucket) -> None:
    # X10, O2: else nobody could ever remove what it has put away
    live, heir = bucket.home("live"), bucket.home("heir")
    live.talk("lighthouse")
    backup = live.json("backup", "create")["name"]
    live.talk("harbour", days_ago=4)
    shutil.rmtree(live.home)
    heir.json("backup", "restore", backup, "--yes")
    assert "--yes" in heir("archive", "adopt").refused(2)
    assert set(heir.json("archive", "adopt", "--yes")["adopted"]) == heir.files()
    assert heir.told("repair")[-1][1].startswith("removed 2 files")
    assert (bucket.parquet(), heir.told("check"), heir.finds("lighthouse")) == (heir.files(), [], (1, 1))
    assert [one["mine"] for one in heir.json("backup", "list")["backups"]] == [True]
    assert "All files" in heir("archive", "adopt").out


def test_repair_brings_back_what_the_ledger_knows_and_names_the_rest(bucket: Bucket) -> None:
    # O1, S1: a loss that nothing mends is named by `check` for as long as it is one
    live = bucket.home("live")
    live.talk("lighthouse", "violin")
    kept = {name: bucket.blobs.get(name) or b"" for name in bucket.parquet()}
    for name in kept:
        bucket.blobs.remove(name)
    with closing(sqlite3.connect(live.home / "omoide.db")) as store, store:
        store.execute("DELETE FROM turns WHERE said LIKE '%violin%'")
    assert live("check").code == 6
    repaired = live("repair", "--json")
    assert (repaired.code, "1 talk is lost" in repaired.out) == (6, True)
    assert (live.finds("lighthouse"), live.finds("violin")) == ((1, 1), (0, 0))  # at once
    for _ in range(2):
        assert [(severity, "1 talks are lost" in text) for severity, text in live.told("check")] == [("error", True)]
        assert live("repair").code == 6
    for name, data in kept.items():
        bucket.blobs.put(name, data)
    assert live("repair").code == 0
    assert (live.told("check"), live.finds("violin")[0]) == ([], 1)


def test_files_from_before_are_of_the_house_that_has_them_in_its_ledger(bucket: Bucket) -> None:
    # X10: an older home that is brought up to date in its own place owns them, one that is restored elsewhere does not
    live, drill = bucket.home("live"), bucket.home("drill")
    live.talk("lighthouse", "violin")
    for name in bucket.parquet():
        bucket.blobs.put(name.partition("/")[2], bucket.blobs.get(name) or b"")
        bucket.blobs.remove(name)
    bucket.blobs.put("default/2025-01/log-01234567-0123456789abcdef.parquet", b"nobody knows whose")
    made_older(live.home)
    (live.home / "house.json").unlink()
    backup = live.json("backup", "create")["name"]  # brought up to date, after a backup of the older form
    [older] = [one["name"] for one in live.json("backup", "list")["backups"] if one["reason"] == "upgrade"]
    before = bucket.objects()
    for name in (older, backup):
        shutil.rmtree(drill.home, ignore_errors=True)
        drill.json("backup", "restore", name, "--yes")
        drill("repair")
        assert bucket.objects() == before
    [(_, nobodys)] = live.told("check")
    assert "remove them by hand" in nobodys
    [first, *_] = sorted(live.files())
    with open_mind(live.home) as mind:
        assert mind.faculties.archive().is_mine(first)
        mind.forget(next(memory.id for memory in mind.list() if "lighthouse" in memory.trigger))
        mind.move_sessions()
    assert live.finds("lighthouse") == (0, 0)
    assert len([name for name in bucket.parquet() if not house_in(name)]) < len(before)


def made_older(home: Path) -> None:
    """As the form before wrote it: names without a house, nothing about files on their way out."""
    with closing(sqlite3.connect(home / "omoide.db")) as store, store:
        for table, column in (("archive_files", "name"), ("kept_sessions", "file"), ("logged_turns", "file")):
            store.execute(
                f"UPDATE {table} SET {column} = substr({column}, instr({column}, '/') + 1) WHERE {column} <> ''"
            )
        store.execute("ALTER TABLE archive_files DROP COLUMN left_at")
        store.execute("DELETE FROM migrations WHERE number >= 22")


def test_a_copy_of_the_folder_is_another_house(bucket: Bucket) -> None:
    # X10: whoever tries something out in a copy takes nothing from the original, which may be moved all the same
    live, copy, moved = (bucket.home(name) for name in ("live", "copy", "moved"))
    live.talk("lighthouse")
    shutil.copytree(live.home, copy.home)
    live.talk("harbour", days_ago=4)
    before = bucket.objects()
    copy("repair")
    assert bucket.objects() == before
    assert (copy.told("check")[0][0], copy.finds("lighthouse")) == ("warning", (1, 1))
    live.home.rename(moved.home)
    assert (moved.told("repair"), moved.told("check"), moved.finds("harbour")) == ([], [], (1, 1))


def test_a_server_is_a_house_of_its_own(bucket: Bucket, empty_url: str, tmp_path: Path) -> None:
    # X10, X2: restored onto an empty one it touches nothing; restored there again it is the same house
    live, drill = bucket.home("live"), bucket.home("drill")
    live.talk("lighthouse")
    backup = live.json("backup", "create")["name"]
    drill.home.mkdir()
    (drill.home / "settings.toml").write_text(f'[database]\nurl = "{empty_url}"\n')
    before = bucket.objects()
    drill.json("backup", "restore", backup, "--yes")
    drill("repair")
    assert bucket.objects() == before
    drill.talk("piano", days_ago=4)
    own = bucket.parquet() - set(before)
    again = drill.json("backup", "create")["name"]
    drill.json("backup", "restore", again, "--yes")
    with open_mind(drill.home) as mind:
        assert {name for name in bucket.parquet() if mind.faculties.archive().is_mine(name)} == own
    assert (drill.finds("piano"), drill.finds("lighthouse"), live.told("check")) == ((1, 1), (1, 1), [])
