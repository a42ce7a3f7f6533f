"""Everything that a home holds of a person (O2): rows, pages, logs, indexes, jobs, what was set aside, the archive,
backups, and whatever other stores it keeps copies in.

Rows go in one transaction. Files and other stores cannot join it; whoever is killed in between begins again, and what
is gone by then is not missed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.adapters.archive.person_archive import PersonArchive
from omoide.adapters.files import byte_search, person_files
from omoide.adapters.files.erasures import FOLDER as ERASURES
from omoide.adapters.files.names import folder_name
from omoide.adapters.files.shredding import shred_folder
from omoide.adapters.index.own_files import shred_all_but
from omoide.adapters.sql import copies, person_leaks, person_rows, server_person_files
from omoide.adapters.sql.audit import SqlAudit
from omoide.adapters.sql.backups import LOCK, SqlBackups
from omoide.adapters.sql.collection import MEMORIES, PASSAGES
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.person_grounds import Ground, OldStore, PeopleInSettings
from omoide.adapters.sql.state import SqlState
from omoide.domain.audit import Audited, hashed
from omoide.domain.erasure import Looked, Mention, Removed, Searched, Traces, barred
from omoide.domain.needles import Needles
from omoide.domain.turn import Scope
from omoide.errors import Busy, OmoideError
from omoide.home import DATABASE
from omoide.language.traces import stretches
from omoide.ports import Locks, Place

if TYPE_CHECKING:
    from omoide.adapters.sql.postgres import PostgresDatabase
    from omoide.adapters.sql.server_folder import ServerFolder

_MOST = 50_000  # stretches of what was said, and as many of what was told
_INDEX = "index"
Look = Callable[[Database, str, Needles], set[int]]


class SqlHoldings:
    def __init__(
        self, home: Path, backups: SqlBackups, default: str, in_settings: PeopleInSettings, archive: PersonArchive,
        places: Sequence[Place], locks: Locks, anybodys: Callable[[str], bool], server: PostgresDatabase | None = None,
    ) -> None:  # fmt: skip
        """`places` are other stores, which hold copies; `anybodys` says which sentences are written about anybody, and
        so betray nobody; `server` has the rows and files of all scopes, where these are not in the home."""
        self._home, self._backups, self._archive, self._places = home, backups, archive, tuple(places)
        self._ground_of: Callable[[Path], Ground] = lambda root: Ground(root, default, in_settings)
        self._ground = Ground(home, default, in_settings, archive.remove, server, _on(server))
        self._before = OldStore(home, default, in_settings, archive.remove) if server is not None else None
        self._locks, self._anybodys = locks, anybodys
        self._held: list[str] = []

    def reach(self) -> None:
        self._archive.names()
        self._backups.list()
        for place in self._places:
            place.reach()

    # ------------------------------------------------------------ looking

    def personas(self, person: str) -> list[str]:
        with self._ground.rows() as database:
            return person_rows.personas(database, person)

    def counted(self, person: str) -> dict[str, int]:
        aside = sum(sum(_counted(ground, person).values()) for ground in self._set_aside())
        before = sum(sum(old.counted(person).values()) for old in self._old_stores())
        more = {"old_store": before, "set_aside": aside}
        return self._ground.counted(person) | {kind: count for kind, count in more.items() if count}

    def traces(self, person: str) -> Traces:
        with self._ground.rows() as database:
            said = self._some(person_rows.said(database, person))
            archived = self._archive.texts(person_rows.archived(database, person))
            told = self._some(chain(person_rows.told(database, person), self._ground.texts(person), archived))
            known = set(said)
            told = tuple(text for text in told if text not in known)
            named = _named(person_rows.personas(database, person), person)
            return Traces(tuple(person_rows.ids(database, person)), said, told, named)

    def _some(self, texts: Iterable[str]) -> tuple[str, ...]:
        """What tells of them, each once; of very much, evenly so much of it."""
        found = list(dict.fromkeys(stretch for text in texts for stretch in stretches(text, self._anybodys)))
        step = len(found) // _MOST + 1
        return tuple(found[::step])

    def not_only_theirs(self, person: str, traces: Traces) -> Traces:
        spoken, derived = person_leaks.own_words_of_others, person_leaks.shared_with_others
        with ExitStack() as opened:
            stores = [opened.enter_context(ground.rows()) for ground in (self._ground, *self._old_stores())]
            return Traces(
                _found(stores, person, traces.ids, spoken),
                _found(stores, person, traces.said, spoken),
                _found(
                    stores, person, traces.told, spoken, derived,
                    beside=(self._in_files_of_others, self._in_archive_of_others),
                ),
                _found(stores, person, traces.names, spoken, derived, person_leaks.in_other_names),
            )  # fmt: skip

    def mentions(self, person: str) -> list[Mention]:
        with self._ground.rows() as database:
            return person_leaks.mentions(database, person)

    def elsewhere(self, person: str) -> list[str]:
        with self._ground.rows() as database:
            read = [path for path in person_rows.transcripts(database, person) if Path(path).exists()]
            return [*read, *self._archive.of_others(person_rows.archived(database, person))]

    # ------------------------------------------------------------ erasing

    @contextmanager
    def alone(self, person: str, personas: Sequence[str]) -> Iterator[None]:
        self._backups.finish_restore()
        self._held = theirs = person_files.locks(person, personas)
        with ExitStack() as held:
            try:
                for name in (LOCK, "restore", *theirs):
                    held.enter_context(self._locks.hold(name))
            except Busy as busy:
                raise Busy(
                    "a night, a restore or another erasure is under way: wait until it is done. Nothing was erased.",
                    "夜の処理か復元、または別の消去が進行中です。終わってからやり直してください。何も消していません。",
                ) from busy
            person_files.refuse_while_speaking(self._home, person)
            if files := self._ground.files:
                server_person_files.refuse_while_speaking(files, person)
            yield

    def drop_locks(self) -> None:
        person_files.drop_locks(self._home, self._held)

    def remove(self, person: str, leaking: Needles, everything: Needles) -> Removed:
        """Copies go after what they are copied from: until then somebody may make one."""
        removed = self._ground.remove(person, leaking)
        copied = sum(place.let_go(person, everything) for place in self._places)
        for old in self._old_stores():
            removed += _counted_as("old_store", old.remove(person, leaking))
        for ground in self._set_aside():
            removed += _counted_as("set_aside", ground.remove_even_if_damaged(person, leaking))
        with self._ground.rows() as database:
            indexes = sum(shred_all_but(self._home / _INDEX / place, kept) for place, kept in _indexed(database))
        rooms = sum(shred_folder(room) for folder in self._folders() for room in copies.workrooms(folder))
        more = {"indexes": indexes, "workrooms": rooms, "copies": copied}
        return removed + Removed({kind: count for kind, count in more.items() if count}, self._archived_leaks(leaking))

    def _archived_leaks(self, leaking: Needles) -> dict[str, int]:
        """Files of others with the person's words go, and their talks are told anew; or files that nobody knows of."""
        names = self._archive.holding(leaking)
        if not names:
            return {}
        with self._ground.rows() as database, database.transaction():
            person_rows.lose_archived(database, names)
        for name in names:
            self._archive.remove(name)
        return {"archive_files": len(names)}

    def look_through(self, person: str, needles: Needles) -> Looked:
        files = byte_search.look_through(self._home, needles, self._kept_apart())
        rows = self._ground.look_through(needles)
        left = tuple(f"{place}: {what}" for place, ground in self._grounds() for what in ground.left(person))
        archived = self._archive.look_through(person, needles)
        others = (place.look_through(person, needles) for place in self._places)
        return Looked((files, replace(rows, found=(*left, *rows.found)), *self._shared(needles), archived, *others))

    def _shared(self, needles: Needles) -> list[Searched]:
        """Files that a server keeps for all machines."""
        if (files := self._ground.files) is None:
            return []
        return [byte_search.look_through_files(files, needles, f"{ERASURES}/")]

    # ------------------------------------------------------------ backups

    def in_backups(self, person: str, needles: Needles | None = None) -> Searched:
        backups, damaged = self._backups.list(), self._backups.damaged()
        held = (backup.name for backup in backups if self._holds(backup.name, person, needles))
        found = (*held, *(backup.name for backup in damaged))  # nobody can say that these do not
        every = [*backups, *damaged]
        looked_at = {"backups": len(every), "bytes": sum(backup.bytes for backup in every)}
        where = self._backups.where.replace(str(self._home), "home")  # a path may name somebody
        return Searched("backups", where, looked_at, found)

    def rewrite_backup(self, name: str, person: str, leaking: Needles) -> bool:
        try:
            self._backups.rewrite(name, lambda folder: self._ground_of(folder).remove(person, leaking))
        except OmoideError:
            return False  # damaged, or not to be opened: it stays on the list of those that may hold them
        return not self._holds(name, person)

    def _holds(self, name: str, person: str, needles: Needles | None = None) -> bool:
        try:
            with self._backups.unpacked(name) as path:
                folder = path.parent
                held = bool(self._ground_of(folder).counted(person))
                held = held or (needles is not None and bool(byte_search.look_through(folder, needles).found))
                shred_folder(folder)
                return held
        except OmoideError:
            return True  # nobody can say that it does not

    # ------------------------------------------------------------ before and after

    def bar(self, person: str) -> None:
        with self._ground.rows() as database:
            SqlState(database).set(barred(person), "1")

    def unbar(self, person: str, line: Audited) -> None:
        with self._ground.rows() as database, database.transaction():
            SqlState(database).set(barred(person), None)
            SqlAudit(database).add(line)

    def erased_before(self, person: str) -> datetime | None:
        with self._ground.rows() as database:
            return SqlAudit(database).when("erase", hashed(person))

    def come_back(self) -> int:
        with self._ground.rows() as database:
            return person_rows.come_back(database)

    # ------------------------------------------------------------ places

    def _in_files_of_others(self, database: Database, person: str, needles: Needles) -> set[int]:
        own = [path for _, ground in self._grounds() for path in ground.places(person)]
        found = byte_search.texts_in(self._home, needles, [*own, *self._kept_apart()])
        if files := self._ground.files:
            theirs = set(files.of_person(person))
            found |= byte_search.texts_in_files(
                files, needles, lambda name: name in theirs or name.startswith(f"{ERASURES}/")
            )
        return found

    def _in_archive_of_others(self, database: Database, person: str, needles: Needles) -> set[int]:
        return self._archive.standing(needles, person_rows.archived(database, person))

    def _kept_apart(self) -> list[Path]:
        """What erasing itself keeps, backups, and the archive, which is looked through by its rows."""
        every = [*self._backups.list(), *self._backups.damaged()]
        backups = [backup.path for backup in every if backup.path]
        return [self._home / ERASURES, *backups, *(self._home / "archive" / name for name in self._archive.names())]

    def _grounds(self) -> Iterator[tuple[str, Ground]]:
        yield "store", self._ground
        for old in self._old_stores():
            yield DATABASE, old
        for ground in self._set_aside():
            yield f"set-aside/{ground.root.name}", ground

    def _old_stores(self) -> list[OldStore]:
        """The one from before the move to a server, if it is still there."""
        return [self._before] if self._before is not None and self._before.has_rows else []

    def _set_aside(self) -> list[Ground]:
        place = self._home / "set-aside"
        return [self._ground_of(folder) for folder in sorted(place.iterdir())] if place.is_dir() else []

    def _folders(self) -> list[Path]:
        return [self._home, self._backups.folder]


