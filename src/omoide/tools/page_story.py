"""why_page: where a learned page comes from, and how it came to say what it says (E9, N1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from omoide.language.quoting import in_a_line
from omoide.tools.telling import fenced, said
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.domain.page_change import Belief
    from omoide.knowing import PageStory
    from omoide.mind import Mind


class PageArguments(Arguments, frozen=True):
    page: Annotated[str, msgspec.Meta(description="knowledge:NAME or procedure:NAME, as search_memory names it.")]


class PageSource(msgspec.Struct, frozen=True):
    id: str
    first: str
    last: str
    text: str


class PageChange(msgspec.Struct, frozen=True):
    time: str
    action: str
    reason: str
    by: str
    related: str


class Believed(msgspec.Struct, frozen=True):
    """From and until which day it was held true; empty where that is not known, or where it still is."""

    text: str
    since: str
    until: str
    why_changed: str


class WhyPage(Result, frozen=True):
    page: str
    text: str
    archived: bool
    believed_from: str
    by: str
    sources: tuple[PageSource, ...]
    changes: tuple[PageChange, ...]
    before: tuple[Believed, ...]

    def tell(self, language: str) -> str:
        first = said(
            language,
            "{page}: believed since {since}, last decided by {by}",
            "{page}: {since} から。最後に決めたのは {by}",
            page=in_a_line(self.page), since=self.believed_from or "?", by=self.by or "?",
        )  # fmt: skip
        lines = [f"- {in_a_line(self.text)}"]
        lines += [f"- [source][{one.id}][{one.first}~{one.last}] {in_a_line(one.text)}" for one in self.sources]
        lines += [f"- [{one.action}][{one.time[:10]}] {in_a_line(one.reason)}" for one in self.changes]
        lines += [f"- [before][{one.since}~{one.until}] {in_a_line(one.text)}" for one in self.before]
        return f"{first}\n{fenced(lines)}"


def why_page(mind: Mind, given: PageArguments) -> WhyPage:
    told = mind.why_page(given.page)
    return WhyPage(
        page=f"{told.kind}:{told.name}",
        text=told.page.text if told.page else "",
        archived=told.page is None or told.page.archived,
        believed_from=told.days[0].isoformat() if told.days else "",
        by=told.by,
        sources=tuple(PageSource(s.id, s.first.isoformat(), s.last.isoformat(), s.text) for s in told.sources),
        changes=_changes(told),
        before=tuple(_believed(belief) for belief in told.beliefs if belief.replaced_at),
    )


def _changes(told: PageStory) -> tuple[PageChange, ...]:
    return tuple(PageChange(c.recorded_at.isoformat(), c.action, c.reason, c.by, c.related) for c in told.changes)


def _believed(belief: Belief) -> Believed:
    since = belief.believed_from.isoformat() if belief.believed_from else ""
    until = belief.believed_until.isoformat() if belief.believed_until else ""
    return Believed(belief.text, since, until, belief.why_changed)


WHY_PAGE = Tool(
    name="why_page",
    title="Why does a page say this",
    description=(
        "Where a page of knowledge or a procedure comes from: since when it is believed, from which days, who decided, "
        "what was believed before and why that changed. Use it when the person asks how you know that, or doubts it."
    ),
    takes=PageArguments,
    gives=WhyPage,
    run=why_page,
    read_only=True,
    idempotent=True,
)
