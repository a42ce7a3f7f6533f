"""The steps of a night (D6), in order. Each is small, safe to repeat, and says what it did (D5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

import numpy as np

from omoide.domain import shares as share_rules
from omoide.domain.relations import Edges, settle
from omoide.domain.retention import fade, live_until
from omoide.domain.revival import due_for_deletion, revive
from omoide.domain.strengths import Strengths
from omoide.domain.turn import Scope
from omoide.encode import embed_missing
from omoide.errors import Postponed
from omoide.indexing import find_topics, refresh_passages
from omoide.motivate import abandon_stale
from omoide.pages import refresh_profile
from omoide.ports import Faculties, Memories, Progress
from omoide.settings import Settings
from omoide.sleep import learning_steps
from omoide.sleep.converting import convert_questions
from omoide.sleep.dreaming import Wish
from omoide.sleep.dreaming import dream as live_dream
from omoide.sleep.entities import propose_entities, tidy_entities
from omoide.sleep.episodes import tell_days
from omoide.sleep.measuring import Watch
from omoide.sleep.texts import let_texts_fade
from omoide.sleep.weeks import merge_weeks

Result = dict[str, Any]


class Held:
    """The strengths of all memories that a night can change, for the steps of one transaction: read once, changed in
    turn, written once. What rests in the archive is only counted."""

    def __init__(self, memories: Memories, scope: Scope) -> None:
        self._memories = memories
        self._scope = scope
        self._now: Strengths | None = None

    @cached_property
    def _read(self) -> tuple[Strengths, int]:
        return self._memories.awake(self._scope)

    @property
    def _before(self) -> Strengths:
        return self._read[0]

    @property
    def resting(self) -> int:
        return self._read[1]

    @property
    def now(self) -> Strengths:
        return self._before if self._now is None else self._now

    def change(self, after: Strengths) -> None:
        self._now = after

    def write(self) -> None:
        if self._now is not None:
            self._memories.write_strengths(self._now, self._now.changed(self._before))


@dataclass(frozen=True, slots=True)
class Night:
    """What a step needs to know."""

    faculties: Faculties
    settings: Settings
    number: int
    now: datetime
    held: Held
    progress: Progress | None = None
    wish: Wish = None
    watch: Watch = field(default_factory=Watch)
    idle: dict[str, Result] = field(default_factory=dict)  # steps that found nothing to do: recorded with the next

    def record(self, **results: Result) -> None:
        """What failed is not: it is tried again when the night is called again."""
        done = {name: result for name, result in (self.idle | results).items() if "failed" not in result}
        self.faculties.store.runs.record(self.faculties.scope, self.number, done)

    @property
    def moment(self) -> int:
        return round(self.now.timestamp() * 1_000_000)


def episodes(night: Night) -> Result:
    """Tell the days that are over and have no account yet (P1)."""
    return tell_days(night.faculties, night.settings, night.now, night.progress)


def dream(night: Night) -> Result:
    """Look back, and understand something (D2). Written in one transaction with its record."""
    f, s = night.faculties, night.settings
    return live_dream(f, s, night.now, night.wish, lambda result: night.record(dream=result))


def proposals(night: Night) -> Result:
    """Propose what the talk says about persons and things, for the persona to decide (T2)."""
    f, s = night.faculties, night.settings
    return propose_entities(f, s, night.now, lambda result: night.record(proposals=result))


def questions(night: Night) -> Result:
    """Turn answered questions into knowledge (M3)."""
    return convert_questions(night.faculties, night.settings, night.now, night.progress)


def goals(night: Night) -> Result:
    """Let go of near goals that have not moved for long (M4)."""
    return {"abandoned": len(abandon_stale(night.faculties, night.settings, night.now))}


def age(night: Night) -> Result:
    """Strengthen what was recalled; all else grows older by arithmetic (F1)."""
    s, runs, scope, before = night.settings, night.faculties.store.runs, night.faculties.scope, night.held.now
    missed = runs.last_night(scope)
    # Marked for a night further ahead than the next: recalled by another clock (today's, while a past year is
    # being simulated). It counts now, or it would never count.
    by_another_clock = before.recalled_for > night.number + 1
    due = before.put(by_another_clock, recalled_for=night.number)
    after = live_until(due, night.number, s.strengthening, s.retention.max_coefficient)
    night.held.change(after)
    runs.set_last_night(scope, night.number)
    return {"strengthened": len(after.changed(before)), "nights": night.number - missed if missed else 1}


def levels(night: Night) -> Result:
    """Let fall what its retention no longer holds (F2)."""
    return _let_fall(night, fade(night.held.now, night.number, night.moment, night.settings.levels))


def shares(night: Night) -> Result:
    """Push down what is over its level's share (F3)."""
    s, held = night.settings, night.held
    return _let_fall(night, share_rules.enforce(held.now, night.number, night.moment, s.shares, held.resting))


