"""Numbered steps from one form of the home to the next (N4). All that a home has not seen yet commit together, with
their lines in the ledger.

A home that a newer program has changed is refused and left as it is: guessing would lose what we do not know about.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from omoide.adapters.sql import (
    archive_files,
    audit,
    coming,
    consolidations,
    documents,
    dreams,
    episodes,
    graph,
    home_files,
    judgements,
    kept_sessions,
    learned,
    motives,
    notes,
    passages,
    resolutions,
    threads,
    topics,
    turn_log,
    turn_search,
    words,
)
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.schema import PERSONAL_AND_WISHES, TABLES
from omoide.errors import CannotWrite, Refused


@dataclass(frozen=True, slots=True)
class Migration:
    """`then` fills new tables from what a home holds already, `from_folder` from the files in its folder."""

    number: int
    name: str
    statements: tuple[str, ...]
    then: Callable[[Database], object] | None = None
    from_folder: Callable[[Database, Path], object] | None = None


MIGRATIONS: tuple[Migration, ...] = (
    Migration(1, "the first house", TABLES + words.SCHEMA),
    Migration(2, "personal memories, and wishes that wait", PERSONAL_AND_WISHES),
    Migration(4, "what moves the persona: emotions, questions, goals", motives.TABLES),
    Migration(5, "episodes, and the log by day and phrase",
              episodes.TABLES + turn_log.INDEX + turn_search.TABLES, turn_search.rebuild),
    Migration(6, "passages, the knowledge base, topics", passages.TABLES + documents.TABLES + topics.TABLES),
    Migration(8, "dreams: insights, and proposals for pages", dreams.TABLES),
    Migration(9, "matters that are resolved, for all personas", resolutions.TABLES),
    Migration(10, "what was seen of learned pages, and how they were used", learned.TABLES),
    Migration(11, "changes of what was learned, candidates, judged pairs", judgements.TABLES),
    Migration(12, "what the night has made of its material", consolidations.TABLES),
    Migration(13, "working memory, flushes, session notes", threads.TABLES + notes.TABLES),
    Migration(14, "the graph of what belongs together", graph.TABLES),
    Migration(15, "the audit log, only ever added to", audit.TABLES),
    Migration(archive_files.FORM, "tiers of sessions, files of the archive",
              archive_files.TABLES + kept_sessions.TABLES),
    Migration(19, "vectors of an embedder that does not serve yet", coming.TABLES),
    Migration(20, "the order in which matters were recorded as resolved", resolutions.RECORDED,
              resolutions.number_them),
    Migration(home_files.FORM, "files that all machines share", home_files.TABLES, from_folder=home_files.take_from),
    Migration(22, "files of the archive that are on their way out, and whose they are", archive_files.LEAVING,
              from_folder=archive_files.claim),
)  # fmt: skip

MOVING = 1_000_000  # stands in the ledger of a house that is being moved into, so that nobody lives in half of it

_LEDGER = "CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)"


def migrate(
    database: Database,
    before_upgrade: Callable[[], object] | None = None,
    migrations: Sequence[Migration] = MIGRATIONS,
    folder: Path | None = None,
) -> None:
    """Bring a home up to date. An existing one is handed to `before_upgrade` first, which takes a backup. `folder` is
    where an older program kept its files."""
    newest = migrations[-1].number
    if (present := version(database)) < newest:
        try:
            if present and before_upgrade:
                before_upgrade()
            with database.beyond(), database.transaction():
                database.only_one("migrations")
                for migration in migrations:
                    _apply(database, migration, folder)
        except CannotWrite as error:
            raise _not_upgraded(database) if present else error from error
        present = version(database)
    if present > newest:
        raise _too_new(database, present, newest)


def version(database: Database) -> int:
    """The number of the last migration that this home has seen; 0 for a new one."""
    if "migrations" not in _tables(database):
        return 0
    return database.execute("SELECT COALESCE(MAX(number), 0) FROM migrations").fetchone()[0]


def _apply(database: Database, migration: Migration, folder: Path | None) -> None:
    """Looked at again under the lock: another process may have come first, even with a newer program."""
    present = version(database)
    if present >= migration.number:
        return
    if present == 0:
        _refuse_strangers(database)
        database.dialect.before(database)
    ledger = () if present else (_LEDGER,)
    for statement in (*ledger, *migration.statements):
        for formed in database.dialect.form(statement):
            database.execute(formed)
    database.dialect.after(database)
    if migration.then:
        migration.then(database)
    if migration.from_folder and present and folder:
        migration.from_folder(database, folder)
    database.execute(
        "INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)",
        (migration.number, migration.name, time.time_ns() // 1_000),
    )


def _refuse_strangers(database: Database) -> None:
    if _tables(database):
        raise Refused(
            f"{database.name} is the database of another program: choose another home, or move its memories in with"
            " `omoide import`.",
            f"{database.name} は別のプログラムのデータベースです。別の場所を選ぶか、`omoide import` で移してください。",
        )


def _tables(database: Database) -> set[str]:
    return {name for (name,) in database.execute(database.dialect.tables).fetchall()}


def _not_upgraded(database: Database) -> CannotWrite:
    return CannotWrite(
        f"{database.name} was written by an older omoide and must be upgraded before it can be read, which its disk"
        " does not allow: make it writable, with some room, or copy the home to another disk and name it with"
        " OMOIDE_HOME.",
        f"{database.name} は古い版の omoide で書かれており、読む前に更新が必要ですが、ディスクに書き込めません。"
        "空きを作って書き込めるようにするか、ホームを別のディスクへ写して OMOIDE_HOME で指定してください。",
    )


def _too_new(database: Database, present: int, newest: int) -> Refused:
    if present == MOVING:
        return Refused(
            f"a home is being moved into {database.name} and is not whole yet: run that `omoide migrate` again, it goes"
            " on where it stopped.",
            f"{database.name} には引っ越しの途中で、まだ全部は届いていません。"
            "その `omoide migrate` をもう一度実行すると続きから始まります。",
        )
    return Refused(
        f"{database.name} was written by a newer omoide (form {present}, this program knows {newest}): upgrade omoide."
        " Nothing was changed.",
        f"{database.name} は新しい版の omoide で書かれています（形式 {present}、この版は {newest} まで）。"
        "omoide を更新してください。何も変更していません。",
    )
