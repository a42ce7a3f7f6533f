"""omoide prime, chat and pages, through a pipe and on a real terminal."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.model_server import Asked, ModelServer, Sent, answer, fails, speaks

from .shell import PROGRAM, Shell

MODEL = "anthropic:claude-haiku-4-5"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    server = ModelServer()
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret-000000")
    monkeypatch.setenv("OMOIDE_MODELS__REPLY", MODEL)
    monkeypatch.setenv("OMOIDE_MODELS__RETRIES", "0")
    yield server
    server.close()


def talk(shell: Shell, *lines: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
    """A chat through a pipe, as a process of its own: the model library is not to be loaded in this one."""
    with shell.process("chat", *options) as child:
        out, err = child.communicate("".join(f"{line}\n" for line in lines), timeout=60)
    return child.returncode, out, err


def test_prime_has_exactly_its_form(shell: Shell) -> None:
    # R9
    shell.remember("My cat is called Mochi.")
    told = shell.json("prime", "What is my cat called?", "--no-mark")
    assert list(told) == ["message_type", "budget", "channels", "resolved", "sections", "tokens", "left_out"]
    assert [list(one) for one in told["sections"]] == [["name", "text", "tokens"]] * len(told["sections"])
    assert [one["name"] for one in told["sections"]] == ["tags", "activity", "memories"]
    assert "Mochi" in told["sections"][1]["text"]
    assert sum(one["tokens"] for one in told["sections"]) < told["tokens"] < 1_000
    assert told["left_out"] == []


def test_prime_for_people_says_why(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    # R9
    shell.remember("My cat is called Mochi.")
    monkeypatch.setenv("OMOIDE_CONTEXT__BUDGETS__TAGS", "20")
    shown = shell("prime", "What is my cat called?").out
    assert "memories  what the message brings to mind" in shown
    assert "cut short: tags: how to tag a reply" in shown
    assert re.search(r"together: \d+ tokens", shown)
    assert "合計" in shell("prime", "猫の名前は？", "--lang", "ja").out


def test_prime_with_a_model_that_fails_goes_on(
    shell: Shell, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # R6: rules decide, and it is said
    monkeypatch.setenv("OMOIDE_MODELS__LIGHT", MODEL)
    server.replies = [fails(500)]
    with shell.process("prime", "Do you remember Kyoto?", "--json") as child:
        out, err = child.communicate(timeout=60)
    assert (child.returncode, '"sections"' in out) == (0, True)
    assert "so rules did" in err
    assert "sk-ant" not in out + err


def test_a_talk_without_a_model(shell: Shell) -> None:
    code, out, err = talk(
        shell, "My cat is called Mochi and she sleeps all day.", "", "/remember I like rice cakes.", "/why", "/mood",
        "/nope", "/help", "/why mem_404", "What is my cat called?",
    )  # fmt: skip
    assert code == 0
    assert err.count("no model is set for replies") == 1
    assert "there is no command /nope" in err
    assert "mem_404" in err
    assert [word for word in ("Remembered: mem_", "/sleep", "relatedness") if word not in out] == []
    assert out.rstrip().endswith("memories made: 2")
    assert len(shell.json("list")["memories"]) == 3


def test_a_talk_without_a_model_shows_memories_and_nothing_else(shell: Shell) -> None:
    # R9: how a reply is tagged, what moves the persona and how much room there was is for `omoide prime`
    shell.remember("My cat is called Mochi and she sleeps all day.", "--time", "2026-01-02T12:00:00+09:00")
    shell.json("goals", "add", "write a poem")
    shell.json("questions", "add", "what does Mochi eat?")
    code, out, _ = talk(shell, "What is my cat called?")
    assert (code, out.splitlines()) == (
        0,
        [
            "memories  what the message brings to mind",
            '  - [2026-01-02][L1] "My cat is called Mochi and she sleeps all day." → —',
            "memories made: 1",
        ],
    )
    code, out, _ = talk(shell, "Good morning!", options=("--person", "mia", "--lang", "ja"))
    assert out.splitlines() == ["思い当たることはありません。", "できた記憶: 1 件"]


def test_a_talk_with_a_model(shell: Shell, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # R6, M2, X7: the light model decides, the reply model speaks; tags are felt and not seen
    monkeypatch.setenv("OMOIDE_MODELS__LIGHT", MODEL)
    decided = answer({"search": True, "words": "cat", "keywords": ["Mochi"], "intent": "factual"})

    def reply(asked: Asked) -> Sent:
        spoken = speaks("Yes, Mo", 'chi! <persona_emotion category="joy" intensity="0.7"/>')
        return spoken(asked) if asked.body.get("stream") else decided(asked)

    server.replies = [reply]
    code, out, err = talk(shell, "Do you remember Mochi?", "/quit", "never said")
    assert (code, err) == (0, "")
    assert out == "Yes, Mochi!\nmemories made: 1\n"
    assert len(server.asked) == 2
    assert [felt["category"] for felt in shell.json("mood")["emotions"]] == ["joy"]
    [memory] = shell.json("list")["memories"]
    assert memory["session"].startswith("chat-")


def test_a_model_that_fails_is_told_and_the_talk_goes_on(shell: Shell, server: ModelServer) -> None:
    server.replies = [fails(500), speaks("Now I am here.")]
    code, out, err = talk(shell, "Hello? It is snowing today.", "And now? It still snows.")
    assert code == 0
    assert out.startswith("Now I am here.\n")
    assert MODEL in err
    assert len(shell.json("list")["memories"]) == 2  # also what got no reply


def test_a_talk_as_json(shell: Shell, server: ModelServer) -> None:
    server.replies = [speaks("Hello.")]
    _, out, err = talk(shell, "Hi, I am Bob.", "/mood", options=("--json",))
    told: dict[str, Any] = json.loads(out)
    assert list(told) == ["session", "turns", "memories"]
    assert [(turn["said"], turn["replied"]) for turn in told["turns"]] == [("Hi, I am Bob.", "Hello.")]
    assert "only /quit" in err
    server.replies = [speaks("It is ", "cold", broken=True)]
    _, out, err = talk(shell, "How is it outside?", options=("--json",))
    assert [(turn["said"], turn["replied"]) for turn in json.loads(out)["turns"]] == [
        ("How is it outside?", "It is cold")
    ]
    assert MODEL in err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
@pytest.mark.parametrize("leave", ["\x04", "\x03", "/quit\n"])
def test_a_talk_on_a_terminal(shell: Shell, server: ModelServer, leave: str) -> None:
    # I3: Ctrl-D, Ctrl-C and /quit end the session alike, and what was said becomes a memory
    server.replies = [speaks("やあ、元気です。")]
    code, screen = on_terminal(
        ["chat"], ("› ", "元気？ 今日は京都に行きました。\n"), ("元気です。\r\n", ""), ("› ", leave)
    )
    assert code == 0, screen
    assert "memories made: 1" in screen
    assert [memory["trigger"] for memory in shell.json("list")["memories"]] != []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
def test_ctrl_c_ends_a_reply_and_not_the_talk(shell: Shell, server: ModelServer) -> None:
    asked = threading.Event()

    def silent(question: Asked) -> Sent:
        asked.set()
        return server.hang(question)

    def interrupt() -> str:
        assert asked.wait(60)
        return "\x03"

    server.replies = [silent]
    told = "Tell me a long story about snow."
    code, screen = on_terminal(["chat"], ("› ", f"{told}\n"), ("snow.", interrupt), ("› ", "/quit\n"))
    assert code == 0, screen
    assert "memories made: 1" in screen


def on_terminal(arguments: list[str], *steps: tuple[str, str | Callable[[], str]]) -> tuple[int, str]:
    """Run the program on a terminal: wait for each text to appear, then type."""
    import pty

    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [*PROGRAM, *arguments])
    seen, at, waiting, last, silent = b"", 0, list(steps), "", 0
    try:
        while True:
            if not select.select([terminal], [], [], 1)[0]:
                silent += 1
                if silent == 60:
                    os.kill(child, signal.SIGKILL)  # it waits for something else than we do: the test fails, and ends
                elif last == "\x03":  # Python misses one that comes just before readline listens: one presses again
                    os.write(terminal, last.encode())
                continue
            silent = 0
            if not (chunk := os.read(terminal, 4096)):
                break
            seen += chunk
            while waiting and (found := seen.find(waiting[0][0].encode(), at)) >= 0:
                text, typed = waiting.pop(0)
                at = found + len(text.encode())
                last = typed if isinstance(typed, str) else typed()
                os.write(terminal, last.encode())
    except OSError:  # Linux ends a closed terminal with an error
        pass
    finally:
        os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), seen.decode()


def test_pages(shell: Shell, tmp_path: Path) -> None:
    # T1
    assert shell.json("pages") == {"pages": []}
    assert "No pages" in shell("pages").out
    shell.remember("Hello.")
    from omoide import open_mind, tools

    with open_mind(shell.home) as mind:
        for text in ("First.", "Second."):
            tools.call(mind, "edit_notepad", {"text": text})
        tools.call(mind, "write_entity_memory", {"name": "タマ", "text": "猫。"})
    shared = shell.home / "personas" / "default" / "core_memory.md"
    shared.write_text("For everybody.\n", encoding="utf-8")
    found = shell.json("pages")["pages"]
    assert [(one["page"], one["shared"], one["versions"]) for one in found] == [
        ("core_memory", True, 0), ("notepad", False, 1), ("entity: タマ", False, 0),
    ]  # fmt: skip
    assert all(Path(one["path"]).stat().st_size == one["bytes"] for one in found)
    assert shell("pages", "show", "notepad").out == "First.\nSecond.\n"
    assert shell("pages", "show", "タマ").out == "# タマ\n\n猫。\n"
    assert shell("pages", "show", "core_memory").out == "For everybody.\n"
    assert shell.json("pages", "undo", "notepad")["text"] == "First.\n"
    assert "Second." in shell("pages", "undo", "notepad").out
    assert "no page" in shell("pages", "show", "Nobody").refused(3)
    assert "earlier version" in shell("pages", "undo", "main_diary").refused(3)
    assert "show, undo" in shell("pages", "burn", "notepad").refused(2)
