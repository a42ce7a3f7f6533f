"""omoide people: who a person is to all personas (U1), the words about them, which people write, and what the person
lets the personas know of each other's talks (N7)."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.doors.cli.acting import lacking
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, bar, line, on_terminal, print_json, table
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from omoide.domain.person import Profile, ProfileRules

EDIT, SHARE, UNSHARE = VERBS = ("edit", "share", "unshare")


def people(
    at: Place,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar=say("NAME | edit|share|unshare NAME", "名前 | edit|share|unshare 名前"),
            help=say(
                "Whom to show, to write about, or whose talks the other personas may know of; nobody lists them.",
                "見る相手、紹介を書く相手、話したことをほかの人格にも知らせる相手。省けば一覧。",
            ),
        ),
    ] = None,
    set_text: Annotated[
        str | None,
        Option(
            metavar=say("TEXT", "文"),
            help=say("The words about them, without an editor.", "紹介の文をエディターなしで書く。"),
        ),
    ] = None,
) -> None:
    given = words or []
    if not given and set_text is None:
        return _list(at)
    verb = given[0] if given and given[0] in VERBS else ""
    if given == [verb]:
        raise lacking(f"omoide people {verb}", ["NAME"], "NAME")
    if len(given) != (2 if verb else 1) or (set_text is not None and verb in (SHARE, UNSHARE)):
        raise _nobody()
    person = given[-1]
    if verb in (SHARE, UNSHARE):
        _share(at, person, verb == SHARE)
    with replace(at, person=person).mind() as mind:
        found = mind.profile()
        if set_text is not None:
            mind.write_profile(set_text)
        elif verb == EDIT and (edited := _edited(found.text)) != found.text:
            mind.write_profile(edited)
        found = mind.profile()
        rules = mind.settings.profiles
    if at.json:
        return print_json(found.plain(rules))
    _show(found, rules)


def _share(at: Place, person: str, shared: bool) -> None:
    """What was told to the persona that is named, else to every one that this person has talked with."""
    with replace(at, person=person).mind() as mind:
        known, named = mind.faculties.store.people.personas(person), mind.scope.persona
    personas = [one for one in known if one == named] if at.persona else known
    if not personas:
        raise NotFound(
            f"{person} has not talked here with {named if at.persona else 'anybody'}: see `omoide people`.",
            f"{person} は{f' {named} と' if at.persona else ''}まだ話していません。`omoide people` を見てください。",
        )
    for persona in personas:
        with replace(at, persona=persona, person=person).mind() as mind:
            mind.share(shared)


def _list(at: Place) -> None:
    found = []
    with at.mind() as mind:
        names, rules = mind.faculties.store.people.names(), mind.settings.profiles
    for person in names:
        with replace(at, person=person).mind() as mind:
            found.append(mind.profile())
    if at.json:
        return print_json({"people": [one.plain(rules) for one in found]})
    if not found:
        return line(say("Nobody has talked here yet.", "まだ誰とも話していません。"))
    rows: list[list[Part]] = []
    for one in found:
        bond, depth = one.relationship, one.relationship.depth(rules)
        close = f"{bar(depth)} {depth:.2f}" if on_terminal() else f"{depth:.2f}"
        topics = ", ".join(topic for topic, _ in one.top_topics(5))
        rows.append([one.person, close, str(bond.turns), str(bond.days), topics])
    headers = [say("person", "相手"), say("closeness", "親しさ"), say("turns", "往復"), say("days", "日数"),
               say("topics", "話題")]  # fmt: skip
    table(headers, rows, right=(2, 3), long=4, narrow="cut")


def _show(found: Profile, rules: ProfileRules) -> None:
    bond = found.relationship
    line((found.person, "bold"))
    if found.problem:
        line((say("The page cannot be read whole: {why}", "ページを読めません: {why}", why=found.problem), "red"))
    if not found.known:
        return line(say("Nothing is known about them yet.", "まだ何も知りません。"), indent=2)
    if found.text.strip():
        for row in found.text.strip().split("\n"):
            line(row, indent=2)
        line()
    if bond.turns:
        told = say(
            "since {since}: {turns} turns on {days} days, {bonding} bonding moments",
            "{since} から {days} 日に {turns} 往復、絆の瞬間 {bonding} 回",
            since=bond.since, turns=bond.turns, days=bond.days, bonding=bond.bonding,
        )  # fmt: skip
        line(told, indent=2)
        depth = bond.depth(rules)
        line(say("closeness: {bar} {depth}", "親しさ: {bar} {depth}", bar=bar(depth), depth=f"{depth:.2f}"), indent=2)
    if found.shared:
        names = ", ".join(found.shared)
        line(say("all personas may know what was told to: {names}", "全人格に知らせてよい相手: {names}", names=names),
             indent=2)  # fmt: skip
    for title, counts in (
        (say("talks with", "話し相手"), found.addressed.items()),
        (say("topics", "話題"), found.top_topics(rules.top_topics)),
    ):
        if counts:
            line(f"{title}: " + ", ".join(f"{name} ({count})" for name, count in counts), indent=2)


def _edited(text: str) -> str:
    """What an editor made of it; only the words, since figures would be counted anew."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ("notepad" if os.name == "nt" else "vi")
    with tempfile.TemporaryDirectory(prefix="omoide-") as folder:
        path = Path(folder, "about.md")
        path.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run([*shlex.split(editor, posix=os.name != "nt"), str(path)], check=False)
        except OSError as error:
            raise InvalidInput(
                f"the editor {editor!r} cannot be started ({error.strerror}); set EDITOR, or use --set-text.",
                f"エディター {editor!r} を起動できません（{error.strerror}）。EDITOR か --set-text を使ってください。",
            ) from error
        if done.returncode:
            raise InvalidInput(
                f"the editor ended with {done.returncode}; nothing was changed.",
                f"エディターが {done.returncode} で終わりました。何も変えていません。",
            )
        return path.read_text(encoding="utf-8")


def _nobody() -> InvalidInput:
    return InvalidInput(
        "name one person: `omoide people NAME`, `omoide people edit NAME`, `omoide people share NAME`; a name with"
        " blanks goes in quotes.",
        "相手を一人だけ指定してください: `omoide people 名前`、`omoide people edit 名前`、`omoide people share 名前`。"
        "空白のある名前は引用符で囲みます。",
    )
