"""Memories (E11): a narrow row that the night works on, and the text, words and sources that belong to it.

Whatever changes a text changes its words in the same transaction, and its vector counts as missing from then on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import numpy as np

from omoide.adapters.sql import counters, scopes
from omoide.adapters.sql.collection import indexed
from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.faults import unusable_text
from omoide.adapters.sql.filters import sql_of
from omoide.adapters.sql.moments import exact, number_of
from omoide.adapters.sql.records import MEMORY_COLUMNS, RECORDS, STRENGTHS, memories_of, strengths_of
from omoide.adapters.sql.words import SqlWords
from omoide.domain.memory import ARCHIVE, FULL, SUMMARY, TRACE, Memory
from omoide.domain.strengths import Ints, Strengths
from omoide.domain.turn import Scope
from omoide.errors import NotFound, Refused
from omoide.ports import Counts, Filter

_ID = re.compile(r"(mem_\d{8})_(\d{3,12})", re.ASCII)
_ROWS = "memories"  # the counter that numbers the rows

# What a night may change; when and how strongly something was felt are facts.
_AGEING = (
    "coefficient", "days", "anchor", "level", "text_level", "recalls", "recalled_for", "archived_at",
    "revival_requested_at", "protected",
)  # fmt: skip


class SqlMemories:
    def __init__(self, database: Database, words: SqlWords) -> None:
        self._database = database
        self._words = words

    # ------------------------------------------------------------ in

    def new_id(self, day: date) -> str:
        stem = f"mem_{day.year:04}{day.month:02}{day.day:02}"
        return f"{stem}_{counters.take(self._database, stem):03}"

    def taken(self, memory_id: str) -> bool:
        with self._database.beyond():
            found = self._database.execute("SELECT 1 FROM memories WHERE id = ?", (memory_id,)).fetchone()
        return found is not None

    def add(self, memory: Memory, anchor: int, newborn: bool = True) -> int:
        """A newborn comes with the days until its first night, the anchor. That night adds one like any other (F1),
        so what is stored, the age at the anchor, is one more. Links to ids that are not there are left out."""
        text = _indexed(memory.trigger, memory.content, memory.keywords)
        with self._database.transaction():
            scopes.know(self._database, memory.scope)
            row = counters.take(self._database, _ROWS)
            self._insert(row, memory, anchor, memory.days + 1 if newborn else memory.days)
            self._database.execute(
                "INSERT INTO texts (row, trigger, content, keywords, made_by) VALUES (?, ?, ?, ?, ?)",
                (row, memory.trigger, memory.content, _json(memory.keywords), memory.made_by),
            )
            for position, turn in enumerate(memory.sources):
                self._database.execute("INSERT INTO sources VALUES (?, ?, ?)", (row, position, turn))
            for relation in memory.relations:
                self._database.execute(
                    "INSERT INTO relations (source, target, type, weight)"
                    " SELECT ?, row, ?, ? FROM memories WHERE id = ? AND persona = ? AND person = ?",
                    (row, relation.type, relation.weight, relation.id, memory.scope.persona, memory.scope.person),
                )
            self._words.put([(row, memory.scope, text)])
        return row

    def _insert(self, row: int, memory: Memory, anchor: int, days: float) -> None:
        known = _ID.fullmatch(memory.id)
        if known:  # an id from elsewhere must not be given out again
            counters.raise_to(self._database, known[1], int(known[2]))
        (created, offset), felt = exact(memory.created), memory.emotion
        inserted = self._database.execute(
            f"INSERT INTO memories ({', '.join(MEMORY_COLUMNS)}) VALUES ({marks(len(MEMORY_COLUMNS))})"
            " ON CONFLICT (id) DO NOTHING",
            (
                row, memory.id, memory.scope.persona, memory.scope.person, created, offset, memory.intensity,
                felt.valence, felt.arousal, _json(felt.tags), memory.category, memory.coefficient, days, anchor,
                memory.level, memory.text_level, memory.recalls, memory.recalled_for or 0,
                number_of(memory.archived_at), int(memory.protected), int(memory.protection_pending),
                number_of(memory.revival_requested_at), number_of(memory.retired_at), memory.retired_by,
                memory.session, memory.origin, int(memory.personal),
            ),
        )  # fmt: skip
        if inserted.rowcount == 0:
            raise Refused(
                f"there is a memory with the id {memory.id} already: it is kept as it is; give the new one another id.",
                f"{memory.id} という記憶はすでにあります。元の記憶は変えていません。別の id を使ってください。",
            )

    # ------------------------------------------------------------ out

    def get(self, ids: Sequence[str]) -> list[Memory]:
        found: dict[str, Memory] = {}
        for some in batches(list(dict.fromkeys(ids))):
            found.update((memory.id, memory) for memory in self._read(f"m.id IN ({marks(len(some))})", some))
        return [found[name] for name in ids if name in found]

    def fetch(self, scope: Scope, rows: Sequence[int]) -> list[Memory]:
        found: list[Memory] = []
        for some in batches([int(row) for row in rows]):
            # Only the numbers may lead: by the index on the scope, all its memories would be walked for these few.
            owned = "m.persona || '' = ? AND m.person || '' = ? AND m.retired_at = 0"
            found += self._read(f"m.row IN ({marks(len(some))}) AND {owned}", (*some, scope.persona, scope.person))
        return found

    def ids(self, scope: Scope) -> dict[int, str]:
        sql = "SELECT row, id FROM memories WHERE persona = ? AND person = ? AND retired_at = 0 AND archived_at = 0"
        return dict(self._database.execute(sql, (scope.persona, scope.person)).fetchall())

    def origins(self, rows: Sequence[int]) -> dict[int, tuple[str, bool]]:
        found: dict[int, tuple[str, bool]] = {}
        for some in batches([int(row) for row in rows]):
            sql = f"SELECT row, origin, personal FROM memories WHERE row IN ({marks(len(some))})"
            found.update((row, (origin, bool(own))) for row, origin, own in self._database.execute(sql, some))
        return found

    def select(self, scope: Scope, where: Filter) -> list[Memory]:
        return self._read(*sql_of(scope, where))

    def counts(self, scope: Scope) -> Counts:
        kinds = self._database.execute(
            "SELECT level, text_level, archived_at <> 0, protected, retired_at <> 0, COUNT(*) FROM memories"
            " WHERE persona = ? AND person = ? GROUP BY 1, 2, 3, 4, 5",
            (scope.persona, scope.person),
        ).fetchall()
        present = [kind for kind in kinds if not kind[4]]
        return Counts(
            total=sum(kind[5] for kind in present),
            by_level={n: sum(kind[5] for kind in present if kind[0] == n) for n in (FULL, SUMMARY, TRACE, ARCHIVE)},
            archived=sum(kind[5] for kind in present if kind[2]),
            protected=sum(kind[5] for kind in present if kind[3]),
            retired=sum(kind[5] for kind in kinds if kind[4]),
            # An archived memory keeps the text of a trace (F4), so a trace is the last text to wait for.
            texts_waiting=sum(kind[5] for kind in present if kind[1] < min(kind[0], TRACE)),
        )

    def _read(self, where: str, params: Sequence[Any]) -> list[Memory]:
        return memories_of(self._database, self._database.execute(f"{RECORDS} WHERE {where}", params).fetchall())

    # ------------------------------------------------------------ the night

    def strengths(self, scope: Scope, archived: bool = True) -> Strengths:
        sql = f"SELECT {STRENGTHS} FROM memories WHERE persona = ? AND person = ? AND retired_at = 0"
        sql += "" if archived else " AND archived_at = 0"
        held = strengths_of(self._database.execute(sql, (scope.persona, scope.person)).fetchall())
        return held.take(np.argsort(held.row))  # SQLite would carry every column through its sorting

    def awake(self, scope: Scope) -> tuple[Strengths, int]:
        own = "FROM memories WHERE persona = ? AND person = ? AND retired_at = 0"
        rests = "archived_at <> 0 AND revival_requested_at = 0"
        rows = self._database.execute(f"SELECT {STRENGTHS} {own} AND NOT ({rests})", (scope.persona, scope.person))
        held = strengths_of(rows.fetchall())
        resting = self._database.execute(
            f"SELECT COUNT(*) {own} AND {rests} AND protected = 0", (scope.persona, scope.person)
        ).fetchone()[0]
        return held.take(np.argsort(held.row)), resting

    def longer_than_held(self, scope: Scope, text_level: int) -> list[int]:
        return [row for (row,) in self._database.execute(
            "SELECT row FROM memories WHERE persona = ? AND person = ? AND retired_at = 0 AND text_level = ?"
            " AND level > ? AND protected = 0 ORDER BY row", (scope.persona, scope.person, text_level, text_level)
        )]  # fmt: skip

    def feelings(self, scope: Scope) -> dict[int, tuple[str, str]]:
        sql = "SELECT row, valence, tags FROM memories WHERE persona = ? AND person = ? AND retired_at = 0"
        rows = self._database.execute(sql, (scope.persona, scope.person)).fetchall()
        leading = {tags: next(iter(json.loads(tags)), "") for tags in {tags for _, _, tags in rows}}
        return {row: (valence, leading[tags]) for row, valence, tags in rows}

    def write_strengths(self, strengths: Strengths, positions: Ints) -> None:
        some = strengths.take(positions)
        columns = [getattr(some, name).astype(object if name != "protected" else int).tolist() for name in _AGEING]
        self._database.executemany(
            f"UPDATE memories SET {', '.join(f'{name} = ?' for name in _AGEING)} WHERE row = ?",
            zip(*columns, some.row.tolist(), strict=True),
        )

    def rewrite(self, row: int, trigger: str, content: str, text_level: int, made_by: str) -> None:
        """Keywords stay as they were made (F11). A memory that was deleted meanwhile has nothing left to rewrite."""
        with self._database.transaction():
            found = self._database.execute(
                "SELECT m.persona, m.person, t.keywords FROM memories m JOIN texts t ON t.row = m.row WHERE m.row = ?",
                (row,),
            ).fetchone()
            if found is None:
                return
            persona, person, keywords = found
            text = _indexed(trigger, content, json.loads(keywords))
            self._database.execute(
                "UPDATE texts SET trigger = ?, content = ?, made_by = ? WHERE row = ?", (trigger, content, made_by, row)
            )
            self._database.execute("UPDATE memories SET text_level = ? WHERE row = ?", (text_level, row))
            for table in ("vectors", "coming_vectors"):
                self._database.execute(f"DELETE FROM {table} WHERE row = ?", (row,))
            self._words.put([(row, Scope(persona, person), text)])

    # ------------------------------------------------------------ marks

    def mark_recalled(self, rows: Sequence[int], night: int) -> None:
        """A strengthening that is still owed stays: if each recall put it off, late nights would never come to it."""
        self._database.executemany(
            "UPDATE memories SET recalled_for = ? WHERE row = ? AND recalled_for = 0",
            [(night, int(row)) for row in rows],
        )

    def request_revival(self, rows: Sequence[int], at: datetime) -> None:
        """The first request keeps its place in the queue; what is not archived has nothing to come back from."""
        self._database.executemany(
            "UPDATE memories SET revival_requested_at = ?"
            " WHERE row = ? AND revival_requested_at = 0 AND archived_at <> 0",
            [(number_of(at), int(row)) for row in rows],
        )

    def protect(self, row: int, protected: bool, pending: bool = False) -> None:
        sql = "UPDATE memories SET protected = ?, protection_pending = ? WHERE row = ?"
        self._change(sql, (int(protected), int(pending), int(row)))

    def retire(self, row: int, at: datetime | None, by: str | None) -> None:
        sql = "UPDATE memories SET retired_at = ?, retired_by = ? WHERE row = ?"
        self._change(sql, (number_of(at), by, int(row)))

    def delete(self, rows: Sequence[int]) -> None:
        """Words first, as they are found through the row; texts, sources, vectors and links go with it."""
        gone = [int(row) for row in rows]
        with self._database.transaction():
            self._words.remove(gone)
            self._database.executemany("DELETE FROM memories WHERE row = ?", [(row,) for row in gone])

    def _change(self, sql: str, params: Sequence[Any]) -> None:
        if self._database.execute(sql, params).rowcount == 0:
            raise NotFound(
                "this memory was deleted meanwhile; see `omoide list`.",
                "この記憶はすでに削除されています。`omoide list` で確かめてください。",
            )


def _indexed(trigger: str, content: str, keywords: Sequence[str]) -> str:
    """The text that words are searched in, checked."""
    text = indexed(trigger, content, keywords)
    if "\0" in text:  # inside JSON it would be escaped, and would only hurt later
        raise unusable_text()
    return text


def _json(values: Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)
