"""What every command is told: whose memory, in which home, and whether a program is reading the answer."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from omoide.doors.cli.printing import note
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.mind import Mind


@dataclass(frozen=True, slots=True)
class Place:
    home: Path | None = None
    persona: str | None = None
    person: str | None = None
    json: bool = False

    def mind(self, budget: Any = None, notices: bool = True) -> Mind:
        """Open the memory; use it with `with`. `budget`: as `open_mind` takes it."""
        from omoide.compose import open_mind

        mind = open_mind(self.home, persona=self.persona, person=self.person, budget=budget)
        for notice in mind.notices if notices else ():
            _note_once(notice.ja if spoken() == "ja" else notice.en)
        return mind

    def folder(self) -> Path:
        from omoide.compose import resolve_home

        return resolve_home(self.home)

    def tell_of_missing_settings(self) -> None:
        """Once, on stderr: a mistyped OMOIDE_ENV would otherwise mean other settings than one thinks."""
        if not os.environ.get("OMOIDE_ENV"):
            return
        from omoide.settings import missing_file

        if missing := missing_file(self.folder()):
            note(
                say(
                    "OMOIDE_ENV names {file}, which is not there; going on without it",
                    "OMOIDE_ENV の指す {file} がありません。なしで続けます",
                    file=missing,
                )
            )


@cache
def _note_once(text: str) -> None:
    """A command may open the memories of many."""
    note(text)


EVERYWHERE = ("Everywhere", "共通のオプション")


def everywhere(
    home: Annotated[
        str | None,
        Option(
            metavar=say("FOLDER", "フォルダー"),
            help=say(
                "Where the memory lives (OMOIDE_HOME, else ~/.omoide).",
                "記憶の置き場所（OMOIDE_HOME、なければ ~/.omoide）。",
            ),
        ),
    ] = None,
    persona: Annotated[
        str | None,
        Option(
            metavar=say("NAME", "名前"),
            help=say("Whose memory it is (OMOIDE_PERSONA).", "誰の記憶か（OMOIDE_PERSONA）。"),
        ),
    ] = None,
    person: Annotated[
        str | None,
        Option(
            metavar=say("NAME", "名前"),
            help=say("Of whom it is a memory (OMOIDE_PERSON).", "誰との記憶か（OMOIDE_PERSON）。"),
        ),
    ] = None,
    as_json: Annotated[
        bool,
        Option(
            "--json",
            help=say("Answer in JSON, and nothing else on stdout.", "結果を JSON だけで出力する。"),
        ),
    ] = False,
    lang: Annotated[
        str | None,
        Option(
            metavar="en|ja",
            help=say("The language of messages (OMOIDE_LANG).", "メッセージの言語（OMOIDE_LANG）。"),
        ),
    ] = None,
    debug: Annotated[
        bool,
        Option(
            "--debug",
            help=say(
                "Show where an error comes from (OMOIDE_DEBUG=1).", "エラーの発生箇所を表示する（OMOIDE_DEBUG=1）。"
            ),
        ),
    ] = False,
) -> dict[str, Any]:
    """The options that every command takes, before or after its name."""
    for name, value in (("home", home), ("persona", persona), ("person", person)):
        if value is not None and not value.strip():  # an unset variable in a script must not mean somebody else
            raise InvalidInput(f"--{name} is empty; give a name or leave it out.", f"--{name} が空です。")
    given = {"home": Path(home).expanduser() if home else None, "persona": persona, "person": person, "json": as_json}
    return {name: value for name, value in given.items() if value}
