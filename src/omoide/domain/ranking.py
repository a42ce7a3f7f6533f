"""Which memories come to mind, and why (R2, R3, R12). Stores fetch candidates; this ranks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from omoide.domain.emotion import Emotion
from omoide.domain.memory import Memory
from omoide.domain.resonance import ResonanceRules, resonance

# A weak likeness is likely by chance among thousands of memories, a strong one is not: meaning counts by its cube.
BEND = 3


@dataclass(frozen=True, slots=True)
class RecallRules:
    """How many come to mind, and what counts as relevant."""

    top_k: int = 5
    enough_priority: float = 5.0
    relevance_floor: float = 0.3
    priming_floor: float = 0.5
    strong_relevance: float = 0.6
    strong_places: int = 2
    recall_weight: float = 0.1
    same_category: float = 1.2
    time_word_memories: int = 3
    candidates: int = 100
    weighed: int = 50
    words_weight: float = 0.9
    meaning_weight: float = 0.3
    across_languages: float = 0.9
    before: float = 0.8
    after: float = 0.7
    own_names: float = 0.0
    near_words: float = 0.7
    strange_names: float = 2.0
    hop: float = 0.5
    time_weight: float = 0.6
    fold: float = 0.9
    linked: int = 3
    block_characters: int = 6000

    def __post_init__(self) -> None:
        if self.top_k < 1 or self.candidates < self.top_k:
            raise ValueError("top_k must be at least 1 and candidates at least top_k")
        if not 0 <= self.relevance_floor <= self.priming_floor <= self.strong_relevance <= 1:
            raise ValueError("must have 0 <= relevance_floor <= priming_floor <= strong_relevance <= 1")
        for name in (
            "words_weight",
            "meaning_weight",
            "across_languages",
            "before",
            "after",
            "own_names",
            "near_words",
            "hop",
            "time_weight",
            "fold",
        ):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie in 0 <= x <= 1")
        if self.strange_names < 1:
            raise ValueError("strange_names must be at least 1")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory that a search brought up, with what its two senses said about it (each 0-1, absolute)."""

    memory: Memory
    meaning: float
    words: float
    when: float | None = None  # whether it is of the time that the cue names; None when it names none
    only_time: bool = False  # the cue asks for a time and for nothing else
    foreign: bool = False  # it is in another language than the cue, so that words cannot meet
    project_factor: float = 1.0  # below 1 when it belongs to another project than the present one
    led: float = 0.0  # how surely another memory leads to this one
    through: str = ""  # the id of that one


@dataclass(frozen=True, slots=True)
class Why:
    """Each term of a score; `priority` is their sum and product as the formula has it."""

    relevance: float
    meaning: float
    words: float
    retention: float
    recalls: int
    recall_factor: float
    category_factor: float
    resonance: float
    base: float
    resonance_bonus: float
    priority: float
    when: float | None = None
    project_factor: float = 1.0  # already in the relevance
    reason: str = "ranked"


@dataclass(frozen=True, slots=True)
class Recollection:
    """A memory that came to mind."""

    memory: Memory
    why: Why
    folded: tuple[str, ...] = ()  # ids of older ones that say the same
    outdated_by: str = ""  # the id of a newer one that contradicts it

    @property
    def score(self) -> float:
        return self.why.priority


def relevance(
    meaning: float, words: float, rules: RecallRules, when: float | None = None, only_time: bool = False,
    foreign: bool = False,
) -> float:  # fmt: skip
    """Either sense alone can make a memory relevant, both together make it surer: 1 - (1 - m³)(1 - w), each weighed.

    Between two languages no words can meet, and meaning has to stand for both; in one language, likeness without a
    single common word is weak evidence. A time that the cue names raises what is of that time and lowers what is not;
    it makes nothing relevant by itself, unless the cue asks for nothing else.
    """
    trusted = rules.across_languages if foreign else rules.meaning_weight
    sensed = 1 - (1 - trusted * meaning**BEND) * (1 - rules.words_weight * words)
    if when is None:
        return sensed
    if only_time:
        return 1 - (1 - sensed) * (1 - rules.time_weight * when)
    surer = sensed + rules.time_weight * sensed * (1 - sensed)
    doubtful = sensed * (1 - rules.time_weight / 2)
    return when * surer + (1 - when) * doubtful


def relevance_of(candidate: Candidate, rules: RecallRules) -> float:
    """By what it says itself, and where it belongs, whatever leads to it."""
    return candidate.project_factor * relevance(
        candidate.meaning, candidate.words, rules, candidate.when, candidate.only_time, candidate.foreign
    )


