"""From settings to a Mind: the one place that chooses adapters. Each is imported in the branch that needs it."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any

from omoide import motivate, perceive
from omoide import settings as settings_
from omoide.disk import keep_room, of_the_disk
from omoide.domain.turn import Scope
from omoide.errors import InvalidInput, MissingExtra, StoreDamaged
from omoide.home import DATABASE, RESTORING, make_folder, resolve_home
from omoide.mind import Mind
from omoide.ports import (
    Archive,
    Blobs,
    Clock,
    Embedder,
    Faculties,
    Holdings,
    Housekeeping,
    Judge,
    Passes,
    Place,
    Role,
    SessionStore,
    Store,
    Successor,
    Thinker,
    Vectors,
)
from omoide.settings import Settings

ROLES: tuple[Role, ...] = ("analysis", "summary", "light", "reply")


def open_mind(
    home: Path | str | None = None, *, persona: str | None = None, person: str | None = None,
    settings: Settings | None = None, clock: Clock | None = None, thinker: Thinker | None = None,
    embedder: Embedder | None = None, judge: Judge | None = None, budget: Any = None,
) -> Mind:  # fmt: skip
    """The memory that a persona has of a person, in a home that is made when it is missing. Close it, or use `with`."""
    from omoide.adapters.clock import SystemClock
    from omoide.adapters.file_places import make_files, make_locks
    from omoide.adapters.files.activity import FileActivity
    from omoide.adapters.files.journals import FileJournals
    from omoide.adapters.files.pages import FilePages
    from omoide.adapters.models.later import LaterThinker
    from omoide.adapters.models.tokens import Tokens
    from omoide.adapters.sql.store import SqlStore
    from omoide.adapters.sql.upgrading import back_up_first

    home = make_home(resolve_home(home))
    settings = settings or settings_.load(home)
    clock = clock or SystemClock()
    house = cache(lambda: housekeeping(home, settings))
    if (home / RESTORING).exists():  # a restore was killed: it is finished before anything is read
        house().backups.finish_restore()
    scope = scope_of(persona, person)
    server = _server(settings, scope)
    locks, place = make_locks(home, server), home / DATABASE if server is None else server
    if server is None:
        keep_room(home)  # before the store: what SQLite makes beside it would take the place
    with ExitStack() as alone:
        first = partial(back_up_first, alone, locks, place, lambda: house().backups.create(clock.now(), "upgrade"))
        store = SqlStore(place, first, _graph(settings), home)
    files = make_files(home, server)
    serving = _serving(home, settings, store, embedder)
    used, wanted = serving.embedder, serving.wanted
    nearest, nearest_passages = _indexes(home, settings, store, used, server)
    faculties = Faculties(
        scope=scope,
        store=store,
        nearest=nearest,
        nearest_passages=nearest_passages,
        successor=Successor(wanted, *_indexes(home, settings, store, wanted, server)) if wanted else None,
        thinker=thinker or LaterThinker(lambda: _thinker(settings, store, server, budget)),
        embedder=used,
        locks=locks,
        pages=FilePages(files, settings.pages.most_characters, settings.pages.versions),
        activity=FileActivity(files, settings.zone, clock),
        journals=FileJournals(files),
        sessions=_fast(settings, store.sessions),
        archive=cache(lambda: _archive(home, settings)),
        tokens=Tokens(),
        clock=clock,
        categorise=_categorise,
        decide=_decide,
        condense=_condense,
        read_document=_read_document,
        hear=lambda faculties, turn, tags: motivate.hear(faculties, settings, turn, tags),
        judge=judge or _judge(home, settings),
    )
    mind = Mind(faculties, settings, home, house)
    doubt = mind.clock_doubt()
    clock_notice = perceive.tell_doubt(doubt, settings.clock) if doubt and not doubt.settled else None
    mind.notices = tuple(notice for notice in (serving.notice, clock_notice) if notice)
    if faculties.journals.waiting(mind.scope):  # a reply is being spoken, or a crash has cut one off (J1)
        mind.recovered = perceive.recover(faculties, settings)
    return mind


def scope_of(persona: str | None, person: str | None) -> Scope:
    """Whose memory: as the call names it, else OMOIDE_PERSONA and OMOIDE_PERSON, else the defaults."""
    return Scope(_name("persona", persona, "default"), _name("person", person, "me"))


def make_home(home: Path) -> Path:
    try:
        make_folder(home)
    except OSError as error:
        raise of_the_disk(home, error) or StoreDamaged(
            f"the home {home} cannot be made ({error.strerror}); name another with --home or OMOIDE_HOME.",
            f"ホーム {home} を作れません（{error.strerror}）。--home か OMOIDE_HOME で別の場所を指定してください。",
        ) from error
    return home


def housekeeping(home: Path, settings: Settings) -> Housekeeping:
    """Backups and upkeep, which must work also when the store itself cannot be opened."""
    from omoide.adapters.backup_places import make_seal, make_shelf
    from omoide.adapters.blob_places import make_blobs
    from omoide.adapters.file_places import make_files
    from omoide.adapters.files.erasures import FileErasures
    from omoide.adapters.files.house import HouseFile
    from omoide.adapters.sql.backups import SqlBackups
    from omoide.adapters.sql.findings import StoreLimits
    from omoide.adapters.sql.old_house import OldDatabase
    from omoide.adapters.sql.upkeep import SqlUpkeep

    kept = settings.backup
    shelf = make_shelf(home, kept.folder, kept.url, settings.storage.url)
    seal = make_seal(os.environ.get("OMOIDE_BACKUP_KEY", ""), kept.key_file)
    u = settings.upkeep
    limits = StoreLimits(
        u.large_bytes, u.auto_delete_advised, u.auto_delete_urged, u.backups_urged, settings.backup_days
    )
    server = _server(settings, None)
    files = make_files(home, server)
    erasures, whose = FileErasures(files), HouseFile(files)
    blobs = partial(make_blobs, home, settings.storage.url, whose.known)
    if server is not None:
        from omoide.adapters.clock import SystemClock
        from omoide.adapters.sql.server_backups import ServerBackups
        from omoide.adapters.sql.server_upkeep import ServerUpkeep

        copies = ServerBackups(home, server, shelf, seal, whose)
        look_after = ServerUpkeep(server, copies, limits, SystemClock(), lambda: _embedder(home, settings).name, blobs)
        held = _holdings(home, settings, SqlBackups(home, home / DATABASE, shelf, seal, house=whose), blobs, server)
        return Housekeeping(copies, look_after, OldDatabase(), held, erasures, whose)
    backups = SqlBackups(home, home / DATABASE, shelf, seal, house=whose)
    upkeep = SqlUpkeep(
        home, home / DATABASE, backups, limits, embedder=lambda: _embedder(home, settings).name, archive=blobs
    )
    return Housekeeping(backups, upkeep, OldDatabase(), _holdings(home, settings, backups, blobs), erasures, whose)


def new_backup_key() -> tuple[str, str]:
    """A secret key for backups, and its public half."""
    from omoide.adapters.crypt.sealing import new_key

    return new_key()


def _holdings(home: Path, settings: Settings, backups: Any, blobs: Callable[[], Blobs], server: Any = None) -> Holdings:
    from omoide.adapters.archive.person_archive import PersonArchive
    from omoide.adapters.file_places import make_locks
    from omoide.adapters.files.shredding import rewrite
    from omoide.adapters.models.offline.stock import anybodys
    from omoide.adapters.sql.holdings import SqlHoldings

    def in_settings(folder: Path, person: str, drop: bool) -> int:
        return settings_.in_settings(folder, person, rewrite if drop else None)

    archive = PersonArchive(blobs, "" if settings.storage.url else "home")
    default, places = scope_of(None, None).person, _places(settings)
    return SqlHoldings(home, backups, default, in_settings, archive, places, make_locks(home, server), anybodys, server)


def _places(settings: Settings) -> list[Place]:
    """Stores beside rows and files, in which something of a person may stand."""
    found: list[Place] = []
    if settings.redis.url:
        from omoide.adapters.redis.person_copies import PersonCopies

        found.append(PersonCopies(settings.redis.url, settings.redis.prefix))
    if settings.graph_server.url:
        from omoide.adapters.neo4j.person_nodes import PersonNodes

        found.append(PersonNodes(settings.graph_server.url))
    return found


def passes(home: Path) -> Passes:
    """The tokens that were given out for a home."""
    from omoide.adapters.file_places import make_files
    from omoide.adapters.files.passes import FilePasses

    server = _server(settings_.load(home), None)
    if server is not None:
        open_mind(home).close()  # makes or upgrades the tables
    return FilePasses(make_files(home, server))


def recorded_mind(answers: str) -> Thinker:
    """A mind that plays answers which were written down, and is the offline mind for the rest."""
    from omoide.adapters.models.recorded import RecordedThinker, read_recording

    return RecordedThinker(read_recording(answers))


def _name(kind: str, given: str | None, default: str) -> str:
    """A persona's or person's name: from the call, the environment, or the default."""
    name = given if given is not None else os.environ.get(f"OMOIDE_{kind.upper()}", "") or default
    name = unicodedata.normalize("NFC", name).strip()
    if not name or len(name) > 100 or any(unicodedata.category(c).startswith("C") for c in name):
        shown = repr(name if len(name) <= 100 else f"{name[:20]}…")
        raise InvalidInput(
            f"{shown} cannot be the name of a {kind}; use 1 to 100 printable characters.",
            f"{shown} は{kind}の名前に使えません。1〜100 文字の印字できる文字にしてください。",
        )
    return name


def _embedder(home: Path, settings: Settings, model: str = "", dimensions: int = 0) -> Embedder:
    from omoide.adapters.models.embedders import make_embedder

    e = settings.embedding
    return make_embedder(
        model or e.model, dimensions=dimensions if model else e.dimensions, batch=e.batch, cache=e.cache, folder=home,
        service_batch=e.service_batch, service_pause=e.service_pause,
    )  # fmt: skip


def _server(settings: Settings, scope: Scope | None) -> Any:
    """The database on a server that the settings name, walled for one scope; None for a file in the home."""
    if not settings.database.url:
        return None
    try:
        from omoide.adapters.sql.postgres import PostgresDatabase
    except ImportError as error:
        raise MissingExtra("psycopg", "server") from error

    return PostgresDatabase(settings.database.url, scope)


def _serving(home: Path, settings: Settings, store: Store, given: Embedder | None) -> Any:
    """The embedder that made the vectors there are, before the one of the settings (X5). One that is handed over is
    taken as it is."""
    from omoide.adapters.models.embedders.serving import Serving, choose

    if given:
        return Serving(given)
    wanted = _embedder(home, settings)
    made = store.vectors.made_by(wanted.name)
    return choose(wanted, made, lambda model, dimensions: _embedder(home, settings, model, dimensions))


def _indexes(home: Path, settings: Settings, store: Store, embedder: Embedder, server: Any) -> tuple[Any, Any]:
    """Of memories, and of passages once they are looked for."""
    return _nearest(home / "index", settings, store.vectors, embedder, server), cache(
        lambda: _nearest(home / "index" / "passages", settings, store.passages.vectors, embedder, server)
    )


def _nearest(folder: Path, settings: Settings, vectors: Vectors, embedder: Embedder, server: Any) -> Any:
    if server is not None:
        from omoide.adapters.sql.collection import MEMORIES, PASSAGES
        from omoide.adapters.sql.server_nearest import ServerNearest

        collection = PASSAGES if folder.name == "passages" else MEMORIES
        return ServerNearest(server, embedder.name, embedder.dimensions, collection)
    from omoide.adapters.index.nearest import SideIndex

    search = settings.search
    return SideIndex(
        folder,
        vectors,
        embedder.name,
        embedder.dimensions,
        approximate_above=search.approximate_above,
        refresh_after=search.refresh_after,
    )


def _graph(settings: Settings) -> Any:
    """One on a server of its own; None for one beside the other rows."""
    if not settings.graph_server.url:
        return None
    from omoide.adapters.neo4j.graph import BoltGraph

    return BoltGraph(settings.graph_server.url)


def _fast(settings: Settings, rows: Any) -> SessionStore:
    """What was talked about lately: rows, or copies of them in something faster."""
    if not settings.redis.url:
        return rows
    from omoide.adapters.redis.sessions import RedisSessions

    return RedisSessions(rows, settings.redis.url, settings.redis.prefix, settings.redis.ttl_hours)


def _archive(home: Path, settings: Settings) -> Archive:
    from omoide.adapters.archive.files import ParquetArchive
    from omoide.adapters.archive.parquet import need_duckdb
    from omoide.adapters.blob_places import house_file, make_blobs

    need_duckdb()
    with house_file(home, _server(settings, None)) as file:
        return ParquetArchive(make_blobs(home, settings.storage.url, file.settled))


def budget_of(settings: Settings) -> Any:
    """What one run may ask of models (D5): minds that are opened with the same one share it."""
    from omoide.adapters.models.limits import Budget

    return Budget(settings.models.max_calls, settings.models.max_dollars, settings.prices)


def _thinker(settings: Settings, store: Store, server: Any = None, budget: Any = None) -> Thinker:
    """The offline mind, and before it a model for each role that has one."""
    from omoide.adapters.models.offline import OfflineMind

    m = settings.models
    named: dict[Role, str] = {role: getattr(m, role) for role in ROLES if getattr(m, role)}
    if not named:
        return OfflineMind()
    from omoide.adapters.models.roles import RoleThinker
    from omoide.adapters.models.thinker import ModelThinker

    pace = _pace(settings, server) if m.calls_per_minute and server is not None else None
    # An account of a day is longer than a judgement, and a reply is no judgement at all (X7).
    most: dict[Role, int] = {"summary": m.summary_max_tokens, "reply": m.reply_max_tokens}
    budget = budget or budget_of(settings)
    minds: dict[Role, Thinker] = {
        role: ModelThinker(
            name, temperature=m.reply_temperature if role == "reply" else m.temperature,
            max_tokens=most.get(role, m.max_tokens), timeout_seconds=m.timeout_seconds, retries=m.retries,
            concurrency=m.concurrency, budget=budget, record=lambda usage: store.state.add_usage(usage, date.today()),
            pace=pace,
        )
        for role, name in named.items()
    }  # fmt: skip
    return RoleThinker(minds, OfflineMind())


def _pace(settings: Settings, server: Any) -> Any:
    from omoide.adapters.queue.pace import SharedPace
    from omoide.adapters.queue.tables import prepare

    prepare(server)
    return SharedPace(server, settings.models.calls_per_minute)


def _judge(home: Path, settings: Settings) -> Judge | None:
    if not settings.models.nli:
        return None
    from omoide.adapters.models.nli import make_judge

    return make_judge(settings.models.nli, home)


def _read_document(path: Path, most_bytes: int) -> str:
    from omoide.adapters.documents import read_document

    return read_document(path, most_bytes)


def _categorise(cue: str) -> str | None:
    from omoide.adapters.models.offline.category import categorise

    return categorise(cue)


def _condense(said: Sequence[tuple[str, str]], characters: int, keywords: int) -> tuple[str, Sequence[str], str]:
    from omoide.adapters.models.offline.condensing import condense

    return condense(said, characters, keywords)


def _decide(question: Any) -> Any:
    from omoide.adapters.models.offline.seeking import decide

    return decide(question)


__all__ = ["housekeeping", "make_home", "open_mind", "passes", "recorded_mind", "resolve_home", "scope_of"]
