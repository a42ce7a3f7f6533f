"""Which tables hold something of a person (N6, O2). Read from the schema itself: a table that is new tomorrow is erased
too, and a test asks for every table how it parts persons."""

from __future__ import annotations

from dataclasses import dataclass

from omoide.adapters.sql.database import Database

# Only ever added to, and with hashes instead of names; erasing leaves its lines and takes what they were about.
GUARDED = "audit"
# Small facts under keys that name their scope: ["kind", persona, person, ...].
KEYED = "state"
# Whoever deletes a row of the first deletes those of the second with it: child → (column, parent, column).
CHILDREN = {
    "texts": ("row", "memories", "row"),
    "sources": ("row", "memories", "row"),
    "relations": ("source", "memories", "row"),
    "vectors": ("row", "memories", "row"),
    "episode_sources": ("id", "episodes", "id"),
    "passages": ("number", "passage_texts", "number"),
    "vectors_of_passages": ("row", "passages", "row"),
    "topic_episodes": ("row", "topics", "row"),
    "thread_personas": ("thread", "threads", "row"),
    "graph_edges": ("tail", "graph_nodes", "row"),
    "graph_sources": ("row", "graph_nodes", "row"),
}
# Made anew as a whole, from what is left.
REBUILT = ("word", "common_words")
# Of no person: written by hand for all, or numbers without a word of what was said.
IMPERSONAL = ("counters", "document_versions", "documents", "migrations", "usage")


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[str, ...]
    texts: tuple[str, ...]  # columns that hold text
    keys: tuple[str, ...]  # columns that name a row


def tables(database: Database) -> dict[str, Table]:
    """All tables but those that are made anew."""
    found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    names = sorted(name for (name,) in found.fetchall() if not name.startswith(REBUILT))
    return {name: _table(database, name) for name in names}


def owned(database: Database) -> dict[str, Table]:
    """Tables whose rows belong to one person each."""
    return {name: table for name, table in tables(database).items() if "person" in table.columns and name != GUARDED}


def _table(database: Database, name: str) -> Table:
    facts = database.execute(f"PRAGMA table_info({name})").fetchall()
    return Table(
        name,
        tuple(column for _, column, *_ in facts),
        tuple(column for _, column, kind, *_ in facts if kind.upper() == "TEXT"),
        tuple(column for _, column, *_, position in facts if position),
    )
