"""O1, O3: backups in a folder and in a real object store, open and sealed, are listed, verified, pruned and restored
alike; whatever is wrong with a place or a key is known before anything is overwritten."""

from __future__ import annotations

import io
import json
import traceback
import zipfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pyrage
import pytest

from omoide.adapters.backup_places import make_shelf
from omoide.adapters.crypt.sealing import AgeSeal, new_key
from omoide.adapters.files.backup_shelf import FolderShelf
from omoide.adapters.s3.address import read_address
from omoide.adapters.s3.blobs import S3Blobs
from omoide.adapters.s3.bucket import Bucket
from omoide.adapters.s3.shelf import S3Shelf
from omoide.adapters.sql.backups import SqlBackups
from omoide.domain.backup_rules import KeepRules
from omoide.errors import InvalidSettings, NotFound, Refused, StoreDamaged, Unavailable
from omoide.ports import Seal, Shelf
from tests.adapters.house import NOW, House, ids
from tests.adapters.object_store import ObjectStore, object_store

SECRET, PUBLIC = new_key()


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with object_store(tmp_path_factory.mktemp("s3")) as store:
        yield store


@pytest.fixture
def house(tmp_path: Path) -> House:
    made = House(tmp_path / "home")
    made.live(range(1, 6))
    page = made.home / "personas" / "aoi" / "people" / "ken" / "notepad.md"
    page.parent.mkdir(parents=True)
    page.write_text("温泉の約束")
    return made


