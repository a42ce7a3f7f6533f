"""The fast tier on Redis (S1, S2, W5, X2): copies of what is read before every reply, beside the rows they are made of.

Redis holds nothing that is nowhere else, and no expiry is what moves a session on: entries expire long after the rows
have moved. Each copy carries a stamp of the rows it was made from, and is only given when the rows still have that
stamp; so lost data, a write that failed and a server that was away all mean the same: it is read from the rows again.

Nothing is copied whose rows were read before an erasure and would be written after it (O2): whoever erases counts on
(GENERATION) before copies go, and a copy is only written while that number is the one from before its rows were read.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any, Protocol, TypeVar

from omoide.adapters.redis.copies import flush_from, flush_plain, underway_from, underway_plain
from omoide.adapters.redis.server import RedisServer
from omoide.domain.session import Underway
from omoide.domain.thread import Flush
from omoide.domain.turn import Scope

T = TypeVar("T")
GENERATION = "generation"
_FORM = 1  # of a copy; another program may have written another one
_REST = 5.0  # seconds in which a server that did not answer is not asked again


class Rows(Protocol):
    """What the copies are made of."""

    def underway(self, scope: Scope, session: str | None = None) -> Underway | None: ...

    def in_fast(self, scope: Scope) -> list[Flush]: ...

    def stamp_of_underway(self, scope: Scope, session: str | None = None) -> str: ...

    def stamp_of_recent(self, scope: Scope) -> str: ...


class RedisSessions:
    def __init__(self, rows: Rows, url: str, prefix: str = "omoide", ttl_hours: int = 72) -> None:
        self._server = RedisServer(url)
        self._client, self.where = self._server.client, self._server.where
        self._rows = rows
        self._prefix = prefix
        self._ttl = ttl_hours * 3_600
        self._silent_until = 0.0

    def underway(self, scope: Scope, session: str | None = None) -> Underway | None:
        stamp = self._rows.stamp_of_underway(scope, session)
        field = json.dumps(["underway", scope.persona, session], ensure_ascii=False)
        if not stamp:
            return None
        return self._copied(
            scope.person, field, stamp, lambda: self._rows.underway(scope, session), _told, _heard,
        )  # fmt: skip

    def recent(self, scope: Scope, since: datetime, most: int) -> list[Flush]:
        stamp = self._rows.stamp_of_recent(scope)
        field = json.dumps(["recent", scope.persona], ensure_ascii=False)
        found = self._copied(
            scope.person, field, stamp, lambda: self._rows.in_fast(scope),
            lambda flushes: [flush_plain(one) for one in flushes], lambda plain: [flush_from(one) for one in plain],
        )  # fmt: skip
        return [flush for flush in found if flush.created_at >= since][:most]

    def let_go(self, person: str) -> int:
        """A server that cannot be reached now still has the copies: whoever wants them gone must know."""
        with self._server.told():
            return let_go(self._client, self._prefix, person)

    def ping(self) -> None:
        """Raises Unavailable when it does not answer."""
        self._server.ping()

    # ------------------------------------------------------------ copies

    def _copied(
        self, person: str, field: str, stamp: str, read: Callable[[], T], plain: Callable[[T], Any],
        restored: Callable[[Any], T],
    ) -> T:  # fmt: skip
        stamp = f"{_FORM} {stamp}"
        generation, kept = self._ask(lambda: self._looked_up(person, field)) or (None, None)
        if kept:
            try:
                copy = json.loads(kept)
                if copy["stamp"] == stamp:
                    return restored(copy["copy"])
            except (ValueError, KeyError, TypeError):
                pass  # not what we wrote: it is written anew
        found = read()
        if found or kept:  # of nothing there is no copy, nor a key that names somebody
            copy = json.dumps({"stamp": stamp, "copy": plain(found)})
            self._ask(lambda: self._write(person, field, copy, generation))
        return found

    def _looked_up(self, person: str, field: str) -> list[str | None]:
        with self._client.pipeline(transaction=False) as pipe:
            return pipe.get(generation_of(self._prefix)).hget(self._key(person), field).execute()

    def _write(self, person: str, field: str, value: str, generation: str | None) -> None:
        """Unless somebody was erased since the rows were read."""
        with self._client.pipeline() as pipe:
            pipe.watch(generation_of(self._prefix))
            if pipe.get(generation_of(self._prefix)) != generation:
                return
            pipe.multi()
            pipe.hset(self._key(person), field, value)
            pipe.expire(self._key(person), self._ttl)
            with suppress(self._server.errors.WatchError):
                pipe.execute()

    def _ask(self, question: Callable[[], Any]) -> Any:
        """None when the server is away: then the rows answer, and it is left alone for a while. Being turned away is
        another matter: that does not mend itself."""
        if time.monotonic() < self._silent_until:
            return None
        try:
            return question()
        except self._server.errors.RedisError as error:
            if self._server.turned_away(error):
                raise self._server.unavailable(error) from error
            self._silent_until = time.monotonic() + _REST
        except UnicodeDecodeError:
            pass  # not what we wrote: it is written anew
        return None

    def _key(self, person: str) -> str:
        return key_of(self._prefix, person)


def key_of(prefix: str, person: str) -> str:
    return f"{prefix}:sessions:{person}"


def generation_of(prefix: str) -> str:
    return f"{prefix}:{GENERATION}"


def let_go(client: Any, prefix: str, person: str) -> int:
    """Their copies, also those that somebody is about to write."""
    with client.pipeline() as pipe:
        pipe.incr(generation_of(prefix))
        pipe.hlen(key_of(prefix, person))
        pipe.delete(key_of(prefix, person))
        return int(pipe.execute()[1])


def _told(found: Underway | None) -> Any:
    return None if found is None else underway_plain(found)


def _heard(plain: Any) -> Underway | None:
    return None if plain is None else underway_from(plain)
