"""Transcripts of Claude Code: what is speech in them, and that each turn is remembered once, however it comes."""

# I1, E7, N5

from __future__ import annotations

import io
import json
import os
import shutil
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from omoide import Mind
from omoide.encode.transcript_lines import LONGEST_LINE, Tally
from omoide.encode.transcripts import LONGEST_TEXT, spoken_turns
from omoide.errors import InvalidInput, Postponed, Refused
from tests.mind.transcript import FOLDER, Line, appended, raw, replied, text, tool_result, tool_use, typed, written
from tests.mind.world import Clock, ScriptedThinker, at, mind_in

EVENING = "2026-01-18T22:00:00"
CAT = [typed("u1", "My cat is called Mike.", 1), replied("a1", "What a name!", stop="end_turn")]
DOG = [typed("u2", "My dog is called Pochi.", 2), replied("a2", "A good dog.", stop="end_turn")]


@pytest.fixture
def mind(tmp_path: Path) -> Any:
    with mind_in(tmp_path / "home", Clock(at(EVENING))) as mind:
        yield mind


def heard(*lines: Line | bytes, over: bool = True) -> list[tuple[str, str]]:
    """What was said and replied, as the reader has it."""
    file = io.BytesIO(b"".join(raw(line) for line in lines))
    return [(turn.said, turn.replied) for turn in spoken_turns(file, 0, Tally(), over)]


def ledger(mind: Mind) -> list[tuple[str, str]]:
    """Every turn behind a memory, oldest first."""
    turns = [turn for memory in mind.list() for turn in mind.turns_of(memory)]
    return [(turn.said, turn.replied) for turn in sorted(turns, key=lambda turn: turn.time)]


# ---------------------------------------------------------------- what is speech


def test_a_turn_is_what_was_typed_and_all_that_was_written_back() -> None:
    assert heard(
        {"type": "queue-operation", "operation": "enqueue", "content": "My cat is called Mike."},
        typed("u1", [text("Look,"), {"type": "image", "source": {}}, text("a cat")]),
        replied("a1", {"type": "thinking", "thinking": "hm"}, message="m1"),
        replied("a2", "Let me look.", message="m1"),
        tool_use("a3", message="m1"),
        tool_result("r1"),
        replied("a4", "It is Mike.", message="m2", stop="end_turn"),
        typed("u2", "そうだよ", 1, promptSource="sdk"),
        replied("a5", "かわいいですね。"),
        {"type": "last-prompt", "lastPrompt": "そうだよ", "sessionId": "session-1"},
    ) == [("Look,\na cat", "Let me look.\nIt is Mike."), ("そうだよ", "かわいいですね。")]  # fmt: skip


NO_SPEECH: dict[str, Line | bytes] = {
    "meta": typed("x", "Caveat: the messages below", isMeta=True),
    "sidechain": typed("x", "Search the code", isSidechain=True),
    "sidechain reply": replied("x", "Searched.", isSidechain=True),
    "compact summary": typed("x", "This session is being continued", isCompactSummary=True),
    "only shown": typed("x", "For your eyes", isVisibleInTranscriptOnly=True),
    "tool result": tool_result("x"),
    "an error of the service": replied("x", "API Error: 529", isApiErrorMessage=True),
    "made up by the client": {
        "type": "assistant", "uuid": "x", "message": {"model": "<synthetic>", "content": [text("No response.")]},
    },
    "interrupted": typed("x", [{"type": "text", "text": "[Request interrupted by user for tool use]"}]),
    "not typed by a person": typed("x", "Continue.", promptSource="system"),
    "our own memories": {
        "type": "attachment", "uuid": "x",
        "attachment": {"type": "hook_additional_context", "content": ["<memories>\n- cats\n</memories>"]},
    },
    "our own memories in a user line": typed("x", "<memories>\n- [2026-01-01][L1] cats → dogs\n</memories>"),
    "a reminder": typed("x", [text("<system-reminder>\n<memories>x</memories>\n</system-reminder>")]),
    "what the editor shows": typed("x", "<ide_opened_file>a.py</ide_opened_file>"),
    "summary": {"type": "summary", "summary": "About cats", "leafUuid": "x"},
    "snapshot": {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}},
    "progress": {"type": "progress", "uuid": "x", "message": {"role": "user", "content": "half"}},
    "unknown": {"type": "to-be-invented", "uuid": "x", "message": {"role": "user", "content": "hello"}},
    "no message": {"type": "user", "uuid": "x"},
    "a picture alone": typed("x", [{"type": "image", "source": {}}]),
    "odd content": typed("x", 17),
    "odd blocks": typed("x", ["text", None, {"type": "text", "text": 5}]),
    "blank": typed("x", "  \n "),
    "an empty line": b"\n",
}  # fmt: skip


