"""A talk's way: a day at hand, a month in the archive, then long-term memory for the best (S1-S5)."""

from __future__ import annotations

import resource
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from omoide.adapters.files.blobs import FolderBlobs
from omoide.errors import ArchiveFault
from tests.mind.world import Clock, felt, mind_in
from tests.sessions.talks import MATTERS, on_disk, places, states, talk

FAST, FILED, KEPT = ["fast"], ["archive", "file"], ["long_term"]


def test_the_whole_way(tmp_path: Path) -> None:
    # S1, S3, S5: 24 hours, 30 days, the best of those due, and the rest until it expires
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        keys = [str(talk(mind, clock, matter)) for matter in MATTERS]
        began = clock.now() - timedelta(hours=2)
        assert mind.move_sessions(began + timedelta(hours=23, minutes=59)) == {}
        assert places(mind) == dict.fromkeys(keys, FAST)
        assert mind.move_sessions(began + timedelta(hours=25)) == {"archived": 3}
        assert mind.move_sessions(began + timedelta(hours=26)) == {"archived": 1}
        assert places(mind) == dict.fromkeys(keys, FILED)
        assert {file.name for file in mind.archive_files()} == on_disk(tmp_path)
        clock.time = began + timedelta(days=31)
        assert mind.move_sessions() == {"long_term": 1}  # only the first is old enough: one of one
        clock.time = began + timedelta(days=31, hours=3)
        assert mind.move_sessions() == {"long_term": 3}
        assert places(mind) == dict.fromkeys(keys, KEPT)
        assert set(states(mind.archive_files())) == {"leaving"}  # X10: for whoever restores a backup of before
        assert {file.name for file in mind.archive_files()} == on_disk(tmp_path)
        assert not [one for one in mind.upkeep.check() if one.what == "archive"]
        clock.forward(days=6)
        assert (mind.move_sessions(), len(on_disk(tmp_path))) == ({}, 3)
        clock.forward(days=1)
        assert mind.move_sessions() == {}
        assert (mind.archive_files(), on_disk(tmp_path)) == ([], set())


def test_the_best_go_on_and_the_rest_stays_findable_until_it_expires(tmp_path: Path) -> None:
    # S3, S4: four are due at once, three go on
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        keys = [str(talk(mind, clock, matter)) for matter in MATTERS]
        clock.forward(days=32)
        assert mind.move_sessions() == {"archived": 4, "long_term": 3, "passed_over": 1}
        kept = {str(one.key): one for one in mind.kept_sessions()}
        importance = {key: kept[key].importance or 0.0 for key in keys}
        [rest] = [key for key in keys if kept[key].tier == "archive"]
        assert importance[rest] == min(importance.values())
        assert places(mind) == dict.fromkeys(keys, KEPT) | {rest: FILED}
        word = list(MATTERS)[keys.index(rest)]
        assert [str(one.key) for one in mind.search_archive(word).sessions] == [rest]
        clock.forward(days=27)
        assert mind.move_sessions() == {}  # it is not judged again, and has not expired
        clock.forward(days=2)
        assert mind.move_sessions() == {"expired": 1}
        assert rest not in places(mind)
        clock.forward(days=7)
        assert mind.move_sessions() == {}
        assert (on_disk(tmp_path), len(mind.list())) == (set(), 4)  # what was remembered of it stays


def test_importance_is_that_of_what_was_felt(tmp_path: Path) -> None:
    # S4: 0.4 × 0.8 + 0.3 × 1 + 0.2 × 0 + 0.1 × 0.1, as nothing else is remembered
    clock = Clock()
    with mind_in(tmp_path, clock, felt(intensity=80, valence="negative")) as mind:
        talk(mind, clock, "violin")
        clock.forward(days=32)
        mind.move_sessions()
        [kept] = mind.kept_sessions("long_term")
        assert kept.importance == pytest.approx(0.63)
        assert (kept.summary.count("violin"), kept.turn_count, len(kept.sources)) == (2, 2, 1)
        [memory] = mind.list()
        assert memory.sources == kept.sources  # it points to what was made of its turns (E1)


