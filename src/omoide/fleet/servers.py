"""The servers that the settings name (X2): whether each answers, and waiting until all of them do."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from contextlib import closing
from pathlib import Path

from omoide.disk import refusal_of
from omoide.errors import CannotWrite, InvalidSettings, MissingExtra, OmoideError, Unavailable
from omoide.settings import Settings

PATIENCE_SECONDS = 5.0  # for one answer
_PAUSE_SECONDS = 0.5

Fault = OmoideError | None


def ready(settings: Settings) -> dict[str, Fault]:
    """Each server by its name in the settings, and why it cannot be used now; None when it can."""
    checks = _checks(settings)
    if not checks:
        return {}
    asking = ThreadPoolExecutor(len(checks), thread_name_prefix="omoide-ready")
    try:
        answers = {name: asking.submit(check) for name, check in checks.items()}
        until = time.monotonic() + PATIENCE_SECONDS
        return {name: _fault(name, answer, until) for name, answer in answers.items()}
    finally:
        asking.shutdown(wait=False, cancel_futures=True)


def disk_refusal(home: Path, settings: Settings) -> CannotWrite | None:
    """Why nothing new can be kept in a home (O7). What is there can be read all the same, so a server stays ready. None
    when it can, and where rows and files are on a server."""
    return None if settings.database.url else refusal_of(home)


def wait_for_servers(settings: Settings, seconds: float, tell: Callable[[str, OmoideError], None]) -> None:
    """Until all answer, or Unavailable after so many seconds. `tell` is given what is waited for, each fault once. What
    no waiting mends, an address that is none or a library that is missing, is raised at once."""
    until, told = time.monotonic() + seconds, set[tuple[str, str]]()
    while True:
        faults = {name: fault for name, fault in ready(settings).items() if fault is not None}
        if not faults:
            return
        for fault in faults.values():
            if isinstance(fault, InvalidSettings | MissingExtra):
                raise fault
        name, fault = next(iter(faults.items()))
        if time.monotonic() >= until:
            raise Unavailable(
                f"gave up waiting for {', '.join(faults)} after {seconds:g} seconds: {fault.en}",
                f"{'、'.join(faults)} を {seconds:g} 秒待ちましたが使えません。{fault.ja}",
            )
        for name, fault in faults.items():
            if (name, fault.en) not in told:
                told.add((name, fault.en))
                tell(name, fault)
        time.sleep(_PAUSE_SECONDS)


def _fault(name: str, answer: Future[None], until: float) -> Fault:
    try:
        answer.result(max(until - time.monotonic(), 0.0))
    except OmoideError as error:
        return error
    except TooLate:
        return Unavailable(
            f"{name} gives no answer within {PATIENCE_SECONDS:g} seconds.",
            f"{name} から {PATIENCE_SECONDS:g} 秒以内に返事がありません。",
        )
    return None


def _checks(settings: Settings) -> dict[str, Callable[[], None]]:
    found: dict[str, Callable[[], None]] = {}
    if settings.database.url:
        found["database"] = lambda: _database(settings.database.url)
    if settings.redis.url:
        found["redis"] = lambda: _redis(settings.redis.url)
    if "://" in settings.storage.url and not settings.storage.url.startswith("file://"):
        found["storage"] = lambda: _storage(settings.storage.url)
    if settings.backup.url:
        found["backups"] = lambda: _storage(settings.backup.url)
    if settings.graph_server.url:
        found["graph"] = lambda: _graph(settings.graph_server.url)
    return found


def _database(url: str) -> None:
    try:
        from omoide.adapters.sql.postgres import PostgresDatabase
    except ImportError as error:
        raise MissingExtra("psycopg", "server") from error
    database = PostgresDatabase(url)
    try:
        database.execute("SELECT 1")
    finally:
        database.close()


def _redis(url: str) -> None:
    from omoide.adapters.redis.server import RedisServer

    with closing(RedisServer(url, seconds=PATIENCE_SECONDS / 2)) as server:
        server.ping()


def _graph(url: str) -> None:
    from omoide.adapters.neo4j.bolt import Bolt

    with closing(Bolt(url, ())) as bolt:
        bolt.ping()


def _storage(url: str) -> None:
    from omoide.adapters.s3.blobs import S3Blobs

    S3Blobs(url).get("omoide-ready")  # nothing has that name; the answer is what counts
