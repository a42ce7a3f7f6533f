"""Old pages get front matter (D3): what a person wrote by hand, or moved in, without saying since when it stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from omoide.domain.learned import Learned, LearnedKind
from omoide.domain.page import PageName
from omoide.errors import InvalidInput, PageConflict
from omoide.knowing import read_learned, write_learned
from omoide.ports import Faculties
from omoide.settings import Settings


def without_facts(faculties: Faculties) -> list[Learned]:
    """Pages of knowledge and procedures that have no front matter. Broken ones are their owner's matter."""
    found = (read_learned(faculties, kind, name) for kind, name in _headless(faculties))
    return [page for page in found if page and page.bare and page.place == "own" and not page.problem]


def _headless(faculties: Faculties) -> Iterator[tuple[LearnedKind, str]]:
    """By a look at the first line: a home may have a thousand pages, and nearly all of them have their facts."""
    kinds: tuple[LearnedKind, ...] = ("knowledge", "procedure")
    for kind in kinds:
        for name in faculties.pages.names(faculties.scope, kind):
            try:
                page = faculties.pages.read(faculties.scope, PageName(kind, name))
            except InvalidInput:
                continue
            if not page.text.startswith("---"):
                yield kind, name


def add_front_matter(faculties: Faculties, settings: Settings, now: datetime) -> dict[str, Any]:
    """Their words stay as they are; they count as made when their file was last changed."""
    done = {"dated": 0, "conflicts": 0}
    for page in without_facts(faculties):
        try:
            write_learned(faculties, settings, page, now, action="dated", reason="it did not say since when it stands")
            done["dated"] += 1
        except (PageConflict, InvalidInput):  # edited at this very moment: next night again
            done["conflicts"] += 1
    return done
