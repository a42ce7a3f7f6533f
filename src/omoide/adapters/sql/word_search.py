"""How a search by words goes: the rare words of a cue choose the candidates, then each is asked how much it covers.

Coverage is absolute, 0 to 1: the weight of the cue's words that a memory holds, divided by the weight of all of them,
also of those that were never said to this persona. A word weighs its rarity (idf, as in BM25) times what its kind says;
to say it twice counts no more than once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from omoide.adapters.sql.database import Database, marks
from omoide.domain.strengths import Floats, Ints
from omoide.domain.turn import Scope
from omoide.language.terms import FUNCTION, terms, weight

WordList = tuple[int, int, str]  # row, number of the scope, terms

COMMON = 300  # a word that so many memories of a scope hold is common: the nightly statistics know it
_HITS = 8_000  # hits that are looked at in one search, those of the rarest words first
_NEWEST = 1_000  # of words that are too common to be walked whole, so many hits
_TOGETHER = 3  # common words that are looked for together
_LONGEST_CUE = 2_000  # characters: a pasted file must not slow recall down
_MOST_TERMS = 64
_NEGLIGIBLE = 0.1  # of the weight of the heaviest word
_BACKGROUND = 1_000  # memories that any store is imagined to have besides, so that words are rare from the first day


def search_words(database: Database, scope: Scope, cue: str, k: int) -> tuple[Ints, Floats]:
    """Rows and coverage, best first, the newer one of equals first."""
    known = database.execute(
        "SELECT number, documents FROM word_scopes WHERE persona = ? AND person = ?", (scope.persona, scope.person)
    ).fetchone()
    asked = _asked(cue)
    if known is None or not asked or k < 1:
        return _rows(None), np.empty(0)
    number, documents = known
    words = _Words(database, number)
    walked, unread = _walk(words, asked, documents)
    masses = {term: _mass(term, len(rows), documents) for term, rows in walked.items()}
    candidates, covered = _tally((rows, masses[term]) for term, rows in walked.items())
    if unread:
        candidates, covered = _read_off(words, candidates, covered, unread, k)
    order = np.lexsort((-candidates, -covered))[:k]
    return candidates[order], np.minimum(covered[order] / (sum(masses.values()) + sum(unread.values())), 1.0)


def _asked(cue: str) -> list[str]:
    """The cue's terms, each once; of very many those that say most. Function words only when there is nothing else."""
    asked = list(dict.fromkeys(terms(cue[:_LONGEST_CUE])))
    asked = [term for term in asked if weight(term) > FUNCTION] or asked
    return asked if len(asked) <= _MOST_TERMS else sorted(asked, key=weight, reverse=True)[:_MOST_TERMS]


def _mass(term: str, found_in: int, documents: int) -> float:
    others = max(documents - found_in, 0) + _BACKGROUND
    return weight(term) * math.log(1 + (others + 0.5) / (found_in + 0.5))


class _Words:
    """The words of one scope."""

    def __init__(self, database: Database, number: int) -> None:
        self._database = database
        self._number = number

    def common(self, asked: Sequence[str]) -> dict[str, int]:
        """Those of the terms that are common, with how many memories held them when they were last counted."""
        scoped = [f"{self._number}:{term}" for term in asked]
        found = self._database.execute(
            f"SELECT term, documents FROM common_words WHERE term IN ({marks(len(scoped))})", scoped
        ).fetchall()
        return {term.partition(":")[2]: documents for term, documents in found}

    def holding(self, asked: Sequence[str], most: int) -> Ints:
        """The memories that hold all of these terms; the newest when there are more than so many."""
        match = " AND ".join([f'"{self._number}:{term}"' for term in asked])
        # one long string is read many times faster than one Python tuple per hit
        return _rows(
            self._database.execute(
                "SELECT group_concat(rowid) FROM"
                " (SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?)",
                (match, most),
            ).fetchone()[0]
        )

    def lists(self, rows: Sequence[int]) -> list[tuple[int, str]]:
        return self._database.execute(
            f"SELECT row, terms FROM word_lists WHERE row IN ({marks(len(rows))})", rows
        ).fetchall()


def _rows(joined: str | None) -> Ints:
    return np.fromstring(joined, dtype=np.int64, sep=",") if joined else np.empty(0, dtype=np.int64)


def _walk(words: _Words, asked: Sequence[str], documents: int) -> tuple[dict[str, Ints], dict[str, float]]:
    """All hits of the rarer terms, and what each of the common ones weighs that would take too long to walk.

    A term of which nothing is known is rare, or was when words were last counted. A common one that weighs next to
    nothing beside the others is left out of the question.
    """
    common = words.common(asked)
    walked: dict[str, Ints] = {}
    unread: dict[str, float] = {}
    left, heaviest = _HITS, 0.0
    for term in sorted(asked, key=lambda term: (common.get(term, 0), -weight(term))):
        mass = _mass(term, common.get(term, 0), documents)
        if term in common and mass < _NEGLIGIBLE * heaviest:
            continue
        heaviest = max(heaviest, mass)
        if common.get(term, COMMON) > left:
            unread[term] = mass
            continue
        hits = words.holding([term], left + 1)
        if len(hits) > left:
            unread[term] = _mass(term, len(hits), documents)
        else:
            walked[term] = hits
            left -= len(hits)
    return walked, unread


def _tally(shares: Iterable[tuple[Ints, float]]) -> tuple[Ints, Floats]:
    """Each row once, with the sum of its shares."""
    listed = [(rows, np.full(len(rows), mass)) for rows, mass in shares if len(rows)]
    if not listed:
        return _rows(None), np.empty(0)
    rows, place = np.unique(np.concatenate([rows for rows, _ in listed]), return_inverse=True)
    return rows, np.bincount(place, np.concatenate([mass for _, mass in listed])).astype(np.float64)


def _read_off(
    words: _Words, candidates: Ints, covered: Floats, left: Mapping[str, float], most: int
) -> tuple[Ints, Floats]:
    """The best candidates, with what they hold of the terms that were too common to be walked."""
    last = -np.partition(-covered, most - 1)[most - 1] if len(covered) >= most else 0.0
    together, bonus = _together(words, left, most) if sum(left.values()) > last else _tally(())
    rows = np.union1d(candidates, together)
    walked, expected = np.zeros(len(rows)), np.zeros(len(rows))
    walked[np.searchsorted(rows, candidates)] = covered
    expected[np.searchsorted(rows, together)] = bonus
    chosen = np.lexsort((-rows, -(walked + expected)))[:most]
    read = dict(words.lists(rows[chosen].tolist()))
    marked = [(f" {term} ", mass) for term, mass in left.items()]
    for at in chosen:
        listed = f" {read.get(int(rows[at]), '')} "
        walked[at] += sum([mass for term, mass in marked if term in listed])
    return rows[chosen], walked[chosen]


def _together(words: _Words, left: Mapping[str, float], most: int) -> tuple[Ints, Floats]:
    """Memories that hold several common terms at once: together these are as telling as a rare one."""
    leading = sorted(left, key=left.__getitem__, reverse=True)[:_TOGETHER]
    rows, masses = _tally(())
    for count in range(len(leading), 0, -1):
        found = np.setdiff1d(words.holding(leading[:count], _NEWEST), rows)
        rows = np.concatenate([rows, found])
        masses = np.concatenate([masses, np.full(len(found), sum(left[term] for term in leading[:count]))])
        if len(rows) >= most:
            break
    return rows, masses
