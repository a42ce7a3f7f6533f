"""The steps of a night (F1-F5, G1, G2), in order. Each is small, safe to repeat, and says what it did (D5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from omoide.domain import shares as share_rules
from omoide.domain.relations import Edges, settle
from omoide.domain.retention import fade, live_until
from omoide.domain.revival import due_for_deletion, revive
from omoide.domain.strengths import Strengths
from omoide.encode import embed_missing
from omoide.errors import Postponed
from omoide.ports import Faculties, Progress
from omoide.settings import Settings
from omoide.sleep.texts import let_texts_fade

Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Night:
    """What a step needs to know."""

    faculties: Faculties
    settings: Settings
    number: int
    now: datetime
    progress: Progress | None = None

    @property
    def moment(self) -> int:
        return round(self.now.timestamp() * 1_000_000)


def age(night: Night) -> Result:
    """Strengthen what was recalled; all else grows older by arithmetic (F1)."""
    s, store, scope = night.settings, night.faculties.store, night.faculties.scope
    missed = store.runs.last_night(scope)

    def step(strengths: Strengths) -> Strengths:
        # Marked for a night further ahead than the next: recalled by another clock (today's, while a past year is
        # being simulated). It counts now, or it would never count.
        by_another_clock = strengths.recalled_for > night.number + 1
        strengths = strengths.put(by_another_clock, recalled_for=night.number)
        return live_until(strengths, night.number, s.strengthening, s.retention.max_coefficient)

    changed = _apply(night, step)
    store.runs.set_last_night(scope, night.number)
    return {"strengthened": changed, "nights": night.number - missed if missed else 1}


def levels(night: Night) -> Result:
    """Let fall what its retention no longer holds (F2)."""
    return _counting_levels(night, lambda s: fade(s, night.number, night.moment, night.settings.levels))


def shares(night: Night) -> Result:
    """Push down what is over its level's share (F3)."""
    return _counting_levels(night, lambda s: share_rules.enforce(s, night.number, night.moment, night.settings.shares))


def revival(night: Night) -> Result:
    """Bring back from the archive what was asked for, while there is room (F4)."""
    s = night.settings
    before = night.faculties.store.memories.strengths(night.faculties.scope)
    requested = int((before.revival_requested_at != 0).sum())
    after = revive(before, night.number, night.moment, s.levels, s.shares, s.archive)
    _write(night, before, after)
    revived = int(before.archived.sum() - after.archived.sum())
    return {"requested": requested, "revived": revived, "dropped": requested - revived}


def texts(night: Night) -> Result:
    """Shorten the texts of what has fallen; what no mind can shorten now waits (F10, F11)."""
    return let_texts_fade(night.faculties, night.settings, night.progress)


def vectors(night: Night) -> Result:
    """Embed again what has a new text, and only that."""
    try:
        return {"embedded": embed_missing(night.faculties, night.settings, night.progress)}
    except Postponed as postponed:
        return {"embedded": 0, "postponed": postponed.en}


def links(night: Night) -> Result:
    """Link new and re-embedded memories to what is like them, then put all links in order (G1, G2)."""
    f, rules = night.faculties, night.settings.relations
    strengths = f.store.memories.strengths(f.scope)
    active = strengths.take(strengths.active)
    before = f.store.relations.all(f.scope)
    fresh, revision = _new_links(night, active) if rules.auto_link else ([], None)
    edges = settle(before.plus(Edges.of(fresh)), active.row, active.retention_at(night.number), active.created, rules)
    with f.store.transaction():
        changed = f.store.relations.replace(f.scope, edges)
        if revision is not None:
            f.store.state.set(_linked_key(night), str(revision))
    return {"links": len(edges), "changed": changed}


def _new_links(night: Night, active: Strengths) -> tuple[list[tuple[int, int, str, float]], int]:
    """Pairs of an active new memory with any active other; old pairs were looked at on earlier nights."""
    f, rules = night.faculties, night.settings.relations
    seen = int(f.store.state.get(_linked_key(night)) or 0)
    rows, vectors_, revision = f.store.vectors.since(f.scope, f.embedder.name, seen)
    keep = np.isin(rows, active.row)
    cosine = f.embedder.calibration.cosine_for(rules.auto_link_similarity, "same")
    # Twice as many as may stay: some will point the other way, or to what is archived.
    pairs = f.nearest.alike(f.scope, rows[keep], vectors_[keep], cosine, 2 * rules.most)
    similarity = f.embedder.calibration.read(np.array([c for _, _, c in pairs]), "same")
    found = [(a, b, "same_topic", float(s)) for (a, b, _), s in zip(pairs, similarity, strict=True)]
    return found, revision


def _linked_key(night: Night) -> str:
    scope = night.faculties.scope
    return f"linked:{scope.persona}:{scope.person}:{night.faculties.embedder.name}"


def deletion(night: Night) -> Result:
    """Delete for good what has lain in the archive too long, if that is switched on (F5)."""
    store, scope = night.faculties.store, night.faculties.scope
    strengths = store.memories.strengths(scope)
    due = due_for_deletion(strengths, night.moment, night.settings.archive)
    store.memories.delete(strengths.row[due].tolist())
    return {"deleted": len(due)}


def indexes(night: Night) -> Result:
    """Bring derived indexes up to date, so that the day finds them ready."""
    night.faculties.store.words.refresh()
    night.faculties.nearest.refresh(night.faculties.scope)
    return {}


# Texts and vectors come after revival: a text that falls two levels in one night is shortened step by step, but
# embedded once. The outcome is that of any order, since no step before them looks at a text.
STEPS: dict[str, Callable[[Night], Result]] = {
    "age": age,
    "levels": levels,
    "shares": shares,
    "revival": revival,
    "texts": texts,
    "vectors": vectors,
    "links": links,
    "deletion": deletion,
    "indexes": indexes,
}
# These ask a mind or an index first and open their own short transactions; the others are one transaction each.
ASKING = {"texts", "vectors", "links", "indexes"}


def _apply(night: Night, change: Callable[[Strengths], Strengths]) -> int:
    before = night.faculties.store.memories.strengths(night.faculties.scope)
    return _write(night, before, change(before))


def _counting_levels(night: Night, change: Callable[[Strengths], Strengths]) -> Result:
    before = night.faculties.store.memories.strengths(night.faculties.scope)
    after = change(before)
    _write(night, before, after)
    fell = after.level > before.level
    return {f"to_level_{level}": int((fell & (after.level == level)).sum()) for level in (2, 3, 4)}


def _write(night: Night, before: Strengths, after: Strengths) -> int:
    positions = after.changed(before)
    night.faculties.store.memories.write_strengths(after, positions)
    return len(positions)
