"""omoide chat: talk with the persona in a terminal, or through a pipe."""

from __future__ import annotations

import os
import sys
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from omoide.doors.cli.chat_commands import QUIT, obey
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clean, line, note, print_json
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput, OmoideError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from omoide.context import Context
    from omoide.encode import Encoded
    from omoide.mind import Mind

PROMPT = "› "
# What a reply is made with, and is no memory: the same every time. `omoide prime` shows it.
NO_MEMORY = ("tags", "goals", "feelings", "question", "proposals", "strategy", "current_task")


def chat(at: Place) -> None:
    with at.mind() as mind:
        talk = Talk(at, mind, f"chat-{mind.faculties.clock.now():%Y%m%dT%H%M%S}-{os.getpid()}")
        talk.greet()
        try:
            for text in _lines(mind):
                if not talk.take(text):
                    break
        finally:  # whichever way it ends: what was said becomes memories
            talk.end()


@dataclass
class Talk:
    """One session at the terminal. With --json nothing is printed but a record at the end."""

    at: Place
    mind: Mind
    session: str
    last: Context | None = None
    turns: list[dict[str, Any]] = field(default_factory=list)

    def greet(self) -> None:
        for lost in self.mind.recovered:
            note(
                say(
                    "a reply was cut off by a crash; {n} characters of it are kept",
                    "前回の返事は途中で途切れました。{n} 文字を残してあります",
                    n=len(lost.text),
                )
            )
        if not self.mind.settings.models.reply:
            note(
                say(
                    "no model is set for replies, so you will see what comes to mind instead (all that a model would "
                    "get: `omoide prime`). Set one with `omoide config set models.reply provider:model`",
                    "返事をするモデルがないため、思い浮かぶ記憶を表示します（モデルに渡る全体は `omoide prime`）。"
                    "`omoide config set models.reply 提供元:モデル` で設定できます",
                )
            )
        if sys.stdin.isatty() and not self.at.json:
            hint = say("/help shows the commands, Ctrl-D ends.", "/help でコマンド一覧、Ctrl-D で終わり。")
            line((hint, "bright_black"))

    def take(self, text: str) -> bool:
        """One line from the person; False when it ends the talk. What goes wrong is said, and the talk goes on."""
        text = text.strip()
        if not text:
            return True
        try:
            if text.startswith("/"):
                if self.at.json and text != "/quit":
                    raise InvalidInput("with --json only /quit is known.", "--json では /quit だけが使えます。")
                return obey(text, self.at, self.mind, self.last) != QUIT
            self._reply(text)
        except OmoideError as error:
            note(" ".join(error.text(spoken()).split()))
        return True

    def _reply(self, text: str) -> None:
        self.last = self.mind.context(text, session=self.session, mark=False)
        from omoide.doors.cli.prime import tell_failures

        tell_failures(self.last)
        heard: list[str] = []
        try:
            if self.mind.settings.models.reply:
                self._stream(text, self.last, heard)
            else:
                self.mind.perceive(text, "", session=self.session)
                if not self.at.json:
                    _come_to_mind(self.last)
        finally:  # also when the model did not answer: the turn is kept, so the record has it
            self.turns.append({"said": text, "replied": "".join(heard), "context": self.last.plain()})

    def _stream(self, text: str, brought: Context, heard: list[str]) -> None:
        """Ctrl-C ends the reply, not the talk: what was heard by then is kept as the reply."""
        try:
            with closing(self.mind.talk(text, brought, session=self.session)) as pieces, suppress(KeyboardInterrupt):
                for piece in pieces:
                    heard.append(piece)
                    self._show(piece)
        finally:
            if heard:
                self._show("\n")

    def _show(self, piece: str) -> None:
        if not self.at.json:
            sys.stdout.write(clean(piece))
            sys.stdout.flush()

    def end(self) -> None:
        made = self.mind.end_session(self.session)
        if self.at.json:
            return print_json({"session": self.session, "turns": self.turns, "memories": made.memories})
        line((_ended(made), "bright_black"))


def _come_to_mind(brought: Context) -> None:
    """The sections that hold memories, each with the reason why it is there."""
    from omoide.doors.cli.prime import why

    sections = [section for section in brought.sections if section.name not in NO_MEMORY]
    if not sections:
        line(say("Nothing comes to mind.", "思い当たることはありません。"))
    for section in sections:
        line((section.name, "bold"), (f"  {why(section.name, brought.decided)}", "bright_black"))
        for row in section.text.split("\n"):
            line(row, indent=2)


def _ended(made: Encoded) -> str:
    told = say("memories made: {n}", "できた記憶: {n} 件", n=made.memories)
    if made.failed:
        told += say("; {n} wait for the model", "（{n} 件はモデル待ち）", n=made.failed)
    return told


def _lines(mind: Mind) -> Iterator[str]:
    """What the person types, until they end it (Ctrl-D, Ctrl-C, the end of a pipe)."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    with suppress(ImportError):  # not on Windows, whose terminals edit lines themselves
        import readline

        for turn in mind.conversation():  # what was said before can be called up again: as it was kept, without secrets
            readline.add_history(" ".join(turn.said.split()))
    while True:
        try:
            yield input(PROMPT)
        except (EOFError, KeyboardInterrupt):
            sys.stdout.write("\n")
            return
