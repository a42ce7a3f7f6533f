"""The archive (S1, X3): immutable Parquet files by persona and month, wherever blobs are kept.

A file is named after the house that it belongs to and after what is in it, so that the same sessions never become two
files, and counts only after it was read back from its place.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from omoide.adapters.archive.parquet import Columns, as_parquet, rows_in
from omoide.adapters.files.names import folder_name
from omoide.domain.session import ArchiveFile, FileKind, Logged, Session
from omoide.domain.thread import Flush
from omoide.domain.turn import Scope, Turn
from omoide.errors import ArchiveFault
from omoide.language.terms import fold
from omoide.ports.tiers import Blobs, NewFile

# `folded` holds what is searched in, in the form that a search is put into too.
_SESSIONS: Columns = {
    "person": "VARCHAR", "thread": "VARCHAR", "number": "BIGINT", "summary": "VARCHAR", "keywords": "VARCHAR[]",
    "turn_count": "BIGINT", "first": "BIGINT", "last": "BIGINT", "sources": "VARCHAR[]", "made_by": "VARCHAR",
    "created_at": "VARCHAR", "embedder": "VARCHAR", "embedding": "FLOAT[]", "moment": "BIGINT", "folded": "VARCHAR",
}  # fmt: skip
_LOG: Columns = {
    "turn": "VARCHAR", "session": "VARCHAR", "said": "VARCHAR", "replied": "VARCHAR", "time": "VARCHAR",
    "origin": "VARCHAR", "moment": "BIGINT", "folded": "VARCHAR",
}  # fmt: skip

T = TypeVar("T")
# Also what a killed process left half-written, beginning with a dot (see whole_files).
_OURS = re.compile(r".+/\d{4}-\d{2}/(\.)?(sessions|log)-[0-9a-f]{8}-[0-9a-f]{16}\.(?(1)\S+|parquet)")


def is_ours(name: str) -> bool:
    """Whether a file has a name as we give them: other things may lie in the same place."""
    return _OURS.fullmatch(name) is not None


class ParquetArchive:
    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    @property
    def where(self) -> str:
        return self._blobs.where

    # ------------------------------------------------------------ in

    def sessions_as_file(self, scope: Scope, month: str, sessions: Sequence[Session], now: datetime) -> NewFile:
        data = as_parquet(_SESSIONS, [_row(one) for one in sessions])
        return self._made("sessions", scope, month, data, len(sessions), now)

    def log_as_file(self, scope: Scope, month: str, turns: Sequence[Turn], now: datetime) -> NewFile:
        rows = [
            (
                turn.key, turn.session, turn.said, turn.replied, turn.time.isoformat(), turn.origin,
                _moment(turn.time), fold(f"{turn.said}\n{turn.replied}"),
            )
            for turn in turns
        ]  # fmt: skip
        return self._made("log", scope, month, as_parquet(_LOG, rows), len(turns), now)

    def _made(self, kind: FileKind, scope: Scope, month: str, data: bytes, count: int, now: datetime) -> NewFile:
        digest = hashlib.sha256(data).hexdigest()
        # The person's name is in the file and in the ledger, and in no file name: a listing of an object store tells
        # less.
        whose = hashlib.sha256(scope.key(kind).encode()).hexdigest()[:8]
        name = f"{folder_name(scope.persona)}/{month}/{kind}-{whose}-{digest[:16]}.parquet"
        name = f"{self._blobs.house}/{name}" if self._blobs.house else name
        return NewFile(
            ArchiveFile(name, kind, scope.persona, scope.person, month, "writing", digest, len(data), count, now), data
        )

    def put(self, new: NewFile) -> None:
        self._blobs.put(new.file.name, new.data)
        if fault := self.fault(new.file):
            raise ArchiveFault(
                f"{new.file.name} was written to {self.where}, but what is read there is {fault}: check that place."
                " Nothing was lost: what was to be moved is where it was.",
                f"{self.where} に書いた {new.file.name} が正しく読めません（{fault}）。保管先を確かめてください。"
                "移すはずだったものは元の場所にあります。",
            )

    # ------------------------------------------------------------ out

    def read_sessions(self, names: Iterable[str]) -> list[Session]:
        return [_session(row) for row in self._rows(_SESSIONS, names)]

    def read_log(self, names: Iterable[str]) -> list[Logged]:
        return [_logged(row) for row in self._rows(_LOG, names)]

    def find_sessions(self, names: Iterable[str], phrases: Sequence[str], most: int) -> list[Session]:
        return self._found(_SESSIONS, names, phrases, most, _session)

    def find_logged(self, names: Iterable[str], phrases: Sequence[str], most: int) -> list[Logged]:
        return self._found(_LOG, names, phrases, most, _logged)

    def fault(self, file: ArchiveFile) -> str:
        data = self._blobs.get(file.name)
        if data is None:
            return "missing"
        return "" if hashlib.sha256(data).hexdigest() == file.sha256 else "damaged"

    def names(self) -> list[str]:
        return [name for name in self._blobs.names() if is_ours(name)]

    def written_at(self, name: str) -> datetime | None:
        return self._blobs.written_at(name)

    def is_mine(self, name: str) -> bool:
        return self._blobs.is_mine(name)

    def remove(self, name: str) -> None:
        self._blobs.remove(name)

    def _found(
        self, columns: Columns, names: Iterable[str], phrases: Sequence[str], most: int, read: Callable[[Any], T]
    ) -> list[T]:
        folded = [fold(phrase).strip() for phrase in phrases]
        where = " AND ".join(f"contains(folded, $p{at})" for at in range(len(folded))) or "FALSE"
        after = f"ORDER BY moment DESC LIMIT {int(most)}"
        return [read(row) for row in self._rows(columns, names, where, folded, after)]

    def _rows(self, columns: Columns, names: Iterable[str], *query: Any) -> list[tuple[Any, ...]]:
        """Files that are not there, or not as they were written, are passed over: `check` tells of them, and one of
        them must not hide the others."""
        with ExitStack() as held:
            paths: list[Path] = []
            for name in names:
                path = held.enter_context(self._blobs.local(name))
                if path is not None:
                    paths.append(path)
            try:
                return rows_in(columns, paths, *query)
            except ArchiveFault:
                sound = [path for path in paths if _as_written(path)]
                if len(sound) == len(paths):
                    raise
                return rows_in(columns, sound, *query)


def _as_written(path: Path) -> bool:
    """By the part of its hash that is in its name."""
    return path.stem.endswith(hashlib.sha256(path.read_bytes()).hexdigest()[:16])


def _row(session: Session) -> tuple[Any, ...]:
    flush = session.flush
    return (
        flush.person, flush.thread, flush.number, flush.summary, list(flush.keywords), flush.turn_count, flush.first,
        flush.last, list(flush.sources), flush.made_by, flush.created_at.isoformat(), flush.embedder,
        list(session.embedding), _moment(flush.created_at), fold(f"{flush.summary}\n{' '.join(flush.keywords)}"),
    )  # fmt: skip


def _session(row: Sequence[Any]) -> Session:
    flush = Flush(
        person=row[0], thread=row[1], number=row[2], summary=row[3], keywords=tuple(row[4]), turn_count=row[5],
        first=row[6], last=row[7], sources=tuple(row[8]), made_by=row[9],
        created_at=datetime.fromisoformat(row[10]), embedder=row[11],
    )  # fmt: skip
    return Session(flush, tuple(row[12]))


def _logged(row: Sequence[Any]) -> Logged:
    return Logged(row[0], row[1], row[2], row[3], datetime.fromisoformat(row[4]), row[5])


def _moment(time: datetime) -> int:
    return round(time.timestamp() * 1_000_000)
