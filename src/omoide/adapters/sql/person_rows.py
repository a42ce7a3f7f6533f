"""The rows of one person, of all personas (O2): counted, read for what they betray, taken out in one transaction."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from omoide.adapters.sql import turn_search
from omoide.adapters.sql.audit import TABLES as AUDIT
from omoide.adapters.sql.collection import MEMORIES, PASSAGES
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.person_tables import CHILDREN, GUARDED, KEYED, Table, owned, tables
from omoide.adapters.sql.words import SqlWords
from omoide.domain.audit import hashed
from omoide.domain.needles import SHORTEST, Needles

LEDGER = "turns"
_NAMING = {"id", "turn", "session"}  # columns with ids, besides the key of a turn
# What is in these columns was never said: names of kinds and states, times as texts, numbers of revisions.
_SILENT = {"persona", "person", "kind", "state", "status", "made_by", "embedder", "stamp", "revision", "seal", "day"}


def counted(database: Database, person: str) -> dict[str, int]:
    found = {
        name: database.execute(f"SELECT COUNT(*) FROM {name} WHERE person = ?", (person,)).fetchone()[0]
        for name in owned(database)
    }
    found[KEYED] = len(state_keys(database, person))
    return {name: count for name, count in found.items() if count}


def personas(database: Database, person: str) -> list[str]:
    if "scopes" not in tables(database):
        return []
    rows = database.execute("SELECT persona FROM scopes WHERE person = ? ORDER BY persona", (person,)).fetchall()
    return [persona for (persona,) in rows]


def state_keys(database: Database, person: str) -> list[str]:
    if KEYED not in tables(database):
        return []
    return [key for (key,) in database.execute(f"SELECT key FROM {KEYED}").fetchall() if _whose(key) == person]


def archived(database: Database, person: str) -> list[str]:
    """Files of the archive that are theirs: each holds what was said with one person."""
    if "archive_files" not in tables(database):
        return []
    rows = database.execute("SELECT name FROM archive_files WHERE person = ? ORDER BY name", (person,)).fetchall()
    return [name for (name,) in rows]


def transcripts(database: Database, person: str) -> list[str]:
    """Files of other programs that were read for them."""
    keys = (json.loads(key) for key in state_keys(database, person))
    return sorted({key[3] for key in keys if key[0] == "transcript" and len(key) > 3})


def ids(database: Database, person: str) -> list[str]:
    """What names their rows, unless the same names somebody else's too, or is so short that it says nothing."""
    mine: set[str] = set()
    others: set[str] = set()
    for name, table in owned(database).items():
        for column in [c for c in table.texts if c in _NAMING or (name, c) == (LEDGER, "key")]:
            rows = database.execute(f"SELECT {column}, person FROM {name}").fetchall()
            mine |= {value for value, whose in rows if whose == person and _is_id(column, value)}
            others |= {value for value, whose in rows if whose != person}
    return sorted(mine - others)


def said(database: Database, person: str) -> Iterator[str]:
    """Their own words and the replies to them."""
    for row in database.execute("SELECT said, replied FROM turns WHERE person = ?", (person,)).fetchall():
        yield from row


def told(database: Database, person: str) -> Iterator[str]:
    """What was made of their words since: accounts, summaries, pages, plans."""
    known = tables(database)
    for key in state_keys(database, person):
        yield database.execute(f"SELECT value FROM {KEYED} WHERE key = ?", (key,)).fetchone()[0]
    for name, table in owned(database).items():
        columns = [column for column in table.texts if column not in _SILENT | _NAMING]
        if name != LEDGER and columns:
            yield from _values(database, f"SELECT {', '.join(columns)} FROM {name} WHERE person = ?", person)
    for name, (column, parent, key) in CHILDREN.items():
        columns = [f"c.{text}" for text in known[name].texts if text not in _SILENT | _NAMING] if name in known else []
        if columns and "person" in known[parent].columns:
            yield from _values(
                database,
                f"SELECT {', '.join(columns)} FROM {name} c JOIN {parent} p ON p.{key} = c.{column} WHERE p.person = ?",
                person,
            )


def erase(database: Database, person: str) -> dict[str, int]:
    """Everything, in one transaction; children go with their parents."""
    with database.transaction():
        gone = counted(database, person)
        known = tables(database)
        _blank_audit(database, person, known)
        _drop_words(database, person, known)
        for name in owned(database):
            database.execute(f"DELETE FROM {name} WHERE person = ?", (person,))
        database.executemany(f"DELETE FROM {KEYED} WHERE key = ?", [(key,) for key in state_keys(database, person)])
    return gone


def settle_words(database: Database) -> None:
    """What was taken out of the indexes of words is in them no more; in a store of whatever form."""
    known = tables(database)
    for collection in [of for of in (MEMORIES, PASSAGES) if of.rows in known]:
        with database.transaction():
            database.dialect.postings(database, collection.words).settle()
        SqlWords(database, collection).refresh()
    if "episodes" in known:
        with database.transaction():
            database.dialect.postings(database, turn_search.SAID).settle()


