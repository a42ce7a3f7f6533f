"""Entities (T2): one page for each person, thing or idea that matters. Only their names are always in mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.page import Page, PageEdit, matched_words, page_name
from omoide.errors import NotFound
from omoide.language.detect import language_of
from omoide.pages.writing import edit_page, overwrite_page, read_page
from omoide.ports import Faculties
from omoide.prompts.consolidate_entity import ConsolidateEntity


@dataclass(frozen=True, slots=True)
class EntityFound:
    page: Page
    words: int  # of the query, that it holds


def entity_names(faculties: Faculties) -> Sequence[str]:
    return faculties.pages.names(faculties.scope, "entity")


def read_entity(faculties: Faculties, name: str) -> Page:
    page = read_page(faculties, page_name("entity", name))
    if not page.exists:
        raise NotFound(
            f"there is no page about {name}; see `omoide entities`.",
            f"「{name}」のページはありません。`omoide entities` で確かめてください。",
        )
    return page


def search_entities(faculties: Faculties, query: str, limit: int = 5) -> list[EntityFound]:
    """Pages that hold words of the query, parted by blanks, those with the most first."""
    pages = (read_page(faculties, page_name("entity", name)) for name in entity_names(faculties))
    found = [EntityFound(page, matched_words(query, page.name.name, page.text)) for page in pages]
    found = [one for one in found if one.words]
    return sorted(found, key=lambda one: (-one.words, one.page.name.name))[:limit]


def write_entity(faculties: Faculties, name: str, text: str, consolidate: bool = False) -> Page:
    """Add what was learned; consolidated, old and new are told as one text, which keeps a page from growing for ever.

    Raises Postponed when no model can do that now: the text is not added then, and nothing is lost by trying again.
    """
    title = page_name("entity", name)
    page = read_page(faculties, title)
    if not page.exists:
        return edit_page(faculties, title, PageEdit(f"# {title.name}\n\n{text.strip()}"))
    if not consolidate:
        return edit_page(faculties, title, PageEdit(f"\n{text.strip()}"))
    whole = faculties.thinker.ask(ConsolidateEntity(page.name.name, page.text, text, language_of(page.text)))
    return overwrite_page(faculties, title, f"# {page.name.name}\n\n{whole.text.strip()}\n", page.revision)
