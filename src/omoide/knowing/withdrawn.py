"""What was learned from something that has been corrected since (N1): such a page is looked at again.

A page knows its accounts, an account its turns, and a memory that a correction has retired knows its turns too. Where
they meet, the page may rest on what was wrong; the corrected statement is put before whoever decides.
"""

from __future__ import annotations

from datetime import datetime

from omoide.domain.learned import Learned
from omoide.domain.memory import Memory
from omoide.knowing.news import News
from omoide.knowing.page_texts import open_to_change
from omoide.knowing.reading import learned
from omoide.knowing.sources import source_ids, sources_of
from omoide.ports import Faculties, Filter


def corrected_since(f: Faculties) -> tuple[list[tuple[Memory, Memory]], datetime | None]:
    """(what was corrected, what stands for it) since the last look, and up to when that reaches."""
    seen = f.store.state.get(_key(f))
    since = datetime.fromisoformat(seen) if seen else None
    retired = [m for m in f.store.memories.select(f.scope, Filter(retired=True)) if m.retired_at]
    fresh = [m for m in retired if m.retired_at and (since is None or m.retired_at > since)]
    standing = {m.id: m for m in f.store.memories.get([m.retired_by for m in fresh if m.retired_by])}
    pairs = [(m, standing[m.retired_by]) for m in fresh if m.retired_by in standing]
    return pairs, max((m.retired_at for m in fresh if m.retired_at), default=None)


def look_until(f: Faculties, until: datetime | None) -> None:
    """All corrections up to then have been looked at."""
    if until is not None:
        f.store.state.set(_key(f), until.isoformat())


def resting_on(f: Faculties, corrected: list[tuple[Memory, Memory]]) -> list[tuple[Learned, News]]:
    """Pages that share a turn with what was corrected, each with what holds instead."""
    if not corrected:
        return []
    found = []
    for item in (*learned(f, "knowledge"), *learned(f, "procedure")):
        turns = {turn for source in sources_of(f, source_ids(item.facts)) for turn in source.turns}
        if turns and open_to_change(item):
            found += [(item, _news(old, new)) for old, new in corrected if turns & set(old.sources)]
    return found


def _news(old: Memory, new: Memory) -> News:
    return News(new.id, new.created.date(), f"✗ {old.trigger}\n→ {new.trigger}\n{new.content}".strip())


def _key(f: Faculties) -> str:
    return f.scope.key("corrections looked at")
