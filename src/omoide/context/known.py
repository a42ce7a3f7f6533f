"""The channels *knowledge* and *procedures* (R1, R5, K4, T3): what is known about the matter, and how it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omoide import associating, knowing
from omoide.context.channels import Found, Item, Why
from omoide.context.moment import Moment, piece
from omoide.domain.budget import framed
from omoide.domain.knowledge_score import ScoreWhy
from omoide.domain.learned import Learned, ProcedureFacts
from omoide.errors import Unavailable
from omoide.knowing import Matched
from omoide.language.quoting import in_a_line

Seen = Callable[[], Mapping[Any, Any]]  # how the pages stand: looked at once, for both channels
_FOLDERS = {"knowledge": "knowledge", "procedure": "procedures", "skill": "skills"}
_LEAST_OF_A_PAGE = 60  # tokens
_PAGES = 3  # so many pages share the room at least, however long the first is


def knowledge(moment: Moment, budget: int, seen: Seen) -> Found:
    """Pages by how well they answer the message, each with its beginning; a pointer names the rest."""
    f, s = moment.faculties, moment.settings
    if not moment.message.strip():
        return Found((), ("nothing was said", "発言がない"))
    found = _search(moment, seen)
    if s.graph.spreading:
        found = _search(moment, seen, _spread(moment, found))
    room = budget - f.tokens.count(framed("knowledge", ""))
    items = [Item(piece(_page(moment, one.item, room), one.item.name), _reason(one.why), one.item) for one in found]
    nothing = ("nothing that is known answers it", "答えになる知識がない")
    return Found(tuple(items), ("it answers the message", "発言に関わる知識") if items else nothing)


def procedures(moment: Moment, budget: int, seen: Seen) -> Found:
    """A line each: what it is for, how well it has worked, and where to read it."""
    f, s = moment.faculties, moment.settings
    if not moment.message.strip():
        return Found((), ("nothing was said", "発言がない"))
    matched = knowing.match_procedures(f, s, moment.message, moment.now, s.priming.most_procedures, seen())
    items = [Item(piece(_line(one.item), one.item.name), _stage(one), one.item) for one in matched]
    nothing = ("no procedure or skill fits", "合う手順や技能がない")
    return Found(tuple(items), ("it fits the message", "発言に合う手順") if items else nothing)


def _search(moment: Moment, seen: Seen, spread: dict[str, float] | None = None) -> list[knowing.Found]:
    f, s = moment.faculties, moment.settings
    most = s.priming.most_knowledge
    return knowing.search_learned(f, s, moment.message, ("knowledge",), moment.now, most, spread, seen())


def _spread(moment: Moment, found: list[knowing.Found]) -> dict[str, float]:
    """Activation from what the message names and what it finds by itself (G3). When the graph is on a server that is
    away, what was found by itself is still found."""
    f, s = moment.faculties, moment.settings
    try:
        seeds = associating.named_in(f, moment.message)
        seeds |= {one.item.node: max(one.score, 0.01) for one in found}
        return associating.spread(f, s, seeds)
    except Unavailable:
        return {}


def _page(moment: Moment, item: Learned, room: int) -> str:
    tokens, text = moment.faculties.tokens, item.text.strip()
    head, pointer = f"## {in_a_line(item.name)}\n", f"… (-> {_FOLDERS[item.kind]}/{item.name}.md)\n"
    most = max(room // _PAGES, _LEAST_OF_A_PAGE) - tokens.count(head)
    if tokens.count(text) <= most:
        return head + text
    return head + tokens.cut(text, most - tokens.count(pointer)).rstrip() + pointer.rstrip()


def _line(item: Learned) -> str:
    told = item.description.strip() or next((row for row in item.text.splitlines() if row.strip()), "").lstrip("# ")
    facts = item.facts
    tried = ""
    if isinstance(facts, ProcedureFacts):
        tried = f" ({facts.success_count}/{facts.success_count + facts.failure_count}, {facts.confidence:.2f})"
    return f"- {in_a_line(item.name)}: {in_a_line(told)[:200]}{tried} -> {_FOLDERS[item.kind]}/{item.name}.md"


def _reason(why: ScoreWhy) -> Why:
    """Every term of the score that counts (R12)."""
    terms = [
        (why.relevance, "relevance", "関連"), (why.recency, "recency", "新しさ"), (why.frequency, "use", "使用"),
        (why.spread, "association", "連想"),
    ]  # fmt: skip
    en = " + ".join(f"{name} {value:.2f}" for value, name, _ in terms if value >= 0.005)
    ja = " + ".join(f"{name} {value:.2f}" for value, _, name in terms if value >= 0.005)
    return f"{why.score:.2f} = {en}", f"{why.score:.2f} = {ja}"


def _stage(one: Matched) -> Why:
    en, ja = _STAGES[one.stage]
    return f"{en} ({one.score:.2f})", f"{ja}（{one.score:.2f}）"


_STAGES = {
    "keyword": ("named in brackets", "角括弧で名指し"), "words": ("shares its words", "言葉が重なる"),
    "meaning": ("means the like", "意味が近い"),
}  # fmt: skip
