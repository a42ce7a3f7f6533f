"""Moving a whole home from a file to a server, and back (X1, X2): beside `compose`, the place that chooses both ends.

Rows, vectors and pages move, with logs, journals, tokens and proofs of erasures. The archive and settings lie in the
home, whatever keeps its rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from omoide import settings as settings_
from omoide.compose import open_mind
from omoide.domain.house import Moved
from omoide.errors import InvalidInput, MissingExtra, NotFound, Refused
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
            from omoide.adapters.files import file_carrying
            from omoide.adapters.sql.carrying import carry
            from omoide.adapters.sql.home_files import ALONE

            here, there = _files(source), _files(target)
            moved = carry(source, target, report, lambda: file_carrying.carry_and_compare(here, there, ALONE))
            moved = replace(moved, files=file_carrying.counted(there))
        if folder is None:
            from omoide.adapters.sql.settling_in import settle_in

            settle_in(target)
        else:
            from omoide.adapters.sql import copies

            copies.drop_index(folder)
        return target.name, moved


def take_in(home: Path, folder: Path) -> Mapping[str, int]:
    """Pages, logs and journals that lie somewhere as files, into a home that keeps them on its server: how many were
    `taken`, and how many put in `conflicts`. All or nothing."""
    settings = settings_.load(home)
    if not settings.database.url:
        raise Refused(
            f"the pages of this home are files in {home}: put them there yourself.",
            f"このホームのページは {home} のファイルです。そのまま置いてください。",
        )
    if not folder.is_dir():
        raise NotFound(f"there is no folder {folder}.", f"{folder} というフォルダーはありません。")
    from omoide.adapters.file_places import make_files
    from omoide.adapters.files import taking_in

    open_mind(home, settings=settings).close()  # brings older forms up to date
    with closing(_server(settings.database.url)) as server, server.transaction():
        return taking_in.take_in(make_files(folder, None), make_files(home, server), datetime.now(UTC).astimezone())


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


def _files(database: Any) -> Any:
    """What keeps the files beside these rows."""
    from omoide.adapters.file_places import make_files

    on_disk = database.dialect.name == "sqlite"
    return make_files(database.path.parent, None) if on_disk else make_files(Path(), database)


def _make_room(home: Path, folder: Path, settings: Settings) -> None:
    """What a home had before it moved to a server is used by nobody, and pages without a store by nobody either: they
    are set aside. What a killed move left is gone on with."""
    from omoide.adapters.files.page_copies import FOLDERS
    from omoide.adapters.sql import copies
    from omoide.adapters.sql.migrations import MOVING

    path = folder / DATABASE
    back = bool(settings.database.url) and folder.resolve() == home.resolve()
    if path.exists() and not back:  # a store that is in use is refused, one that is being moved into is gone on with
        return
    left = [folder / name for name in FOLDERS if (folder / name).exists()]
    if path.exists():
        with closing(copies.open_plain(path)) as connection:
            if copies.form_of(connection) == MOVING:
                return
    elif not left:
        return
    aside = copies.aside_folder(folder, datetime.now(UTC).astimezone())
    if path.exists():
        copies.set_aside(path, aside)
        for file in (path, *path.parent.glob(f"{DATABASE}-*")):
            file.unlink()
    for pages in left:
        pages.rename(aside / pages.name)


def _server(url: str) -> Any:
    try:
        from omoide.adapters.sql.postgres import PostgresDatabase
    except ImportError as error:
        raise MissingExtra("psycopg", "server") from error
    return PostgresDatabase(url)


def _locks(folder: Path | None, target: Any) -> Any:
    from omoide.adapters.file_places import make_locks

    return make_locks(folder or Path(), None if folder else target)
