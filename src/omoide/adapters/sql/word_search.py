"""How a search by words goes: the rare words of a cue choose the candidates, then each is asked how much it covers.

Coverage is absolute, 0 to 1: the weight of the cue's words that a memory holds, divided by the weight of all of them,
also of those that were never said to this persona. A word weighs its rarity (idf, as in BM25) times what its kind says;
to say it twice counts no more than once. What the turn before or after holds counts in part (domain/hearing.py): in a
conversation the answer seldom repeats the question. So does a word of nearly the same meaning. Nothing of a neighbour
is stored with a memory, so what is deleted there is gone here too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from omoide.adapters.rowsets import joined, without
from omoide.adapters.sql.collection import MEMORIES, Collection
from omoide.adapters.sql.database import Database, marks
from omoide.adapters.sql.word_neighbours import Candidates, Voices
from omoide.domain.hearing import ALONE, Hearing
from omoide.domain.strengths import Floats, Ints
from omoide.domain.turn import Scope
from omoide.language.near_words import near_words
from omoide.language.terms import FUNCTION, terms, weight

WordList = tuple[int, int, str]  # row, number of the scope, terms

BETWEEN = " | "  # between the parts of a list of terms; no term is a bar
COMMON = 300  # a word that so many memories of a scope hold is common: the nightly statistics know it
_HITS = 8_000  # hits that are looked at in one search, those of the rarest words first
_NEWEST = 1_000  # of words that are too common to be walked whole, so many hits
_TOGETHER = 3  # common words that are looked for together
_LONGEST_CUE = 2_000  # characters: a pasted file must not slow recall down
_MOST_TERMS = 64
_NEGLIGIBLE = 0.1  # of the weight of the heaviest word
_BACKGROUND = 1_000  # memories that any store is imagined to have besides, so that words are rare from the first day
_MOST_NEAR = 16  # near words that are looked for in one search
_NEAR_EACH = 3  # of which so many may stand for one word
_SPARE = 1.5  # so many more are read than are answered with: a neighbour may turn out to be of another session


def search_words(
    database: Database, scope: Scope, cue: str, k: int, hearing: Hearing = ALONE, of: Collection = MEMORIES
) -> tuple[Ints, Floats]:  # fmt: skip
    """Rows and coverage, best first, the newer one of equals first."""
    known = _known(database, scope, of)
    asked = _asked(cue)
    if known is None or not asked or k < 1:
        return _no_rows(), np.empty(0)
    number, documents = known
    weights = _weights(asked, hearing)
    words = _Words(database, number, of)
    walked, unread = _walk(words, weights, documents)
    masses = {term: _mass(weights[term], len(rows), documents) for term, rows in walked.items()}
    for term in hearing.names & masses.keys():
        masses[term] *= 1 if len(walked[term]) else hearing.strange
    heard = _heard(words, cue, walked, masses, hearing.near)
    candidates, expected = _spread(heard, masses, hearing)
    if unread:
        candidates, expected = _with_common(words, candidates, expected, unread, k)
    chosen = candidates[np.lexsort((-candidates, -expected))[: math.ceil(_SPARE * k)]]
    covered = Candidates(database, of, chosen, heard, hearing).coverage(masses, unread)
    order = np.lexsort((-chosen, -covered))[:k]
    order = order[covered[order] > 0]
    return chosen[order], np.minimum(covered[order] / (sum(masses.values()) + sum(unread.values())), 1.0)


def holding(database: Database, scope: Scope, text: str, most: int, of: Collection = MEMORIES) -> Ints:
    """Rows that hold every term of a text, the newest first, at most so many."""
    known, asked = _known(database, scope, of), list(dict.fromkeys(terms(text)))
    return _Words(database, known[0], of).holding(asked, most) if known and asked else _no_rows()


def _known(database: Database, scope: Scope, of: Collection) -> tuple[int, int] | None:
    """The number of a scope, and how many rows it has; none for one that holds no words."""
    sql = f"SELECT number, documents FROM {of.scopes} WHERE persona = ? AND person = ?"
    return database.execute(sql, (scope.persona, scope.person)).fetchone()


def _asked(cue: str) -> list[str]:
    """The cue's terms, each once; of very many those that say most. Function words only when there is nothing else."""
    asked = list(dict.fromkeys(terms(cue[:_LONGEST_CUE])))
    asked = [term for term in asked if weight(term) > FUNCTION] or asked
    return asked if len(asked) <= _MOST_TERMS else sorted(asked, key=weight, reverse=True)[:_MOST_TERMS]


def _weights(asked: Sequence[str], hearing: Hearing) -> dict[str, float]:
    """What each term says by its kind. Light ones ask for little beside others, but a cue may name nothing else."""
    weights = {term: weight(term) * (hearing.own_names if term in hearing.light else 1.0) for term in asked}
    telling = {term: value for term, value in weights.items() if value > 0}
    return telling or {term: weight(term) for term in asked}


def _mass(says: float, found_in: int, documents: int) -> float:
    others = max(documents - found_in, 0) + _BACKGROUND
    return says * math.log(1 + (others + 0.5) / (found_in + 0.5))


