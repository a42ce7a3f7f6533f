"""The words of all memories, in plain SQLite (R12): an FTS5 table over terms that language/terms.py has cut beforehand.

Every term carries the number of its scope ("7:温泉"), so one person's search never walks another's words, and how rare
a word is says nothing about what others were told (N6). How a search goes is told in word_search.py.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.word_search import BETWEEN, COMMON, WordList, holding, search_words
from omoide.domain.hearing import ALONE, Hearing
from omoide.domain.strengths import Floats, Ints
from omoide.domain.turn import Scope
from omoide.language.terms import characters, terms

SCHEMA: tuple[str, ...] = (
    "CREATE TABLE word_scopes (number INTEGER PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL,"
    " documents INTEGER NOT NULL DEFAULT 0, UNIQUE (persona, person))",
    # The terms of each memory: coverage is read from them, and FTS5 must be told them again to delete them.
    "CREATE TABLE word_lists (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, terms TEXT NOT NULL)",
    # Only which memories hold a term: no positions, no sizes. Blanks alone separate terms.
    "CREATE VIRTUAL TABLE words USING fts5(terms, content='', columnsize=0, detail=none,"
    " tokenize = \"ascii tokenchars '!#$%&''()*+,-./:;<=>?@[]^_`{|}~'\")",
    "CREATE VIRTUAL TABLE words_found USING fts5vocab(words, row)",
    "CREATE TABLE common_words (term TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID",
)

_REBUILT_AT_ONCE = 2_000
_PARTS = "\f"  # between the parts of a text; no kept text holds one (language/clean.py)


class SqlWords:
    """Search by words over one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def search(self, scope: Scope, cue: str, k: int, hearing: Hearing = ALONE) -> tuple[Ints, Floats]:
        """Rows and how much of the cue each one covers, best first, the newer one of equals first."""
        return search_words(self._database, scope, cue, k, hearing)

    def holding(self, scope: Scope, text: str, most: int) -> Ints:
        """Rows that hold every term of a text, the newest first, at most so many."""
        return holding(self._database, scope, text, most)

    def put(self, items: Sequence[tuple[int, Scope, str]]) -> None:
        """Index texts by memory row; what a row held before is replaced."""
        texts = {row: (scope, text) for row, scope, text in items}
        with self._database.transaction():
            self.remove(list(texts))
            numbers = {scope: self._number(scope) for scope in {scope for scope, _ in texts.values()}}
            lists = [(row, numbers[scope], _listed(text)) for row, (scope, text) in texts.items()]
            self._database.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", _scoped(lists))
            self._database.executemany("INSERT INTO word_lists VALUES (?, ?, ?)", lists)
            self._count(lists, 1)

    def remove(self, rows: Sequence[int]) -> None:
        """Forget the words of these memories; unknown rows are passed over."""
        with self._database.transaction():
            for batch in batches(rows):
                lists: list[WordList] = self._database.execute(
                    f"SELECT row, scope, terms FROM word_lists WHERE row IN ({marks(len(batch))})", batch
                ).fetchall()
                self._database.executemany(
                    "INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)", _scoped(lists)
                )
                self._database.executemany("DELETE FROM word_lists WHERE row = ?", [(row,) for row, _, _ in lists])
                self._count(lists, -1)

    def rebuild(self) -> int:
        """Cut every text anew; returns how many. Afterwards FTS5 holds nothing any more of what was deleted (O2)."""
        done = last = 0
        with self._database.transaction():
            self._database.execute("INSERT INTO words (words) VALUES ('delete-all')")
            for table in ("word_lists", "word_scopes", "common_words"):
                self._database.execute(f"DELETE FROM {table}")
            while texts := self._database.execute(
                "SELECT row, persona, person, trigger, content, keywords FROM texts JOIN memories USING (row)"
                " WHERE row > ? ORDER BY row LIMIT ?", (last, _REBUILT_AT_ONCE)
            ).fetchall():  # fmt: skip
                self.put(
                    [
                        (row, Scope(persona, person), indexed(trigger, content, json.loads(keywords)))
                        for row, persona, person, trigger, content, keywords in texts
                    ]
                )
                done, last = done + len(texts), texts[-1][0]
        self.refresh()
        return done

    def refresh(self) -> None:
        """Count again which words are common. The counting itself, over all words, holds no lock."""
        common = self._database.execute("SELECT term, doc FROM words_found WHERE doc >= ?", (COMMON,)).fetchall()
        with self._database.transaction():
            self._database.execute("DELETE FROM common_words")
            self._database.executemany("INSERT INTO common_words VALUES (?, ?)", common)

    def _number(self, scope: Scope) -> int:
        names = (scope.persona, scope.person)
        self._database.execute("INSERT OR IGNORE INTO word_scopes (persona, person) VALUES (?, ?)", names)
        found = self._database.execute("SELECT number FROM word_scopes WHERE persona = ? AND person = ?", names)
        return found.fetchone()[0]

    def _count(self, lists: Iterable[WordList], each: int) -> None:
        """Keep the number of memories of a scope: counting them at every search would take longer than searching."""
        changes = Counter(scope for _, scope, _ in lists)
        self._database.executemany(
            "UPDATE word_scopes SET documents = documents + ? WHERE number = ?",
            [(each * count, scope) for scope, count in changes.items()],
        )


def indexed(trigger: str, content: str, keywords: Sequence[str]) -> str:
    """The text that words are searched in. Its parts stay apart: no pair of letters runs from one into the next."""
    return _PARTS.join((trigger, content, " ".join(keywords)))


def _listed(text: str) -> str:
    """The terms of each part, each once: saying a word ten times makes a memory no more about it."""
    parts = [" ".join(dict.fromkeys(terms(part) + characters(part))) for part in text.split(_PARTS)]
    return BETWEEN.join(parts)


def _scoped(lists: Iterable[WordList]) -> list[tuple[int, str]]:
    """What FTS5 is told: every term once, whichever parts hold it."""
    return [
        (row, " ".join([f"{scope}:{term}" for term in dict.fromkeys(listed.replace(BETWEEN, " ").split())]))
        for row, scope, listed in lists
    ]
