"""Threads of working memory (W1-W5) and what flowed out of them (S5).

A message is a turn and a side: its words stand in the ledger and nowhere else, so that what is erased or forgotten
there is gone here too. `flush` says where a message is now: 0 in the thread, else in the flush of that number.
`owner` is the persona for a talk that is its alone, and empty where several may share one (W4).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from omoide.adapters.sql import counters
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.moments import exact, restored
from omoide.adapters.sql.turns import NOT_FORGOTTEN
from omoide.domain.thread import Flush, Message, Thread
from omoide.domain.turn import Scope

TABLES = (
    """CREATE TABLE threads (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL, owner TEXT NOT NULL,
        session TEXT NOT NULL, domain TEXT NOT NULL, started BIGINT NOT NULL, started_offset INTEGER NOT NULL,
        updated BIGINT NOT NULL, updated_offset INTEGER NOT NULL, last_place INTEGER NOT NULL,
        flushes INTEGER NOT NULL, ended TEXT NOT NULL, embedder TEXT NOT NULL, centroid BLOB
    )""",
    """CREATE INDEX threads_by_session ON threads (person, owner, session, ended)""",
    """CREATE TABLE thread_personas (
        thread INTEGER NOT NULL REFERENCES threads (row) ON DELETE CASCADE,
        persona TEXT NOT NULL, spoken INTEGER NOT NULL,
        PRIMARY KEY (thread, persona)
    )""",
    """CREATE TABLE thread_messages (
        thread INTEGER NOT NULL REFERENCES threads (row) ON DELETE CASCADE,
        place INTEGER NOT NULL, persona TEXT NOT NULL, person TEXT NOT NULL, turn TEXT NOT NULL, side TEXT NOT NULL,
        flush INTEGER NOT NULL,
        PRIMARY KEY (thread, place)
    )""",
    """CREATE TABLE flushes (
        person TEXT NOT NULL, thread TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE, number INTEGER NOT NULL,
        summary TEXT NOT NULL, keywords TEXT NOT NULL, turn_count INTEGER NOT NULL, first INTEGER NOT NULL,
        last INTEGER NOT NULL, sources TEXT NOT NULL, made_by TEXT NOT NULL, created BIGINT NOT NULL,
        created_offset INTEGER NOT NULL, embedder TEXT NOT NULL, embedding BLOB,
        PRIMARY KEY (person, thread, number)
    )""",
)

_THREAD = (
    "t.row, t.id, t.person, t.session, t.domain, t.started, t.started_offset, t.updated, t.updated_offset,"
    " t.last_place, t.flushes, t.ended, t.embedder, t.centroid, t.owner"
)
_FLUSH = (
    "person, thread, number, summary, keywords, turn_count, first, last, sources, made_by, created, created_offset,"
    " embedder"
)
_TAKES_PART = "EXISTS (SELECT 1 FROM thread_personas p WHERE p.thread = t.row AND p.persona = ?)"


class SqlThreads:
    def __init__(self, database: Database) -> None:
        self._database = database

    def current(self, person: str, session: str, owner: str) -> Thread | None:
        found = self._select(
            "t.person = ? AND t.owner = ? AND t.session = ? AND t.ended = '' ORDER BY t.row DESC LIMIT 1",
            (person, owner, session),
        )
        return found[0] if found else None

    def latest(self, scope: Scope, session: str | None = None) -> Thread | None:
        chosen, params = ("", ()) if session is None else (" AND t.session = ?", (session,))
        found = self._select(
            f"t.person = ? AND {_TAKES_PART}{chosen} ORDER BY t.updated DESC, t.row DESC LIMIT 1",
            (scope.person, scope.persona, *params),
        )
        return found[0] if found else None

    def going_on(self, scope: Scope) -> list[Thread]:
        return self._select(
            f"t.person = ? AND t.ended = '' AND {_TAKES_PART} ORDER BY t.row", (scope.person, scope.persona)
        )

    def save(self, scope: Scope, thread: Thread, flush: Flush | None = None) -> Thread:
        with self._database.transaction():
            row = self._write(thread)
            thread = thread if thread.id else replace(thread, id=_id(row))
            self._database.executemany(
                "INSERT INTO thread_personas (thread, persona, spoken) VALUES (?, ?, ?)"
                " ON CONFLICT (thread, persona) DO UPDATE SET spoken = excluded.spoken",
                [(row, persona, spoken) for persona, spoken in thread.spoken.items()],
            )
            self._database.executemany(
                "INSERT INTO thread_messages (thread, place, persona, person, turn, side, flush)"
                " VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT (thread, place) DO NOTHING",
                [(row, m.place, m.persona, thread.person, m.turn, m.side) for m in thread.messages],
            )
            if flush:
                self._flow_out(row, replace(flush, thread=thread.id))
        return thread

    def flushes(self, scope: Scope, thread: str) -> list[Flush]:
        return self._flushes(f"person = ? AND thread = ? AND {_THEIRS} ORDER BY number", scope, (thread,))

    def latest_flushes(self, scope: Scope) -> list[Flush]:
        """Of all threads that the persona takes part in, as far as they have not moved on (S1); newest first."""
        order = "ORDER BY created DESC, thread DESC, number DESC"
        return self._flushes(f"person = ? AND {_THEIRS} {order}", scope, ())

    def embed(self, flush: Flush, vector: np.ndarray, embedder: str) -> None:
        self._database.execute(
            "UPDATE flushes SET embedding = ?, embedder = ? WHERE person = ? AND thread = ? AND number = ?",
            (_blob(vector), embedder, flush.person, flush.thread, flush.number),
        )

    def unembedded(self, scope: Scope, most: int) -> list[Flush]:
        return self._flushes(
            f"person = ? AND embedder = '' AND {_THEIRS} ORDER BY created DESC LIMIT ?", scope, (), (most,)
        )

    def _write(self, thread: Thread) -> int:
        changing = (
            thread.domain, *exact(thread.updated), thread.last_place, thread.flushes, thread.ended, thread.embedder,
            None if thread.sum is None else _blob(thread.sum),
        )  # fmt: skip
        if thread.id:
            self._database.execute(
                "UPDATE threads SET domain = ?, updated = ?, updated_offset = ?, last_place = ?, flushes = ?,"
                " ended = ?, embedder = ?, centroid = ? WHERE id = ?",
                (*changing, thread.id),
            )
            return self._database.execute("SELECT row FROM threads WHERE id = ?", (thread.id,)).fetchone()[0]
        row = counters.take(self._database, "threads")
        self._database.execute(
            "INSERT INTO threads (row, id, person, owner, session, started, started_offset, domain, updated,"
            " updated_offset, last_place, flushes, ended, embedder, centroid)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row, _id(row), thread.person, thread.owner, thread.session, *exact(thread.started), *changing,
            ),
        )  # fmt: skip
        return row

    def _flow_out(self, row: int, flush: Flush) -> None:
        self._database.execute(
            "UPDATE thread_messages SET flush = ? WHERE thread = ? AND place BETWEEN ? AND ? AND flush = 0",
            (flush.number, row, flush.first, flush.last),
        )
        self._database.execute(
            f"INSERT INTO flushes ({_FLUSH}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                flush.person, flush.thread, flush.number, flush.summary,
                json.dumps(list(flush.keywords), ensure_ascii=False), flush.turn_count, flush.first, flush.last,
                json.dumps(list(flush.sources), ensure_ascii=False), flush.made_by, *exact(flush.created_at),
                flush.embedder,
            ),
        )  # fmt: skip

    def _select(self, where: str, params: Sequence[Any]) -> list[Thread]:
        rows = self._database.execute(f"SELECT {_THREAD} FROM threads t WHERE {where}", params).fetchall()
        return [
            Thread(
                id=row[1], person=row[2], session=row[3], domain=row[4], started=restored(row[5], row[6]),
                updated=restored(row[7], row[8]), messages=self._messages(row[0]), spoken=self._spoken(row[0]),
                last_place=row[9], flushes=row[10], ended=row[11], embedder=row[12],
                sum=None if row[13] is None else np.frombuffer(row[13], np.float32), owner=row[14],
            )
            for row in rows
        ]  # fmt: skip

    def _messages(self, row: int) -> tuple[Message, ...]:
        with self._database.beyond():  # of every persona that takes part
            rows = self._database.execute(
                "SELECT m.place, m.side, m.persona, m.person, m.turn, turns.said, turns.replied, turns.time,"
                " turns.time_offset FROM thread_messages m JOIN turns ON turns.persona = m.persona"
                " AND turns.person = m.person AND turns.key = m.turn"
                f" WHERE m.thread = ? AND m.flush = 0 AND {NOT_FORGOTTEN} ORDER BY m.place",
                (row,),
            )
        return tuple(
            Message(
                place, side, person if side == "person" else persona, said if side == "person" else replied,
                restored(moment, offset), turn, persona,
            )
            for place, side, persona, person, turn, said, replied, moment, offset in rows.fetchall()
        )  # fmt: skip

    def _spoken(self, row: int) -> dict[str, int]:
        rows = self._database.execute(
            "SELECT persona, spoken FROM thread_personas WHERE thread = ? ORDER BY persona", (row,)
        )
        return dict(rows.fetchall())

    def _flushes(self, where: str, scope: Scope, params: Sequence[Any], more: Sequence[Any] = ()) -> list[Flush]:
        rows = self._database.execute(
            f"SELECT {_FLUSH} FROM flushes WHERE {where}", (scope.person, *params, scope.persona, *more)
        ).fetchall()
        return [
            Flush(
                person=row[0], thread=row[1], number=row[2], summary=row[3], keywords=tuple(json.loads(row[4])),
                turn_count=row[5], first=row[6], last=row[7], sources=tuple(json.loads(row[8])), made_by=row[9],
                created_at=restored(row[10], row[11]), embedder=row[12],
            )
            for row in rows
        ]  # fmt: skip


_THEIRS = """EXISTS (SELECT 1 FROM threads t JOIN thread_personas p ON p.thread = t.row
    WHERE t.id = flushes.thread AND p.persona = ?)"""


def _id(row: int) -> str:
    return f"th_{row:03}"


def _blob(vector: np.ndarray) -> bytes:
    return np.ascontiguousarray(vector, np.float32).tobytes()
