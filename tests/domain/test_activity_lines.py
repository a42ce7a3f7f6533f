"""The log as a prompt reads it, and what a line of it is."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.models.tokens import Tokens
from omoide.domain.activity_lines import lines_for_prompt
from omoide.domain.activity_rules import ActivityRules
from omoide.domain.event import EVENT_TYPES, LABELS, Entry, Event, Pointer, event_of, pointed_at, pointer_to

DAY = date(2026, 11, 15)
ROOM = 1_300


def at(clock: str, day: date = DAY) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}:00+00:00")


def log(*events: tuple[str, str, dict[str, Any]]) -> list[Entry]:
    return [Entry(DAY, line, Event(at(clock), kind, **fields)) for line, (clock, kind, fields) in enumerate(events, 1)]


def words(text: str) -> int:
    return len(text.split())


def test_every_type_has_its_label() -> None:
    # L2
    assert {kind: LABELS[kind] for kind in EVENT_TYPES} == {
        "message_received": "MSG<", "response_sent": "MSG>", "dm_sent": "DM>", "dm_received": "DM<",
        "channel_post": "CH.W", "channel_read": "CH.R", "human_notify": "NTFY", "tool_use": "TOOL",
        "heartbeat_start": "HB", "heartbeat_end": "HB", "cron_executed": "CRON", "memory_write": "MEM",
        "error": "ERR", "issue_resolved": "RSLV",
    }  # fmt: skip


def test_a_line_has_no_empty_fields_and_loses_nothing() -> None:
    # L1: what another program wrote stays, a type that is not known here too
    line = {
        "ts": "2026-11-15T09:00:00+09:00",
        "type": "dream_begun",
        "content": "雪",
        "from": "mio",
        "mood": {"joy": 1},
    }
    event = event_of(line, None)
    assert event is not None
    assert (event.from_, event.label, event.plain()) == ("mio", "DREAM_BEGUN", line)
    made = Event(at("09:00"), "cron_executed", task="sleep", exit_code=0)
    assert made.plain() == {
        "ts": "2026-11-15T09:00:00+00:00", "type": "cron_executed", "task": "sleep", "exit_code": 0,
    }  # fmt: skip
    assert event_of(made.plain(), None) == made
    naive = event_of({"ts": "2026-11-15T09:00:00", "type": "error"}, ZoneInfo("Asia/Tokyo"))
    assert naive is not None
    assert naive.ts == datetime(2026, 11, 15, 0, 0, tzinfo=UTC)
    odd: list[dict[str, Any]] = [
        {},
        {"ts": "yesterday", "type": "error"},
        {"ts": 5, "type": "error"},
        {"ts": "2026-01-01"},
    ]
    assert [event_of(values, None) for values in odd] == [None] * 4


def test_what_belongs_together_is_told_together() -> None:
    # L3
    entries = log(
        ("09:00", "dm_received", {"content": "Have you seen the plan for spring?\nThe pears!", "from_": "mio"}),
        ("09:05", "tool_use", {"tool": "read_memory_file", "summary": "read a page"}),
        ("09:12", "dm_sent", {"content": "I have.", "to": "mio"}),
        ("09:13", "dm_sent", {"content": "Hello, Ken.", "to": "ken"}),
        ("09:43", "dm_received", {"content": "Thirty-one minutes later", "from_": "mio"}),
        ("10:00", "heartbeat_start", {}),
        ("10:01", "heartbeat_end", {"summary": "nothing new"}),
        ("10:30", "heartbeat_start", {}),
        ("10:31", "memory_write", {"tool": "edit_notepad", "summary": "edited the notepad"}),
        ("10:32", "heartbeat_end", {"summary": "tidied up"}),
        ("11:00", "cron_executed", {"task": "sleep", "exit_code": 0}),
        ("11:30", "cron_executed", {"task": "sleep", "exit_code": 0}),
        ("11:40", "cron_executed", {"task": "sleep", "exit_code": 1}),
        ("12:00", "message_received", {"content": "What did\n we say?", "from_": "me"}),
        ("12:01", "response_sent", {"content": "That the pears", "to": "me", "summary": "interrupted"}),
        ("12:02", "channel_post", {"content": "Pears it is.", "channel": "#garden"}),
        ("12:03", "issue_resolved", {"content": "The wall is dry."}),
    )
    assert lines_for_prompt(entries, ROOM, words) == [
        "[09:05] TOOL read_memory_file: read a page",
        "[09:00-09:12] DM mio: Have you seen the plan for spring? The…",
        "  [09:00] DM< Have you seen the plan for spring? The pears!",
        "  [09:12] DM> I have.",
        "  -> activity_log/2026-11-15.jsonl#L1-L3",
        "[09:13] DM> ken: Hello, Ken.",
        "[09:43] DM< mio: Thirty-one minutes later",
        "[10:31] MEM edit_notepad: edited the notepad",
        "[10:00-10:32] HB: tidied up -> activity_log/2026-11-15.jsonl#L6-L10",
        "[11:30] CRON sleep: exit=0 -> activity_log/2026-11-15.jsonl#L11-L12",
        "[11:40] CRON sleep: exit=1",
        "[12:00] MSG< What did we say?",
        "[12:01] MSG> (interrupted) That the pears",
        "[12:02] CH.W #garden: Pears it is.",
        "[12:03] RSLV The wall is dry.",
    ]


@pytest.mark.parametrize("length", [200, 201, 5_000])
def test_a_long_line_is_cut_and_points_to_its_file(length: int) -> None:
    # L3: 200 characters are not too long
    (line,) = lines_for_prompt(log(("08:00", "message_received", {"content": "雪" * length})), 100_000, len)
    if length == 200:
        assert line == f"[08:00] MSG< {'雪' * 200}"
    else:
        assert line == f"[08:00] MSG< {'雪' * 199}… (-> activity_log/2026-11-15.jsonl)"


def test_no_group_reaches_over_midnight_and_the_clock_is_the_persons() -> None:
    # L3, N3: a pointer names one file
    first, second = date(2026, 11, 14), date(2026, 11, 15)
    zone = ZoneInfo("Asia/Tokyo")
    entries = [
        Entry(first, 7, Event(at("14:50", first), "dm_sent", "late", to="mio")),
        Entry(second, 1, Event(at("15:10", first), "dm_received", "later", from_="mio")),
    ]
    assert lines_for_prompt(entries, ROOM, words, zone) == ["[23:50] DM> mio: late", "[00:10] DM< mio: later"]


def test_the_newest_stay_where_there_is_no_room() -> None:
    # L3: of a talk that is too long, its end
    talk = log(*((f"09:{n:02}", "dm_sent", {"content": f"word {n}", "to": "mio"}) for n in range(20)))
    newest = [Entry(DAY, 21, Event(at("10:00"), "message_received", "now"))]
    told = lines_for_prompt([*talk, *newest], 25, words)
    assert told == [
        "[09:00-09:19] DM mio: word 0", "  [09:17] DM> word 17", "  [09:18] DM> word 18", "  [09:19] DM> word 19",
        "  -> activity_log/2026-11-15.jsonl#L1-L20", "[10:00] MSG< now",
    ]  # fmt: skip
    assert lines_for_prompt([*talk, *newest], 3, words) == ["[10:00] MSG< now"]
    assert lines_for_prompt([*talk, *newest], 2, words) == []


texts = st.text(alphabet=st.sampled_from("abc 雪月花\n<>#"), max_size=300)
events = st.builds(
    lambda minute, kind, content, peer: Event(at("00:00") + timedelta(minutes=minute), kind, content, from_=peer),
    st.integers(0, 1_439), st.sampled_from([*EVENT_TYPES, "unknown"]), texts, st.sampled_from(["", "mio", "ken"]),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(events, max_size=25), st.sampled_from([0, 1, 17, 100, 400, 1_300, 1_000_000]))
def test_never_more_tokens_than_there_is_room_for(happened: list[Event], room: int) -> None:
    # L3: whatever happened; and with room enough, everything is told
    entries = [Entry(DAY, line, event) for line, event in enumerate(happened, 1)]
    count = Tokens().count if room < 1_000_000 else len
    told = lines_for_prompt(entries, room, count)
    assert count("\n".join(told)) <= room
    assert not any("\n" in line for line in told)
    if room == 1_000_000 and happened:
        assert told


def test_a_pointer_names_a_day_of_the_log_and_nothing_else() -> None:
    # L3, T4
    assert pointed_at("activity_log/2026-11-15.jsonl") == Pointer(DAY, 1, 0)
    assert pointed_at(" -> activity_log/2026-11-15.jsonl#L3-L9 ") == Pointer(DAY, 3, 9)
    assert pointed_at("activity_log/2026-11-15.jsonl#L3") == Pointer(DAY, 3, 3)
    assert [pointed_at(pointer_to(DAY, *lines)) for lines in ((), (4,), (4, 8))] == [
        Pointer(DAY), Pointer(DAY, 4, 4), Pointer(DAY, 4, 8),
    ]  # fmt: skip
    odd = ("activity_log/../../omoide.db", "activity_log/2026-11-15.jsonl/..", "/activity_log/2026-11-15.jsonl",
           "activity_log/2026-13-45.jsonl", "activity_log/2026-11-15.jsonl#L", "notepad", "", "a" * 10_000)  # fmt: skip
    assert [pointed_at(text) for text in odd] == [None] * len(odd)


def test_rules_that_make_no_sense_are_refused() -> None:
    # I7
    with pytest.raises(ValueError, match="hours"):
        ActivityRules(hours=0)
