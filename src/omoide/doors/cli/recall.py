"""omoide recall. It is what people wait for: nothing is imported here that it can do without."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from omoide.doors.cli.inputs import moment, project_folder, whole
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, line, print_json
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.domain.ranking import Why


def recall(
    at: Place,
    cue: Annotated[
        str, Argument(metavar=say("CUE", "手がかり"), help=say("What to think of.", "何について思い出すか。"))
    ],
    why: Annotated[bool, Option("--why", help=say("Show each term of each score.", "点数の内訳を表示する。"))] = False,
    limit: Annotated[
        str | None, Option(metavar="K", help=say("At most so many (recall.top_k).", "最大の件数（recall.top_k）。"))
    ] = None,
    session: Annotated[
        str,
        Option(
            metavar="ID",
            help=say("The conversation it belongs to: feelings carry over.", "どの会話の中か。感情が引き継がれる。"),
        ),
    ] = "",
    project: Annotated[
        str | None,
        Option(
            metavar=say("FOLDER", "フォルダー"),
            help=say(
                "The project one is in: what came from others comes less easily (projects.mode).",
                "いまのプロジェクト。ほかのプロジェクトの記憶は出にくくなる（projects.mode）。",
            ),
        ),
    ] = None,
    no_mark: Annotated[
        bool,
        Option(
            "--no-mark",
            help=say("Only look: strengthen nothing, call nothing back.", "見るだけで、強めも呼び戻しもしない。"),
        ),
    ] = False,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として思い出す。"))
    ] = None,
) -> None:
    # Before NumPy is imported: to start its threads takes longer than the one product that they would share.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from omoide.domain.projects import names
    from omoide.doors.cli.forms import body, heading, tell_whose
    from omoide.doors.forms import recalled

    if not cue.strip():
        raise InvalidInput("there is nothing to recall by; give a cue.", "手がかりがありません。")
    most, at_time = whole("--limit", limit, 1), moment("--now", now)
    with at.mind() as mind:
        found = mind.recall(
            cue, limit=most, session=session, now=at_time, mark=not no_mark, project=project_folder(project)
        )
        if not found.memories:
            tell_whose(mind)
    if at.json:
        return print_json(recalled(found))
    if not found.memories:
        return line(say("Nothing comes to mind.", "思い当たることはありません。"))
    origins = names([r.memory.origin for r in found.memories] + [link.memory.origin for link in found.linked])
    for recollection in found.memories:
        score = (say("score {s:.1f}", "点 {s:.1f}", s=recollection.score), "bold")
        heading(recollection.memory, score, *_where(origins[recollection.memory.origin]))
        body(recollection.memory)
        if why:
            _explain(recollection.why)
    for link in found.linked:
        heading(
            link.memory,
            (say("linked from {via} ({type})", "{via} から（{type}）", via=link.via, type=link.type), "bright_black"),
            *_where(origins[link.memory.origin]),
        )
        body(link.memory)


def _where(project: str) -> list[Part]:
    """The project it came from, by name."""
    return [(project, "cyan")] if project else []


_REASONS = {"ranked": "順位", "named by the cue": "手がかりに合致", "last time": "前回のこと"}


def _explain(why: Why) -> None:
    """The formula with its figures, so that every score can be checked by hand."""
    senses = say(
        "relevance {w.relevance:.2f} (meaning {w.meaning:.2f}, words {w.words:.2f})",
        "関連度 {w.relevance:.2f}（意味 {w.meaning:.2f}、語 {w.words:.2f}）",
        w=why,
    )
    if why.project_factor != 1:
        senses += say(
            ", of another project × {w.project_factor:.2f}",
            "、ほかのプロジェクト × {w.project_factor:.2f}",
            w=why,
        )
    base = say(
        "retention {w.retention:.1f} × relevance {w.relevance:.2f} × recalls {w.recall_factor:.1f}"
        " × category {w.category_factor:.1f} = {w.base:.2f}",
        "保持 {w.retention:.1f} × 関連度 {w.relevance:.2f} × 想起 {w.recall_factor:.1f}"
        " × 種類 {w.category_factor:.1f} = {w.base:.2f}",
        w=why,
    )
    total = say(
        "+ resonance {w.resonance:.2f} → {w.resonance_bonus:.2f}; score {w.priority:.2f} ({r})",
        "+ 共鳴 {w.resonance:.2f} → {w.resonance_bonus:.2f}、点 {w.priority:.2f}（{j}）",
        w=why,
        r=why.reason,
        j=_REASONS.get(why.reason, why.reason.replace("through ", "つながり ")),
    )
    for text in (senses, base, total):
        line((text, "bright_black"), indent=4)
