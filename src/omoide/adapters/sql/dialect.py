"""The little in which SQLite and PostgreSQL differ, for statements that are otherwise the same (X2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from omoide.adapters.sql.database import Database
    from omoide.adapters.sql.postings import Postings

_FORM = np.dtype("<f4")  # the same bytes on every machine


@dataclass(frozen=True, slots=True)
class Dialect:
    """`form` gives a statement that makes a table its form here; `before` is done ahead of the first one, `after`
    whenever tables have changed."""

    name: str
    greatest: str  # the larger one of two values
    lacks: str  # a row that has no vector of an embedder, of a table `m` and the one of vectors
    locate: str  # where a text stands in another
    tables: str  # names of the tables that are there
    returning: bool  # whether a statement that writes can tell what it wrote; SQLite before 3.35 cannot
    form: Callable[[str], Sequence[str]]
    before: Callable[[Database], None]
    after: Callable[[Database], None]
    postings: Callable[[Database, str], Postings]  # what finds rows by terms, by the name of its table
    packed: Callable[[np.ndarray], Sequence[Any]]  # vectors, one per line, as values of a column
    unpacked: Callable[[Sequence[Any]], np.ndarray]


def _fts5(database: Database, table: str) -> Postings:
    from omoide.adapters.sql.fts5 import Fts5

    return Fts5(database, table)


def _as_blobs(vectors: np.ndarray) -> list[bytes]:
    return [vector.tobytes() for vector in np.ascontiguousarray(vectors, dtype=_FORM)]


def _from_blobs(blobs: Sequence[bytes]) -> np.ndarray:
    return np.frombuffer(b"".join(blobs), dtype=_FORM).reshape(len(blobs), -1).astype(np.float32, copy=False)


SQLITE = Dialect(
    name="sqlite",
    greatest="MAX",
    lacks="m.row NOT IN (SELECT v.row FROM {0} v WHERE v.embedder = ?)",  # made into a list once
    locate="instr",
    tables="SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    returning=False,
    form=lambda statement: (statement,),
    before=lambda database: None,
    after=lambda database: None,
    postings=_fts5,
    packed=_as_blobs,
    unpacked=_from_blobs,
)
