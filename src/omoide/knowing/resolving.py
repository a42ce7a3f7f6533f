"""What each way of resolving a contradiction does to the two pages (K3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from omoide.domain.dates import wall_clock
from omoide.domain.learned import KnowledgeFacts, Learned
from omoide.domain.page import page_name, same_name
from omoide.errors import InvalidInput
from omoide.knowing.carrying_out import Move, standing
from omoide.knowing.page_texts import body_of, made_text, new_page, rewritten
from omoide.knowing.sources import days_learned, source_ids
from omoide.language.detect import language_of
from omoide.ports import Faculties
from omoide.prompts.find_contradiction import Resolution
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class Pair:
    first: Learned
    second: Learned


@dataclass(frozen=True, slots=True)
class Moves:
    """What happens to the pages, and what the two say afterwards: so far they are judged."""

    moves: list[Move]
    first_text: str
    second_text: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A page with all that stands in its file."""

    item: Learned
    text: str


def moves_for(f: Faculties, s: Settings, pair: Pair, resolution: Resolution, now: datetime) -> Moves | None:
    """None when one of the pages does not say any more what it said when it was asked about."""
    pages = [_whole(f, item) for item in (pair.first, pair.second)]
    first, second = pages
    if first is None or second is None:
        return None
    today = wall_clock(now, s.zone(f.scope.person)).date()
    if resolution.strategy == "supersede":
        new, old = (first, second) if resolution.holds == "first" else (second, first)
        return Moves(_supersede(f, new, old, today), pair.first.text, pair.second.text)
    if resolution.strategy == "merge":
        return Moves(_merge(f, s, first, second, resolution, now), pair.first.text, pair.second.text)
    condition = made_text(resolution.condition)
    moves = [_annotate(first, second, condition), _annotate(second, first, condition)]
    return Moves(moves, body_of(moves[0].after), body_of(moves[1].after))


def _whole(f: Faculties, item: Learned) -> Whole | None:
    text = standing(f, item.kind, item.name)
    return Whole(item, text) if text is not None and body_of(text) == item.text.strip() else None


def _supersede(f: Faculties, new: Whole, old: Whole, today: date) -> list[Move]:
    """The old one held until the new one began; if what stays was known before, the other was a mistake until today."""
    began, held = days_learned(f, new.item.facts), days_learned(f, old.item.facts)
    until = began[0] if began and (held is None or began[0] >= held[0]) else today
    names = _with(new.item.facts, old.item.name)
    return [
        Move(
            old.item.kind, old.item.name, old.text, None, new.item.node, believed_until=until,
            kept=rewritten(old.text, old.item, superseded_by=new.item.name),
        ),
        Move(
            new.item.kind, new.item.name, new.text, rewritten(new.text, new.item, supersedes=names), old.item.node,
            believed_until=until, believed_from=began[0] if began else today,
        ),
    ]  # fmt: skip


def _merge(f: Faculties, s: Settings, first: Whole, second: Whole, resolution: Resolution, now: datetime) -> list[Move]:
    """A new page; both old ones are archived, and know what they became."""
    items = (first.item, second.item)
    name = _free_name(f, resolution.title, items)
    sources = tuple(dict.fromkeys(source for item in items for source in source_ids(item.facts)))
    facts = KnowledgeFacts(
        created_at=now, updated_at=now, source_episodes=sources, confidence=s.learning.accepted_by_model,
        auto_consolidated=True, supersedes=tuple(item.name for item in items),
        protected=any(getattr(item.facts, "protected", False) for item in items),
    )  # fmt: skip
    merged = Learned("knowledge", name, _marked(made_text(resolution.text), items), facts)
    days = [day for item in items if (day := days_learned(f, item.facts))]
    since = max((day[1] for day in days), default=None)
    gone = [
        Move(
            page.item.kind, page.item.name, page.text, None, merged.node, believed_until=since,
            kept=rewritten(page.text, page.item, superseded_by=name),
        )
        for page in (first, second)
    ]  # fmt: skip
    related = ", ".join(item.node for item in items)
    return [Move("knowledge", name, None, new_page(merged), related, believed_from=since), *gone]


def _marked(text: str, items: tuple[Learned, ...]) -> str:
    """What was marked as important stays so."""
    mark = next((mark for item in items for mark in ("[IMPORTANT]", "[重要]") if mark in item.text), "")
    return f"{text}\n\n{mark}" if mark and mark not in text else text


def _annotate(page: Whole, other: Whole, condition: str) -> Move:
    name = other.item.name
    if language_of(page.item.text) == "ja":
        note = f"> [[{name}]] とは場合によって使い分ける: {condition}"
    else:
        note = f"> Holds beside [[{name}]], depending on the case: {condition}"
    text = f"{page.item.text.rstrip()}\n\n{note}"
    return Move(page.item.kind, page.item.name, page.text, rewritten(page.text, page.item, text), other.item.node)


def _with(facts: object, name: str) -> tuple[str, ...]:
    before = facts.supersedes if isinstance(facts, KnowledgeFacts) else ()
    return tuple(dict.fromkeys((*before, name)))


def _free_name(f: Faculties, title: str, items: tuple[Learned, ...]) -> str:
    """As the mind calls it, if a file can be called so and none is; else after the first of the two, with a number."""
    taken = [*f.pages.names(f.scope, "knowledge"), *f.pages.names(f.scope, "knowledge", archived=True)]
    try:
        wished = page_name("knowledge", title).name
    except InvalidInput:
        wished = items[0].name
    number, name = 1, wished
    while any(same_name(name, one) for one in taken):
        number += 1
        name = f"{wished[:60]} {number}"
    return name
