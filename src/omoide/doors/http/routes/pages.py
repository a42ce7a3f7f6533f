"""Pages: read, and written only over what one has read. Entities, knowledge and procedures among them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import Field

from omoide.domain.learned import LEARNED
from omoide.domain.page import Page, PageName, page_called, page_name
from omoide.doors.http.values import Body
from omoide.doors.http.whose import MindAsked
from omoide.errors import InvalidInput, NotFound
from omoide.pages import entity_names, overwrite_page, read_page, search_entities, undo_page

router = APIRouter(prefix="/v1", tags=["pages"])
Name = Annotated[str, Path(max_length=200, description="core_memory, notepad, entity:NAME, knowledge:NAME …")]


class PageText(Body):
    """A whole text in place of the one that has this revision; an empty revision makes a new page."""

    text: Annotated[str, Field(max_length=100_000)]
    revision: Annotated[str, Field(max_length=64)] = ""


@router.get("/pages")
def list_pages(mind: MindAsked) -> dict[str, Any]:
    """Every page that is there, with its size and when it was last changed."""
    return {
        "pages": [
            {
                "page": str(place.name),
                "kind": place.name.kind,
                "name": place.name.name,
                "shared": place.shared,
                "bytes": place.bytes,
                "changed": place.changed.isoformat(),
                "versions": place.versions,
            }
            for place in mind.faculties.pages.places(mind.scope)
        ]
    }


@router.get("/pages/{name}")
def show_page(mind: MindAsked, name: Name) -> dict[str, Any]:
    page = read_page(mind.faculties, _called(name))
    if not page.exists:
        raise NotFound(f"there is no page {name}.", f"{name} というページはありません。")
    return _plain(page)


@router.put("/pages/{name}")
def write_page(mind: MindAsked, name: Name, asked: PageText) -> dict[str, Any]:
    """Refused (409) when somebody else changed it meanwhile; the text is then kept aside, and the detail says where."""
    page = _called(name)
    if page.kind in LEARNED:
        return _plain(mind.write_page(page, asked.text, asked.revision))
    return _plain(overwrite_page(mind.faculties, page, asked.text, asked.revision))


@router.post("/pages/{name}/undo")
def undo(mind: MindAsked, name: Name) -> dict[str, Any]:
    """What stood there before the last edit."""
    return _plain(undo_page(mind.faculties, _called(name)))


@router.get("/entities")
def entities(mind: MindAsked, query: Annotated[str, Query(max_length=1_000)] = "") -> dict[str, Any]:
    """Names alone, or those whose page holds the words, best first (T2)."""
    if query.strip():
        found = search_entities(mind.faculties, query)
        return {"entities": [{"name": one.page.name.name, "words": one.words} for one in found]}
    return {"entities": [{"name": name} for name in entity_names(mind.faculties)]}


@router.get("/entities/{name}")
def entity(mind: MindAsked, name: Annotated[str, Path(max_length=200)]) -> dict[str, Any]:
    page = read_page(mind.faculties, _named(name))
    if not page.exists:
        raise NotFound(f"there is no page about {name}.", f"{name} のページはありません。")
    return _plain(page)


@router.get("/learned")
def learned(
    mind: MindAsked, kind: Literal["knowledge", "procedure", "skill"] | None = None, archived: bool = False
) -> dict[str, Any]:
    """What was learned, as pages with all their facts (K2)."""
    return {"learned": [one.plain() for one in mind.learned(kind, archived)]}


def _called(name: str) -> PageName:
    """What cannot be the name of a page is one that does not exist."""
    try:
        return page_called(name)
    except InvalidInput as error:
        raise NotFound(error.en, error.ja) from None


def _named(name: str) -> PageName:
    try:
        return page_name("entity", name)
    except InvalidInput as error:
        raise NotFound(error.en, error.ja) from None


def _plain(page: Page) -> dict[str, Any]:
    return {"page": str(page.name), "text": page.text, "revision": page.revision}
