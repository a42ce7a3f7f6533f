"""omoide knowledge, procedures and skills: what the persona has learned, as pages (T3, K2, K4, K6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from omoide.doors.cli.acting import lacking
from omoide.doors.cli.inputs import moment
from omoide.doors.cli.learned_lines import told, told_pages
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from omoide.domain.learned import Learned, LearnedKind
    from omoide.mind import Mind

ACTIONS: dict[str, tuple[str, ...]] = {
    "knowledge": ("protect", "unprotect", "archive", "restore"),
    "procedure": ("outcome", "protect", "unprotect", "archive", "restore"),
    "skill": (),
}
# Words that other commands know; a page may be called so all the same.
_USUAL = ("add", "create", "delete", "done", "drop", "edit", "list", "new", "remove", "search", "show", "write")
_KEYS = {"knowledge": "knowledge", "procedure": "procedures", "skill": "skills"}

# The three take their options in full: an alias above them would be read once, in the language of that moment.


def knowledge(
    at: Place,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar=say("[ACTION] NAME", "[操作] 名前"),
            help=say(
                "A page to show; before it, what to do with it: protect, unprotect, archive, restore."
                " Nothing lists them.",
                "表示するページの名前。前に操作（protect・unprotect・archive・restore）を書けば実行する。省けば一覧。",
            ),
        ),
    ] = None,
    archived: Annotated[
        bool, Option("--archived", help=say("What was put away, instead.", "代わりに、保管されたものを見る。"))
    ] = False,
    search: Annotated[
        str | None, Option(metavar=say("CUE", "手がかり"), help=say("Those that answer a cue.", "手がかりで探す。"))
    ] = None,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    _run(at, "knowledge", words, archived, search, moment("--now", now))


def procedures(
    at: Place,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar=say("[ACTION] NAME", "[操作] 名前"),
            help=say(
                "A page to show; before it, what to do with it: outcome, protect, unprotect, archive, restore."
                " Nothing lists them.",
                "表示するページの名前。前に操作（outcome・protect・unprotect・archive・restore）を書けば実行する。"
                "省けば一覧。",
            ),
        ),
    ] = None,
    archived: Annotated[
        bool, Option("--archived", help=say("What was put away, instead.", "代わりに、保管されたものを見る。"))
    ] = False,
    search: Annotated[
        str | None, Option(metavar=say("CUE", "手がかり"), help=say("Those that answer a cue.", "手がかりで探す。"))
    ] = None,
    success: Annotated[bool, Option("--success", help=say("outcome: it worked.", "outcome: うまくいった。"))] = False,
    failure: Annotated[bool, Option("--failure", help=say("outcome: it failed.", "outcome: 失敗した。"))] = False,
    note: Annotated[
        str, Option(metavar=say("TEXT", "文章"), help=say("outcome: what happened.", "outcome: 何があったか。"))
    ] = "",
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    _run(at, "procedure", words, archived, search, moment("--now", now), (success, failure, note))


def skills(
    at: Place,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar=say("NAME", "名前"),
            help=say(
                "A skill to show. Nothing lists them.",
                "表示するスキルの名前。省けば一覧。",
            ),
        ),
    ] = None,
    archived: Annotated[
        bool, Option("--archived", help=say("What was put away, instead.", "代わりに、保管されたものを見る。"))
    ] = False,
    search: Annotated[
        str | None, Option(metavar=say("CUE", "手がかり"), help=say("Those that answer a cue.", "手がかりで探す。"))
    ] = None,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    _run(at, "skill", words, archived, search, moment("--now", now))


def _run(
    at: Place, kind: LearnedKind, words: Sequence[str] | None, archived: bool, search: str | None,
    time: datetime | None, outcome: tuple[bool, bool, str] = (False, False, ""),
) -> None:  # fmt: skip
    action, name = _read(kind, list(words or ()))
    _check(action, name, search, outcome)
    with at.mind() as mind:
        if action:
            return _act(at, mind, kind, action, name, time, outcome)
        if name:
            return _show(at, mind, _named(mind, kind, name, archived))
        if search is not None:
            found = mind.search_learned(search, kinds=(kind,), limit=10, now=time)
            return _list(at, mind, kind, [one.item for one in found], {one.item.name: one for one in found})
        _list(at, mind, kind, mind.learned(kind, archived))


def _read(kind: LearnedKind, words: list[str]) -> tuple[str, str]:
    """The action, if there is one, and a name; `protect` alone is a page of that name."""
    if len(words) > 1 and words[0] in ACTIONS[kind]:
        return words[0], " ".join(words[1:])
    return "", " ".join(words)


def _named(mind: Mind, kind: LearnedKind, name: str, archived: bool) -> Learned:
    try:
        return mind.learned_page(kind, name, archived)
    except NotFound:
        first = name.split(" ")[0]
        if first in ACTIONS[kind]:
            raise lacking(f"omoide {_KEYS[kind]} {first}", ["NAME"], "NAME") from None
        if first in _USUAL:
            raise _no_action(kind, first) from None
        raise


def _no_action(kind: LearnedKind, word: str) -> InvalidInput:
    command = _KEYS[kind]
    known = ", ".join(["NAME", *(f"{action} NAME" for action in ACTIONS[kind])])
    return InvalidInput(
        f"{command} has no action {word!r}, and no page of that name is there: it takes {known}."
        f" See `omoide {command} --help`.",
        f"{command} に {word!r} という操作もページもありません。使えるのは {known} です。"
        f"使い方は `omoide {command} --help` で見られます。",
    )


def _check(action: str, name: str, search: str | None, outcome: tuple[bool, bool, str]) -> None:
    if search is not None and name:
        raise InvalidInput("name a page or --search, not both.", "ページ名と --search は一緒に使えません。")
    success, failure, note = outcome
    if action == "outcome" and success == failure:
        raise InvalidInput("say --success or --failure.", "--success か --failure を指定してください。")
    if action != "outcome" and (success or failure or note):
        raise InvalidInput(
            "--success, --failure and --note go with `outcome`.",
            "--success・--failure・--note は outcome と一緒に使います。",
        )


def _act(
    at: Place, mind: Mind, kind: LearnedKind, action: str, name: str, time: datetime | None,
    outcome: tuple[bool, bool, str],
) -> None:  # fmt: skip
    if action == "outcome":
        page = mind.report_outcome(name, outcome[0], outcome[2], time)
    elif action == "archive":
        page = mind.retire_page(kind, name, now=time)
    elif action == "restore":
        page = mind.restore_page(kind, name, time)
    else:
        page = mind.protect_page(kind, name, action == "protect", time)
    _show(at, mind, page)


def _show(at: Place, mind: Mind, page: Learned) -> None:
    plain = told_pages(mind, [page])[0]
    if at.json:
        return print_json({page.kind: plain})
    told(plain)
    line("")
    for row in page.text.rstrip().split("\n"):
        line(row)


def _list(
    at: Place, mind: Mind, kind: LearnedKind, found: Sequence[Learned], why: dict[str, Any] | None = None
) -> None:
    from omoide.doors.cli.learned_lines import listed

    plain = told_pages(mind, found, why)
    if at.json:
        return print_json({_KEYS[kind]: plain})
    listed(kind, plain)
