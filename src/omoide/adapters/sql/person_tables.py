"""Which tables hold something of a person (N6, O2). Read from the schema itself: a table that is new tomorrow is erased
too, and a test asks for every table how it parts persons."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from omoide.adapters.sql.database import Database

# Only ever added to, and with hashes instead of names; erasing leaves its lines and takes what they were about.
GUARDED = "audit"
# Small facts under keys that name their scope: ["kind", persona, person, ...].
KEYED = "state"
# Files, which know their person by a folder; they go as files do (server_person_files.py).
FILED = "home_files"
# Whoever deletes a row of the first deletes those of the second with it: child → (column, parent, column).
CHILDREN = {
    "texts": ("row", "memories", "row"),
    "sources": ("row", "memories", "row"),
    "relations": ("source", "memories", "row"),
    "vectors": ("row", "memories", "row"),
    "coming_vectors": ("row", "memories", "row"),
    "episode_sources": ("id", "episodes", "id"),
    "passages": ("number", "passage_texts", "number"),
    "vectors_of_passages": ("row", "passages", "row"),
    "coming_vectors_of_passages": ("row", "passages", "row"),
    "topic_episodes": ("row", "topics", "row"),
    "thread_personas": ("thread", "threads", "row"),
    "graph_edges": ("tail", "graph_nodes", "row"),
    "graph_sources": ("row", "graph_nodes", "row"),
}
# Made anew as a whole, from what is left.
REBUILT = ("word", "common_words")
# Of no person: written by hand for all, or numbers without a word of what was said.
IMPERSONAL = ("counters", "document_versions", "documents", "migrations", "usage")

_COLUMNS = (
    "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema()"
    " ORDER BY table_name, ordinal_position"
)
_KEYS = (
    "SELECT c.relname, a.attname FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid"
    " CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, place)"
    " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number"
    " WHERE i.indisprimary AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, k.place"
)


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[str, ...]
    texts: tuple[str, ...]  # columns that hold text
    keys: tuple[str, ...]  # columns that name a row


def tables(database: Database) -> dict[str, Table]:
    """All tables but those that are made anew."""
    names = sorted(name for name in all_tables(database) if not name.startswith(REBUILT))
    if database.dialect.name == "sqlite":
        return {name: _on_sqlite(database, name) for name in names}
    known = _on_server(database)
    return {name: known[name] for name in names}


def all_tables(database: Database) -> list[str]:
    return [name for (name,) in database.execute(database.dialect.tables).fetchall()]


def owned(database: Database) -> dict[str, Table]:
    """Tables whose rows belong to one person each."""
    return {name: table for name, table in tables(database).items() if "person" in table.columns and name != GUARDED}


def _on_sqlite(database: Database, name: str) -> Table:
    facts = database.execute(f"PRAGMA table_info({name})").fetchall()
    return Table(
        name,
        tuple(column for _, column, *_ in facts),
        tuple(column for _, column, kind, *_ in facts if kind.upper() == "TEXT"),
        tuple(column for _, column, *_, position in facts if position),
    )


def _on_server(database: Database) -> dict[str, Table]:
    """All at once: asked about each by itself, a server is busy with that longer than with all the rest."""
    columns: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, column, kind in database.execute(_COLUMNS).fetchall():
        columns[name].append((column, kind))
    keys: dict[str, list[str]] = defaultdict(list)
    for name, column in database.execute(_KEYS).fetchall():
        keys[name].append(column)
    return {
        name: Table(
            name,
            tuple(column for column, _ in facts),
            tuple(column for column, kind in facts if kind == "text"),
            tuple(keys[name]),
        )
        for name, facts in columns.items()
    }
