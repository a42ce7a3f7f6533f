"""The log of events as files: appended by many, read from its end, and never lost to half a line."""

from __future__ import annotations

import multiprocessing
import os
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from omoide.adapters.files import file_ends
from omoide.adapters.files.activity import FileActivity
from omoide.adapters.files.folder import Folder
from omoide.adapters.files.holding import hold
from omoide.adapters.files.local_folder import LocalFolder
from omoide.domain.event import Entry, Event
from omoide.domain.turn import Scope
from omoide.errors import Busy, StoreDamaged

ME = Scope("aoi", "me")
NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


class Clock:
    def now(self) -> datetime:
        return NOW


def log_in(home: Path | Folder, zone: str = "") -> FileActivity:
    files = LocalFolder(home) if isinstance(home, Path) else home
    return FileActivity(files, lambda person: ZoneInfo(zone) if zone else None, Clock())


def path_of(day: str) -> str:
    return f"personas/aoi/people/me/activity_log/{day}.jsonl"


def file_of(home: Path, day: str) -> Path:
    return home / path_of(day)


def add_by_hand(files: Folder, raw: bytes) -> None:
    """As a crash or an editor leaves it."""
    files.write(path_of("2026-11-15"), files.read(path_of("2026-11-15")) + raw)


def said(text: str, ts: datetime = NOW) -> Event:
    return Event(ts, "message_received", text, from_="me")


def contents(entries: list[Entry]) -> list[tuple[int, str]]:
    return [(entry.line, entry.event.content) for entry in entries]


def test_a_day_of_the_person_has_a_file_with_a_line_for_each_event(files: Folder) -> None:
    # L1, N3: half past midnight in Tokyo is the next day
    late = datetime(2026, 11, 14, 15, 30, tzinfo=UTC)
    log = log_in(files, "Asia/Tokyo")
    log.append(ME, said("before midnight", late - timedelta(hours=1)), said("after it", late))
    assert log.days(ME) == [date(2026, 11, 14), date(2026, 11, 15)]
    assert files.read(path_of("2026-11-15")).decode() == (
        '{"ts": "2026-11-14T15:30:00+00:00", "type": "message_received", "content": "after it", "from": "me"}\n'
    )
    assert list(log.on(ME, date(2026, 11, 14))) == [(1, said("before midnight", late - timedelta(hours=1)))]
    if isinstance(files, LocalFolder) and os.name != "nt":
        assert file_of(files.root, "2026-11-15").stat().st_mode & 0o077 == 0


def test_half_a_line_is_closed_and_counted(files: Folder) -> None:
    # L1: a process died while it wrote
    log = log_in(files)
    log.append(ME, said("one"))
    add_by_hand(files, b'{"ts": "2026-11-15T12:00:00+00:00", "type": "err')
    assert contents(log.newest(ME, 10)) == [(1, "one")]
    log.append(ME, said("three"))
    add_by_hand(files, b'[1]\n\n\xff\xfe\n{"ts": 1}\n')
    log.append(ME, said("eight"))
    expected = [(1, "one"), (3, "three"), (8, "eight")]
    assert [(line, event.content) for line, event in log.on(ME, date(2026, 11, 15))] == expected
    assert contents(log.newest(ME, 10)) == contents(log.latest(ME, None, 10)) == expected
    assert [line for line, _ in log.on(ME, date(2026, 11, 15), first=3)] == [3, 8]


def test_what_lies_ahead_is_shown_but_never_brought_to_mind(files: Folder) -> None:
    # L3: a log from the future, and one event of it among today's
    log = log_in(files)
    log.append(ME, said("now"), said("in an hour", NOW + timedelta(hours=1)), said("in 2031", NOW.replace(year=2031)))
    log.append(ME, said("yesterday", NOW - timedelta(hours=23)), said("before that", NOW - timedelta(hours=25)))
    assert contents(log.latest(ME, NOW - timedelta(hours=24), 10)) == [(1, "yesterday"), (1, "now")]
    assert [text for _, text in contents(log.newest(ME, 10))] == [
        "before that", "yesterday", "now", "in an hour", "in 2031",
    ]  # fmt: skip
    assert contents(log.latest(ME, None, 1, until=NOW + timedelta(hours=2))) == [(2, "in an hour")]
    assert contents(log.latest(ME, None, 0)) == []


def test_only_the_end_of_the_newest_files_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # L1: blocks from behind, line numbers all the same; the year before is not opened
    monkeypatch.setattr(file_ends, "BLOCK", 500)
    log = log_in(tmp_path)
    log.append(ME, *(said(f"event {n} {'雪' * (n % 40)}", NOW - timedelta(seconds=300 - n)) for n in range(300)))
    old = file_of(tmp_path, "2025-11-15")
    old.mkdir()  # whoever opened it would fail
    newest = log.latest(ME, None, 3)
    assert [(entry.line, entry.event.content.split()[1]) for entry in newest] == [
        (298, "297"), (299, "298"), (300, "299"),
    ]  # fmt: skip
    assert newest[0].pointer == "activity_log/2026-11-15.jsonl#L298"
    assert len(log.latest(ME, None, 75)) == 75
    with pytest.raises(StoreDamaged):
        list(log.on(ME, date(2025, 11, 15)))


def test_what_is_added_can_be_followed_past_midnight(files: Folder) -> None:
    # L1
    log = log_in(files)
    log.append(ME, said("old"))
    places = log.ends(ME)
    assert log.grown(ME, places) == ([], places)
    log.append(ME, said("new"))
    add_by_hand(files, b'{"half')  # not whole yet
    found, places = log.grown(ME, places)
    assert contents(found) == [(2, "new")]
    log.append(ME, said("tomorrow", NOW + timedelta(days=1)))
    found, places = log.grown(ME, places)
    assert [entry.pointer for entry in found] == ["activity_log/2026-11-16.jsonl#L1"]
    assert log.grown(ME, places) == ([], places)


def test_whoever_writes_has_the_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # L1: another one waits, and says so when that takes too long; nothing of it is written
    log = log_in(tmp_path)
    log.append(ME, said("one"))
    monkeypatch.setattr("omoide.adapters.files.local_folder.PATIENCE", 0.01)
    with file_of(tmp_path, "2026-11-15").open("ab") as file:
        assert hold(file.fileno())
        with pytest.raises(Busy):
            log.append(ME, said("two"))
    log.append(ME, said("three"))
    assert contents(log.newest(ME, 10)) == [(1, "one"), (2, "three")]


def write_some(home: Path, number: int) -> None:
    log = log_in(home)
    for count in range(200):
        log.append(ME, said(f"{number}-{count} {'x' * 300}"))


def test_several_processes_write_whole_lines(tmp_path: Path) -> None:
    # L1: nothing lost, nothing mixed, each process in its own order
    spawn = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
    writers = [spawn.Process(target=write_some, args=(tmp_path, number)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    there = [event.content.split()[0] for _, event in log_in(tmp_path).on(ME, NOW.date())]
    assert len(there) == len(file_of(tmp_path, "2026-11-15").read_bytes().splitlines()) == 800
    for number in range(4):
        assert [name for name in there if name.startswith(f"{number}-")] == [f"{number}-{n}" for n in range(200)]
