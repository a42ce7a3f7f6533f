"""Pages about people and things: list, read, search and write them (T2, R10, R11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from omoide.language.quoting import in_a_line
from omoide.tools.night import NoArguments
from omoide.tools.paper import PageText, page_text
from omoide.tools.telling import fenced, said
from omoide.tools.tool import Arguments, Result, Tool, Whose

if TYPE_CHECKING:
    from omoide.mind import Mind

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100, description="Whom or what the page is about.")]


class NameArguments(Arguments, frozen=True):
    name: Name


class QueryArguments(Arguments, frozen=True):
    query: Annotated[
        str, msgspec.Meta(min_length=1, description="Words, parted by blanks; pages with most of them come first.")
    ]
    limit: Annotated[int, msgspec.Meta(ge=1, le=20, description="At most so many pages.")] = 5


class WriteArguments(Arguments, frozen=True):
    name: Name
    text: Annotated[str, msgspec.Meta(min_length=1, description="What was learned, complete in itself.")]
    consolidate: Annotated[
        bool,
        msgspec.Meta(description="Whether old and new are told as one text (needs a model) instead of added."),
    ] = False


class EntityNames(Result, frozen=True):
    names: tuple[str, ...]

    def tell(self, language: str) -> str:
        if not self.names:
            return said(language, "There are no pages yet.", "ページはまだありません。")
        return fenced(f"- {in_a_line(name)}" for name in self.names)


class FoundPage(msgspec.Struct, frozen=True):
    name: str
    words: int
    text: str


class FoundPages(Result, frozen=True):
    pages: tuple[FoundPage, ...]

    def tell(self, language: str) -> str:
        if not self.pages:
            return said(language, "No page holds these words.", "その言葉のあるページはありません。")
        return fenced(f"- {in_a_line(one.name)}: {in_a_line(one.text)}" for one in self.pages)


def list_entity_memories(mind: Mind, _given: NoArguments) -> EntityNames:
    from omoide.pages import entity_names

    return EntityNames(tuple(entity_names(mind.faculties)))


def read_entity_memory(mind: Mind, given: NameArguments) -> PageText:
    from omoide.pages import read_entity

    return page_text(read_entity(mind.faculties, given.name))


def search_entity_memory(mind: Mind, given: QueryArguments) -> FoundPages:
    from omoide.pages import search_entities

    found = search_entities(mind.faculties, given.query, given.limit)
    return FoundPages(tuple(FoundPage(one.page.name.name, one.words, one.page.text) for one in found))


def write_entity_memory(mind: Mind, given: WriteArguments) -> PageText:
    from omoide.pages import write_entity

    return page_text(write_entity(mind.faculties, given.name, given.text, given.consolidate))


def _no_names(_given: Any, _whose: Whose) -> EntityNames:
    return EntityNames(())


def _no_pages(_given: Any, _whose: Whose) -> FoundPages:
    return FoundPages(())


LIST_ENTITIES = Tool(
    name="list_entity_memories",
    title="List pages about people and things",
    description="The names of all people, things and ideas that you keep a page about.",
    takes=NoArguments,
    gives=EntityNames,
    run=list_entity_memories,
    read_only=True,
    idempotent=True,
    new=_no_names,
)

READ_ENTITY = Tool(
    name="read_entity_memory",
    title="Read the page about somebody or something",
    description="The whole page that you keep about a person, thing or idea. Use it when the talk turns to them.",
    takes=NameArguments,
    gives=PageText,
    run=read_entity_memory,
    read_only=True,
    idempotent=True,
)

SEARCH_ENTITY = Tool(
    name="search_entity_memory",
    title="Search pages about people and things",
    description="Pages about people and things that hold these words, those with the most of them first.",
    takes=QueryArguments,
    gives=FoundPages,
    run=search_entity_memory,
    read_only=True,
    idempotent=True,
    new=_no_pages,
)

WRITE_ENTITY = Tool(
    name="write_entity_memory",
    title="Write on the page about somebody or something",
    description=(
        "Note something lasting about a person, thing or idea on its page, which is made when it is missing. With "
        "consolidate the page is written anew as one text, which keeps it short."
    ),
    takes=WriteArguments,
    gives=PageText,
    run=write_entity_memory,
    makes_home=True,
    event="memory_write",
)
