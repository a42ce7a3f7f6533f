"""recall_memories and search_memory: what comes to mind, and what can be looked up (R3, R10)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from omoide.domain.dates import placed
from omoide.domain.learned import LEARNED
from omoide.domain.memory import Category
from omoide.errors import InvalidInput
from omoide.language.quoting import in_a_line
from omoide.tools.shapes import MemoryShape, memory_fields
from omoide.tools.telling import fenced, memory_line, said
from omoide.tools.tool import Arguments, Result, Tool, Whose

if TYPE_CHECKING:
    from omoide.domain.ranking import Recollection
    from omoide.mind import Mind
    from omoide.recall import Linked

MOST = 50
_SHOWN = 500  # characters of a page
_FOLDERS = {"knowledge": "knowledge", "procedure": "procedures", "skill": "skills"}
Some = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Project = Annotated[
    str,
    msgspec.Meta(
        description="The project's folder, if the talk is about one: memories of others then come less easily."
    ),
]


class CueArguments(Arguments, frozen=True):
    cue: Annotated[
        str, msgspec.Meta(min_length=1, description="What the talk is about now, in a few words or a sentence.")
    ]
    limit: Annotated[
        Some | None, msgspec.Meta(description="At most so many memories; by default as many as the settings say.")
    ] = None
    project: Project = ""


class SearchArguments(Arguments, frozen=True):
    query: Annotated[str, msgspec.Meta(min_length=1, description="What to look for: names, things, a question.")]
    since: Annotated[
        str | None,
        msgspec.Meta(description="Only what was made at this time or later: 2026-01-18, or a full time."),
    ] = None
    until: Annotated[
        str | None,
        msgspec.Meta(description="Only what was made before this time; a date alone includes that day."),
    ] = None
    category: Annotated[Category | None, msgspec.Meta(description="Only memories of this kind.")] = None
    archived: Annotated[
        bool, msgspec.Meta(description="Whether what has faded into the archive is looked through too.")
    ] = True
    limit: Annotated[Some, msgspec.Meta(description="At most so many of each kind.")] = 10
    project: Project = ""
    kinds: Annotated[
        tuple[Literal["memory", "knowledge", "procedure", "skill"], ...],
        msgspec.Meta(description="Only these: memories, or pages of what was learned; everything when left out."),
    ] = ()


class Found(MemoryShape, frozen=True):
    """A memory that was found, with why: how relevant it is, its score, and the reason for its place."""

    relevance: float
    score: float
    reason: str
    outdated_by: str
    same_as: tuple[str, ...]


class LinkedShape(MemoryShape, frozen=True):
    """A memory that came along with another one, through a link."""

    via: str
    link: str


class FoundPage(msgspec.Struct, frozen=True):
    """A learned page, cut where it is long; `page` is its name for read_memory_file."""

    page: str
    kind: str
    name: str
    description: str
    text: str
    continues: bool
    confidence: float
    changed: str
    relevance: float
    score: float


class FoundMemories(Result, frozen=True):
    memories: tuple[Found, ...]
    linked: tuple[LinkedShape, ...]

    def tell(self, language: str) -> str:
        lines = self.lines()
        if not lines:
            return said(language, "Nothing comes to mind.", "思い当たることはありません。")
        return fenced(lines)

    def lines(self) -> list[str]:
        lines = [memory_line(one, f"outdated by {one.outdated_by}" if one.outdated_by else "") for one in self.memories]
        return lines + [memory_line(one, f"{one.link} of {one.via}") for one in self.linked]


class FoundEverything(FoundMemories, frozen=True):
    """`learned`: pages of knowledge, procedures and skills that answer the query."""

    learned: tuple[FoundPage, ...] = ()

    def lines(self) -> list[str]:
        return FoundMemories.lines(self) + [_page_line(one) for one in self.learned]


def recall_memories(mind: Mind, given: CueArguments) -> FoundMemories:
    recalled = mind.recall(given.cue, limit=given.limit, project=given.project)
    return FoundMemories(tuple(map(_found, recalled.memories)), tuple(map(_linked, recalled.linked)))


def search_memory(mind: Mind, given: SearchArguments) -> FoundEverything:
    """By relevance alone, and leaving no trace: looking something up is not being reminded of it.

    The filters hold before the best are counted: what does not pass them must not take the place of what does.
    """
    since, until = _moment(mind, "since", given.since), _moment(mind, "until", given.until)

    def passes(one: Recollection) -> bool:
        memory = one.memory
        return (
            (since is None or memory.created >= since)
            and (until is None or memory.created < until)
            and (given.category is None or memory.category == given.category)
            and (given.archived or not memory.archived)
        )

    memories = _memories(mind, given, passes) if _wanted(given, "memory") else ()
    return FoundEverything(memories, (), _learned(mind, given, since, until))


def _wanted(given: SearchArguments, kind: str) -> bool:
    return not given.kinds or kind in given.kinds


def _memories(mind: Mind, given: SearchArguments, passes: Callable[[Recollection], bool]) -> tuple[Found, ...]:
    asked = given.limit
    while True:
        found = mind.recall(given.query, limit=asked, mark=False, ranking="relevance", project=given.project).memories
        passed = [one for one in found if passes(one)]
        if len(passed) >= given.limit or len(found) < asked:
            return tuple(map(_found, passed[: given.limit]))
        asked *= 10


def _learned(
    mind: Mind, given: SearchArguments, since: datetime | None, until: datetime | None
) -> tuple[FoundPage, ...]:
    """Pages have no category; one that is asked for leaves them out."""
    kinds: Any = [kind for kind in LEARNED if _wanted(given, kind)]
    if not kinds or given.category:
        return ()
    found = mind.search_learned(given.query, kinds=kinds, limit=given.limit, mark=False)
    shown = [one for one in found if _within(one.item.facts.updated_at, since, until)]
    mind.use_learned([one.item for one in shown])
    return tuple(map(_page, shown))


def _within(changed: datetime | None, since: datetime | None, until: datetime | None) -> bool:
    return changed is not None and (since is None or changed >= since) and (until is None or changed < until)


def _page(one: Any) -> FoundPage:
    item, facts = one.item, one.item.facts
    text = item.text if len(item.text) <= _SHOWN else item.text[:_SHOWN].rstrip() + "…"
    return FoundPage(
        page=f"{_FOLDERS[item.kind]}/{item.name}.md",
        kind=item.kind,
        name=item.name,
        description=item.description,
        text=text,
        continues=len(item.text) > _SHOWN,
        confidence=getattr(facts, "confidence", 1.0),
        changed=facts.updated_at.isoformat(),
        relevance=round(one.why.relevance, 3),
        score=round(one.score, 3),
    )


def _page_line(one: FoundPage) -> str:
    """`- knowledge/tea.md [2026-01-18][0.9] text`"""
    more = f" (continues: read_memory_file {one.page})" if one.continues else ""
    told = " – ".join(part for part in (one.description, one.text) if part)
    return in_a_line(f"- {one.page} [{one.changed[:10]}][{one.confidence:g}] {told}{more}")


def _found(one: Recollection) -> Found:
    return Found(
        **memory_fields(one.memory),
        relevance=round(one.why.relevance, 3),
        score=round(one.score, 2),
        reason=one.why.reason,
        outdated_by=one.outdated_by,
        same_as=one.folded,
    )


def _linked(one: Linked) -> LinkedShape:
    return LinkedShape(**memory_fields(one.memory), via=one.via, link=one.type)


def _moment(mind: Mind, name: str, text: str | None) -> datetime | None:
    """An ISO date or time, on the person's clock when it brings no offset; the end of the day for `until`."""
    if text is None or not text.strip():
        return None
    zone = mind.settings.zone(mind.scope.person)
    try:
        if len(text.strip()) == len("2026-01-18"):
            day = date.fromisoformat(text.strip()) + timedelta(days=name == "until")
            value = datetime.combine(day, time())
        else:
            value = datetime.fromisoformat(text.strip())
        if value.tzinfo is None:
            value = value.replace(tzinfo=zone) if zone else value.astimezone()
    except (ValueError, OverflowError, OSError) as error:
        raise InvalidInput(
            f"{name} must be a date or time such as 2026-01-18 or 2026-01-18T21:00:00+09:00, not {text!r}.",
            f"{name} は 2026-01-18 や 2026-01-18T21:00:00+09:00 のような日時です（{text!r} は使えません）。",
        ) from error
    return placed(value)


def _nothing(_given: Any, _whose: Whose) -> FoundMemories:
    return FoundMemories((), ())


def _nothing_at_all(_given: Any, _whose: Whose) -> FoundEverything:
    return FoundEverything((), ())


RECALL = Tool(
    name="recall_memories",
    title="Recall memories",
    description=(
        "What comes to mind about something: memories of earlier conversations, the most vivid and fitting first. "
        "Use it when the talk touches something that may have come up before. Recalling strengthens a memory."
    ),
    takes=CueArguments,
    gives=FoundMemories,
    run=recall_memories,
    new=_nothing,
)

SEARCH = Tool(
    name="search_memory",
    title="Search memory",
    description=(
        "Look something up among all memories, however faded, and among learned knowledge, procedures and skills, by "
        "how well it answers the query alone. Use it for a question with one right answer. Memories stay as they are."
    ),
    takes=SearchArguments,
    gives=FoundEverything,
    run=search_memory,
    read_only=True,
    idempotent=True,
    new=_nothing_at_all,
)