def weigh(
    candidate: Candidate, emotion: Emotion | None, category: str | None, rules: RecallRules, feel: ResonanceRules
) -> Recollection:
    """priority = retention x relevance x (1 + 0.1 x recalls) x category + 0.3 x resonance x retention"""
    memory = candidate.memory
    own, led = relevance_of(candidate, rules), candidate.project_factor * candidate.led
    relevant = max(own, led)
    recall_factor = 1 + rules.recall_weight * memory.recalls
    category_factor = rules.same_category if category == memory.category else 1.0
    base = memory.retention * relevant * recall_factor * category_factor
    resonant = resonance(emotion, memory.emotion, feel)
    bonus = feel.weight * resonant * memory.retention
    return Recollection(
        memory,
        Why(
            relevance=relevant,
            meaning=candidate.meaning,
            words=candidate.words,
            retention=memory.retention,
            recalls=memory.recalls,
            recall_factor=recall_factor,
            category_factor=category_factor,
            resonance=resonant,
            base=base,
            resonance_bonus=bonus,
            priority=base + bonus,
            when=candidate.when,
            project_factor=candidate.project_factor,
            reason=f"through {candidate.through}" if led > own else "ranked",
        ),
    )


def find(weighed: Sequence[Recollection], rules: RecallRules) -> list[Recollection]:
    """The best top_k by relevance alone: what answers the cue, however strongly it is still held."""
    return sorted(_standing(weighed, rules), key=_by_relevance)[: rules.top_k]


def choose(weighed: Sequence[Recollection], rules: RecallRules, recent: bool = False) -> list[Recollection]:
    """The best top_k: of those with enough priority if there are so many, else of all that are relevant.

    Resonance only orders what is relevant: the floor looks at relevance alone. An archived memory counts only when the
    cue names it strongly (F4). A few places are kept for what the cue names most clearly, however faded: otherwise a
    vivid memory that is half about the matter would always hide the old one that is the answer. With `recent`
    (the cue says "last time") the newest related memories come first (R3).
    """
    standing = _standing(weighed, rules)
    ranked = sorted(standing, key=_by_priority)
    enough = [r for r in ranked if r.why.priority >= rules.enough_priority]
    chosen = (enough if len(enough) >= rules.top_k else ranked)[: rules.top_k]

    strong = sorted((r for r in standing if r.why.relevance >= rules.strong_relevance), key=_by_relevance)
    named = strong[: min(rules.strong_places, rules.top_k)]
    chosen = _make_room(chosen, [_because(r, "named by the cue") for r in named], rules.top_k)
    if recent:
        newest = sorted(standing, key=lambda r: (r.memory.created, r.memory.id), reverse=True)
        last = [_because(r, "last time") for r in newest[: min(rules.time_word_memories, rules.top_k)]]
        rest = [r for r in chosen if r.memory.id not in {n.memory.id for n in last}]
        chosen = (last + rest)[: rules.top_k]
    return chosen


def newest_statement_first(
    chosen: Sequence[Recollection], say_otherwise: Callable[[Memory, Memory], bool]
) -> list[Recollection]:
    """Of two that contradict each other the newer one comes first, and the older one says by which it is outdated.

    They do when a link says so, or when their words plainly do, which `say_otherwise` is asked.
    """
    ordered = list(chosen)
    for at in range(len(ordered)):
        for other in range(at + 1, len(ordered)):
            first, second = ordered[at], ordered[other]
            if not (_linked(first.memory, second.memory) or say_otherwise(first.memory, second.memory)):
                continue
            newer, older = sorted((first, second), key=lambda r: (r.memory.created, r.memory.id), reverse=True)
            ordered[at], ordered[other] = newer, replace(older, outdated_by=newer.memory.id)
    return ordered


def _linked(one: Memory, other: Memory) -> bool:
    links = [(link.id, other.id) for link in one.relations if link.type == "contradicts"]
    links += [(link.id, one.id) for link in other.relations if link.type == "contradicts"]
    return any(target == wanted for target, wanted in links)


def _standing(weighed: Sequence[Recollection], rules: RecallRules) -> list[Recollection]:
    return [
        r
        for r in weighed
        if r.why.relevance >= (rules.strong_relevance if r.memory.archived else rules.relevance_floor)
    ]


def _make_room(chosen: list[Recollection], named: list[Recollection], top_k: int) -> list[Recollection]:
    """Put what is missing at the end, in place of the weakest that were not named themselves."""
    ids = {r.memory.id for r in chosen}
    named_ids = {r.memory.id for r in named}
    missing = [r for r in named if r.memory.id not in ids]
    kept = list(chosen)
    while missing and len(kept) + len(missing) > top_k:
        weakest = next(i for i in range(len(kept) - 1, -1, -1) if kept[i].memory.id not in named_ids)
        del kept[weakest]
    return kept + missing


def _because(recollection: Recollection, reason: str) -> Recollection:
    return replace(recollection, why=replace(recollection.why, reason=reason))


def _by_priority(r: Recollection) -> tuple:
    return (-r.why.priority, -r.why.relevance, -r.memory.created.timestamp(), r.memory.id)


def _by_relevance(r: Recollection) -> tuple:
    return (-r.why.relevance, -r.why.priority, r.memory.id)
