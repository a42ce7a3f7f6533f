"""What episodes are about (G4): those that resemble each other are a topic, and stay one from night to night.

An episode's likeness to a topic is the mean of its likeness to the members. It joins the topic it is most like, if that
is enough; once it belongs to one it stays, unless the two have grown clearly apart. What belongs to none yet is looked
through for new topics. Nothing here depends on chance, nor on the order of what is handed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True, slots=True)
class TopicRules:
    """From which likeness (0-1) an episode joins a topic, below which it leaves one, and how many episodes make one. A
    topic is named anew when it has grown by `renamed_at`."""

    join: float = 0.3
    leave: float = 0.12
    meaning_weight: float = 0.5
    least: int = 2
    renamed_at: float = 2.0

    def __post_init__(self) -> None:
        if not 0 <= self.leave <= self.join <= 1:
            raise ValueError("must have 0 <= leave <= join <= 1")
        if not 0 <= self.meaning_weight <= 1:
            raise ValueError("meaning_weight must lie in 0..1")
        if self.least < 2:
            raise ValueError("least must be at least 2")
        if self.renamed_at < 1:
            raise ValueError("renamed_at must be at least 1")


@dataclass(frozen=True, slots=True)
class Topic:
    """`members` are ids of episodes, in their order; `named_with` is how many there were when it got its label."""

    id: str
    label: str
    members: tuple[str, ...]
    made_by: str = ""
    named_with: int = 0

    def needs_name(self, rules: TopicRules) -> bool:
        return not self.label or len(self.members) >= rules.renamed_at * max(self.named_with, 1)


def likeness(pieces: Sequence[np.ndarray], words: Sequence[frozenset[str]], rules: TopicRules) -> np.ndarray:
    """How alike texts are, each given by the vectors of its pieces and by its telling words: 0 to 1 for every pair.

    Accounts of days have much in common that says nothing (who talked with whom, how a day is told). So both senses
    look at what tells a text apart from all: vectors without their common mean, words by their rarity.
    """
    meaning = rules.meaning_weight * np.clip(_in_meaning(pieces), 0, 1)
    return 1 - (1 - meaning) * (1 - _in_words(words))


def _in_meaning(texts: Sequence[np.ndarray]) -> np.ndarray:
    """How well each piece of one text is met by some piece of the other, in the mean, both ways. Two days that share
    one matter are alike even when much else differs."""
    count = len(texts)
    if not count:
        return np.zeros((0, 0))
    every = np.concatenate(texts).astype(np.float64)
    every = every - every.mean(axis=0)
    every /= np.maximum(np.linalg.norm(every, axis=1, keepdims=True), 1e-9)
    lengths = np.array([len(text) for text in texts])
    starts = np.cumsum(lengths) - lengths
    one_way = np.empty((count, count))
    for at, (start, length) in enumerate(zip(starts, lengths, strict=True)):
        best = np.maximum.reduceat(every[start : start + length] @ every.T, starts, axis=1)
        one_way[at] = best.mean(axis=0)
    return (one_way + one_way.T) / 2


def _in_words(texts: Sequence[frozenset[str]]) -> np.ndarray:
    """The weight of the words that two texts share, as a part of what the shorter one holds."""
    column = {word: at for at, word in enumerate(sorted(frozenset().union(*texts)))}
    held = np.zeros((len(texts), len(column)), dtype=np.float32)
    for at, text in enumerate(texts):
        held[at, [column[word] for word in text]] = 1.0
    rarity = np.log(len(texts) / np.maximum(held.sum(axis=0), 1.0))  # nothing where all hold it
    shared = (held * rarity) @ held.T
    own = np.diag(shared)
    return np.clip(shared / np.maximum(np.minimum(own[:, None], own[None, :]), 1e-9), 0, 1)


def regroup(
    topics: Sequence[Topic], ids: Sequence[str], alike: np.ndarray, rules: TopicRules,
    heirs: Mapping[str, str] | None = None,
) -> list[Topic]:  # fmt: skip
    """Topics after a night. `alike` is the likeness of the episodes `ids`; `heirs` says which episode has taken the
    place of which (a week that of its days), and it inherits the topic."""
    place = {name: at for at, name in enumerate(ids)}
    heirs = heirs or {}
    groups: list[list[int]] = []
    for topic in topics:
        kept = dict.fromkeys(heirs.get(name, name) for name in topic.members)
        groups.append([place[name] for name in kept if name in place])
    groups = _each_once(groups)
    groups = [_without_strangers(group, alike, rules) for group in groups]
    free = _unplaced(groups, len(ids))
    for at in sorted(free, key=lambda at: ids[at]):
        _join(at, groups, alike, rules)
    free = sorted(_unplaced(groups, len(ids)), key=lambda at: ids[at])
    grown = [replace(topic, members=_named(group, ids)) for topic, group in zip(topics, groups, strict=True)]
    fresh = [Topic("", "", _named(group, ids)) for group in _clumps(free, alike, rules)]
    return [topic for topic in grown if len(topic.members) >= rules.least] + fresh


def _each_once(groups: list[list[int]]) -> list[list[int]]:
    """A week whose days were of several topics belongs to the oldest of these."""
    seen: set[int] = set()
    found = []
    for group in groups:
        found.append([at for at in group if at not in seen])
        seen |= set(group)
    return found


def _without_strangers(group: list[int], alike: np.ndarray, rules: TopicRules) -> list[int]:
    """Who has grown apart from the others leaves, if anything outside is nearer: where there is nothing else, nothing
    tells one from another. Looked at together, so that no leaving depends on another."""
    outside = sorted(_unplaced([group], len(alike)))
    if len(group) < 2 or not outside:
        return group
    own = {at: _mean(at, group, alike) for at in group}
    return [at for at in group if own[at] >= rules.leave or alike[at, outside].max() <= own[at]]


def _join(at: int, groups: list[list[int]], alike: np.ndarray, rules: TopicRules) -> None:
    values = [_mean(at, group, alike) if group else 0.0 for group in groups]
    if values and max(values) >= rules.join:
        groups[values.index(max(values))].append(at)


def _clumps(free: list[int], alike: np.ndarray, rules: TopicRules) -> list[list[int]]:
    """Average linkage from below: the two groups that are most alike are joined, until none are alike enough."""
    groups = [[at] for at in free]
    between = alike[np.ix_(free, free)].astype(np.float64) if free else np.zeros((0, 0))
    np.fill_diagonal(between, -1.0)
    while len(groups) > 1:
        one, other = sorted(np.unravel_index(int(np.argmax(between)), between.shape))
        if between[one, other] < rules.join:
            break
        sizes = len(groups[one]), len(groups[other])
        joined = (sizes[0] * between[one] + sizes[1] * between[other]) / sum(sizes)
        between[one], between[:, one] = joined, joined
        between[one, one] = -1.0
        between = np.delete(np.delete(between, other, axis=0), other, axis=1)
        groups[one] += groups.pop(other)
    return [group for group in groups if len(group) >= rules.least]


def _mean(at: int, group: Sequence[int], alike: np.ndarray) -> float:
    others = [other for other in group if other != at]
    return float(alike[at, others].mean()) if others else 0.0


def _unplaced(groups: Sequence[Sequence[int]], count: int) -> set[int]:
    return set(range(count)).difference(*groups)


def _named(group: Sequence[int], ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(ids[at] for at in group))
