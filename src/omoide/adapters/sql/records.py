"""Rows of `memories` and `texts` as values of the domain.

`days` and `retention` are not columns that age: they are read off the anchor for the last night of the scope, with the
same formulas as the night itself uses.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from omoide.adapters.sql.database import Database, batches, marks
from omoide.adapters.sql.moments import moment_of, restored
from omoide.domain.emotion import Emotion
from omoide.domain.memory import Memory, Relation
from omoide.domain.strengths import Strengths
from omoide.domain.turn import Scope

_DTYPES = [
    ("row", np.int64),
    ("created", np.int64),
    ("intensity", np.float64),
    ("coefficient", np.float64),
    ("days", np.float64),
    ("anchor", np.int64),
    ("level", np.int64),
    ("text_level", np.int64),
    ("recalls", np.int64),
    ("recalled_for", np.int64),
    ("archived_at", np.int64),
    ("revival_requested_at", np.int64),
    ("protected", np.bool_),
]
STRENGTHS = ", ".join(name for name, _ in _DTYPES)


class Record(NamedTuple):
    """One row, as RECORDS selects it."""

    row: int
    id: str
    persona: str
    person: str
    created: int
    created_offset: int
    intensity: int
    valence: Any
    arousal: int
    tags: str
    category: Any
    coefficient: float
    days: float
    anchor: int
    level: int
    text_level: int
    recalls: int
    recalled_for: int
    archived_at: int
    protected: int
    protection_pending: int
    revival_requested_at: int
    retired_at: int
    retired_by: str | None
    session: str
    origin: str
    personal: int
    trigger: str
    content: str
    keywords: str
    made_by: str
    last_night: int


_HELD = attrgetter(*(name for name, _ in _DTYPES))
MEMORY_COLUMNS = Record._fields[: Record._fields.index("trigger")]
_TEXT_COLUMNS = ("trigger", "content", "keywords", "made_by")
RECORDS = (
    f"SELECT {', '.join(f'm.{name}' for name in MEMORY_COLUMNS)}, {', '.join(f't.{name}' for name in _TEXT_COLUMNS)},"
    " COALESCE(s.last_night, 0) FROM memories m JOIN texts t ON t.row = m.row"
    " LEFT JOIN scopes s ON s.persona = m.persona AND s.person = m.person"
)


def strengths_of(rows: Sequence[tuple[Any, ...]]) -> Strengths:
    """Columns from rows of STRENGTHS; one pass, whatever their number."""
    table = np.fromiter(rows, dtype=_DTYPES, count=len(rows))
    return Strengths(**{column.name: np.ascontiguousarray(table[column.name]) for column in fields(Strengths)})


def memories_of(database: Database, rows: Sequence[tuple[Any, ...]]) -> list[Memory]:
    """Whole memories from rows of RECORDS, in their order, with the links and sources that belong to them."""
    records = [Record(*row) for row in rows]
    strengths = strengths_of([_HELD(record) for record in records])
    nights: Any = np.array([record.last_night for record in records], dtype=np.int64)
    held = zip(records, strengths.days_at(nights).tolist(), strengths.retention_at(nights).tolist(), strict=True)
    numbers = [record.row for record in records]
    relations, sources = _relations(database, numbers), _sources(database, numbers)
    return [
        _memory(record, days, retention, tuple(relations.get(record.row, ())), tuple(sources.get(record.row, ())))
        for record, days, retention in held
    ]


@lru_cache(maxsize=4_096)
def _texts(kept: str) -> tuple[str, ...]:
    """By the plain library: a faster one takes longer to load than it saves on what a recall reads. Feelings have few
    names, and a talk brings the same memories again and again."""
    return tuple(json.loads(kept))


def _memory(
    record: Record, days: float, retention: float, relations: tuple[Relation, ...], sources: tuple[str, ...]
) -> Memory:
    return Memory(
        id=record.id,
        scope=Scope(record.persona, record.person),
        created=restored(record.created, record.created_offset),
        trigger=record.trigger,
        content=record.content,
        intensity=record.intensity,
        emotion=Emotion(record.valence, record.arousal, _texts(record.tags)),
        category=record.category,
        coefficient=record.coefficient,
        days=days,
        retention=retention,
        keywords=_texts(record.keywords),
        level=record.level,
        text_level=record.text_level,
        recalls=record.recalls,
        recalled_for=record.recalled_for or None,
        archived_at=moment_of(record.archived_at),
        protected=bool(record.protected),
        protection_pending=bool(record.protection_pending),
        revival_requested_at=moment_of(record.revival_requested_at),
        relations=relations,
        sources=sources,
        session=record.session,
        origin=record.origin,
        personal=bool(record.personal),
        made_by=record.made_by,
        retired_at=moment_of(record.retired_at),
        retired_by=record.retired_by,
        row=record.row,
    )


def _relations(database: Database, rows: Sequence[int]) -> dict[int, list[Relation]]:
    found: dict[int, list[Relation]] = {}
    for some in batches(rows):
        sql = (
            "SELECT r.source, m.id, r.type, r.weight FROM relations r JOIN memories m ON m.row = r.target"
            f" WHERE r.source IN ({marks(len(some))}) ORDER BY r.source, r.weight DESC, r.target, r.type"
        )
        for source, target, kind, weight in database.execute(sql, some):
            found.setdefault(source, []).append(Relation(target, kind, weight))
    return found


def _sources(database: Database, rows: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for some in batches(rows):
        sql = f"SELECT row, turn FROM sources WHERE row IN ({marks(len(some))}) ORDER BY row, position"
        for row, turn in database.execute(sql, some):
            found.setdefault(row, []).append(turn)
    return found
