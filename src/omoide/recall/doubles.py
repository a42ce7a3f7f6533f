"""The same thing twice takes one place (R12): near-duplicates are folded, the newest stands for all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from omoide.domain.memory import Memory
from omoide.domain.ranking import RecallRules, Recollection

_NUMBER = re.compile(r"\d+")
_CLOSE = 0.05  # doubles look alike to both senses
_LOOKED_AT = 2  # times the places there are


def fold_doubles(weighed: Sequence[Recollection], rules: RecallRules) -> list[Recollection]:
    """Everything that came, with those left out that say what a newer one says. Numbers must be the same ones."""
    if rules.fold >= 1:
        return list(weighed)
    ordered = sorted(weighed, key=lambda r: (-r.why.relevance, r.memory.id))
    looked_at, rest = ordered[: _LOOKED_AT * rules.top_k], ordered[_LOOKED_AT * rules.top_k :]
    kept: list[Recollection] = []
    for one in looked_at:
        at = next((n for n, other in enumerate(kept) if _double(one, other, rules.fold)), None)
        if at is None:
            kept.append(one)
            continue
        newer, older = sorted((one, kept[at]), key=lambda r: (r.memory.created, r.memory.id), reverse=True)
        kept[at] = replace(newer, folded=(*newer.folded, *older.folded, older.memory.id))
    return kept + rest


def _double(one: Recollection, other: Recollection, least: float) -> bool:
    if one.why.when != other.why.when:
        return False  # the cue asks for one of two times
    if one.why.project_factor != other.why.project_factor:
        return False  # one of another project must not stand for one of this
    if abs(one.why.words - other.why.words) > _CLOSE or abs(one.why.meaning - other.why.meaning) > _CLOSE:
        return False
    if one.memory.archived != other.memory.archived or one.memory.protected != other.memory.protected:
        return False
    if not least < _lengths(one.memory, other.memory):
        return False
    return _alike(one.memory, other.memory) > least


def _lengths(one: Memory, other: Memory) -> float:
    """Texts of very different lengths cannot be doubles; this is quickly seen."""
    shorter, longer = sorted((len(one.text), len(other.text)))
    return shorter / max(longer, 1)


def _alike(one: Memory, other: Memory) -> float:
    """The part of both texts' pairs of letters that they share; 0 when they speak of different numbers."""
    mine, theirs = one.text.casefold(), other.text.casefold()
    if sorted(_NUMBER.findall(mine)) != sorted(_NUMBER.findall(theirs)):
        return 0.0
    pairs, others = set(pairwise(mine)), set(pairwise(theirs))
    return len(pairs & others) / max(len(pairs | others), 1)