class _Words:
    """The words of one scope."""

    def __init__(self, database: Database, number: int, of: Collection) -> None:
        self._database = database
        self._number = number
        self._of = of
        self._postings = database.dialect.postings(database, of.words)

    def common(self, asked: Sequence[str]) -> dict[str, int]:
        """Those of the terms that are common, with how many memories held them when they were last counted."""
        scoped = [f"{self._number}:{term}" for term in asked]
        found = self._database.execute(
            f"SELECT term, documents FROM {self._of.common} WHERE term IN ({marks(len(scoped))})", scoped
        ).fetchall()
        return {term.partition(":")[2]: documents for term, documents in found}

    def holding(self, asked: Sequence[str], most: int) -> Ints:
        """The memories that hold all of these terms; the newest when there are more than so many."""
        return self._postings.holding([f"{self._number}:{term}" for term in asked], most)


def _no_rows() -> Ints:
    return np.empty(0, dtype=np.int64)


def _walk(words: _Words, weights: Mapping[str, float], documents: int) -> tuple[dict[str, Ints], dict[str, float]]:
    """All hits of the rarer terms, and what each of the common ones weighs that would take too long to walk.

    A term of which nothing is known is rare, or was when words were last counted. A common one that weighs next to
    nothing beside the others is left out of the question.
    """
    common = words.common(list(weights))
    walked: dict[str, Ints] = {}
    unread: dict[str, float] = {}
    left, heaviest = _HITS, 0.0
    for term in sorted(weights, key=lambda term: (common.get(term, 0), -weights[term])):
        mass = _mass(weights[term], common.get(term, 0), documents)
        if term in common and mass < _NEGLIGIBLE * heaviest:
            continue
        heaviest = max(heaviest, mass)
        if common.get(term, COMMON) > left:
            unread[term] = mass
            continue
        hits = words.holding([term], left + 1)
        if len(hits) > left:
            unread[term] = _mass(weights[term], len(hits), documents)
        else:
            walked[term] = hits
            left -= len(hits)
    return walked, unread


def _heard(
    words: _Words, cue: str, walked: Mapping[str, Ints], masses: Mapping[str, float], near: float
) -> dict[str, Voices]:  # fmt: skip
    """Who holds each walked term, and who holds a word of nearly the same meaning; what tells most is looked for."""
    heard: dict[str, Voices] = {term: [(rows, 1.0)] for term, rows in walked.items()}
    if not near:
        return heard
    pairs = [
        (near * likeness, word, other)
        for word, others in near_words(cue[:_LONGEST_CUE]).items()
        if all(term in walked for term in word)
        for other, likeness in others
        if not set(other) <= walked.keys()
    ]
    pairs.sort(key=lambda pair: -pair[0] * max(masses[term] for term in pair[1]))
    for counts, word, other in pairs[:_MOST_NEAR]:
        if len(heard[word[0]]) <= _NEAR_EACH and len(rows := words.holding(other, _NEWEST)):
            for term in word:
                heard[term].append((rows, counts))
    return heard


def _spread(heard: Mapping[str, Voices], masses: Mapping[str, float], hearing: Hearing) -> tuple[Ints, Floats]:
    """Rows that hold a term or stand beside one that does, with the weight that this promises.

    Memories of one session follow each other in their numbers; whether a neighbour is of the same session is asked
    only of those that are chosen.
    """
    hits = [rows for voices in heard.values() for rows, _ in voices if len(rows)]
    if not hits:
        return _no_rows(), np.empty(0)
    first = min(int(rows.min()) for rows in hits) - 1
    size = max(int(rows.max()) for rows in hits) - first + 2
    promised, part = np.zeros(size), np.zeros(size)
    for term, voices in heard.items():
        touched = [
            (counts * value, rows - first + shift)
            for rows, counts in voices
            for shift, value in ((-1, hearing.after), (1, hearing.before), (0, 1.0))
            if value
        ]
        # the smaller part first: where several apply, the greatest one stands
        for value, at in sorted(touched, key=lambda pair: pair[0]):
            part[at] = value
        places = np.concatenate([at for _, at in touched])
        promised[places] += part[places] * masses[term]  # a place named twice is counted once
    rows = np.flatnonzero(promised)
    return rows + first, promised[rows]


def _with_common(
    words: _Words, candidates: Ints, expected: Floats, left: Mapping[str, float], most: int
) -> tuple[Ints, Floats]:
    """Also what holds the terms that were too common to be walked, where these could still matter."""
    last = -np.partition(-expected, most - 1)[most - 1] if len(expected) >= most else 0.0
    if sum(left.values()) <= last:
        return candidates, expected
    together, bonus = _together(words, left, most)
    rows = joined(candidates, together)
    promised = np.zeros(len(rows))
    promised[np.searchsorted(rows, candidates)] = expected
    promised[np.searchsorted(rows, together)] += bonus
    return rows, promised


def _together(words: _Words, left: Mapping[str, float], most: int) -> tuple[Ints, Floats]:
    """Memories that hold several common terms at once: together these are as telling as a rare one."""
    leading = sorted(left, key=left.__getitem__, reverse=True)[:_TOGETHER]
    rows, masses = _no_rows(), np.empty(0)
    for count in range(len(leading), 0, -1):
        found = without(words.holding(leading[:count], _NEWEST), rows)
        rows = np.concatenate([rows, found])
        masses = np.concatenate([masses, np.full(len(found), sum(left[term] for term in leading[:count]))])
        if len(rows) >= most:
            break
    order = np.argsort(rows)
    return rows[order], masses[order]
