"""Making a store whole again from what is left of it.

The rule between a damaged store and its newest sound backup: what the damaged store still holds wins, because it is
newer, and the backup only fills the tables in which something could not be read. So what was deleted on purpose stays
deleted wherever that can be told: every memory has one text, so a table of memories that was read to its end says
which texts belong, and the other way round. Only when both are broken does the backup bring back all that it has: to
remember too much can be undone, to lose something cannot.

A memory that is lost all the same is made anew if the turn it came from is still there: that turn waits again.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from omoide.adapters.sql import counters, turn_search
from omoide.adapters.sql.collection import PASSAGES
from omoide.adapters.sql.copies import open_plain
from omoide.adapters.sql.lending import lend_header, lend_tables
from omoide.adapters.sql.migrations import MIGRATIONS, Migration, migrate
from omoide.adapters.sql.salvage import UNREADABLE, copy_readable
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.words import SqlWords
from omoide.errors import Refused

_OF_A_MEMORY = ("texts", "sources", "vectors")  # tables with one memory per row
_ID = re.compile(r"(mem_\d{8}|episode_\d{4}-\d\d-\d\d)_(\d{3,12})", re.ASCII)

# An embedder makes vectors of one length; what most of its vectors have is right.
WRONG_VECTORS = """WITH lengths AS (
        SELECT embedder, LENGTH(vector) AS bytes, ROW_NUMBER() OVER (
            PARTITION BY embedder ORDER BY COUNT(*) DESC, LENGTH(vector)) AS place
        FROM vectors GROUP BY embedder, LENGTH(vector))
    SELECT v.row FROM vectors v JOIN lengths l ON l.embedder = v.embedder AND l.place = 1
    WHERE LENGTH(v.vector) <> l.bytes"""


@dataclass(slots=True)
class Saved:
    """Rows per table: read from the damaged file, and added from the backup. `broken` tables were not read whole."""

    read: dict[str, int] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    lost_turns: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Mended:
    orphans: int  # rows that belonged to a memory that is not there
    textless: int  # memories without a text
    vectors: int  # of a wrong length
    turns: int  # that wait to be encoded again
    words: int  # memories whose words were indexed anew


def save_into(fresh: Path, damaged: Path, backup: Path | None) -> Saved:
    """Fill a new store at `fresh` from a copy of the damaged file (which may be changed) and from a sound backup."""
    database = SqliteDatabase(fresh)
    saved = Saved()
    try:
        migrate(database, migrations=_up_to(_form_of(damaged)))
        _salvage(damaged, database, saved)
        migrate(database)
        saved.lost_turns = lost_turns(database)
        if backup and saved.broken:
            _bring_up_to_date(backup)
            saved.added = _top_up(database, backup, saved.broken)
    finally:
        database.close()
    return saved


def lost_turns(database: SqliteDatabase) -> set[str]:
    """Turns whose memory, or its text, is gone though something still points to it. Deleting a memory on purpose
    leaves no such trace."""
    return {
        key
        for (key,) in database.execute(
            "SELECT turn FROM sources WHERE row NOT IN (SELECT row FROM memories) OR row NOT IN (SELECT row FROM texts)"
        )
    }


def mend(database: SqliteDatabase, lost: set[str]) -> Mended:
    """Put right what is derived, and let go of rows that belong to nothing."""
    with database.transaction():
        textless = _changed(database, "DELETE FROM memories WHERE row NOT IN (SELECT row FROM texts)")
        orphans = sum(
            _changed(database, f"DELETE FROM {table} WHERE row NOT IN (SELECT row FROM memories)")
            for table in _OF_A_MEMORY
        ) + _changed(
            database,
            "DELETE FROM relations WHERE source NOT IN (SELECT row FROM memories)"
            " OR target NOT IN (SELECT row FROM memories)",
        )
        vectors = _changed(database, f"DELETE FROM vectors WHERE row IN ({WRONG_VECTORS})")
        turns = sum(
            _changed(
                database,
                "UPDATE turns SET state = 'waiting', why = '' WHERE key = ? AND state = 'encoded'"
                " AND NOT EXISTS (SELECT 1 FROM sources WHERE turn = turns.key)",
                key,
            )
            for key in sorted(lost)
        )
        _know_scopes(database)
        _raise_counters(database)
        _mend_passages(database)
        _drop_graph(database)
        words = SqlWords(database).rebuild()
        turn_search.rebuild(database)
    return Mended(orphans, textless, vectors, turns, words)


def _mend_passages(database: SqliteDatabase) -> None:
    """Let go of what belongs to nothing: the next night cuts and embeds a text anew that has lost a piece."""
    for table, column, rows in (
        ("passages", "number", "SELECT number FROM passage_texts"),
        ("passage_texts", "number", "SELECT number FROM passages"),
        ("vectors_of_passages", "row", "SELECT row FROM passages"),
        ("document_versions", "row", "SELECT row FROM documents"),
        ("topic_episodes", "row", "SELECT row FROM topics"),
        ("topic_episodes", "episode", "SELECT id FROM episodes"),
    ):
        database.execute(f"DELETE FROM {table} WHERE {column} NOT IN ({rows})")
    SqlWords(database, PASSAGES).rebuild()


def _drop_graph(database: SqliteDatabase) -> None:
    """Read from pages and memories, it is made anew from them by the next night."""
    for table in ("graph_edges", "graph_sources", "graph_nodes"):
        database.execute(f"DELETE FROM {table}")


def tables_of_truth(connection: sqlite3.Connection) -> list[str]:
    """All tables but the ledger of migrations, which a new store has already, and what is derived: words, the graph,
    vectors that do not serve yet."""
    found = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'word%'"
        " AND name NOT LIKE 'graph_%'"
        " AND name NOT LIKE 'coming%' AND name NOT IN ('common_words', 'migrations')"
    )
    return [name for (name,) in found]


def _salvage(damaged: Path, database: SqliteDatabase, saved: Saved) -> None:
    target = database.connection
    tables = tables_of_truth(target)
    with closing(_opened(damaged, database.path)) as source:
        target.execute("PRAGMA foreign_keys = OFF")  # parents and children are matched when all have been read
        for table in tables:
            with database.transaction():
                saved.read[table], reading = copy_readable(source, target, table)
            if not reading.whole:
                saved.broken.append(table)
        target.execute("PRAGMA foreign_keys = ON")


def _opened(damaged: Path, sound: Path) -> sqlite3.Connection:
    """Open it, lending it a header, then the list of its tables, when it has none that SQLite can read."""
    for lend in (lend_header, lend_tables):
        if _knows_its_tables(damaged):
            break
        lend(damaged, sound)
    return open_plain(damaged)


def _knows_its_tables(damaged: Path) -> bool:
    try:
        with closing(open_plain(damaged)) as connection:
            return connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] > 0
    except UNREADABLE:
        return False


def _form_of(damaged: Path) -> int:
    """The form of the home, if it can be read; else the newest one is as good a guess as any."""
    try:
        with closing(open_plain(damaged)) as connection:
            return connection.execute("SELECT MAX(number) FROM migrations").fetchone()[0] or MIGRATIONS[-1].number
    except UNREADABLE:
        return MIGRATIONS[-1].number


def _up_to(form: int) -> Sequence[Migration]:
    """The steps that lead to the damaged store's own form, so that its columns fit; the rest follow afterwards."""
    if form > MIGRATIONS[-1].number:
        raise Refused(
            f"the damaged store is from a newer omoide (form {form}): upgrade omoide first. Nothing was changed.",
            f"壊れたデータは新しい版の omoide のものです（形式 {form}）。omoide を更新してから直してください。",
        )
    return [step for step in MIGRATIONS if step.number <= form] or MIGRATIONS


