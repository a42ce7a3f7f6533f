"""Which procedures and skills fit a message (K4), in three stages: a `[keyword]` that a description holds, content
words that both share, and nearness in meaning. What an earlier stage found comes first."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal

from omoide.domain.learned import Learned, LearnedKind, ProcedureFacts
from omoide.domain.page import folded
from omoide.domain.passage import shelf_of
from omoide.knowing.keeping import seen_now, shelf
from omoide.knowing.reading import read_exactly
from omoide.language.clean import clean
from omoide.language.slash import is_slash_command
from omoide.language.terms import FUNCTION, terms, weight
from omoide.ports import Faculties
from omoide.ports.learning import Key, Seen
from omoide.recall import LONGEST_CUE, meaning_of
from omoide.settings import Settings

Stage = Literal["keyword", "words", "meaning"]
KINDS: tuple[LearnedKind, ...] = ("procedure", "skill")
_KEYWORDS = re.compile(r"[\[［【]([^\[\]［］【】]{1,100})[\]］】]")
_SPARE = 4  # so many times as many are read as are asked for: of equals, the more trusted one comes first
_LOOKED_AT = 50  # passages that the two searches bring, before descriptions are compared


@dataclass(frozen=True, slots=True)
class Matched:
    item: Learned
    stage: Stage
    score: float


def match_procedures(
    f: Faculties, s: Settings, message: str, now: datetime | None = None, most: int = 3,
    seen: Mapping[Key, Seen] | None = None,
) -> list[Matched]:  # fmt: skip
    """The best fitting first, skills of all places among them. No model is asked, and nothing is marked. `seen`: what
    `seen_now` told a moment ago."""
    message = clean(message).strip()[:LONGEST_CUE]
    if not message or is_slash_command(message) or most < 1:
        return []
    known = seen_now(f, s, now or f.clock.now()) if seen is None else seen
    seen = {key: one for key, one in known.items() if key[0] in KINDS}
    matched: dict[Key, Matched] = {}
    for stage, look in _STAGES.items():
        if len(matched) >= most or not seen:
            break
        scores = {key: score for key, score in look(f, s, message, seen).items() if key not in matched}
        best = sorted(scores, key=lambda key: (-scores[key], key))[: _SPARE * most]
        found = {key: Matched(item, stage, scores[key]) for key in best if (item := read_exactly(f, key))}
        order = sorted(found, key=lambda key: (-found[key].score, -_confidence(found[key].item), key))
        matched |= {key: found[key] for key in order[: most - len(matched)]}
    return list(matched.values())


def overlap(message: str, description: str) -> float:
    """How much of the content of the shorter one both share, 0 to 1. One word alone, unless it is all that one of them
    says, is shared by chance."""
    one, other = _content(message), _content(description)
    shared = one.keys() & other.keys()
    fewer = min((one, other), key=lambda side: sum(side.values()))
    if not shared or (len(shared) < 2 and len(fewer) > 1):
        return 0.0
    return sum(fewer.get(term, 0.0) for term in shared) / sum(fewer.values())


def _by_keyword(f: Faculties, s: Settings, message: str, seen: dict[Key, Seen]) -> dict[Key, float]:
    words = [word for found in _KEYWORDS.findall(message) if (word := folded(found))]
    if not words:
        return {}
    return {key: 1.0 for key, one in seen.items() if any(word in folded(one.description) for word in words)}


def _by_words(f: Faculties, s: Settings, message: str, seen: dict[Key, Seen]) -> dict[Key, float]:
    """The index of words brings those that share any; then descriptions are compared, or the name of one
    that has none."""
    found: dict[Key, float] = {}
    for kind in KINDS:
        place = shelf_of(f.scope, shelf(kind))
        rows, _ = f.store.passages.words.search(place, message, _LOOKED_AT)
        for name in dict.fromkeys(one.source for one in f.store.passages.fetch(place, rows.tolist())):
            if one := seen.get((kind, name)):
                score = overlap(message, one.description or name)
                if score >= s.learning.overlap:
                    found[kind, name] = score
    return found


def _by_meaning(f: Faculties, s: Settings, message: str, seen: dict[Key, Seen]) -> dict[Key, float]:
    vector = meaning_of(f, message)
    best: dict[Key, float] = {}
    for kind in KINDS:
        place = shelf_of(f.scope, shelf(kind))
        rows, cosines = f.nearest_passages().search(place, vector, _LOOKED_AT)
        near = dict(zip(rows.tolist(), f.embedder.calibration.read(cosines, "relevant").tolist(), strict=True))
        for passage in f.store.passages.fetch(place, list(near)):
            key = (kind, passage.source)
            if key in seen and near[passage.row] >= s.learning.match_meaning:
                best[key] = max(best.get(key, 0.0), near[passage.row])
    return best


_STAGES: dict[Stage, Callable[[Faculties, Settings, str, dict[Key, Seen]], dict[Key, float]]] = {
    "keyword": _by_keyword, "words": _by_words, "meaning": _by_meaning,
}  # fmt: skip


def _confidence(item: Learned) -> float:
    return item.facts.confidence if isinstance(item.facts, ProcedureFacts) else 1.0


@lru_cache(maxsize=2_000)
def _content(text: str) -> dict[str, float]:
    """The terms that say something, with their weights."""
    return {term: value for term in terms(text) if (value := weight(term)) > FUNCTION}
