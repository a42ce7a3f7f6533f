"""The files of a home on its server: the same for every machine (X2). See home_files.py for how they are kept."""

from __future__ import annotations

import errno
import io
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from omoide.adapters.files.folder import FileFacts, Lines, Place
from omoide.adapters.files.names import settled_name, settled_path
from omoide.adapters.sql.home_files import TABLE, whose
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_held_file import Holding, ServerHeldFile

_FACTS = f"MAX(part), SUM(octet_length(content)), MAX(changed) FROM {TABLE}"
_INSERT = f"INSERT INTO {TABLE} (path, part, persona_folder, person_folder, content, lines, changed)"
# Half a line can only stand in the last part: whoever appends behind one ends it first.
_APPEND = (
    f"{_INSERT} SELECT ?::text, COALESCE(last.part + 1, 0), ?::text, ?::text, COALESCE(last.gap, '') || ?::bytea,"
    " ?::bigint + octet_length(COALESCE(last.gap, '')), ?::bigint FROM (SELECT 1) AS one LEFT JOIN (SELECT part, CASE"
    " WHEN substring(content FROM octet_length(content)) IN ('', '\\x0a'::bytea) THEN ''::bytea ELSE '\\x0a'::bytea END"
    f" AS gap FROM {TABLE} WHERE path = ? ORDER BY part DESC LIMIT 1) AS last ON true ON CONFLICT DO NOTHING"
)


