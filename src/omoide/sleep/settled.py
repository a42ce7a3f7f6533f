"""Matters that were settled, as the night takes them in (L4): which are new, and which pages still call them open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from omoide.domain.learned import KnowledgeFacts, Learned
from omoide.knowing import alike
from omoide.language.quoting import in_a_line
from omoide.ports import Faculties
from omoide.settings import Settings

MOST = 50  # matters of one night, the newest; and characters of each
LONGEST = 300
PAGES = 10
LEAST = 0.5  # how much a page must have to do with a matter to be looked at; a mind decides whether it calls it open


@dataclass(frozen=True, slots=True)
class Settled:
    """What any persona of this person has settled since the last night that took it in, and up to when that is: what is
    settled while a mind thinks is left for the next night."""

    matters: tuple[str, ...]
    until: datetime | None


def newly_settled(faculties: Faculties) -> Settled:
    kept = faculties.store.state.get(_key(faculties))
    since = datetime.fromisoformat(kept) if kept else None
    found = faculties.store.resolutions.recent(faculties.scope.person, since)
    new = [one for one in found if since is None or one.ts > since]
    matters = tuple(dict.fromkeys(in_a_line(one.matter)[:LONGEST] for one in new))[-MOST:]
    return Settled(matters, max((one.ts for one in new), default=None))


def note_settled(faculties: Faculties, settled: Settled) -> None:
    """They are done with."""
    if settled.until is not None:
        faculties.store.state.set(_key(faculties), settled.until.isoformat())


def still_open(faculties: Faculties, settings: Settings, resolved: Sequence[str]) -> list[Learned]:
    """Pages of knowledge that have to do with a settled matter. Written by hand or not; never one that is broken."""
    found: dict[str, Learned] = {}
    for matter in resolved:
        for near in alike(faculties, settings, matter, ["knowledge"], most=3, least=LEAST):
            page = near.item
            if isinstance(page.facts, KnowledgeFacts) and not page.problem and page.place == "own":
                found.setdefault(page.name, page)
    return list(found.values())[:PAGES]


def _key(faculties: Faculties) -> str:
    return faculties.scope.key("settled")