def test_files_are_by_month_and_in_batches(tmp_path: Path) -> None:
    # X4, S1
    clock = Clock()
    clock.set("2026-01-31T22:00:00")
    with mind_in(tmp_path, clock, tiers={"batch": 2}) as mind:
        for number in range(5):
            talk(mind, clock, list(MATTERS)[number % 4], session=f"{number}")
            clock.forward(minutes=30)
        clock.forward(days=2)
        assert mind.move_sessions() == {"archived": 5}
        assert sorted((file.month, file.count) for file in mind.archive_files()) == [
            ("2026-01", 2), ("2026-02", 1), ("2026-02", 2),
        ]  # fmt: skip
        assert len(mind.search_archive("tell more").sessions) == 5


def test_without_the_library_talks_stay_at_hand(tmp_path: Path) -> None:
    # S1, X1: nothing depends on an hour to survive
    clock = Clock()
    with pytest.MonkeyPatch.context() as without, mind_in(tmp_path, clock) as mind:
        without.setattr("importlib.util.find_spec", lambda name: None)
        key = talk(mind, clock, "violin")
        clock.forward(days=90)
        told = mind.sleep().steps["tiers"]
        assert (told["kept"], "omoide[archive]" in told["reason"]) == (1, True)
        assert [one.key for one in mind.faculties.store.tiers.in_fast(mind.scope, clock.now(), 9)] == [key]
        assert len(mind.flushes(key.thread)) == 1
    with mind_in(tmp_path, clock) as mind:
        assert mind.move_sessions() == {"archived": 1, "long_term": 1}


def test_a_night_moves_talks_and_finds_them_again(tmp_path: Path) -> None:
    # S1: a long-term memory is found by meaning and words; with a memory of its turns it is one
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        talk(mind, clock, "violin")
        clock.forward(days=32)
        assert mind.sleep().steps["tiers"] == {"archived": 1, "long_term": 1}
        [found] = [one.passage for one in mind.search_passages("violin sonata", kinds=["session"], tool=True).passages]
        assert (found.kind, found.source, found.day.isoformat()) == ("session", "th_001#1", "2026-01-18")
        context = mind.context("Do you remember what my violin teacher said about the sonata?", shown=())
        told = {one.name: one.text for one in context.sections}
        assert "violin" in told["memories"]
        assert ("[conversation]" in told["passages"], "[talk]" in told["passages"]) == (True, False)
        mind.faculties.store.memories.delete([memory.row for memory in mind.list()])
        mind.sleep(clock.forward(days=1))
        assert mind.kept_sessions() == []  # forgotten: no tier tells it any more
        assert mind.search_passages("violin sonata", kinds=["session"], tool=True).passages == ()


@pytest.mark.parametrize("days", [0, 3, 40])
def test_what_is_forgotten_is_told_by_no_tier(tmp_path: Path, days: int) -> None:
    # S1, N1: in the fast store, in a file, in long-term memory; from the moment on, and then for good
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.perceive(MATTERS["tomato"], "A tomato!", session="s")
        clock.forward(minutes=1)
        mind.perceive("The tomato grows behind the green gate.", "Green!", session="s")
        mind.end_session("s")
        clock.forward(days=days)
        mind.move_sessions()
        [thread] = {flush.thread for flush in mind.flushes("th_001")}
        mind.forget(mind.list()[-1].id)
        assert mind.flushes(thread) == []
        mind.move_sessions()
        [again] = mind.flushes(thread)
        assert ("planted" in again.summary, "green gate" in again.summary) == (False, True)
        assert (again.turn_count, len(again.sources)) == (2, 1)
        assert not any(b"planted" in path.read_bytes() for path in tmp_path.rglob("*.parquet"))


