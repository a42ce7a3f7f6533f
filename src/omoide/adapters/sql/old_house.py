"""The database of document 002's system (N5, E11): its memories are read as they are, and ours can be written as it
would have written them. All 22 fields go both ways.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from omoide.adapters.sql.read_only import open_to_read
from omoide.adapters.sql.salvage import Reading, columns_of, readable_rows
from omoide.adapters.sql.sqlite import LOCK_WAIT_SECONDS
from omoide.errors import CannotWrite, InvalidInput, Refused

_VECTOR = np.dtype("<f4")
_LAST_RUN = "last_compression_run"
_ABSENT = object()  # has no default: a row without it is not a memory

# Each column with its declaration and, where the old system has one, the value that stands when the column is missing:
# databases older than revival have no columns for it, and are whole all the same.
_COLUMNS: dict[str, tuple[str, Any]] = {
    "id": ("TEXT PRIMARY KEY", _ABSENT),
    "created": ("TEXT NOT NULL", _ABSENT),
    "memory_days": ("REAL DEFAULT 0.0", 0.0),
    "recalled_since_last_batch": ("INTEGER DEFAULT 0", 0),
    "recall_count": ("INTEGER DEFAULT 0", 0),
    "emotional_intensity": ("INTEGER NOT NULL", _ABSENT),
    "emotional_valence": ("TEXT NOT NULL", _ABSENT),
    "emotional_arousal": ("INTEGER NOT NULL", _ABSENT),
    "emotional_tags": ("TEXT", None),
    "decay_coefficient": ("REAL NOT NULL", _ABSENT),
    "category": ("TEXT NOT NULL", _ABSENT),
    "keywords": ("TEXT", None),
    "current_level": ("INTEGER DEFAULT 1", 1),
    "trigger": ("TEXT NOT NULL", _ABSENT),
    "content": ("TEXT NOT NULL", _ABSENT),
    "embedding": ("BLOB", None),
    "relations": ("TEXT", None),
    "retention_score": ("REAL", None),
    "archived_at": ("TEXT", None),
    "protected": ("INTEGER DEFAULT 0", 0),
    "revival_requested": ("INTEGER DEFAULT 0", 0),
    "revival_requested_at": ("TEXT", None),
}
FIELDS = tuple(_COLUMNS)
_LISTS = {"emotional_tags", "keywords", "relations"}
_FLAGS = {"recalled_since_last_batch", "protected", "revival_requested"}
_INDEXED = ("retention_score", "current_level", "archived_at", "created")


class OldDatabase:
    """Read from and write to such a database."""

    def read(self, path: Path) -> Iterator[dict[str, Any]]:
        """All 22 fields of each memory and the last run of the old system's night. A row that is broken comes with
        what can be read of it and a key `problem` that says what is wrong."""
        path = Path(path)
        with closing(_open(path)) as connection:
            columns, dimensions, last_run = _look_around(connection, path)
        return _memories(path, columns, dimensions, last_run)

    def write(self, path: Path, memories: Iterable[dict[str, Any]]) -> int:
        """Write a new database, all or nothing; returns how many memories it holds."""
        path = Path(path)
        if path.exists():
            raise Refused(
                f"{path} exists already: name a file that does not exist yet. Nothing was changed.",
                f"{path} は既にあります。まだ無いファイル名を指定してください。何も変更していません。",
            )
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            part.unlink(missing_ok=True)
            count = _write(part, memories)
            os.replace(part, path)
        except OSError as error:
            raise InvalidInput(
                f"{path} cannot be written ({error.strerror or error}): choose a folder that can be written.",
                f"{path} に書き込めません（{error.strerror or error}）。書き込めるフォルダーを指定してください。",
            ) from error
        finally:
            part.unlink(missing_ok=True)
        return count


# ---------------------------------------------------------------- in


def _open(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise _not_such_a_database(path, "there is no such file")
    try:
        connection = open_to_read(path, LOCK_WAIT_SECONDS)
    except CannotWrite as error:
        raise _not_such_a_database(path, "copy it with its -wal file to a folder you can write") from error
    except sqlite3.DatabaseError as error:
        raise _not_such_a_database(path, error) from error
    connection.text_factory = bytes  # so that one broken text does not stop the others
    return connection


def _look_around(connection: sqlite3.Connection, path: Path) -> tuple[list[str], int | None, str | None]:
    """Which columns there are, how long a vector is, and when the old night ran last."""
    try:
        connection.text_factory = str
        columns = list(columns_of(connection, "memories"))
        if not {"id", "trigger", "content"} <= set(columns):
            raise _not_such_a_database(path, "it has no table of such memories")
    except sqlite3.DatabaseError as error:
        raise _not_such_a_database(path, error) from error
    return columns, _dimensions(connection, columns), _last_run(connection)


def _dimensions(connection: sqlite3.Connection, columns: list[str]) -> int | None:
    """The length that most vectors have: one embedder made them all."""
    if "embedding" not in columns:
        return None
    try:
        found = connection.execute(
            "SELECT LENGTH(embedding), COUNT(*) FROM memories WHERE embedding IS NOT NULL"
            " GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT 1"
        ).fetchone()
    except sqlite3.DatabaseError:  # a damaged page: the rows that can be read are still worth reading
        return None
    return found[0] if found else None


def _last_run(connection: sqlite3.Connection) -> str | None:
    try:
        found = connection.execute("SELECT value FROM state WHERE key = ?", (_LAST_RUN,)).fetchone()
    except sqlite3.DatabaseError:
        return None
    return str(found[0]) if found else None


def _memories(path: Path, columns: list[str], length: int | None, last_run: str | None) -> Iterator[dict[str, Any]]:
    known = [name for name in FIELDS if name in columns]
    reading = Reading()
    with closing(_open(path)) as connection:
        for values in readable_rows(connection, "memories", known, reading):
            yield _memory(dict(zip(known, values, strict=True)), length) | {_LAST_RUN: last_run}
    for problem in reading.problems:
        yield {"problem": f"part of the file is damaged and was passed over ({problem})", _LAST_RUN: last_run}


def _memory(row: dict[str, Any], length: int | None) -> dict[str, Any]:
    memory: dict[str, Any] = {}
    problems: list[str] = []
    for name, (_, default) in _COLUMNS.items():
        value = row.get(name, default)
        try:
            memory[name] = _value(name, None if value is _ABSENT else value, length)
        except ValueError as error:
            memory[name] = [] if name in _LISTS else None
            problems.append(f"{name}: {error}")
    return memory | ({"problem": "; ".join(problems)} if problems else {})


def _value(name: str, stored: Any, length: int | None) -> Any:
    """The stored value as the old system would have handed it out; ValueError when it could not have written it."""
    if name == "embedding":
        return _vector(stored, length)
    value = _text(stored) if isinstance(stored, bytes) else stored
    if name in _LISTS:
        return _list(value)
    if name in _FLAGS:
        return bool(value)
    declared, default = _COLUMNS[name]
    if value is None:
        if default is _ABSENT:
            raise ValueError("is missing")
        return default
    wanted: tuple[type, ...] = (str,) if declared.startswith("TEXT") else (int, float)
    if not isinstance(value, wanted):
        raise ValueError(f"{value!r} is not a {'text' if wanted == (str,) else 'number'}")
    return value


def _text(stored: bytes) -> str:
    try:
        return stored.decode()
    except UnicodeDecodeError:
        raise ValueError("is not readable text") from None


def _list(value: Any) -> list[Any]:
    if not value:
        return []
    try:
        parsed = json.loads(value)
    except (ValueError, TypeError, RecursionError):
        raise ValueError("is not valid JSON") from None
    if not isinstance(parsed, list):
        raise ValueError("is not a list")
    return parsed


def _vector(stored: Any, length: int | None) -> list[float] | None:
    if stored is None:
        return None
    if not isinstance(stored, bytes) or len(stored) % _VECTOR.itemsize:
        raise ValueError("is not a vector")
    if length is not None and len(stored) != length:
        raise ValueError(f"has {len(stored) // 4} numbers where the others have {length // 4}")
    vector = np.frombuffer(stored, dtype=_VECTOR).tolist()
    if not all(map(math.isfinite, vector)):
        raise ValueError("holds something that is not a number")
    return vector


def _not_such_a_database(path: Path, why: object) -> InvalidInput:
    return InvalidInput(
        f"{path} cannot be read as the memories.db of the older system ({why}): name that file.",
        f"{path} は旧システムの memories.db として読めません（{why}）。memories.db を指定してください。",
    )


# ---------------------------------------------------------------- out


def _write(path: Path, memories: Iterable[dict[str, Any]]) -> int:
    insert = f"INSERT INTO memories ({', '.join(FIELDS)}) VALUES ({', '.join('?' * len(FIELDS))})"
    count, last_run = 0, None
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite would make one that all may read
    try:
        with closing(sqlite3.connect(path)) as connection, connection:
            for statement in _schema():
                connection.execute(statement)
            for memory in memories:
                connection.execute(insert, [_stored(name, memory) for name in FIELDS])
                last_run = max(filter(None, (last_run, memory.get(_LAST_RUN))), default=None)
                count += 1
            if last_run:
                connection.execute("INSERT INTO state (key, value) VALUES (?, ?)", (_LAST_RUN, last_run))
    except (sqlite3.IntegrityError, UnicodeEncodeError) as error:
        raise InvalidInput(
            f"memory number {count + 1} cannot be written ({error}): nothing was kept.",
            f"{count + 1} 件目の記憶を書き込めません（{error}）。何も残していません。",
        ) from error
    except sqlite3.OperationalError as error:
        raise OSError(str(error)) from error
    return count


def _schema() -> list[str]:
    declared = ", ".join(f"{name} {declaration}" for name, (declaration, _) in _COLUMNS.items())
    indexes = [f"CREATE INDEX idx_{name} ON memories({name})" for name in _INDEXED]
    state = "CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
    return [f"CREATE TABLE memories ({declared})", *indexes, state]


def _stored(name: str, memory: dict[str, Any]) -> Any:
    default = _COLUMNS[name][1]
    value = memory.get(name, None if default is _ABSENT else default)
    return _TO_COLUMN.get(name, _as_it_is)(value)


def _as_it_is(value: Any) -> Any:
    return value


def _blob(vector: Any) -> bytes | None:
    return None if vector is None else np.asarray(vector, dtype=_VECTOR).tobytes()


def _json(values: Any) -> str:
    return json.dumps(list(values or ()), ensure_ascii=False)


_TO_COLUMN: dict[str, Callable[[Any], Any]] = {
    "embedding": _blob, **dict.fromkeys(_LISTS, _json), **dict.fromkeys(_FLAGS, lambda value: int(bool(value))),
}  # fmt: skip
