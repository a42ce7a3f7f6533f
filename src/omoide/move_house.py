"""Moving a whole home from a file to a server, and back (X1, X2): beside `compose`, the place that chooses both ends.

Rows and vectors move. What is files stays files: pages, documents' texts, the archive and settings lie in the home,
whatever keeps its rows.
"""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from omoide import settings as settings_
from omoide.compose import open_mind
from omoide.domain.house import Moved
from omoide.errors import InvalidInput, MissingExtra, NotFound
from omoide.home import DATABASE
from omoide.perceive.auditing import audit
from omoide.ports import Progress
from omoide.settings import Settings

_SERVERS = ("postgresql://", "postgres://")


def move_house(home: Path, to: str, report: Progress | None = None) -> tuple[str, Moved]:
    """From where the settings of this home keep its rows to the address of a server, or to a folder. Returns what the
    new place is called, without its password. What is moved from stays as it is."""
    settings = settings_.load(home)
    target, folder = _place(to)
    with closing(target):
        source = _present(home, settings, target)
        with closing(source), _locks(folder, target).hold("migrate"):
            if folder is not None:
                _make_room(home, folder, settings)
            from omoide.adapters.sql.carrying import carry

            moved = carry(source, target, report)
        if folder is None:
            from omoide.adapters.sql.settling_in import settle_in

            settle_in(target)
        else:
            from omoide.adapters.sql import copies

            copies.drop_index(folder)
        return target.name, moved


def _place(to: str) -> tuple[Any, Path | None]:
    if to.startswith(_SERVERS):
        return _server(to), None
    if "://" in to and not to.startswith("file://"):
        scheme = to.split("://", 1)[0]  # never the rest: a password may stand in it
        raise InvalidInput(
            f"a home cannot be moved to {scheme}://: name postgresql://name:password@host:5432/database, or a folder.",
            f"{scheme}:// へは引っ越せません。postgresql://名前:パスワード@ホスト:5432/データベース か、"
            "フォルダーを指定してください。",
        )
    if not to.strip():
        raise InvalidInput(
            "--to is empty: name the address of a server, or a folder.",
            "--to が空です。サーバーのアドレスかフォルダーを指定してください。",
        )
    from omoide.adapters.sql.sqlite import SqliteDatabase

    folder = Path(unquote(urlsplit(to).path) if to.startswith("file://") else to).expanduser().absolute()
    return SqliteDatabase(folder / DATABASE), folder


def _present(home: Path, settings: Settings, target: Any) -> Any:
    """Where the rows are now, in the form of today, and with a line in the audit log that says where they went."""
    from omoide.adapters.sql.sqlite import SqliteDatabase

    source: Any = _server(settings.database.url) if settings.database.url else SqliteDatabase(home / DATABASE)
    if source.name == target.name or (not settings.database.url and _same(home, target)):
        raise InvalidInput(
            f"the rows of this home are in {source.name} already: name another place to move to.",
            f"この記憶はすでに {source.name} にあります。別の場所を指定してください。",
        )
    if not settings.database.url and not (home / DATABASE).exists():
        raise NotFound(
            f"there is nothing in {home} yet: nothing to move.",
            f"{home} にはまだ何もありません。移すものがありません。",
        )
    with open_mind(home, settings=settings) as mind:  # finishes a restore, and brings older forms up to date
        audit(mind.faculties, "export", "migrate", target.name)
    return source


def _same(home: Path, target: Any) -> bool:
    return target.dialect.name == "sqlite" and target.path.resolve() == (home / DATABASE).resolve()


def _make_room(home: Path, folder: Path, settings: Settings) -> None:
    """The file that a home had before its rows moved to a server is used by nobody: it is set aside. One that a killed
    move left is gone on with."""
    from omoide.adapters.sql import copies
    from omoide.adapters.sql.migrations import MOVING

    path = folder / DATABASE
    if not settings.database.url or folder.resolve() != home.resolve() or not path.exists():
        return
    with closing(copies.open_plain(path)) as connection:
        begun = copies.form_of(connection) == MOVING
    if not begun:
        copies.set_aside(path, copies.aside_folder(home, datetime.now(UTC).astimezone()))
        for left in (path, *path.parent.glob(f"{DATABASE}-*")):
            left.unlink()


def _server(url: str) -> Any:
    try:
        from omoide.adapters.sql.postgres import PostgresDatabase
    except ImportError as error:
        raise MissingExtra("psycopg", "server") from error
    return PostgresDatabase(url)


def _locks(folder: Path | None, target: Any) -> Any:
    if folder is not None:
        from omoide.adapters.files.locks import FileLocks

        return FileLocks(folder / "locks")
    from omoide.adapters.sql.server_locks import ServerLocks

    return ServerLocks(target)
