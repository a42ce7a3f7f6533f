"""Old pages get front matter (D3): what a person wrote by hand, or moved in, without saying since when it stands."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from omoide.domain.learned import Learned
from omoide.errors import InvalidInput, PageConflict
from omoide.knowing import learned, write_learned
from omoide.ports import Faculties
from omoide.settings import Settings


def without_facts(faculties: Faculties) -> list[Learned]:
    """Pages of knowledge and procedures that have no front matter. Broken ones are their owner's matter."""
    pages = [*learned(faculties, "knowledge"), *learned(faculties, "procedure")]
    return [page for page in pages if page.bare and page.place == "own" and not page.problem]


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