def _let_fall(night: Night, after: Strengths) -> Result:
    fell = after.level > night.held.now.level
    night.held.change(after)
    return {f"to_level_{level}": int((fell & (after.level == level)).sum()) for level in (2, 3, 4)}


def revival(night: Night) -> Result:
    """Bring back from the archive what was asked for, while there is room (F4)."""
    s, before = night.settings, night.held.now
    requested = int((before.revival_requested_at != 0).sum())
    after = revive(before, night.number, night.moment, s.levels, s.shares, s.archive, night.held.resting)
    night.held.change(after)
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
    active = f.store.memories.strengths(f.scope, archived=False)
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
    return scope.key("linked", night.faculties.embedder.name)


def deletion(night: Night) -> Result:
    """Delete for good what has lain in the archive too long, if that is switched on (F5)."""
    if not night.settings.archive.auto_delete:
        return {"deleted": 0}
    memories, scope = night.faculties.store.memories, night.faculties.scope
    held = memories.strengths(scope)
    due = due_for_deletion(held, night.moment, night.settings.archive)
    memories.delete(held.row[due].tolist())
    return {"deleted": len(due)}


def weeks(night: Night) -> Result:
    """Let days that are old enough run together into weeks (P3)."""
    return merge_weeks(night.faculties, night.settings, night.now, night.progress)


def entities(night: Night) -> Result:
    """Weekly and monthly: tell pages that have grown as one text (T2)."""
    f = night.faculties
    run = f.store.runs.get(f.scope, night.number)
    level = run.steps.get("dream", {}).get("level", 0) if run else 0
    return tidy_entities(f, night.settings, night.now, level, night.progress)


def people(night: Night) -> Result:
    """Count anew what is known about the person, for all personas (U1)."""
    known = refresh_profile(night.faculties, night.settings, night.now)
    return {"turns": known.relationship.turns, "days": known.relationship.days}


def passages(night: Night) -> Result:
    """Index what was told, dreamt and said, and is not indexed yet (R15)."""
    return refresh_passages(night.faculties, night.settings, night.now, night.progress)


def topics(night: Night) -> Result:
    """Group accounts by what they are about, from their passages (G4)."""
    return find_topics(night.faculties, night.settings)


def indexes(night: Night) -> Result:
    """Bring derived indexes up to date, so that the day finds them ready."""
    night.faculties.store.words.refresh(night.faculties.scope)
    night.faculties.nearest.refresh(night.faculties.scope)
    return {}


# Texts and vectors come after revival: a text that falls two levels in one night is shortened step by step, but
# embedded once. The outcome is that of any order, since no step before them looks at a text.
STEPS: dict[str, Callable[[Night], Result]] = {
    "notes": learning_steps.notes,
    "episodes": episodes,
    "dream": dream,
    "proposals": proposals,
    "questions": questions,
    "goals": goals,
    "front_matter": learning_steps.dating,
    "distil": learning_steps.distil,
    "extract": learning_steps.extract,
    "learned": learning_steps.learned,
    "downscale": learning_steps.downscale,
    "reconsolidate": learning_steps.reconsolidation,
    "contradictions": learning_steps.contradictions,
    "age": age,
    "levels": levels,
    "shares": shares,
    "revival": revival,
    "texts": texts,
    "vectors": vectors,
    "links": links,
    "deletion": deletion,
    "weeks": weeks,
    "entities": entities,
    "people": people,
    "duplicates": learning_steps.duplicates,
    "patterns": learning_steps.patterns,
    "contradictions_all": learning_steps.contradictions_all,
    "reorganise": learning_steps.reorganise,
    "forgetting": learning_steps.forgetting,
    "graph": learning_steps.graph,
    "tiers": learning_steps.tiers,
    "passages": passages,
    "topics": topics,
    "indexes": indexes,
}
# These ask a mind or an index first and open their own short transactions; of the others, those that follow each other
# are one transaction.
ASKING = STEPS.keys() - {"goals", "age", "levels", "shares", "revival", "deletion"}
