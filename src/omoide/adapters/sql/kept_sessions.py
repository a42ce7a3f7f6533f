"""Where each session is (S1, S5), and what long-term memory has of it.

A row of `flushes` is a session in the fast store; moving it on deletes that row and writes one here, in one
transaction, so that a session is never in two tiers of the store. What a file of the archive may still hold beside is
told by the state of the file (archive_files.py).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np

from omoide.adapters.sql.archive_files import ArchiveFiles
from omoide.adapters.sql.database import batches, marks
from omoide.adapters.sql.moments import exact, restored
from omoide.adapters.sql.turns import NOT_FORGOTTEN
from omoide.domain.session import ArchiveFile, Kept, Session, SessionKey, Tier
from omoide.domain.thread import Flush
from omoide.domain.turn import Scope

TABLES = (
    """CREATE TABLE kept_sessions (
        person TEXT NOT NULL, thread TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE, number INTEGER NOT NULL,
        tier TEXT NOT NULL, file TEXT NOT NULL, summary TEXT NOT NULL, keywords TEXT NOT NULL,
        turn_count INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, sources TEXT NOT NULL,
        made_by TEXT NOT NULL, created BIGINT NOT NULL, created_offset INTEGER NOT NULL, embedder TEXT NOT NULL,
        embedding BLOB, importance DOUBLE PRECISION, passed_over INTEGER NOT NULL, moved BIGINT NOT NULL,
        moved_offset INTEGER NOT NULL,
        PRIMARY KEY (person, thread, number)
    )""",
    """CREATE INDEX kept_sessions_by_file ON kept_sessions (file)""",
)

_FLUSH = (
    "person, thread, number, summary, keywords, turn_count, first, last, sources, made_by, created, created_offset,"
    " embedder, embedding"
)
_KEPT = (
    "person, thread, number, tier, created, created_offset, moved, moved_offset, sources, turn_count, file, importance,"
    " passed_over, summary, keywords, made_by"
)
_KEY = "person = ? AND thread = ? AND number = ?"


def _theirs(table: str) -> str:
    """Of threads that the persona takes part in."""
    return (
        f"{table}.person = ? AND EXISTS (SELECT 1 FROM threads t JOIN thread_personas p ON p.thread = t.row"
        f" WHERE t.id = {table}.thread AND p.persona = ?)"
    )


class SqlTiers(ArchiveFiles):
    """The ledger of tiers; the part about files is in ArchiveFiles."""

    def in_fast(self, scope: Scope, before: datetime, most: int) -> list[Session]:
        rows = self._database.execute(
            f"SELECT {_FLUSH} FROM flushes WHERE {_theirs('flushes')} AND created <= ?"
            " ORDER BY created, thread, number LIMIT ?",
            (scope.person, scope.persona, exact(before)[0], most),
        )
        return [_session(row) for row in rows.fetchall()]

    def kept(self, scope: Scope, tier: Tier | None = None) -> list[Kept]:
        which, params = ("", ()) if tier is None else (" AND tier = ?", (tier,))
        return self._kept(
            f"{_theirs('kept_sessions')}{which} ORDER BY created, thread, number",
            (scope.person, scope.persona, *params),
        )

    def record(self, key: SessionKey) -> Flush | None:
        for table in ("flushes", "kept_sessions"):
            row = self._database.execute(
                f"SELECT {_FLUSH} FROM {table} WHERE {_KEY}", (key.person, key.thread, key.number)
            ).fetchone()
            if row:
                return _session(row).flush
        return None

    def made_from(self, scope: Scope, turns: Sequence[str]) -> list[int]:
        found: set[int] = set()
        for some in batches(turns):
            rows = self._database.execute(
                "SELECT s.row FROM sources s JOIN memories m ON m.row = s.row"
                f" WHERE s.turn IN ({marks(len(some))}) AND m.persona = ? AND m.person = ?",
                (*some, scope.persona, scope.person),
            )
            found.update(row for (row,) in rows.fetchall())
        return sorted(found)

    def in_file(self, name: str) -> list[Kept]:
        return self._kept("file = ? ORDER BY created, thread, number", (name,))

    # ------------------------------------------------------------ moves

    def archive(self, scope: Scope, file: ArchiveFile, sessions: Sequence[Session], now: datetime) -> bool:
        with self._database.transaction():
            if not all(self._is_in_fast(session.key) for session in sessions):
                return False
            for session in sessions:
                self._delete("flushes", session.key)
                self._insert(session, "archive", file.name, now)
            self.stands(file)
        return True

    def promote(
        self, scope: Scope, chosen: Sequence[tuple[Session, float]], others: Sequence[tuple[SessionKey, float]],
        now: datetime,
    ) -> None:  # fmt: skip
        with self._database.transaction():
            for session, importance in chosen:
                self._mark_stale(session.key)
                self._delete("kept_sessions", session.key)
                self._insert(session, "long_term", "", now, importance)
            self._database.executemany(
                f"UPDATE kept_sessions SET passed_over = 1, importance = ? WHERE {_KEY} AND tier = 'archive'",
                [(importance, key.person, key.thread, key.number) for key, importance in others],
            )

    def expire(self, keys: Sequence[SessionKey]) -> int:
        gone = 0
        with self._database.transaction():
            for key in keys:
                self._mark_stale(key)
                gone += self._delete("kept_sessions", key) or self._delete("flushes", key)
        return gone

    def bring_back(self, sessions: Sequence[Session]) -> int:
        with self._database.transaction():
            for session in sessions:
                self._mark_stale(session.key)
                self._delete("kept_sessions", session.key)
                self._delete("flushes", session.key)
            self._flushes(sessions)
        return len(sessions)

    def replace_file(self, old: str, new: ArchiveFile | None, keys: Sequence[SessionKey], now: datetime) -> None:
        with self._database.transaction():
            if new:
                self.stands(new)
                self._database.executemany(
                    f"UPDATE kept_sessions SET file = ? WHERE {_KEY} AND file = ?",
                    [(new.name, key.person, key.thread, key.number, old) for key in keys],
                )
            if new and new.name == old:  # the same sessions make the same file
                return
            if self.in_file(old):
                self._database.execute("UPDATE archive_files SET state = 'lost' WHERE name = ?", (old,))
            else:
                self.lose_file(old, now)

    # ------------------------------------------------------------ what was forgotten

    def touched(self, key: SessionKey) -> bool:
        row = self._database.execute(
            "SELECT 1 FROM thread_messages m JOIN threads t ON t.row = m.thread JOIN turns"
            " ON turns.persona = m.persona AND turns.person = m.person AND turns.key = m.turn"
            f" WHERE t.person = ? AND t.id = ? AND m.flush = ? AND NOT {NOT_FORGOTTEN} LIMIT 1",
            (key.person, key.thread, key.number),
        ).fetchone()
        return row is not None

    def forgotten(self, scope: Scope) -> list[SessionKey]:
        rows = self._database.execute(
            "SELECT DISTINCT t.person, t.id, m.flush FROM thread_messages m JOIN threads t ON t.row = m.thread"
            " JOIN turns ON turns.persona = m.persona AND turns.person = m.person AND turns.key = m.turn"
            f" WHERE t.person = ? AND m.persona = ? AND m.flush > 0 AND NOT {NOT_FORGOTTEN} ORDER BY t.id, m.flush",
            (scope.person, scope.persona),
        )
        return [SessionKey(*row) for row in rows.fetchall()]

    def said(self, key: SessionKey) -> list[tuple[str, str, str]]:
        with self._database.beyond():  # of every persona that takes part
            found = self._database.execute(
                "SELECT m.side, m.persona, m.person, turns.said, turns.replied, m.turn FROM thread_messages m"
                " JOIN threads t ON t.row = m.thread JOIN turns ON turns.persona = m.persona"
                " AND turns.person = m.person AND turns.key = m.turn"
                f" WHERE t.person = ? AND t.id = ? AND m.flush = ? AND {NOT_FORGOTTEN} ORDER BY m.place",
                (key.person, key.thread, key.number),
            ).fetchall()
        return [
            (person, said, turn) if side == "person" else (persona, replied, turn)
            for side, persona, person, said, replied, turn in found
        ]

    def let_messages_go(self, key: SessionKey) -> None:
        self._database.execute(
            "DELETE FROM thread_messages WHERE flush = ? AND thread IN (SELECT row FROM threads WHERE person = ?"
            " AND id = ?) AND EXISTS (SELECT 1 FROM turns WHERE turns.persona = thread_messages.persona"
            f" AND turns.person = thread_messages.person AND turns.key = thread_messages.turn AND NOT {NOT_FORGOTTEN})",
            (key.number, key.person, key.thread),
        )

    # ------------------------------------------------------------ rows

    def _insert(self, session: Session, tier: Tier, file: str, now: datetime, importance: float | None = None) -> None:
        """In the archive the words stand in the file, and nowhere else."""
        flush = session.flush
        here = tier == "long_term"
        vector = _blob(session.embedding) if here else None
        self._database.execute(
            "INSERT INTO kept_sessions (person, thread, number, tier, file, summary, keywords, turn_count, first, last,"
            " sources, made_by, created, created_offset, embedder, embedding, importance, passed_over, moved,"
            " moved_offset) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)",
            (
                flush.person, flush.thread, flush.number, tier, file, flush.summary if here else "",
                _json(flush.keywords if here else ()), flush.turn_count, flush.first, flush.last, _json(flush.sources),
                flush.made_by, *exact(flush.created_at), flush.embedder if vector else "", vector, importance,
                *exact(now),
            ),
        )  # fmt: skip

    def _flushes(self, sessions: Sequence[Session]) -> None:
        self._database.executemany(
            f"INSERT INTO flushes ({_FLUSH}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    one.flush.person, one.flush.thread, one.flush.number, one.flush.summary, _json(one.flush.keywords),
                    one.flush.turn_count, one.flush.first, one.flush.last, _json(one.flush.sources), one.flush.made_by,
                    *exact(one.flush.created_at), one.flush.embedder if one.embedding else "", _blob(one.embedding),
                )
                for one in sessions
            ],
        )  # fmt: skip

    def _is_in_fast(self, key: SessionKey) -> bool:
        sql = f"SELECT 1 FROM flushes WHERE {_KEY}"
        return self._database.execute(sql, (key.person, key.thread, key.number)).fetchone() is not None

    def _delete(self, table: str, key: SessionKey) -> int:
        sql = f"DELETE FROM {table} WHERE {_KEY}"
        return self._database.execute(sql, (key.person, key.thread, key.number)).rowcount

    def _mark_stale(self, key: SessionKey) -> None:
        """The file that holds it holds something that is elsewhere from now on."""
        self._database.execute(
            "UPDATE archive_files SET state = 'stale' WHERE state = 'ready' AND name IN"
            f" (SELECT file FROM kept_sessions WHERE {_KEY})",
            (key.person, key.thread, key.number),
        )

    def _kept(self, where: str, params: Sequence[Any]) -> list[Kept]:
        rows = self._database.execute(f"SELECT {_KEPT} FROM kept_sessions WHERE {where}", params)
        return [
            Kept(
                SessionKey(row[0], row[1], row[2]), row[3], restored(row[4], row[5]), restored(row[6], row[7]),
                tuple(json.loads(row[8])), row[9], row[10], row[11], bool(row[12]), row[13],
                tuple(json.loads(row[14])), row[15],
            )
            for row in rows.fetchall()
        ]  # fmt: skip


def _session(row: Sequence[Any]) -> Session:
    embedding = () if row[13] is None else tuple(np.frombuffer(row[13], np.float32).tolist())
    flush = Flush(
        person=row[0], thread=row[1], number=row[2], summary=row[3], keywords=tuple(json.loads(row[4])),
        turn_count=row[5], first=row[6], last=row[7], sources=tuple(json.loads(row[8])), made_by=row[9],
        created_at=restored(row[10], row[11]), embedder=row[12],
    )  # fmt: skip
    return Session(flush, embedding)


def _blob(embedding: Sequence[float]) -> bytes | None:
    return np.asarray(embedding, np.float32).tobytes() if embedding else None


def _json(values: Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)
