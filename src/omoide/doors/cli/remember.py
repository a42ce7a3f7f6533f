"""omoide remember"""

from __future__ import annotations

import sys
from typing import Annotated

from typer import Argument, Option

from omoide.doors.cli.inputs import moment, number, project_folder
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput, MissingExtra, OmoideError, Postponed


def remember(
    at: Place,
    text: Annotated[
        str,
        Argument(
            metavar=say("TEXT", "本文"),
            help=say("What was said; - reads it from stdin.", "言われたこと。- なら標準入力から読む。"),
        ),
    ],
    reply: Annotated[str, Option(help=say("What was replied.", "それへの返事。"))] = "",
    time: Annotated[str | None, Option(metavar="ISO", help=say("When it was (now).", "いつのことか（いま）。"))] = None,
    intensity: Annotated[
        str | None,
        Option(
            metavar="0-100",
            help=say("How strongly it was felt, instead of judging it.", "感情の強さ。省けば判断する。"),
        ),
    ] = None,
    category: Annotated[
        str | None,
        Option(
            metavar=say("KIND", "種類"),
            help=say(
                "casual, work, decision or emotional, instead of judging it.",
                "casual・work・decision・emotional。省けば判断する。",
            ),
        ),
    ] = None,
    tag: Annotated[
        list[str] | None,
        Option(metavar="EMOTION", help=say("An emotion; may be repeated.", "感情のタグ。繰り返せる。")),
    ] = None,
    protect: Annotated[bool, Option("--protect", help=say("Never forget it.", "忘れないように保護する。"))] = False,
    project: Annotated[
        str | None,
        Option(
            metavar=say("FOLDER", "フォルダー"),
            help=say("The project it belongs to (none).", "どのプロジェクトのことか（なし）。"),
        ),
    ] = None,
) -> None:
    from omoide.doors.cli.forms import body, heading
    from omoide.doors.forms import full

    said = _stdin() if text == "-" else text
    if not said.strip():
        raise InvalidInput("there is nothing to remember; give a text.", "覚える本文がありません。")
    when, strength = moment("--time", time), number("--intensity", intensity, 0, 100)
    with at.mind() as mind:
        try:
            memory = mind.remember(
                said, reply, time=when, intensity=strength, category=category, tags=tag, protect=protect,
                origin=project_folder(project),
            )  # fmt: skip
        except (Postponed, MissingExtra) as error:
            raise _kept(error) from error
    if memory.protection_pending:
        note(
            say(
                "not protected, the list is full: `omoide protect {id}` lets you choose, now or later",
                "上限のため保護していません。`omoide protect {id}` で、いまでも後でも選べます",
                id=memory.id,
            )
        )
    if at.json:
        return print_json(full(memory))
    heading(memory)
    body(memory)
    feeling = ", ".join(memory.emotion.tags) or "–"
    line(
        (
            say(
                "intensity {i}, {v}, arousal {a}, {t}, {c}",
                "強さ {i}、{v}、覚醒度 {a}、{t}、{c}",
                i=memory.intensity,
                v=memory.emotion.valence,
                a=memory.emotion.arousal,
                t=feeling,
                c=memory.category,
            ),
            "bright_black",
        ),
        indent=2,
    )


def _kept(error: OmoideError) -> OmoideError:
    """No mind could feel it now, but it is in the ledger: whoever hands it in again has it twice."""
    told = OmoideError(
        f"{error.en.rstrip('.')}. What you said is kept, and becomes a memory at the first heartbeat or night after"
        " that: do not say it again.",
        f"{error.ja.rstrip('。')}。本文は残してあり、その後の最初の心拍か夜に記憶になります。"
        "もう一度入れる必要はありません。",
    )
    told.exit_code = error.exit_code
    return told


def _stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput("what came from stdin is not UTF-8.", "標準入力が UTF-8 ではありません。") from error