@pytest.mark.parametrize("line", NO_SPEECH.values(), ids=NO_SPEECH)
def test_no_speech_is_passed_over_without_ending_a_turn(line: Line | bytes) -> None:
    # R14: what was injected must not come back as something said
    assert heard(CAT[0], line, CAT[1]) == [("My cat is called Mike.", "What a name!")]


def test_what_was_put_between_the_words_is_taken_out() -> None:
    said = "Hello <memories>\n- a cat\n</memories>there<system-reminder>be nice</system-reminder> <memories>open"
    assert heard(typed("u", said), replied("a", "As in <memories>a cat</memories>, yes")) == [
        ("Hello there <memories>open", "As in , yes")
    ]


@pytest.mark.parametrize(
    "command",
    [
        "<command-message>dream</command-message>\n<command-name>/dream</command-name>",
        "<command-name>/clear</command-name><command-args></command-args>",
        "<local-command-stdout>done</local-command-stdout>",
        "<bash-input>ls</bash-input>",
        "<bash-stdout>a.txt</bash-stdout>",
        "<task-notification>finished</task-notification>",
        "/dream of cats",
    ],
)
def test_commands_and_the_answers_to_them_are_no_turns(command: str) -> None:
    # E3
    lines = [*CAT, typed("c", command), typed("m", "expanded", isMeta=True), replied("x", "I dreamt of fish."), *DOG]
    assert heard(*lines) == [("My cat is called Mike.", "What a name!"), ("My dog is called Pochi.", "A good dog.")]


def test_an_interrupted_prompt_is_a_turn_of_its_own() -> None:
    assert heard(typed("u1", "Wait"), typed("u2", "No, this"), replied("a", "Fine.")) == [
        ("Wait", ""),
        ("No, this", "Fine."),
    ]


def test_lines_that_come_twice_count_once() -> None:
    again = replied("a9", "What a name!", message="msg-a1")  # the same block once more, under another number
    assert heard(*CAT, *CAT, again, *DOG, CAT[1]) == [
        ("My cat is called Mike.", "What a name!"), ("My dog is called Pochi.", "A good dog."),
    ]  # fmt: skip


BROKEN = {
    "cut": b'{"type":"user","uuid":"x","message":{"role":"us\n',
    "no JSON": b"hello\n",
    "no object": b"[1, 2]\n",
    "no UTF-8": b'{"type":"user","message":{"content":"\xff\xfe"}}\n',
    "too deep": b"[" * 100_000 + b"\n",
    "a number too long": b'{"type":' + b"1" * 10_000 + b"}\n",
    "too long": b'{"type":"user","uuid":"x","message":{"content":"' + b"x" * (2 * LONGEST_LINE) + b'"}}\n',
}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN)
def test_broken_lines_are_counted_and_passed_over(line: bytes) -> None:
    tally = Tally()
    file = io.BytesIO(raw(CAT[0]) + line + raw(CAT[1]))
    assert [turn.replied for turn in spoken_turns(file, 0, tally, True)] == ["What a name!"]
    assert (tally.unreadable, tally.end) == (1, len(file.getvalue()))


