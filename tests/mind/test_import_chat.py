"""Importing conversations: E3, E7, X8 and broken files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from omoide.errors import InvalidInput
from tests.mind.world import Clock, at, mind_in


def chat(path: Path, turns: int) -> Path:
    lines = []
    for number in range(turns):
        day, minute = 1 + number // 20, number % 20
        for second, (role, content) in enumerate(
            (("user", f"Story number {number} about the river"), ("assistant", f"I hear story {number}."))
        ):
            time = f"2026-01-{day:02}T20:{minute:02}:{second:02}+09:00"
            lines.append(json.dumps({"role": role, "content": content, "time": time}))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_conversation_moves_in_once(tmp_path: Path) -> None:
    # E7
    file = chat(tmp_path / "chat.jsonl", 45)
    with mind_in(tmp_path / "home", Clock(at("2026-02-01T12:00:00"))) as mind:
        first = mind.import_chat(file)
        assert (first.turns, first.memories, first.skipped, first.failed) == (45, 45, 0, 0)
        again = mind.import_chat(file)
        assert (again.turns, again.memories, again.skipped, again.failed) == (45, 0, 45, 0)
        assert mind.counts().total == 45
        assert mind.list()[-1].id == "mem_20260101_001"
        assert len({m.session for m in mind.list()}) == 3  # a long silence ends a session


def test_broken_lines_are_counted_and_the_others_kept(tmp_path: Path) -> None:
    file = tmp_path / "chat.jsonl"
    good = '{"role": "user", "content": "%s", "time": "2026-01-05T20:00:0%d+09:00"}'
    file.write_bytes(
        "\n".join(
            [
                good % ("hello there", 0),
                "{broken",
                '{"role": "robot", "content": "x", "time": "2026-01-05T20:00:01+09:00"}',
                '{"role": "user", "content": 7, "time": "2026-01-05T20:00:01+09:00"}',
                '{"role": "user", "content": "no zone", "time": "2026-01-05T20:00:01"}',
                '{"role": "user", "content": "no time"}',
                '["a list"]',
                '{"role": "assistant", "content": "hi", "time": "2026-01-05T20:00:02+09:00"}',
                good % ("/clear", 3),
                '{"role": "assistant", "content": "cleared", "time": "2026-01-05T20:00:04+09:00"}',
                '{"role": "user", "content": "much later", "time": "2999-01-05T20:00:05+09:00"}',
            ]
        ).encode()
        + b"\n\xff\xfe not utf-8\n"
    )
    with mind_in(tmp_path / "home") as mind:
        done = mind.import_chat(file)
        assert (done.turns, done.memories, done.skipped) == (2, 1, 1)
        assert done.failed == 8
        assert any("no time zone" in problem.en for problem in done.problems)
        assert any("line 2" in problem.en and "2 行目" in problem.ja for problem in done.problems)
        assert [m.sources for m in mind.list()] == [(mind.turns_of(mind.list()[0])[0].key,)]


def test_consecutive_messages_of_one_side_are_one_turn(tmp_path: Path) -> None:
    # E1: a turn is what was said and the reply to it
    file = tmp_path / "chat.jsonl"
    roles = ["assistant", "user", "user", "assistant", "assistant", "user"]
    lines = [
        json.dumps({"role": role, "content": f"part {n}", "time": f"2026-01-05T20:00:0{n}+09:00"})
        for n, role in enumerate(roles)
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    with mind_in(tmp_path / "home") as mind:
        assert mind.import_chat(file).turns == 3
        turns = [mind.turns_of(memory)[0] for memory in mind.list()[::-1]]
        assert [(t.said, t.replied) for t in turns] == [
            ("", "part 0"),
            ("part 1\npart 2", "part 3\npart 4"),
            ("part 5", ""),
        ]


def test_a_command_does_not_swallow_the_words_after_it(tmp_path: Path) -> None:
    # E3
    file = tmp_path / "chat.jsonl"
    texts = ["We moved to Sapporo.", "/clear", "Our new flat has a fireplace."]
    lines = [
        json.dumps({"role": "user", "content": text, "time": f"2026-01-05T20:00:0{n}+09:00"})
        for n, text in enumerate(texts)
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    with mind_in(tmp_path / "home") as mind:
        assert mind.import_chat(file).memories == 2
        assert [mind.turns_of(memory)[0].said for memory in mind.list()[::-1]] == [texts[0], texts[2]]


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with mind_in(tmp_path / "home") as mind, pytest.raises(InvalidInput, match="cannot be read"):
        mind.import_chat(tmp_path / "nowhere.jsonl")


STOPPED = """
import os, signal, sys
from pathlib import Path
from omoide import open_mind
from omoide.adapters.models.offline import OfflineMind

class Dying(OfflineMind):
    def ask_all(self, questions, progress=None):
        answers = super().ask_all(questions, progress)
        self.asked = getattr(self, "asked", 0) + len(answers)
        if self.asked > int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        return answers