def test_two_personas_share_a_talk_and_move_it_once(tmp_path: Path) -> None:
    # W4, S5: whoever sleeps first moves it, and both find it
    clock = Clock()
    with mind_in(tmp_path, clock, persona="aoi") as aoi, mind_in(tmp_path, clock, persona="nox") as nox:
        aoi.perceive(MATTERS["harbour"], "I am Aoi.", session="both")
        nox.perceive(MATTERS["harbour"], "I am Nox.", session="both")
        aoi.end_session("both")
        nox.end_session("both")
        clock.forward(days=2)
        assert (nox.move_sessions(), aoi.move_sessions()) == ({"archived": 1}, {})
        for mind in (aoi, nox):
            [found] = mind.search_archive("harbour").sessions
            assert ("I am Aoi." in found.flush.summary, "I am Nox." in found.flush.summary) == (True, True)
    with mind_in(tmp_path, clock, persona="aoi", person="somebody else") as other:
        assert (other.kept_sessions(), other.archive_files()) == ([], [])  # N6


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # S1: the kernel itself refuses the bytes
    clock = Clock()
    real = FolderBlobs.put

    def put(self: FolderBlobs, name: str, data: bytes) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, hard))
        try:
            real(self, name, data)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    with mind_in(tmp_path, clock) as mind:
        key = str(talk(mind, clock, "violin"))
        clock.forward(days=2)
        monkeypatch.setattr(FolderBlobs, "put", put)
        with pytest.raises(ArchiveFault, match="Nothing was lost"):
            mind.move_sessions()
        assert places(mind) == {key: FAST}
        assert (on_disk(tmp_path), states(mind.archive_files())) == (set(), ["writing"])
        assert ("warning", "archive") in {(one.severity, one.what) for one in mind.upkeep.check()}
        beat = mind.heartbeat()
        assert [problem.exit_code for problem in beat.encoded.problems] == [6]
        report = mind.sleep()
        assert "Nothing was lost" in report.steps["tiers"]["failed"]
        assert "indexes" in report.steps  # the night goes on without it
        monkeypatch.setattr(FolderBlobs, "put", real)
        assert mind.sleep().steps["tiers"] == {"finished": 1, "archived": 1}
        assert places(mind) == {key: FILED}


@pytest.mark.parametrize("how", ["gone", "damaged"])
def test_a_lost_file_is_told_anew_from_the_turns(tmp_path: Path, how: str) -> None:
    # S1, O1: one of two does not hide the other; `check` tells, `repair` mends, whoever asks for it
    clock = Clock()
    with mind_in(tmp_path, clock, tiers={"batch": 1}) as mind:
        keys = [str(talk(mind, clock, matter)) for matter in ("tomato", "piano")]
        clock.forward(days=2)
        mind.move_sessions()
        before = mind.search_archive("tell more").plain()
        lost = tmp_path / "archive" / next(kept.file for kept in mind.kept_sessions() if str(kept.key) == keys[0])
        lost.unlink() if how == "gone" else lost.write_bytes(b"PAR1" + bytes(100))
        assert [str(one.key) for one in mind.search_archive("tell more").sessions] == keys[1:]
        told = [one.en for one in mind.upkeep.check() if one.what == "archive"]
        assert [("missing" in one, "damaged" in one) for one in told] == [(how == "gone", how == "damaged")]
        with mind_in(tmp_path, clock, person="somebody else") as another:
            assert "1 session told anew" in another.repair_tiers()[0].en
        assert places(mind) == dict.fromkeys(keys, FILED)
        assert not [one for one in mind.upkeep.check() if one.what == "archive"]
        assert mind.search_archive("tell more").plain() == before
        shutil.rmtree(tmp_path / "archive")
        [lost] = [one for one in mind.upkeep.check() if one.what == "archive"]
        assert (lost.severity, "2 files of the archive are missing" in lost.en) == ("error", True)


def test_files_of_another_time_are_told_and_removed(tmp_path: Path) -> None:
    # S1, O1: as after a restore; what is not ours stays
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        key = str(talk(mind, clock, "violin"))
        clock.forward(days=2)
        mind.move_sessions()
        [file] = tmp_path.rglob("*.parquet")
        later = file.with_name(file.name.replace(file.stem[-16:], "0123456789abcdef"))
        shutil.copyfile(file, later)
        (file.parent / "mine.parquet").write_text("of somebody else")
        shutil.copyfile(file, file.with_name(f".{file.name[:40]}.k1ll_ed"))  # half-written by one who was killed
        [told] = [one for one in mind.upkeep.check() if one.what == "archive"]
        assert (told.severity, later.name in told.en, "mine" in told.en) == ("warning", True, False)
        written = datetime.now().astimezone()
        told = mind.repair_tiers(written)
        assert [one.en for one in told] == [
            "2 files without a talk stay until they are 7 days old (storage.grace_days)."
        ]
        week = written + timedelta(days=7)
        assert [one.en for one in mind.repair_tiers(week)] == ["removed 2 files without a talk."]
        assert sorted(path.name for path in file.parent.iterdir()) == ["mine.parquet", file.name]
        assert (mind.repair_tiers(week), places(mind)) == ([], {key: FILED})
