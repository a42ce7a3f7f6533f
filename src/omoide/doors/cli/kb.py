"""omoide kb add|list|remove|search"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from omoide.doors.cli.inputs import moment, one_of
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, note, print_json, progress, table
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.domain.document import Document
    from omoide.domain.intent import PassageFound, PassagesFound
    from omoide.indexing import Problem


def add(
    at: Place,
    files: Annotated[
        list[str],
        Argument(
            metavar=say("FILE|FOLDER...", "ファイル|フォルダー..."),
            help=say(".txt .md .pdf .html .docx, and folders with such.", ".txt .md .pdf .html .docx とフォルダー。"),
        ),
    ],
    domain: Annotated[
        str | None,
        Option(metavar=say("NAME", "名前"), help=say("A domain of knowledge, such as recipes.", "分野。例: recipes。")),
    ] = None,
) -> None:
    """Each file by itself: what cannot be read is told, the others go on, and the exit code says so."""
    if not all(file.strip() for file in files):  # an empty path would mean the folder one is in, with all that is there
        raise InvalidInput("name a file or a folder.", "ファイルかフォルダを指定してください。")
    with at.mind() as mind, progress(say("Reading", "読んでいます")) as report:
        done = mind.add_documents([Path(file) for file in files], domain, progress=report)
    for problem in done.problems:
        note(problem.error.text(spoken()))
    if done.postponed:
        note(done.postponed)
    if at.json:
        print_json(
            {
                "new": [_plain(one) for one in done.new],
                "changed": [_plain(one) for one in done.changed],
                "unchanged": done.unchanged,
                "failed": [_told(problem) for problem in done.problems if not problem.added],
                "warnings": [_told(problem) for problem in done.problems if problem.added],
                "passages": done.embedded,
            }
        )
    else:
        line(
            say(
                "{new} new, {changed} changed, {same} unchanged, {failed} not read",
                "新しい文書 {new}、更新 {changed}、変化なし {same}、読めなかったもの {failed}",
                new=len(done.new),
                changed=len(done.changed),
                same=done.unchanged,
                failed=done.failed,
            )
        )
    if done.failed:
        raise typer.Exit(InvalidInput.exit_code)


def show_all(
    at: Place,
    domain: Annotated[
        str | None,
        Option(metavar=say("NAME", "名前"), help=say("A domain of knowledge, such as recipes.", "分野。例: recipes。")),
    ] = None,
) -> None:
    with at.mind() as mind:
        found = mind.documents(domain)
    if at.json:
        return print_json({"documents": [_plain(one) for one in found]})
    if not found:
        return line(
            say("No documents. `omoide kb add FILE` adds one.", "文書はありません。`omoide kb add ファイル` で追加。")
        )
    rows = [[one.id, one.domain, clock(one.added), str(one.version), f"{one.characters:,}", one.name] for one in found]
    headers = ["id", say("domain", "分野"), say("added", "追加"), say("version", "版"), say("characters", "文字"),
               say("file", "ファイル")]  # fmt: skip
    table(headers, rows, right=(3, 4), long=5, narrow="below")


def remove(
    at: Place,
    document: Annotated[
        str | None,
        Argument(metavar="ID", help=say("Its id, path or file name.", "文書の ID、パス、またはファイル名。")),
    ] = None,
    domain: Annotated[
        str | None,
        Option(metavar=say("NAME", "名前"), help=say("A domain of knowledge, such as recipes.", "分野。例: recipes。")),
    ] = None,
) -> None:
    if (document is None) == (domain is None):
        raise InvalidInput(
            "name one document, or a whole --domain.", "文書を一つ指定するか、--domain で分野ごと指定してください。"
        )
    with at.mind() as mind:
        gone = mind.remove_documents(document, domain)
    if at.json:
        return print_json({"removed": [_plain(one) for one in gone]})
    for one in gone:
        line(say("Removed {id} {name}", "{id} {name} を取り除きました", id=one.id, name=one.name))


def search(
    at: Place,
    query: Annotated[str, Argument(metavar=say("QUERY", "問い"), help=say("What to look for.", "調べること。"))],
    domain: Annotated[
        str | None,
        Option(metavar=say("NAME", "名前"), help=say("A domain of knowledge, such as recipes.", "分野。例: recipes。")),
    ] = None,
    intent: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help=say(
                "emotional, factual, technical, temporal or relational; by rules if left out.",
                "emotional・factual・technical・temporal・relational。省けば規則で決める。",
            ),
        ),
    ] = None,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    from omoide.domain.intent import INTENTS

    after: Any = one_of("--intent", intent, INTENTS)
    time = moment("--now", now)
    with at.mind() as mind:
        found = mind.search_knowledge(query, domain=domain, intent=after, now=time)
    _print(at, found)


def _print(at: Place, found: PassagesFound) -> None:
    if at.json:
        return print_json({"intent": found.intent, "passages": [_plain_passage(one) for one in found.passages]})
    if not found.passages:
        return line(say("Nothing found.", "見つかりませんでした。"))
    for one in found.shown:
        passage = one.passage
        line((passage.title, "bold"), "  ", (f"{passage.domain}  {one.score:.3f} {one.marks}", "bright_black"))
        line(" ".join(passage.content.split()), indent=2)


def _told(problem: Problem) -> dict[str, str]:
    return {"path": str(problem.path), "text": problem.error.text(spoken())}


def _plain(one: Document) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "domain": one.domain,
        "added": one.added.isoformat(),
        "version": one.version,
        "characters": one.characters,
    }


def _plain_passage(one: PassageFound) -> dict[str, Any]:
    return {
        "document": one.passage.source,
        "title": one.passage.title,
        "domain": one.passage.domain,
        "text": one.passage.content,
        "relevance": one.relevance,
        "distance": one.distance,
        "decay": one.decay,
        "arousal": one.arousal,
        "score": one.score,
        "marks": one.marks,
    }