def _bring_up_to_date(backup: Path) -> None:
    database = SqliteDatabase(backup)
    try:
        migrate(database)
    finally:
        database.close()


def _top_up(database: SqliteDatabase, backup: Path, broken: list[str]) -> dict[str, int]:
    """Rows that the backup has and the damaged store lacked, of the same memories where a row belongs to one."""
    same = "(SELECT m.row FROM memories m JOIN kept.memories k ON k.row = m.row AND k.id = m.id)"
    alive = "" if "texts" in broken else " WHERE row IN (SELECT row FROM texts)"
    conditions = {"memories": alive, "relations": f" WHERE source IN {same} AND target IN {same}"}
    conditions |= dict.fromkeys(_OF_A_MEMORY, f" WHERE row IN {same}")
    added: dict[str, int] = {}
    database.execute("PRAGMA foreign_keys = OFF")
    database.execute("ATTACH ? AS kept", (str(backup),))
    for table in sorted(broken, key=lambda name: name != "memories"):
        rows = f"INSERT OR IGNORE INTO {table} SELECT * FROM kept.{table}{conditions.get(table, '')}"
        added[table] = _changed(database, rows)
    database.execute("DETACH kept")
    database.execute("PRAGMA foreign_keys = ON")
    return added


def _know_scopes(database: SqliteDatabase) -> None:
    for table in ("turns", "memories"):
        database.execute(
            "INSERT OR IGNORE INTO scopes (persona, person, last_night)"
            " SELECT t.persona, t.person, COALESCE((SELECT MAX(n.night) FROM nights n"
            f" WHERE n.persona = t.persona AND n.person = t.person), 0) FROM {table} t GROUP BY t.persona, t.person"
        )


def _raise_counters(database: SqliteDatabase) -> None:
    """No number that is in use may be given out again."""
    for name, sql in (
        ("memories", "SELECT COALESCE(MAX(row), 0) FROM memories"),
        ("vectors", "SELECT COALESCE(MAX(revision), 0) FROM vectors"),
        ("emotions", "SELECT COALESCE(MAX(row), 0) FROM emotions"),
        ("questions", "SELECT COALESCE(MAX(row), 0) FROM questions"),
        ("passages", "SELECT COALESCE(MAX(row), 0) FROM passages"),
        ("passage_texts", "SELECT COALESCE(MAX(number), 0) FROM passage_texts"),
        ("vectors_of_passages", "SELECT COALESCE(MAX(revision), 0) FROM vectors_of_passages"),
        ("documents", "SELECT COALESCE(MAX(row), 0) FROM documents"),
        ("topics", "SELECT COALESCE(MAX(row), 0) FROM topics"),
        ("goals", "SELECT COALESCE(MAX(row), 0) FROM goals"),
        ("insights", "SELECT COALESCE(MAX(row), 0) FROM insights"),
        ("proposals", "SELECT COALESCE(MAX(row), 0) FROM proposals"),
        ("resolutions", "SELECT COALESCE(MAX(recorded), 0) FROM resolutions"),
        ("audit", "SELECT COALESCE(MAX(number), 0) FROM audit"),
    ):
        counters.raise_to(database, name, database.execute(sql).fetchone()[0])
    for (name,) in database.execute("SELECT id FROM memories UNION ALL SELECT id FROM episodes").fetchall():
        if known := _ID.fullmatch(name):
            counters.raise_to(database, known[1], int(known[2]))


def _changed(database: SqliteDatabase, sql: str, *params: object) -> int:
    return max(database.execute(sql, params).rowcount, 0)
