"""Where a learned page comes from (E9): its episodes and notes, the turns that those tell, and the days of all that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from omoide.domain.learned import Facts, SkillFacts
from omoide.ports import Faculties


@dataclass(frozen=True, slots=True)
class Source:
    """An account or a note that a page was learned from; `turns` are the keys of what was said."""

    id: str
    first: date
    last: date
    text: str
    turns: tuple[str, ...]


def source_ids(facts: Facts) -> tuple[str, ...]:
    return () if isinstance(facts, SkillFacts) else facts.source_episodes


def sources_of(f: Faculties, ids: Sequence[str]) -> list[Source]:
    """In the order asked for; what is not there any more is left out."""
    found: dict[str, Source] = {}
    for one in ids:
        if episode := f.store.episodes.get(f.scope, one):
            found[one] = Source(one, episode.days.first, episode.days.last, episode.summary, episode.sources)
    if set(ids) - found.keys():
        for note in f.store.notes.since(f.scope, None):
            found.setdefault(note.id, Source(note.id, note.day, note.day, note.text, note.sources))
    return [found[one] for one in ids if one in found]


def days_of(f: Faculties, ids: Sequence[str]) -> tuple[date, date] | None:
    """The first and the last day that these sources tell of; None when nothing is known about them."""
    sources = sources_of(f, ids)
    if not sources:
        return None
    return min(source.first for source in sources), max(source.last for source in sources)


def days_learned(f: Faculties, facts: Facts) -> tuple[date, date] | None:
    """The days that a page was learned from; those on which it was written, where its sources are not known."""
    days = days_of(f, source_ids(facts))
    if days or facts.created_at is None:
        return days
    return facts.created_at.date(), (facts.updated_at or facts.created_at).date()


def told_days(f: Faculties, facts: Facts) -> str:
    days = days_learned(f, facts)
    if days is None:
        return ""
    return days[0].isoformat() if days[0] == days[1] else f"{days[0].isoformat()}~{days[1].isoformat()}"