def _on(server: PostgresDatabase | None) -> ServerFolder | None:
    if server is None:
        return None
    from omoide.adapters.sql.server_folder import ServerFolder

    return ServerFolder(server)


def _counted(ground: Ground, person: str) -> dict[str, int]:
    try:
        return ground.counted(person)
    except OmoideError:
        return {"unreadable_stores": 1}


def _indexed(database: Database) -> Iterator[tuple[str, list[tuple[Scope, str]]]]:
    """Whose vectors are in the store, by the folder of their index."""
    for place, of in ((".", MEMORIES), ("passages", PASSAGES)):
        found = database.execute(
            f"SELECT DISTINCT m.persona, m.{of.owner}, v.embedder FROM {of.rows} m JOIN {of.vectors} v ON v.row = m.row"
        )
        yield place, [(Scope(persona, whose), embedder) for persona, whose, embedder in found.fetchall()]


def _counted_as(kind: str, removed: Removed) -> Removed:
    count = sum(removed.gone.values()) + sum(removed.again.values())
    return Removed({kind: count} if count else {})


def _found(
    stores: Sequence[Database], person: str, texts: Sequence[str], *looks: Look, beside: Sequence[Look] = ()
) -> tuple[str, ...]:
    """In any of the stores, the first of which is the present one; `beside` are looks at what lies beside that one."""
    needles = Needles(texts)
    asked = [*((look, store) for store in stores for look in looks), *((look, stores[0]) for look in beside)]
    return tuple(texts[number] for number in sorted(set().union(*(look(at, person, needles) for look, at in asked))))


def _named(personas: Sequence[str], person: str) -> tuple[str, ...]:
    """As keys and paths write the name, and as a row has it beside the persona's."""
    keys = [json.dumps([persona, person], ensure_ascii=False)[1:-1] for persona in personas]
    paths = [f"people/{folder_name(person)}{ending}" for ending in ("/", ".md")]
    return (*keys, *paths, *(f"{persona}{person}" for persona in personas))
