"""What of a person stands in rows that are somebody else's (O2).

Others' turns are their own words: they stay, and needles that stand in them prove nothing. What was derived (memories,
accounts, notes, plans) and holds the erased person's words or ids was made of several persons: it goes, and what it was
made from waits again, so that the next session or night makes it anew from the others' words alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from omoide.adapters.sql.collection import PASSAGES
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.person_rows import LEDGER
from omoide.adapters.sql.person_tables import CHILDREN, KEYED, Table, owned, tables
from omoide.adapters.sql.words import SqlWords
from omoide.domain.erasure import Mention
from omoide.domain.needles import Needles
from omoide.language.traces import names, telling

_AT_ONCE = 500
# Rows that only say where somebody stands: there is no text in them.
_BARE = {LEDGER, "scopes", "nights", "thread_messages", "emotions", "episode_uses", "injected_procedures"}


def own_words_of_others(database: Database, person: str, needles: Needles) -> set[int]:
    """Needles that also stand in what others said, or in documents: they are not the person's alone."""
    found: set[int] = set()
    for text in _spoken(database, person):
        found |= needles.found(text)
    return found


def shared_with_others(database: Database, person: str, needles: Needles) -> set[int]:
    """Needles that stand in anything that was made for somebody else."""
    found: set[int] = set()
    for _, _, text in _derived(database, person):
        found |= needles.found(text)
    return found


def in_other_names(database: Database, person: str, needles: Needles) -> set[int]:
    """Needles that stand in the names of others: Aki stands in Akira."""
    if "scopes" not in tables(database):
        return set()
    scopes = database.execute("SELECT persona, person FROM scopes WHERE person <> ?", (person,)).fetchall()
    return needles.found("\0".join(f"{persona}{whose}" for persona, whose in scopes).encode("utf-8", "surrogatepass"))


def mentions(database: Database, person: str) -> list[Mention]:
    """Turns of others, and documents, that name the person."""
    if not telling(person):
        return []
    rows = database.execute(
        "SELECT key, said, replied FROM turns WHERE person <> ? AND (said LIKE ? OR replied LIKE ?) ORDER BY key",
        (person, f"%{person}%", f"%{person}%"),
    ).fetchall()
    found = [Mention("turn", key) for key, *texts in rows if any(names(text, person) for text in texts)]
    if "documents" in tables(database):
        rows = database.execute("SELECT id, text FROM documents WHERE text LIKE ?", (f"%{person}%",)).fetchall()
        found += [Mention("document", name) for name, text in rows if names(text, person)]
    return found


def derive_again(database: Database, person: str, needles: Needles) -> dict[str, int]:
    """Let go of what holds one of the needles and is not the person's; call it in the transaction that erases them."""
    leaks = [(table, keys) for table, keys, text in _derived(database, person) if needles.any(text)]
    gone: Counter[str] = Counter()
    for table, keys in dict.fromkeys(leaks):
        where = " AND ".join(f"{key} = ?" for key in table.keys)
        _drop_words(database, table.name, keys)
        _let_sources_wait(database, table.name, where, keys)
        gone[table.name] += database.execute(f"DELETE FROM {table.name} WHERE {where}", keys).rowcount
    return dict(gone)


def _drop_words(database: Database, table: str, keys: Sequence[Any]) -> None:
    if table == "memories":
        SqlWords(database).remove([keys[0]])
    elif table == "passage_texts":
        rows = database.execute("SELECT row FROM passages WHERE number = ?", keys).fetchall()
        SqlWords(database, PASSAGES).remove([row for (row,) in rows])


def _let_sources_wait(database: Database, table: str, where: str, keys: Sequence[Any]) -> None:
    """What the row was made from is free again."""
    if table == "memories":
        database.execute(
            "UPDATE turns SET state = 'waiting', why = '' WHERE state = 'encoded' AND (persona, person, key) IN"
            f" (SELECT m.persona, m.person, s.turn FROM memories m JOIN sources s ON s.row = m.row WHERE m.{where})",
            keys,
        )
    elif table == "episodes":  # days that had run together stand by themselves again
        database.execute("UPDATE episodes SET archived_at = 0, merged_into = NULL WHERE merged_into = ?", keys)
    elif table == "notes":
        database.execute(
            "DELETE FROM note_turns WHERE (persona, person, note) IN"
            f" (SELECT persona, person, row FROM notes WHERE {where})",
            keys,
        )


def _derived(database: Database, person: str) -> Iterator[tuple[Table, tuple[Any, ...], bytes]]:
    """Rows of others with all their text: their table, the values of their keys, the text. A child's text counts as
    its parent's."""
    known = tables(database)
    for name, table in owned(database).items():
        if name in _BARE:
            continue
        yield from _rows(database, table, f"FROM {name} t WHERE t.person <> ?", "t", table.texts, person)
    for name, (column, parent, key) in CHILDREN.items():
        if name not in known or parent not in known or not known[name].texts:
            continue
        joined = f"FROM {name} c JOIN {parent} t ON t.{key} = c.{column} WHERE t.person <> ?"
        if "person" in known[parent].columns:
            yield from _rows(database, known[parent], joined, "c", known[name].texts, person)
    state = database.execute(f"SELECT key, value FROM {KEYED}").fetchall() if KEYED in known else ()
    for key, value in state:
        yield known[KEYED], (key,), f"{key}\0{value}".encode("utf-8", "surrogatepass")


def _rows(
    database: Database, table: Table, clause: str, alias: str, texts: Sequence[str], person: str
) -> Iterator[tuple[Table, tuple[Any, ...], bytes]]:
    keys = [f"t.{key}" for key in table.keys]
    columns = [f"{alias}.{text}" for text in texts]
    rows = database.execute(f"SELECT {', '.join(keys + columns)} {clause}", (person,))
    for row in rows.fetchall():
        text = "\0".join(value for value in row[len(keys) :] if value)
        yield table, tuple(row[: len(keys)]), text.encode("utf-8", "surrogatepass")


def _spoken(database: Database, person: str) -> Iterator[bytes]:
    yield from _joined(database.execute("SELECT key, said, replied FROM turns WHERE person <> ?", (person,)))
    if "documents" in tables(database):
        yield from _joined(database.execute("SELECT id, name, text FROM documents"))


def _joined(rows: Iterable[Sequence[str]]) -> Iterator[bytes]:
    """Several rows at once: each search has a cost of its own."""
    some: list[str] = []
    for row in rows:
        some += row
        if len(some) > _AT_ONCE:
            yield "\0".join(some).encode("utf-8", "surrogatepass")
            some = []
    yield "\0".join(some).encode("utf-8", "surrogatepass")
