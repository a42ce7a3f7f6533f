"""The words of all memories or passages (R12), as postings of terms that language/terms.py has cut beforehand.

Every term carries the number of its scope ("7:温泉"), so one person's search never walks another's words, and how rare
a word is says nothing about what others were told (N6). How a search goes is told in word_search.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from omoide.adapters.sql.collection import MEMORIES, PARTS, Collection
from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.postings import marked
from omoide.adapters.sql.word_search import BETWEEN, COMMON, WordList, holding, search_words
from omoide.domain.hearing import ALONE, Hearing
from omoide.domain.strengths import Floats, Ints
from omoide.domain.turn import Scope
from omoide.language.terms import characters, terms

SCHEMA: tuple[str, ...] = MEMORIES.schema()

_REBUILT_AT_ONCE = 2_000
_DRIFT = 0.02  # a scope that has changed by less than this part is not counted again


class SqlWords:
    """Search by words over one database."""

    def __init__(self, database: Database, collection: Collection = MEMORIES) -> None:
        self._database = database
        self._of = collection
        self._postings = database.dialect.postings(database, collection.words)

    def search(self, scope: Scope, cue: str, k: int, hearing: Hearing = ALONE) -> tuple[Ints, Floats]:
        """Rows and how much of the cue each one covers, best first, the newer one of equals first."""
        return search_words(self._database, scope, cue, k, hearing, self._of)

    def holding(self, scope: Scope, text: str, most: int) -> Ints:
        """Rows that hold every term of a text, the newest first, at most so many."""
        return holding(self._database, scope, text, most, self._of)

    def put(self, items: Sequence[tuple[int, Scope, str]]) -> None:
        """Index texts by memory row; what a row held before is replaced."""
        texts = {row: (scope, text) for row, scope, text in items}
        with self._database.transaction():
            self.remove(list(texts))
            numbers = {scope: self._number(scope) for scope in {scope for scope, _ in texts.values()}}
            lists = [(row, numbers[scope], _listed(text)) for row, (scope, text) in texts.items()]
            self._postings.add(_scoped(lists))
            self._database.executemany(f"INSERT INTO {self._of.lists} VALUES (?, ?, ?)", lists)
            self._count(lists, 1)

    def remove(self, rows: Sequence[int]) -> None:
        """Forget the words of these memories; unknown rows are passed over."""
        with self._database.transaction():
            for batch in batches(rows):
                lists: list[WordList] = self._database.execute(
                    f"SELECT row, scope, terms FROM {self._of.lists} WHERE row IN ({marks(len(batch))})", batch
                ).fetchall()
                self._postings.remove(_scoped(lists))
                self._database.executemany(
                    f"DELETE FROM {self._of.lists} WHERE row = ?", [(row,) for row, _, _ in lists]
                )
                self._count(lists, -1)

    def rebuild(self) -> int:
        """Cut every text anew; returns how many. Afterwards no index holds anything of what was deleted (O2)."""
        with self._database.beyond():
            with self._database.transaction(), self._postings.anew():
                done = self._cut_anew()
            self.refresh()
        return done

    def _cut_anew(self) -> int:
        of, done, last = self._of, 0, 0
        for table in (of.lists, of.scopes, of.common):
            self._database.execute(f"DELETE FROM {table}")
        while texts := self._database.execute(
            f"SELECT m.row, m.persona, m.{of.owner}, {of.reading} FROM {of.texts} t"
            f" JOIN {of.rows} m ON m.row = t.row WHERE t.row > ? ORDER BY t.row LIMIT ?", (last, _REBUILT_AT_ONCE)
        ).fetchall():  # fmt: skip
            self.put([(row, Scope(persona, owner), of.spoken(columns)) for row, persona, owner, *columns in texts])
            done, last = done + len(texts), texts[-1][0]
        return done

    def refresh(self, scope: Scope | None = None) -> None:
        """Count again which words are common. One scope is counted when it has grown or shrunk enough to matter, so
        that a night does not pay for all that was ever said; all of them are counted whatever they are."""
        if scope is None:
            large = self._database.execute(
                f"SELECT number, persona, person FROM {self._of.scopes} WHERE documents >= ?", (COMMON,)
            ).fetchall()
            self._write("", [word for number, *names in large for word in self._common(number, Scope(*names))])
        elif (number := self._due(scope)) is not None:
            self._write(f"{number}:", self._common(number, scope))

    def _due(self, scope: Scope) -> int | None:
        """The number of a scope that has to be counted again."""
        known = self._database.execute(
            f"SELECT s.number, s.documents, c.documents FROM {self._of.scopes} s LEFT JOIN {self._of.common} c"
            " ON c.term = s.number || ':' WHERE s.persona = ? AND s.person = ?", (scope.persona, scope.person)
        ).fetchone()  # fmt: skip
        number, documents, before = known or (0, 0, None)
        changed = documents >= COMMON if before is None else abs(documents - before) > _DRIFT * before
        return number if changed else None

    def _common(self, number: int, scope: Scope) -> list[tuple[str, int]]:
        """Under the mark of the scope alone stands how many rows it had then. Counting holds no lock."""
        of, mark = self._of, f"{number}:"
        rows = f"SELECT m.row FROM {of.rows} m WHERE m.persona = ? AND m.{of.owner} = ?"
        sql = f"SELECT documents FROM {of.scopes} WHERE number = ?"
        documents = self._database.execute(sql, (number,)).fetchone()[0]
        return [(mark, documents), *self._postings.counted(mark, COMMON, rows, (scope.persona, scope.person))]

    def _write(self, mark: str, common: Sequence[tuple[str, int]]) -> None:
        """In place of all with the same mark."""
        with self._database.transaction():
            self._database.only_one(self._of.common)
            self._database.execute(f"DELETE FROM {self._of.common} WHERE term >= ? AND term < ?", marked(mark))
            self._database.executemany(f"INSERT INTO {self._of.common} VALUES (?, ?)", common)

    def _number(self, scope: Scope) -> int:
        names = (scope.persona, scope.person)
        self._database.execute(
            f"INSERT INTO {self._of.scopes} (persona, person) VALUES (?, ?) ON CONFLICT (persona, person) DO NOTHING",
            names,
        )
        found = self._database.execute(f"SELECT number FROM {self._of.scopes} WHERE persona = ? AND person = ?", names)
        return found.fetchone()[0]

    def _count(self, lists: Iterable[WordList], each: int) -> None:
        """Keep the number of rows of a scope: counting them at every search would take longer than searching."""
        changes = Counter(scope for _, scope, _ in lists)
        self._database.executemany(
            f"UPDATE {self._of.scopes} SET documents = documents + ? WHERE number = ?",
            [(each * count, scope) for scope, count in changes.items()],
        )


def _listed(text: str) -> str:
    """The terms of each part, each once: saying a word ten times makes a memory no more about it."""
    parts = [" ".join(dict.fromkeys(terms(part) + characters(part))) for part in text.split(PARTS)]
    return BETWEEN.join(parts)


def _scoped(lists: Iterable[WordList]) -> list[tuple[int, str]]:
    """What the postings are told: every term once, whichever parts hold it."""
    return [
        (row, " ".join([f"{scope}:{term}" for term in dict.fromkeys(listed.replace(BETWEEN, " ").split())]))
        for row, scope, listed in lists
    ]
