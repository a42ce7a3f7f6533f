"""omoide entities: pages about persons and things, and what the night proposes for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from omoide.doors.cli.acting import chosen
from omoide.doors.cli.inputs import moment
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, clock, line, print_json, table
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.domain.page import Page
    from omoide.domain.proposal import Proposal
    from omoide.mind import Mind

NEEDS = {
    "show": "NAME", "search": "WORDS...", "write": "NAME TEXT", "proposals": "", "accept": "ID [TEXT]", "decline": "ID",
}  # fmt: skip


def entities(
    at: Place,
    action: Annotated[
        str | None,
        Argument(
            metavar=say("ACTION", "操作"),
            help=say(
                "show, search, write, proposals, accept or decline; nothing lists the names.",
                "show・search・write・proposals・accept・decline。省けば名前の一覧。",
            ),
        ),
    ] = None,
    words: Annotated[
        list[str] | None,
        Argument(
            metavar="NAME|WORDS|ID|TEXT",
            help=say(
                "A name (and a text), words to look for, or a proposal's id (and your own words).",
                "名前（と本文）、探す語、または提案の ID（と自分の言葉）。",
            ),
        ),
    ] = None,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    what, given = chosen("entities", action, words, NEEDS)
    time = moment("--now", now)
    with at.mind() as mind:
        if what in ("", "search"):
            return _names(at, mind, " ".join(given))
        if what == "proposals":
            return _proposals(at, mind.proposals())
        if what in ("show", "write"):
            return _page(at, mind, what, given)
        text = given[1] if len(given) > 1 else None
        decided = mind.decide_proposal(given[0], what == "accept", text, time)
    if at.json:
        return print_json({"proposal": decided.plain()})
    _proposals(at, [decided])
    accepted, declined = say("Written on its page.", "ページに書きました。"), say("Declined.", "見送りました。")
    line((accepted if what == "accept" else declined, "bright_black"))


def _names(at: Place, mind: Mind, query: str) -> None:
    """Only the index: a page is read by its name."""
    from omoide.pages import entity_names, search_entities

    if query:
        found = search_entities(mind.faculties, query)
        rows: list[dict[str, Any]] = [{"name": one.page.name.name, "words": one.words} for one in found]
    else:
        rows = [{"name": name} for name in entity_names(mind.faculties)]
    waiting = len(mind.proposals())
    if at.json:
        return print_json({"entities": rows, "proposals": waiting})
    for row in rows:
        line(row["name"])
    if not rows and query:
        line(say("No page holds these words.", "その言葉のあるページはありません。"))
    elif not rows:
        line(say("No pages yet.", "まだページはありません。"))
    if waiting:
        told = say(
            "{n} proposals wait: `omoide entities proposals`", "提案が {n} 件あります: `omoide entities proposals`",
            n=waiting,
        )  # fmt: skip
        line((told, "bright_black"))


def _page(at: Place, mind: Mind, what: str, given: list[str]) -> None:
    from omoide.pages import read_entity, write_entity

    if what == "write":
        page: Page = write_entity(mind.faculties, given[0], given[1])
    else:
        page = read_entity(mind.faculties, given[0])
    if at.json:
        return print_json({"name": page.name.name, "text": page.text, "revision": page.revision})
    for paragraph in page.text.rstrip().splitlines():
        line(paragraph)


def _proposals(at: Place, found: list[Proposal]) -> None:
    if at.json:
        return print_json({"proposals": [proposal.plain() for proposal in found]})
    if not found:
        return line(say("No proposals wait.", "待っている提案はありません。"))
    rows: list[list[Part]] = []
    for proposal in found:
        text = " ".join(proposal.fact.split()) + (f" – {' '.join(proposal.why.split())}" if proposal.why else "")
        rows.append([proposal.id, clock(proposal.proposed_at), (proposal.name, "bold"), text])
    table(["id", say("proposed", "提案"), say("page", "ページ"), say("fact", "内容")], rows, long=3)
