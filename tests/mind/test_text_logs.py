"""Moving in from text logs (N5, E7, L6): headers, times, encodings, folders, twice as once, and odd files."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide import Mind
from omoide.encode.log_blocks import Block, blocks, decoded
from tests.mind.world import Clock, at, mind_in

LOG = """\
## USER:健
ただいま。今日は雨だった。

2026-01-02 (Fri) 22:10:05

## AGENT:葵
おかえりなさい。
濡れませんでしたか？

2026-01-02 (Fri) 22:10:31 | some-model

## SYSTEM:通知
検索しました。

## USER:健
大丈夫。

2026-01-02 (Fri) 22:11:00

## AGENT:葵
よかった。

2026-01-02 (Fri) 22:11:20
"""
TURNS = [
    ("2026-01-02T22:10:05+09:00", "ただいま。今日は雨だった。", "おかえりなさい。\n濡れませんでしたか？"),
    ("2026-01-02T22:11:00+09:00", "大丈夫。", "よかった。"),
]
TOKYO = ZoneInfo("Asia/Tokyo")


def kept(mind: Mind) -> list[tuple[str, str, str]]:
    return [(turn.time.isoformat(), turn.said, turn.replied) for turn in mind.conversation(last=99)]


@pytest.fixture
def mind(tmp_path: Path):
    with mind_in(tmp_path / "home", Clock(at("2026-03-01T12:00:00"))) as mind:
        yield mind


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_log_becomes_turns_whatever_its_encoding(tmp_path: Path, mind: Mind, encoding: str, newline: str) -> None:
    # N5, L6
    (tmp_path / "log.txt").write_bytes(LOG.replace("\n", newline).encode(encoding))
    read = mind.import_logs([tmp_path / "log.txt"], TOKYO)
    assert kept(mind) == TURNS
    assert (read.encoded.turns, read.encoded.memories, read.encoded.failed) == (2, 2, 0)
    assert (read.files, read.messages, read.system, read.undated) == (1, 4, 1, 0)


def test_twice_is_once_and_a_grown_log_brings_only_what_is_new(tmp_path: Path, mind: Mind) -> None:
    # E7
    path = tmp_path / "log.txt"
    path.write_text(LOG + "\n## USER:健\nまだ起きてる？\n2026-01-02 (Fri) 23:00:00\n", encoding="utf-8")
    first = mind.import_logs([path], TOKYO)
    assert (first.encoded.memories, first.unanswered) == (2, 1), "what nobody has answered yet waits for its answer"
    again = mind.import_logs([path], TOKYO)
    assert (again.encoded.turns, again.encoded.memories, again.encoded.skipped) == (2, 0, 2)
    with path.open("a", encoding="utf-8") as log:
        log.write("\n## AGENT:葵\nはい。\n2026-01-02 (Fri) 23:00:20\n")
    grown = mind.import_logs([path], TOKYO)
    assert (grown.encoded.memories, grown.unanswered) == (1, 0)
    assert kept(mind) == [*TURNS, ("2026-01-02T23:00:00+09:00", "まだ起きてる？", "はい。")]


def test_folders_are_read_whole_and_an_archived_copy_counts_once(tmp_path: Path, mind: Mind) -> None:
    # N5, E7: log.txt, log_archives/, other encodings beside each other, and files that are no logs
    room = tmp_path / "room"
    (room / "log_archives").mkdir(parents=True)
    (room / "log.txt").write_bytes(LOG.encode("cp932"))
    older = LOG.replace("2026-01-02 (Fri)", "2025-12-24 (Wed)").replace("雨", "雪")
    (room / "log_archives" / "old.txt").write_bytes(older.encode("utf-16"))
    (room / "log_archives" / "copy.txt").write_text(LOG, encoding="utf-8")
    (room / "core_memory.txt").write_text("私は葵。\n2026-01-01\n", encoding="utf-8")
    (room / "picture.png").write_bytes(b"\x89PNG")
    read = mind.import_logs([room, room / "log.txt"], TOKYO)
    assert (read.files, read.other_files, read.encoded.memories) == (3, 1, 4)
    assert kept(mind)[0] == (
        "2025-12-24T22:10:05+09:00",
        "ただいま。今日は雪だった。",
        "おかえりなさい。\n濡れませんでしたか？",
    )
    assert kept(mind)[2:] == TURNS


def test_the_clock_is_the_one_given_then_the_persons(tmp_path: Path) -> None:
    # N3
    (tmp_path / "log.txt").write_text(LOG, encoding="utf-8")
    clock = Clock(at("2026-03-01T12:00:00"))
    with mind_in(tmp_path / "a", clock, timezone="Europe/Berlin") as mind:
        mind.import_logs([tmp_path / "log.txt"])
        assert kept(mind)[0][0] == "2026-01-02T22:10:05+01:00"
    with mind_in(tmp_path / "b", clock, timezone="Europe/Berlin") as mind:
        mind.import_logs([tmp_path / "log.txt"], TOKYO)
        assert kept(mind)[0][0] == "2026-01-02T22:10:05+09:00"


def times(text: str, name: str = "log.txt") -> list[str]:
    return [f"{block.time:%Y-%m-%d %H:%M:%S.%f}"[:-3] if block.time else "" for block in blocks(text, name)]


def test_a_message_without_a_time_takes_the_one_before_it_in_the_file() -> None:
    # N5: else the first after it; a few milliseconds keep the order, and what follows changes nothing before it
    text = "## USER:a\none\n## AGENT:b\ntwo\n2026-01-02 (Fri) 10:00:00\n## USER:a\nthree\n## AGENT:b\nfour\n"
    assert times(text) == [
        "2026-01-02 10:00:00.001", "2026-01-02 10:00:00.000", "2026-01-02 10:00:00.001", "2026-01-02 10:00:00.002",
    ]  # fmt: skip
    assert times(text + "## USER:a\nfive\n2026-01-05 (Mon) 09:00:00\n")[:4] == times(text)


@pytest.mark.parametrize(
    "line", ["--- 2026-01-03 ---", "# 2026-01-03", "## 2026年1月3日（土）", "[2026/1/3]", "=== 2026.01.03 ==="]
)
def test_a_line_with_a_date_dates_what_follows(line: str) -> None:
    # N5
    assert times(f"{line}\n## USER:a\none\n## AGENT:b\ntwo\n") == ["2026-01-03 00:00:00.001", "2026-01-03 00:00:00.002"]


def test_a_date_in_the_files_name_is_better_than_none() -> None:
    # N5
    text = "## USER:a\none\n"
    assert times(text, "log_archive_20260104_120000.txt") == ["2026-01-04 00:00:00.001"]
    assert times(text, "2026-01-04.txt") == ["2026-01-04 00:00:00.001"]
    assert times(text, "log.txt") == times(text, "99999999.txt") == [""]


@pytest.mark.parametrize(
    "stamp",
    [
        "2026-01-02 (Fri) 22:10:05", "2026-01-02 22:10:05", "2026/01/02（金） 22:10:05", "[2026-01-02 22:10:05]",
        "2026-1-2 (Fri) 22:10:05 | gemini-x", "２０２６年１月２日（金曜日） ２２：１０：０５", "2026-01-02T22:10:05",
    ],
)  # fmt: skip
def test_times_as_such_systems_write_them(stamp: str) -> None:
    # N5
    [block] = blocks(f"## USER:a\nhello\n\n{stamp}\n\n")
    assert (block.text, str(block.time)) == ("hello", "2026-01-02 22:10:05")


def test_what_was_said_is_kept_as_it_was() -> None:
    # L6: dates and headings inside a message are part of it
    said = "See you on 2026-01-05.\n2026-01-06\n## User\n### Plan\n22:10 works."
    [block] = blocks(f"## AGENT：b c\n{said}\n2026-01-02 (Fri) 22:10:05\n")
    assert (block.role, block.name, block.text) == ("assistant", "b c", said)


def test_a_file_without_any_date_is_left_out_and_named(tmp_path: Path, mind: Mind) -> None:
    # N5: counted, and told what to do
    (tmp_path / "log.txt").write_text("## USER:a\none\n## AGENT:b\ntwo\n", encoding="utf-8")
    read = mind.import_logs([tmp_path / "log.txt"], TOKYO)
    assert (read.timeless, read.encoded.turns, read.encoded.failed) == (2, 0, 1)
    assert "log.txt holds no date" in read.encoded.problems[0].en


def test_several_personas_keep_their_names(tmp_path: Path, mind: Mind) -> None:
    # W4
    stamp = "2026-01-02 (Fri) 22:10:0"
    text = f"## USER:a\nHi both.\n{stamp}1\n## AGENT:葵\nHello.\n{stamp}2\n## AGENT:蓮\nHey.\n{stamp}3\n"
    (tmp_path / "log.txt").write_text(text, encoding="utf-8")
    mind.import_logs([tmp_path / "log.txt"], TOKYO)
    assert [(said, replied) for _, said, replied in kept(mind)] == [("Hi both.", "葵: Hello.\n蓮: Hey.")]


def test_files_that_cannot_be_read_keep_no_other_from_being_read(tmp_path: Path, mind: Mind) -> None:
    # N5
    (tmp_path / "broken.txt").write_bytes(
        b"## USER:a\n\xff\x81\xfe\xfd hello\n2026-01-03 (Sat) 10:00:00\n## AGENT:b\nyes\n"
    )
    (tmp_path / "log.txt").write_text(LOG, encoding="utf-8")
    read = mind.import_logs([tmp_path / "broken.txt", tmp_path / "gone.txt", tmp_path / "log.txt"], TOKYO)
    assert (read.files, read.encoded.memories) == (2, 3)
    assert [problem.en.split(" ")[0].rsplit("/", 1)[1] for problem in read.encoded.problems] == [
        "broken.txt",
        "gone.txt",
    ]


@pytest.mark.parametrize("more", ["", "ﾂ｡ﾃ･", "plain"])
def test_a_log_in_two_encodings_is_read_line_by_line(more: str) -> None:
    # N5: what one program wrote in UTF-8 and another in CP932
    parts = ["## USER:健\nあ\n", f"## AGENT:葵\nこれは日本語です{more}\n"]
    mixed = parts[0].encode() + parts[1].encode("cp932")
    assert decoded(mixed) == ("".join(parts), True)
    assert decoded(b"\xef\xbb\xbf" + mixed) == ("".join(parts), True)
    assert decoded("".join(parts).encode("cp932")) == ("".join(parts), True)
    assert decoded(mixed + b"\xff\x81\xfe\n") == ("".join(parts) + "\ufffd\ufffd\ufffd\n", False)


@given(st.binary(max_size=200))
@settings(max_examples=150, deadline=None)
def test_no_bytes_break_the_reader(raw: bytes) -> None:
    # N5
    text, _ = decoded(raw)
    assert all(isinstance(block, Block) for block in blocks(text))


@given(st.lists(st.sampled_from(LOG.splitlines()), max_size=25).map("\n".join))
@settings(max_examples=80, deadline=None)
def test_any_order_of_lines_is_read(text: str) -> None:
    # N5: every line of a message is in one block, times or not
    found = blocks(text)
    assert len(found) == sum(line.startswith("##") for line in text.splitlines())