from omoide.settings import build
mind = open_mind(Path(sys.argv[1]), persona="aoi", thinker=Dying(), settings=build({"night": {"batch": 5}}))
mind.import_chat(Path(sys.argv[2]))
"""


@pytest.mark.parametrize("after", [0, 12])
def test_an_import_that_was_killed_goes_on_and_loses_nothing(tmp_path: Path, after: int) -> None:
    # E7, X8: real SIGKILL in the middle
    file, home = chat(tmp_path / "chat.jsonl", 30), tmp_path / "home"
    killed = subprocess.run([sys.executable, "-c", STOPPED, str(home), str(file), str(after)], env=os.environ)
    assert killed.returncode == -signal.SIGKILL
    with mind_in(home, Clock(at("2026-02-01T12:00:00"))) as mind:
        before = mind.counts().total
        assert before == after // 5 * 5
        done = mind.import_chat(file)
        assert (done.turns, done.memories) == (30, 30 - before)
        memories = mind.list()
        assert len(memories) == 30
        assert len({source for m in memories for source in m.sources}) == 30


EIGHT = """
import sys
from pathlib import Path
from omoide import open_mind
mind = open_mind(Path(sys.argv[1]), persona="aoi")
print(mind.import_chat(Path(sys.argv[2])).memories)
"""


def test_eight_processes_importing_at_once_make_each_memory_once(tmp_path: Path) -> None:
    # E5, E7, X8
    file, home = chat(tmp_path / "chat.jsonl", 40), tmp_path / "home"
    command = [sys.executable, "-c", EIGHT, str(home), str(file)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ, text=True) for _ in range(8)]
    made = [int(child.communicate()[0]) for child in children]
    assert [child.returncode for child in children] == [0] * 8
    assert sum(made) == 40
    with mind_in(home) as mind:
        assert len({m.id for m in mind.list()}) == 40


def test_words_that_got_no_answer_are_not_told_with_those_of_another_day(tmp_path: Path) -> None:
    # E1, E5
    lines = [
        {"role": "user", "content": "Monday's question", "time": "2026-01-12T10:00:00+09:00"},
        {"role": "user", "content": "and one more thing", "time": "2026-01-12T10:01:00+09:00"},
        {"role": "user", "content": "Friday's news", "time": "2026-01-16T10:00:00+09:00"},
        {"role": "assistant", "content": "a late answer", "time": "2026-01-16T11:00:00+09:00"},
        {"role": "user", "content": "from the far future", "time": "2036-01-16T10:00:00+09:00"},
    ]
    path = tmp_path / "chat.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with mind_in(tmp_path / "home") as mind:
        done = mind.import_chat(path)
        assert (done.memories, done.failed) == (2, 1)
        turns = [turn for memory in mind.list()[::-1] for turn in mind.turns_of(memory)]
        assert [(turn.said, turn.replied) for turn in turns] == [
            ("Monday's question\nand one more thing", ""),
            ("Friday's news", "a late answer"),
        ]


def test_a_last_turn_waits_for_its_reply_while_its_session_may_go_on(tmp_path: Path) -> None:
    # E7: handed in again with the reply, it is one memory, with the reply
    lines = [
        {"role": "user", "content": "The first question", "time": "2026-01-18T17:50:00+09:00"},
        {"role": "assistant", "content": "the first answer", "time": "2026-01-18T17:50:10+09:00"},
        {"role": "user", "content": "The last question", "time": "2026-01-18T17:55:00+09:00"},
    ]
    path, clock = tmp_path / "chat.jsonl", Clock(at("2026-01-18T18:00:00"))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with mind_in(tmp_path / "home", clock) as mind:
        done = mind.import_chat(path)
        assert (done.turns, done.memories, done.skipped, done.failed) == (2, 1, 1, 0)
        lines.append({"role": "assistant", "content": "the last answer", "time": "2026-01-18T17:56:00+09:00"})
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        assert mind.import_chat(path).memories == 1
        told = [(turn.said, turn.replied) for memory in mind.list()[::-1] for turn in mind.turns_of(memory)]
        assert told == [("The first question", "the first answer"), ("The last question", "the last answer")]


@pytest.mark.parametrize("secret", ["", " my key is sk-ant-api03-" + "a1B2" * 20])
def test_a_turn_remembered_without_its_reply_is_not_remembered_again_with_it(tmp_path: Path, secret: str) -> None:
    # E7: the session was over when it was imported, and the answer came all the same
    lines = [{"role": "user", "content": f"The last question{secret}", "time": "2026-01-18T10:00:00+09:00"}]
    path = tmp_path / "chat.jsonl"
    with mind_in(tmp_path / "home") as mind:
        for memories in (1, 0):
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            done = mind.import_chat(path)
            assert (done.turns, done.memories, done.skipped, done.failed) == (1, memories, 1 - memories, 0)
            lines.append({"role": "assistant", "content": "a late answer", "time": "2026-01-18T17:00:00+09:00"})
        assert mind.counts().total == 1


def test_two_files_of_the_same_hours_count_their_own_turns(tmp_path: Path) -> None:
    # E7
    with mind_in(tmp_path / "home") as mind:
        mind.perceive(
            "said elsewhere", "indeed", time=at("2026-01-12T10:00:00"), session="chat:2026-01-12T10:00:00+09:00"
        )
        path = tmp_path / "chat.jsonl"
        line = {"role": "user", "content": "said here", "time": "2026-01-12T10:00:00+09:00"}
        path.write_text(json.dumps(line) + "\n", encoding="utf-8")
        done = mind.import_chat(path)
        assert (done.turns, done.memories, done.skipped) == (1, 1, 0)
