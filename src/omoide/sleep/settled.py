"""Matters that were settled, as the night takes them in (L4): which are new, and which pages still call them open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.learned import KnowledgeFacts, Learned
from omoide.knowing import alike
from omoide.language.quoting import in_a_line
from omoide.perceive import heard_by
from omoide.ports import Faculties
from omoide.settings import Settings

MOST = 50  # matters that one question names; and characters of each
LONGEST = 300
PAGES = 10  # that one question shows
LEAST = 0.5  # how much a page must have to do with a matter to be looked at; a mind decides whether it calls it open


@dataclass(frozen=True, slots=True)
class Settled:
    """Some of what this persona may know to be settled (N7) since a night took it in, and the number of the last one:
    what is settled while a mind thinks is left for the next night."""

    matters: tuple[str, ...]
    last: int


def newly_settled(faculties: Faculties, settings: Settings) -> list[Settled]:
    """By the order in which they were recorded, so many at a time: one that was heard of late has an older time than
    what was taken in before it."""
    kept = faculties.store.state.get(_key(faculties)) or ""
    heard, person = heard_by(faculties, settings), faculties.scope.person
    recorded = faculties.store.resolutions.recorded_after(person, int(kept) if kept.isdecimal() else -1)
    new = [(number, one) for number, one in recorded if heard is None or one.persona in heard]
    parts = (new[start : start + MOST] for start in range(0, len(new), MOST))
    return [
        Settled(tuple(dict.fromkeys(in_a_line(one.matter)[:LONGEST] for _, one in part)), part[-1][0])
        for part in parts
    ]  # fmt: skip


def note_settled(faculties: Faculties, settled: Settled) -> None:
    """They are done with."""
    faculties.store.state.set(_key(faculties), str(settled.last))


def still_open(faculties: Faculties, settings: Settings, resolved: Sequence[str]) -> list[Learned]:
    """Pages of knowledge that have to do with a settled matter. Written by hand or not; never one that is broken."""
    found: dict[str, Learned] = {}
    for matter in resolved:
        for near in alike(faculties, settings, matter, ["knowledge"], most=3, least=LEAST):
            page = near.item
            if isinstance(page.facts, KnowledgeFacts) and not page.problem and page.place == "own":
                found.setdefault(page.name, page)
    return list(found.values())


def _key(faculties: Faculties) -> str:
    return faculties.scope.key("settled")