@pytest.fixture(params=["folder", "s3"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    if request.param == "folder":
        return FolderShelf(tmp_path / "elsewhere")
    store: ObjectStore = request.getfixturevalue("s3")
    place = read_address(store.url("kept", tmp_path.name))
    Bucket(place).put("beside.txt", b"something else")  # which is none of our business
    return S3Shelf(place)


@pytest.fixture(params=["open", "sealed"])
def seal(request: pytest.FixtureRequest) -> Seal | None:
    return AgeSeal(SECRET) if request.param == "sealed" else None


def backups_of(house: House, shelf: Shelf, seal: Seal | None = None) -> SqlBackups:
    return SqlBackups(house.home, house.database, shelf, seal)


def put_over(shelf: Shelf, name: str, change: Callable[[bytes], bytes], work: Path) -> None:
    """Other bytes in the place of a backup."""
    work.mkdir()
    content = change(shelf.local(name, work).read_bytes())
    shelf.remove(name)
    (work / "changed").write_bytes(content)
    assert shelf.take_in(work / "changed", name)


# ---------------------------------------------------------------- one contract


def test_a_backup_goes_there_and_becomes_a_home_elsewhere(
    house: House, shelf: Shelf, seal: Seal | None, tmp_path: Path
) -> None:  # O1
    backups = backups_of(house, shelf, seal)
    assert (backups.list(), backups.newest(NOW)) == ([], None)
    taken = [backups.create(NOW + timedelta(days=day), "daily") for day in range(3)]
    ending = ".sealed.zip" if seal else ".zip"
    assert [backup.name for backup in backups.list()] == [
        f"omoide-2026020{day}T030000-daily{ending}" for day in (3, 2, 1)
    ]
    assert (backups.list()[0], backups.newest(taken[2].taken)) == (taken[2], taken[2].taken)
    assert [(one.sealed, one.where) for one in taken] == [
        (seal is not None, f"{shelf.where}/{one.name}") for one in taken
    ]
    assert [backups.verify(one.name) for one in taken] == [[], [], []]
    empty = House(tmp_path / "another" / "home")
    backups_of(empty, shelf, seal).restore(taken[1].name, NOW)
    assert empty.ids() == ids(range(1, 6))
    page = empty.home / "personas" / "aoi" / "people" / "ken" / "notepad.md"
    assert page.read_text() == "温泉の約束"
    assert not list(empty.home.glob(".*")), "nothing is left of what was unpacked"
    assert backups.prune(KeepRules(1), taken[2].taken, dry_run=True) == [taken[1].name, taken[0].name]
    assert backups.prune(KeepRules(1), taken[2].taken) == [taken[1].name, taken[0].name]
    assert [one.name for one in backups.list()] == [taken[2].name]


def test_two_in_one_second_are_two(house: House, shelf: Shelf) -> None:  # O1
    backups = backups_of(house, shelf)
    assert [backups.create(NOW, "hand").name for _ in range(2)] == [
        "omoide-20260201T030000-hand.zip", "omoide-20260201T030000-hand-2.zip",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", ["cut", "flipped", "emptied"])
def test_a_damaged_one_is_known_before_anything_is_overwritten(
    house: House, shelf: Shelf, seal: Seal | None, tmp_path: Path, kind: str
) -> None:  # O1
    backups = backups_of(house, shelf, seal)
    name = backups.create(NOW, "hand").name
    house.live(range(6, 9))

    def damage(content: bytes) -> bytes:
        middle = len(content) // 2
        flipped = content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]
        return {"cut": content[:middle], "flipped": flipped, "emptied": b""}[kind]

    put_over(shelf, name, damage, tmp_path / "work")
    before = house.database.read_bytes()
    assert backups.verify(name)
    with pytest.raises(StoreDamaged, match="not sound"):
        backups.restore(name, NOW)
    assert house.database.read_bytes() == before
    assert not (house.home / "set-aside").exists()
    assert backups.newest_sound() is None


def test_what_is_not_there(house: House, shelf: Shelf) -> None:
    backups = backups_of(house, shelf)
    for name in ("omoide-20260201T030000-hand.zip", "../omoide.db", ""):
        with pytest.raises(NotFound):
            backups.restore(name, NOW)


def test_one_is_changed_in_its_place(house: House, shelf: Shelf, seal: Seal | None) -> None:  # O1, O2
    backups = backups_of(house, shelf, seal)
    name = backups.create(NOW, "hand").name

    def without_pages(folder: Path) -> None:
        (folder / "personas" / "aoi" / "people" / "ken" / "notepad.md").unlink()
        House(folder).change("DELETE FROM turns WHERE key = 'turn-3'")

    changed = backups.rewrite(name, without_pages)
    assert (backups.list(), backups.verify(name), changed.sealed) == ([changed], [], seal is not None)
    with backups.unpacked(name) as database:
        assert House(database.parent).one("SELECT COUNT(*) FROM turns") == 4
        assert not list(database.parent.rglob("notepad.md"))


# ---------------------------------------------------------------- seals


def test_without_the_right_key_nothing_is_opened_or_changed(house: House, tmp_path: Path) -> None:  # O1, O3
    shelf = FolderShelf(tmp_path / "elsewhere")
    name = backups_of(house, shelf, AgeSeal(SECRET)).create(NOW, "hand").name
    before = house.database.read_bytes()
    for seal, words in (
        (None, "OMOIDE_BACKUP_KEY"),
        (AgeSeal(new_key()[0]), f"sealed for {PUBLIC}"),
        (AgeSeal("a passphrase of mine"), f"sealed for {PUBLIC}"),
        (AgeSeal(PUBLIC), f"sealed for {PUBLIC}"),
    ):
        backups = backups_of(house, shelf, seal)
        for what in (backups.verify, lambda name, backups=backups: backups.restore(name, NOW)):
            with pytest.raises(Refused, match=words) as refused:
                what(name)
            assert SECRET not in refused.value.en + refused.value.ja
        assert [one.name for one in backups.list()] == [name]  # that it is there can be seen by anybody
        assert backups.newest_sound() is None
    assert house.database.read_bytes() == before
    assert not (house.home / "set-aside").exists()


def test_with_the_public_half_backups_can_be_taken_and_not_opened(house: House, tmp_path: Path) -> None:  # O3
    shelf = FolderShelf(tmp_path / "elsewhere")
    name = backups_of(house, shelf, AgeSeal(f"# my key\n{PUBLIC}\n")).create(NOW, "hand").name
    assert backups_of(house, shelf, AgeSeal(f"# public key: {PUBLIC}\n{SECRET}\n")).verify(name) == []


def test_a_passphrase_seals_too_and_is_needed_again(house: House, tmp_path: Path) -> None:  # O3
    shelf = FolderShelf(tmp_path / "elsewhere")
    name = backups_of(house, shelf, AgeSeal("湯けむりの向こうに灯台が見える")).create(NOW, "hand").name
    assert backups_of(house, shelf, AgeSeal("湯けむりの向こうに灯台が見える")).verify(name) == []
    with pytest.raises(Refused):
        backups_of(house, shelf, AgeSeal("湯けむりの向こうに何も見えない")).verify(name)

    def damage(content: bytes) -> bytes:
        middle = content.index(b"-> scrypt") + 20  # in the key that the passphrase opens
        return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]

    put_over(shelf, name, damage, tmp_path / "work")
    for key in ("湯けむりの向こうに灯台が見える", "湯けむりの向こうに何も見えない"):
        (problem,) = backups_of(house, shelf, AgeSeal(key)).verify(name)
        assert ("key.age" in problem.en, "key.age" in problem.ja) == (True, True)


def test_any_program_that_knows_age_can_open_it_and_nobody_else_reads_anything(
    house: House, tmp_path: Path
) -> None:  # O3
    sealed = backups_of(house, FolderShelf(tmp_path / "elsewhere"), AgeSeal(SECRET)).create(NOW, "hand")
    assert sealed.path is not None
    with zipfile.ZipFile(sealed.path) as pack:
        assert pack.namelist() == ["sealed.age", "manifest.json"]
        told, content = json.loads(pack.read("manifest.json")), pack.read("sealed.age")
    assert told == {"taken": NOW.isoformat(), "reason": "hand", "sealed_for": PUBLIC, "sha256": sealed.sha256}
    plain = pyrage.decrypt(content, [pyrage.x25519.Identity.from_str(SECRET)])
    with zipfile.ZipFile(io.BytesIO(plain)) as pack:
        assert "personas/aoi/people/ken/notepad.md" in pack.namelist()
    raw = sealed.path.read_bytes()
    for word in ("notepad.md", "温泉の約束", "personas", "omoide.db", "SQLite format"):
        assert word.encode() not in raw
    assert sealed.path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "key", ["", "# nothing\n", "AGE-SECRET-KEY-1QQQ", "age1nonsense", "short", f"{SECRET}\n{SECRET}"]
)
def test_a_key_that_is_none(key: str) -> None:  # O3
    with pytest.raises(InvalidSettings, match="omoide backup key") as refused:
        AgeSeal(key)
    assert SECRET not in refused.value.en