def test_a_very_long_turn_keeps_its_beginning_and_its_end() -> None:
    parts = [replied(f"a{n}", f"{n:02}" + "." * LONGEST_TEXT) for n in range(30)]
    ((said, reply),) = heard(typed("u", "A" * LONGEST_TEXT + "Z"), *parts)
    assert (said[:1], said[-1:], reply[:2], len(said), len(reply)) == ("A", "Z", "00", *[LONGEST_TEXT + 3] * 2)


def test_a_line_that_has_no_end_yet_waits() -> None:
    half = raw(DOG[0])[:-1]
    assert heard(*CAT, half, over=False) == [("My cat is called Mike.", "What a name!")]
    assert heard(*CAT, half, over=True)[-1] == ("My dog is called Pochi.", "")


# ---------------------------------------------------------------- into memory


def test_a_session_becomes_memories_that_know_where_they_come_from(
    mind: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # E9, N3: times are those of the lines, on the clock of the person
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    done = mind.live_through(written(tmp_path / "a.jsonl", [*CAT, *DOG]), over=True)
    assert (done.turns, done.memories, done.skipped, done.failed, done.problems) == (2, 2, 0, 0, ())
    oldest = mind.list()[-1]
    assert (oldest.origin, oldest.session, oldest.sources) == (FOLDER, "session-1", ("claude-code:u1",))
    assert oldest.created == datetime.fromisoformat("2026-01-18T18:01:00.250+09:00")
    assert oldest.created.utcoffset() == at(EVENING).utcoffset()
    assert ledger(mind) == [("My cat is called Mike.", "What a name!"), ("My dog is called Pochi.", "A good dog.")]


def test_a_line_without_its_fields_is_placed_by_the_file(mind: Mind, tmp_path: Path) -> None:
    bare = {"type": "user", "message": {"content": "My cat is called Mike."}}
    path = written(
        tmp_path / "bare.jsonl", [bare, {"type": "user", "timestamp": "soon", "message": {"content": "Yes"}}]
    )
    os.utime(path, (at("2026-01-17T12:00:00").timestamp(),) * 2)
    for _ in range(2):
        mind.live_through(path, over=True)
        shutil.copy2(path, path.with_name("copy.jsonl"))
        mind.live_through(path.with_name("copy.jsonl"), over=True)
    assert [(m.created, m.session, m.origin) for m in mind.list()] == [(at("2026-01-17T12:00:00"), "bare", "")] * 2


@pytest.mark.parametrize("cuts", [[0], [0, 3], [1, 2, 3]])
def test_a_live_session_keeps_its_last_turn_until_it_is_answered(mind: Mind, tmp_path: Path, cuts: list[int]) -> None:
    lines = [CAT[0], tool_use("t"), tool_result("r"), CAT[1]]
    path = written(tmp_path / "a.jsonl", [])
    for cut in cuts:  # lines that are there when it is looked at
        written(path, lines[:cut])
        assert mind.live_through(path, over=False).turns == 0
    assert mind.live_through(written(path, lines), over=False).memories == 1
    assert mind.live_through(path, over=True).turns == 0
    assert ledger(mind) == [("My cat is called Mike.", "What a name!")]


def test_the_end_of_a_session_ends_the_waiting(mind: Mind, tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", [CAT[0]])
    assert mind.live_through(path, over=False).turns == 0
    assert mind.live_through(path, over=True).memories == 1
    assert ledger(mind) == [("My cat is called Mike.", "")]


def test_a_file_left_alone_for_long_is_over(tmp_path: Path) -> None:
    clock = Clock(at(EVENING))
    with mind_in(tmp_path / "home", clock, hooks={"quiet_minutes": 30}) as mind:
        path = written(tmp_path / "a.jsonl", [CAT[0]])
        os.utime(path, (clock.time.timestamp(),) * 2)
        clock.forward(minutes=29)
        assert mind.live_through(path).turns == 0
        clock.forward(minutes=2)
        assert mind.live_through(path).memories == 1


def test_resumed_forked_and_copied_sessions_yield_every_turn_once(mind: Mind, tmp_path: Path) -> None:
    first = written(tmp_path / "a.jsonl", CAT)
    mind.live_through(first, over=True)
    mind.live_through(appended(first, *DOG), over=True)  # resumed
    copy = [line | {"sessionId": "session-2"} for line in [*CAT, *DOG]]
    mind.live_through(
        written(tmp_path / "b.jsonl", [*copy, typed("u3", "And a bird.", 3, sessionId="session-2")]), over=True
    )
    renumbered = [
        line | {"uuid": f"new-{n}", "forkedFrom": {"sessionId": "session-1", "messageUuid": line["uuid"]}}
        for n, line in enumerate([*CAT, *DOG])
    ]
    mind.live_through(written(tmp_path / "c.jsonl", renumbered), over=True)
    shutil.copy(first, tmp_path / "d.jsonl")
    mind.live_through(tmp_path / "d.jsonl", over=True)
    assert ledger(mind) == [
        ("My cat is called Mike.", "What a name!"), ("My dog is called Pochi.", "A good dog."), ("And a bird.", ""),
    ]  # fmt: skip


@given(st.lists(st.integers(0, 3_000), max_size=4), st.booleans())
@examples(max_examples=15, deadline=None)
def test_however_a_file_grows_each_turn_is_heard_once(tmp_path_factory: Any, cuts: list[int], ended: bool) -> None:
    lines = [
        *CAT,
        b"broken\n",
        tool_result("r"),
        *DOG,
        typed("u3", "猫も犬も好き 🐈", 3),
        replied("a3", "わかります。"),
    ]
    content = b"".join(raw(line) for line in lines)
    folder = tmp_path_factory.mktemp("growing")
    with mind_in(folder / "home", Clock(at(EVENING))) as mind:
        for cut in [*sorted(cuts), len(content)]:
            (folder / "a.jsonl").write_bytes(content[:cut])
            mind.live_through(folder / "a.jsonl", over=False)
        mind.live_through(folder / "a.jsonl", over=True)
        if ended:
            mind.live_through(folder / "a.jsonl", over=True)
        assert ledger(mind) == [
            ("My cat is called Mike.", "What a name!"), ("My dog is called Pochi.", "A good dog."),
            ("猫も犬も好き 🐈", "わかります。"),
        ]  # fmt: skip


def test_what_was_read_is_not_read_again(mind: Mind, tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", [b"broken\n", *CAT])
    first = mind.live_through(path, over=True)
    assert [str(problem) for problem in first.problems] == ["a.jsonl: 1 lines could not be read and were passed over."]
    second = mind.live_through(appended(path, *DOG), over=True)  # a second reading would meet the broken line again
    assert (second.turns, second.memories, second.problems) == (1, 1, ())


def test_another_file_under_the_same_name_is_read_from_its_beginning(mind: Mind, tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", [*CAT, tool_result("r", "x" * 2_000)])
    mind.live_through(path, over=True)
    written(path, DOG)  # shorter
    mind.live_through(path, over=True)
    written(path, [typed("u3", "And a bird.", 3), tool_result("r", "y" * 9_000)])  # longer
    mind.live_through(path, over=True)
    assert [said for said, _ in ledger(mind)] == ["My cat is called Mike.", "My dog is called Pochi.", "And a bird."]


def test_a_session_longer_than_one_batch_and_a_stop_in_it(tmp_path: Path) -> None:
    # E7: what a stopped reading left behind is encoded by the next one, and nothing twice
    lines = [
        line
        for n in range(230)
        for line in (typed(f"u{n}", f"Lighthouse {n} was painted.", n // 10), replied(f"a{n}", "Oh!"))
    ]
    path = written(tmp_path / "a.jsonl", lines)
    asked: list[Any] = []

    def stop_in_the_second_batch(question: Any, answer: Any) -> Any:
        asked.append(question)
        if len(asked) == 150:
            raise KeyboardInterrupt
        return answer

    with (
        mind_in(tmp_path / "home", Clock(at(EVENING)), ScriptedThinker(stop_in_the_second_batch)) as mind,
        pytest.raises(KeyboardInterrupt),
    ):
        mind.live_through(path, over=True)
    with mind_in(tmp_path / "home", Clock(at(EVENING))) as mind:
        assert mind.counts().total == 100
        done = mind.live_through(path, over=False)
        assert (done.turns, done.memories) == (129, 129)  # the first hundred are not read again
        assert mind.live_through(path, over=True).memories == 1
        assert sorted(said for said, _ in ledger(mind)) == sorted(f"Lighthouse {n} was painted." for n in range(230))


def test_a_turn_that_fails_keeps_no_other_and_is_tried_again(tmp_path: Path) -> None:
    def weak(question: Any, answer: Any) -> Any:
        return Postponed("not now", "今は無理") if "cat" in getattr(question, "said", "") else answer

    path = written(tmp_path / "a.jsonl", [*CAT, *DOG])
    with mind_in(tmp_path / "home", Clock(at(EVENING)), ScriptedThinker(weak)) as mind:
        done = mind.live_through(path, over=True)
        assert (done.turns, done.memories, done.failed, [p.en for p in done.problems]) == (2, 1, 1, ["not now"])
    with mind_in(tmp_path / "home", Clock(at(EVENING))) as mind:
        assert mind.end_session().memories == 1
        assert [said for said, _ in ledger(mind)] == ["My cat is called Mike.", "My dog is called Pochi."]


def test_secrets_and_forbidden_projects_leave_no_trace(tmp_path: Path) -> None:
    # E8, N2
    secret = "sk-ant-" + "a1B2c3D4" * 5
    lines = [
        typed("u1", f"The key is {secret}", 1),
        replied("a1", f"Noted: {secret}"),
        *(line | {"cwd": "/secret"} for line in DOG),
    ]
    with mind_in(tmp_path / "home", Clock(at(EVENING)), privacy={"never_from": ["/secret"]}) as mind:
        done = mind.live_through(written(tmp_path / "a.jsonl", lines), over=True)
        assert (done.turns, done.memories, done.skipped) == (2, 1, 1)
        assert ledger(mind) == [("The key is [redacted: api key]", "Noted: [redacted: api key]")]
    assert secret.encode() not in b"".join(p.read_bytes() for p in (tmp_path / "home").rglob("*") if p.is_file())


def test_what_was_said_in_a_pause_stays_unsaid_and_what_was_said_before_waits(tmp_path: Path) -> None:
    # N2: a transcript is read later than it was spoken
    clock = Clock(at("2026-01-18T18:01:30"))
    path = written(tmp_path / "a.jsonl", [*CAT, *DOG, typed("u3", "And a bird.", 3), replied("a3", "Tweet!")])
    with mind_in(tmp_path / "home", clock) as mind:
        mind.pause()
        with pytest.raises(Refused, match="pause"):
            mind.live_through(path, over=True)
        clock.set("2026-01-18T18:02:30")
        mind.resume()
        done = mind.live_through(path, over=True)
        assert (done.turns, done.memories, done.skipped) == (3, 2, 1)
        assert [said for said, _ in ledger(mind)] == ["My cat is called Mike.", "And a bird."]


def test_a_pause_that_ran_out_is_remembered_as_one(tmp_path: Path) -> None:
    clock = Clock(at("2026-01-18T18:01:30"))
    with mind_in(tmp_path / "home", clock) as mind:
        mind.pause(until=at("2026-01-18T18:02:30"))
        clock.set("2026-01-18T19:00:00")
        mind.pause(until=at("2026-01-18T19:30:00"))  # a later one does not make it forgotten
        clock.set("2026-01-18T20:00:00")
        mind.live_through(written(tmp_path / "a.jsonl", [*CAT, *DOG]), over=True)
        assert [said for said, _ in ledger(mind)] == ["My cat is called Mike."]


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe", "device"])
def test_what_is_no_file_is_refused_in_words(mind: Mind, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.jsonl"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("no named pipes here")
        os.mkfifo(path)
    elif kind == "device":
        if not Path("/dev/zero").exists():
            pytest.skip("no devices here")
        path.symlink_to("/dev/zero")
    with pytest.raises(InvalidInput, match=r"a\.jsonl cannot be read"):
        mind.live_through(path, over=True)


# ---------------------------------------------------------------- catching up


def test_a_project_is_caught_up_with_newest_first_within_limits(tmp_path: Path) -> None:
    with mind_in(tmp_path / "home", Clock(at(EVENING)), hooks={"sweep_files": 2}) as mind:
        for n in range(5):
            path = written(tmp_path / "project" / f"{n}.jsonl", [typed(f"u{n}", f"Lighthouse {n} was painted.", n)])
            os.utime(path, (at("2026-01-18T19:00:00").timestamp() + n,) * 2)
        written(tmp_path / "project" / "4" / "subagents" / "x.jsonl", [typed("s", "Search the code")])
        seen = []
        for _ in range(4):
            mind.catch_up(tmp_path / "project")
            seen.append(sorted(said for said, _ in ledger(mind)))
        assert [len(some) for some in seen] == [2, 4, 5, 5]
        assert seen[0] == ["Lighthouse 3 was painted.", "Lighthouse 4 was painted."]


def test_catching_up_leaves_the_live_session_its_last_turn_and_stops_in_time(tmp_path: Path) -> None:
    watch = iter([0.0, 1.0, 2.0, 400.0, 401.0])
    with mind_in(tmp_path / "home", Clock(at(EVENING))) as mind:
        live = written(tmp_path / "project" / "live.jsonl", [*CAT, DOG[0]])
        for n in range(3):
            path = written(
                tmp_path / "project" / f"{n}.jsonl", [typed(f"u{n + 5}", f"Lighthouse {n} was painted.", n + 5)]
            )
            os.utime(path, (at("2026-01-18T19:00:00").timestamp() + n,) * 2)
        os.utime(live, (at("2026-01-18T20:00:00").timestamp(),) * 2)  # long ago, and yet it goes on
        from omoide.encode import catch_up

        catch_up(mind.faculties, mind.settings, tmp_path / "project", live, watch=lambda: next(watch))
        assert [said for said, _ in ledger(mind)] == ["My cat is called Mike.", "Lighthouse 2 was painted."]


def test_one_transcript_that_cannot_be_read_does_not_hide_the_others(mind: Mind, tmp_path: Path) -> None:
    (tmp_path / "project" / "folder.jsonl").mkdir(parents=True)
    written(tmp_path / "project" / "a.jsonl", CAT)
    done = mind.catch_up(tmp_path / "project")
    assert (done.memories, ["folder.jsonl cannot be read" in problem.en for problem in done.problems]) == (1, [True])


def test_json_of_the_reader_needs_no_order_or_spacing(mind: Mind, tmp_path: Path) -> None:
    spaced = [
        json.dumps(dict(reversed(line.items())), indent=None, separators=(" , ", " : ")).encode() + b"\r\n"
        for line in CAT
    ]
    mind.live_through(written(tmp_path / "a.jsonl", [b"\xef\xbb\xbf" + spaced[0], spaced[1]]), over=True)
    assert ledger(mind) == [("My cat is called Mike.", "What a name!")]
