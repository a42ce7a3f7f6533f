"""omoide why"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument

from omoide.doors.cli.forms import body, heading
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, level, line, print_json, retention, table
from omoide.doors.cli.words import say
from omoide.doors.forms import explained

if TYPE_CHECKING:
    from omoide.recall import Explanation


def why(
    at: Place,
    memory: Annotated[
        str,
        Argument(
            metavar="ID",
            help=say(
                "A memory, as `omoide list` names it; or a learned page: knowledge:NAME, procedure:NAME.",
                "記憶の ID（`omoide list` で見られる）。または学んだページ: knowledge:名前、procedure:名前。",
            ),
        ),
    ],
) -> None:
    with at.mind() as mind:
        if not memory.startswith("mem_"):
            from omoide.doors.cli.why_page import tell_page

            return tell_page(at, mind.why_page(memory))
        told = mind.why(memory)
    if at.json:
        return print_json(explained(told))
    heading(told.memory)
    body(told.memory)
    _how_it_fades(told)
    _where_from(told)
    _links(told)


def _how_it_fades(told: Explanation) -> None:
    m = told.memory
    line()
    line((say("How it fades", "薄れ方"), "bold"))
    formula = say(
        "intensity {m.intensity} × {m.coefficient:.4f} ^ {t.days:.3f} days = {t.retention:.1f}",
        "強さ {m.intensity} × {m.coefficient:.4f} ^ {t.days:.3f} 日 = {t.retention:.1f}",
        m=m,
        t=told,
    )
    if not told.night or (told.retention == m.intensity and told.days > 0):
        formula = say(
            "new: held at its intensity {m.intensity} until its first night (coefficient {m.coefficient:.4f})",
            "新しい記憶: 最初の夜まで強さ {m.intensity} のまま（係数 {m.coefficient:.4f}）",
            m=m,
        )
    future = say(
        "half is left after {h:.0f} days without a recall; recalled {n} times; last night {night}",
        "思い出さなければ {h:.0f} 日で半分。想起 {n} 回。最後の夜 {night}",
        h=told.half_life,
        n=m.recalls,
        night=told.night or "–",
    )
    line(formula, indent=2)
    line(future, indent=2)
    if told.ahead:
        headers = [say("in days", "日後"), say("retention", "保持"), say("level", "段階")]
        table(
            headers, [[f"{p.day:g}", retention(p.retention, p.level), level(p.level)] for p in told.ahead], right=(0,)
        )


def _where_from(told: Explanation) -> None:
    line((say("Where it comes from", "由来"), "bold"))
    for turn in told.turns:
        line((clock(turn.time), "bright_black"), *([f"  {turn.origin}"] if turn.origin else []), indent=2)
        line(say("said: ", "発言: "), " ".join(turn.said.split()), indent=4)
        if turn.replied:
            line(say("reply: ", "返事: "), " ".join(turn.replied.split()), indent=4)
    line((say("made by {who}", "作成: {who}", who=told.memory.made_by), "bright_black"), indent=2)
    for older in told.history:
        line((say("corrected: ", "訂正の履歴: "), "red"), f"{older.id}  ", " ".join(older.content.split()), indent=2)


def _links(told: Explanation) -> None:
    links = [("→", link) for link in told.links_out] + [("←", link) for link in told.links_in]
    if not links:
        return
    line((say("Links", "関連"), "bold"))
    for arrow, (relation, other) in links:
        line(f"{arrow} {relation.type}  ", (other.id, "bright_black"), "  ", " ".join(other.trigger.split()), indent=2)