class ServerFolder:
    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._holding = Holding(database)

    def shown(self, path: str) -> str:
        return f"{self._database.name} {path}".rstrip()

    def folder_for(self, parent: str, name: str, ending: str = "") -> str:
        return f"{parent}/{settled_name(name)}{ending}"

    def here(self, path: str) -> str:
        return settled_path(path)

    def place(self) -> dict[str, str | int]:
        return {}

    # ------------------------------------------------------------ whole files

    def is_file(self, path: str) -> bool:
        return bool(self._rows("SELECT 1", "path = ? LIMIT 1", path))

    def facts(self, path: str) -> FileFacts | None:
        [(part, size, changed)] = self._database.execute(f"SELECT {_FACTS} WHERE path = ?", (path,)).fetchall()
        return None if part is None else _facts(part, size, changed)

    def read(self, path: str) -> bytes:
        parts = self._rows("SELECT content", "path = ? ORDER BY part", path)
        if not parts:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.shown(path))
        return b"".join(content for (content,) in parts)

    def read_known(self, path: str, most: int) -> tuple[bytes, FileFacts] | None:
        """In one statement: pages are read all the time, and large ones are none."""
        rows = self._rows(
            "SELECT part, changed, size, CASE WHEN size <= ? THEN content ELSE '' END FROM (SELECT part, changed,"
            " content, SUM(octet_length(content)) OVER () AS size",
            "path = ?) AS parts ORDER BY part",
            most, path,
        )  # fmt: skip
        if not rows:
            return None
        known = _facts(rows[-1][0], rows[-1][2], max(changed for _, changed, _, _ in rows))
        return b"".join(content for *_, content in rows), known

    def write(self, path: str, content: bytes) -> None:
        with self._database.transaction():
            gone = self._database.execute(f"DELETE FROM {TABLE} WHERE path = ? RETURNING part", (path,)).fetchall()
            self._put(path, max((part for (part,) in gone), default=-1) + 1, content)

    def create(self, path: str, content: bytes) -> bool:
        return bool(self._put(path, 0, content, " ON CONFLICT DO NOTHING")) if not self.is_file(path) else False

    def remove(self, path: str) -> None:
        self._database.execute(f"DELETE FROM {TABLE} WHERE path = ?", (path,))

    def rewrite(self, path: str, content: bytes) -> None:
        self.write(path, content)

    def shred(self, path: str) -> None:
        self.remove(path)

    def scrub(self) -> None:
        """Rows that were removed stay on the server's disk until the table is written anew."""
        self._database.execute(f"VACUUM FULL {TABLE}")

    def names(self, folder: str) -> list[str]:
        """From each to the next, by the index: a log has many parts, and nobody reads them for its name."""
        start, (first, last) = len(folder) + 1, _inside(folder)
        after = f"SELECT path FROM {TABLE} WHERE path > {{}} AND path < ? ORDER BY path LIMIT 1"
        found = self._database.execute(
            f"WITH RECURSIVE found AS (({after.format('?')}) UNION ALL SELECT ({after.format('found.path')}) FROM found"
            " WHERE found.path IS NOT NULL) SELECT path FROM found WHERE path IS NOT NULL",
            (first, last, last),
        )
        return [path[start:] for (path,) in found if "/" not in path[start:]]

    def files(self, folder: str) -> dict[str, FileFacts]:
        start = len(folder) + 1
        rows = self._database.execute(
            f"SELECT path, {_FACTS} WHERE path >= ? AND path < ? AND strpos(substr(path, ?), '/') = 0 GROUP BY path",
            (*_inside(folder), start + 1),
        )
        return {path[start:]: _facts(part, size, changed) for path, part, size, changed in rows}

    def walk(self, beginning: str = "", links: bool = True) -> Iterator[str]:
        found = self._rows("SELECT DISTINCT path", "path >= ? AND starts_with(path, ?) ORDER BY path", *[beginning] * 2)
        return (path for (path,) in found)

    def of_person(self, person: str) -> list[str]:
        """Every file that is theirs, with whatever persona."""
        found = self._rows("SELECT DISTINCT path", "person_folder = ? ORDER BY path", settled_name(person))
        return [path for (path,) in found]

    # ------------------------------------------------------------ files of lines

    def append(self, path: str, lines: bytes) -> None:
        """One statement. Two that append at once want the same number: one waits for the other, and asks again."""
        values = (path, *whose(path), lines, lines.count(b"\n"), _now(), path)
        while not self._database.execute(_APPEND, values).rowcount:
            pass

    def lines(self, path: str) -> Iterator[bytes]:
        return iter(io.BytesIO(self.read(path)))

    def last_lines(self, path: str, most: int) -> Lines:
        """Only the parts that hold them are fetched."""
        if most <= 0:
            return []
        rows = self._rows(
            "SELECT content, before FROM (SELECT part, content, SUM(lines) OVER (ORDER BY part) - lines AS before,"
            " SUM(lines) OVER (ORDER BY part DESC) - lines AS behind",
            "path = ?) AS parts WHERE behind <= ? ORDER BY part",
            path, most,
        )  # fmt: skip
        self._need(path, rows)
        lines = b"".join(content for content, _ in rows).split(b"\n")
        if not lines[-1]:  # behind the last line end
            lines.pop()
        skipped = max(len(lines) - most, 0)
        return list(enumerate(lines[skipped:], rows[0][1] + 1 + skipped))

    def lines_after(self, path: str, place: Place) -> tuple[Lines, Place]:
        facts = self.facts(path)
        self._need(path, facts)
        offset, number = place if facts and facts.size >= place[0] else (0, 0)
        rows = self._rows(
            "SELECT content, start FROM (SELECT part, content, SUM(octet_length(content)) OVER (ORDER BY part)"
            " - octet_length(content) AS start",
            "path = ?) AS parts WHERE start + octet_length(content) > ? ORDER BY part",
            path, offset,
        )  # fmt: skip
        whole = b"".join(content for content, _ in rows)[offset - rows[0][1] :] if rows else b""
        whole = whole[: whole.rfind(b"\n") + 1]
        lines = whole.split(b"\n")[:-1]
        return list(enumerate(lines, number + 1)), (offset + len(whole), number + len(lines))

    def end_of(self, path: str) -> Place:
        rows = self._rows("SELECT SUM(octet_length(content)), SUM(lines)", "path = ?", path)
        last = self._rows("SELECT content", "path = ? ORDER BY part DESC LIMIT 1", path)
        self._need(path, last)
        half = len(last[0][0]) - (last[0][0].rfind(b"\n") + 1)
        return int(rows[0][0]) - half, int(rows[0][1])

    # ------------------------------------------------------------ one at a time

    def begin(self, path: str) -> ServerHeldFile:
        held = self._hold(path)
        if held and self.create(path, b""):
            return held
        if held:
            held.close()
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), self.shown(path))

    def hold(self, path: str) -> ServerHeldFile | None:
        held = self._hold(path)
        if held and not self.is_file(path):
            held.close()
            return None
        return held

    def _hold(self, path: str) -> ServerHeldFile | None:
        return ServerHeldFile(self, path, self._holding) if self._holding.take(path) else None

    @contextmanager
    def alone(self, what: str, patience: float = 0.0) -> Iterator[None]:
        """In a transaction, which nobody has beside us in the name of the same person; one for all persons has nobody
        beside it at all."""
        with self._database.transaction():
            yield

    # ------------------------------------------------------------ rows

    def _rows(self, select: str, where: str, *values: Any) -> list[Any]:
        return self._database.execute(f"{select} FROM {TABLE} WHERE {where}", values).fetchall()

    def _put(self, path: str, part: int, content: bytes, otherwise: str = "") -> int:
        values = (path, part, *whose(path), content, content.count(b"\n"), _now())
        return self._database.execute(f"{_INSERT} VALUES (?, ?, ?, ?, ?, ?, ?){otherwise}", values).rowcount

    def _need(self, path: str, found: object) -> None:
        if not found:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.shown(path))


def _inside(folder: str) -> tuple[str, str]:
    """Paths in a folder lie between these two; "0" follows on "/"."""
    return f"{folder}/", f"{folder}0"


def _facts(part: int, size: Any, changed: int) -> FileFacts:
    return FileFacts(int(size), changed / 1_000_000, f"{changed}.{int(size)}.{part}")


def _now() -> int:
    return time.time_ns() // 1_000