def _drop_words(database: Database, person: str, known: dict[str, Table]) -> None:
    """A backup may be older than some tables."""
    if "memories" in known:
        rows = database.execute("SELECT row FROM memories WHERE person = ?", (person,)).fetchall()
        SqlWords(database).remove([row for (row,) in rows])
        database.execute(f"DELETE FROM {MEMORIES.scopes} WHERE person = ?", (person,))
    if "passages" in known:
        theirs = "SELECT p.row FROM passages p JOIN passage_texts t ON t.number = p.number WHERE t.person = ?"
        SqlWords(database, PASSAGES).remove([row for (row,) in database.execute(theirs, (person,)).fetchall()])
        shelves = database.execute(f"SELECT number, person FROM {PASSAGES.scopes}").fetchall()
        gone = [(number,) for number, shelf in shelves if json.loads(shelf)[1] == person]
        database.executemany(f"DELETE FROM {PASSAGES.scopes} WHERE number = ?", gone)
    if "episodes" in known:
        turn_search.forget(database, person)


def look_through(database: Database, needles: Needles) -> tuple[dict[str, int], dict[str, int]]:
    """How many tables and rows were looked at, and rows with any of the needles in a text, by table. A file is searched
    as it lies on the disk; of a server only rows can be seen from here."""
    found: Counter[str] = Counter()
    looked_at = {"tables": 0, "rows": 0}
    for name, table in tables(database).items():
        looked_at["tables"] += 1
        if table.texts:
            rows = database.execute(f"SELECT {', '.join(table.texts)} FROM {name}").fetchall()
            looked_at["rows"] += len(rows)
            found[name] = sum(
                needles.any("\0".join(filter(None, row)).encode("utf-8", "surrogatepass")) for row in rows
            )
    return looked_at, dict(+found)


def lose_archived(database: Database, names: Sequence[str]) -> int:
    """Files of others that go: the next night tells their talks anew from their turns, since they are not there."""
    return sum(
        database.execute("UPDATE archive_files SET state = 'stale' WHERE name = ?", (name,)).rowcount for name in names
    )


def orphans(database: Database) -> dict[str, int]:
    """Rows whose parent is gone; none when all is well."""
    left: Counter[str] = Counter()
    known = tables(database)
    for name, (column, parent, key) in CHILDREN.items():
        if name in known:
            sql = (
                f"SELECT COUNT(*) FROM {name} c WHERE c.{column} IS NOT NULL"
                f" AND NOT EXISTS (SELECT 1 FROM {parent} p WHERE p.{key} = c.{column})"
            )
            left[f"{name} without {parent}"] = database.execute(sql).fetchone()[0]
    return dict(+left)


def come_back(database: Database) -> int:
    """Persons with turns from before they were erased: an older store was put in place of the present one."""
    lines = database.execute("SELECT person, MAX(at) FROM audit WHERE action = 'erase' GROUP BY person")
    erased = dict(lines.fetchall())
    if not erased:
        return 0
    first = database.execute("SELECT person, MIN(time) FROM turns GROUP BY person").fetchall()
    return sum(said < erased.get(hashed(person), 0) for person, said in first)


def _blank_audit(database: Database, person: str, known: dict[str, Table]) -> None:
    """What was done stays on record, under the hash; what it was done to goes. Erasing is the one thing that overrides
    the guard of the audit log (F6), inside its own transaction."""
    if GUARDED not in known:
        return
    about = (hashed(person),)
    lines = database.execute(f"SELECT COUNT(*) FROM {GUARDED} WHERE person = ? AND action <> 'erase'", about)
    if not lines.fetchone()[0]:
        return
    (guard,) = [statement for statement in AUDIT if "BEFORE UPDATE" in statement]
    lift, restore = ("DROP TRIGGER audit_is_not_changed", guard)
    if database.dialect.name != "sqlite":
        lift, restore = (
            f"ALTER TABLE {GUARDED} {change} TRIGGER audit_is_not_changed" for change in ("DISABLE", "ENABLE")
        )
    database.execute(lift)
    database.execute(
        f"UPDATE {GUARDED} SET persona = '', subject = '', detail = '' WHERE person = ? AND action <> 'erase'", about
    )
    database.execute(restore)


def _is_id(column: str, value: str) -> bool:
    """A session may have a name that somebody gave it, which may stand anywhere."""
    named = column == "session" and (len(value) < 20 or not any(map(str.isdigit, value)) or " " in value)
    return len(value) >= SHORTEST and not named


def _values(database: Database, sql: str, person: str) -> Iterator[str]:
    for row in database.execute(sql, (person,)).fetchall():
        yield from (value for value in row if value)


def _whose(key: str) -> str | None:
    """The person that a key of the state names."""
    try:
        parts = json.loads(key)
    except ValueError:
        return None
    return parts[2] if isinstance(parts, list) and len(parts) > 2 else None