# ---------------------------------------------------------------- the wire


def test_tls_with_an_authority_of_ones_own(s3: ObjectStore, house: House, tmp_path: Path) -> None:  # O3
    there = read_address(s3.url("tls", "home", tls=True, ca=s3.ca))
    backups = backups_of(house, S3Shelf(there))
    name = backups.create(NOW, "hand").name
    assert (backups.verify(name), [one.name for one in backups.list()]) == ([], [name])
    with pytest.raises(Unavailable, match="authority that is not trusted"):
        S3Blobs(s3.url("tls", "home", tls=True)).names()


def test_a_certificate_for_another_name_is_refused(tmp_path: Path) -> None:  # O3
    with object_store(tmp_path, name="elsewhere.example") as store, pytest.raises(Unavailable, match="certificate"):
        S3Blobs(store.url("tls", tls=True, ca=store.ca)).names()


def test_what_is_wrong_with_a_place_is_told_without_its_keys(s3: ObjectStore, tmp_path: Path) -> None:  # O1, O3
    for url, words in (
        (s3.url("kept", secret="not-the-secret"), "does not let us in"),
        (s3.url("no-such-bucket"), "there is no bucket no-such-bucket"),
        ("s3://kept?endpoint=http://127.0.0.1:1&access_key=K3Y&secret_key=S3CR3T", "cannot be used now"),
    ):
        with pytest.raises(Unavailable, match=words) as refused:
            S3Shelf(read_address(url)).names()
        for text in (refused.value.en, refused.value.ja, str(read_address(url)), repr(read_address(url))):
            assert not any(word in text for word in ("not-the-secret", "S3CR3T", s3.secret, "K3Y"))
    for url in (
        "s3://?endpoint=http://x", "https://host/prefix", "s3://b?secret=S3CR3T", "s3://b?endpoint=ftp://x",
        "http://[S3CR3T?bucket=b", "http://u:S3CR3T#x@host?bucket=b", "ftp://u:S3CR3T@host/b?bucket=b",
    ):  # fmt: skip
        with pytest.raises(InvalidSettings) as wrong:
            read_address(url)
        assert "S3CR3T" not in "".join(traceback.format_exception(wrong.value))
    with pytest.raises(InvalidSettings, match="begin with s3"):  # never a folder of that name
        make_shelf(tmp_path, "", "", "ftp://host/b")
    for content in (None, "", "no certificate"):
        if content is not None:
            (tmp_path / "ca.pem").write_text(content)
        with pytest.raises(InvalidSettings, match="cannot be read"):
            S3Blobs(s3.url("kept", ca=tmp_path / "ca.pem")).names()


def test_two_ways_to_write_an_address() -> None:  # O1
    one = read_address("s3://b/p/q/?endpoint=http://127.0.0.1:8333&region=r")
    assert one == read_address("http://127.0.0.1:8333/p/q?bucket=b&region=r")
    assert (str(one), str(one.below("backups"))) == ("s3://b/p/q", "s3://b/p/q/backups")


def test_blobs_are_whole_files_by_name(s3: ObjectStore) -> None:  # X3
    blobs = S3Blobs(s3.url("blobs", "archive"))
    blobs.put("aoi/2026-02.parquet", b"\x00\x01")
    blobs.put("ren/2026-02.parquet", b"")
    assert blobs.names() == ["aoi/2026-02.parquet", "ren/2026-02.parquet"]
    assert (blobs.names("aoi/"), blobs.get("aoi/2026-02.parquet")) == (["aoi/2026-02.parquet"], b"\x00\x01")
    assert (blobs.get("ren/2026-02.parquet"), blobs.get("nobody")) == (b"", None)
    with blobs.local("aoi/2026-02.parquet") as path:
        assert path is not None
        assert path.read_bytes() == b"\x00\x01"
    with blobs.local("nobody") as path:
        assert path is None
    assert (blobs.remove("aoi/2026-02.parquet"), blobs.remove("aoi/2026-02.parquet")) == (True, False)
    assert blobs.where == "s3://blobs/archive"
