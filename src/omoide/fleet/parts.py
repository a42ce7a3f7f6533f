"""What a worker is made of: the second place, beside `compose`, that turns settings into adapters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from omoide.compose import open_mind
from omoide.domain.turn import Scope
from omoide.errors import InvalidSettings, MissingExtra
from omoide.ports import Locks, State
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class Parts:
    """`database` sees the rows of all; `due` and `state` read nights and small facts from it, `jobs` is the queue
    beside it."""

    settings: Settings
    database: Any
    due: Any
    state: State
    jobs: Any
    locks: Locks


def parts(home: Path, settings: Settings, live: Callable[[list[Scope]], None]) -> Parts:
    from omoide.adapters.sql.server_locks import ServerLocks
    from omoide.adapters.sql.state import SqlState

    database, due = shared_tables(home, settings)
    from omoide.adapters.queue.jobs import Jobs

    jobs = Jobs(settings.database.url, settings.work, live)
    return Parts(settings, database, due, SqlState(database), jobs, ServerLocks(database))


def shared_tables(home: Path, settings: Settings) -> tuple[Any, Any]:
    """The database for all, with the tables of memories and of workers in it, and who sleeps in it."""
    if not settings.database.url:
        raise InvalidSettings(
            "workers share a database on a server: set database.url or OMOIDE_DATABASE_URL. Without one,"
            " `omoide up` or `omoide schedule install` lives the nights.",
            "ワーカーにはサーバー上のデータベースが必要です。database.url か OMOIDE_DATABASE_URL を設定してください。"
            "サーバーなしなら `omoide up` か `omoide schedule install` が夜を過ごします。",
        )
    try:
        from omoide.adapters.sql.postgres import PostgresDatabase
    except ImportError as error:
        raise MissingExtra("psycopg", "server") from error
    from omoide.adapters.queue.due import DueNights
    from omoide.adapters.queue.tables import prepare

    open_mind(home, settings=settings).close()  # makes or upgrades the tables, after a backup
    database = PostgresDatabase(settings.database.url)
    prepare(database)
    return database, DueNights(database)
