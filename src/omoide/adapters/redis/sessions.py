"""The fast tier on Redis (S1, S2, W5, X2): copies of what is read before every reply, beside the rows they are made of.

Redis holds nothing that is nowhere else, and no expiry is what moves a session on: entries expire long after the rows
have moved. Each copy carries a stamp of the rows it was made from, and is only given when the rows still have that
stamp; so lost data, a write that failed and a server that was away all mean the same: it is read from the rows again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any, Protocol, TypeVar

from omoide.adapters.redis.copies import flush_from, flush_plain, underway_from, underway_plain
from omoide.domain.session import Underway
from omoide.domain.thread import Flush
from omoide.domain.turn import Scope
from omoide.errors import MissingExtra, Unavailable

T = TypeVar("T")
_SECONDS = 1.0  # that an answer may take: the rows are not far
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
        try:
            import redis
            from redis import exceptions
        except ImportError as error:
            raise MissingExtra("redis", "server") from error
        self._errors = exceptions
        self._rows = rows
        self._prefix = prefix
        self._ttl = ttl_hours * 3_600
        self._silent_until = 0.0
        try:
            self._client = redis.Redis.from_url(
                url, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS, decode_responses=True
            )
        except ValueError as error:
            raise Unavailable(
                "redis.url is not an address that can be used: write it as redis://HOST:6379/0, or rediss:// for TLS.",
                "redis.url の形が正しくありません。redis://ホスト:6379/0（TLS なら rediss://）の形にしてください。",
            ) from error
        place = self._client.connection_pool.connection_kwargs
        self.where = f"{place.get('host', place.get('path', 'redis'))}:{place.get('port', '')}".rstrip(":")

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
        try:
            fields = self._client.hlen(self._key(person))
            self._client.delete(self._key(person))
        except self._errors.RedisError as error:
            raise self._unavailable(error) from error
        return int(fields)  # type: ignore[arg-type]

    def ping(self) -> None:
        """Raises Unavailable when it does not answer."""
        try:
            self._client.ping()
        except self._errors.RedisError as error:
            raise self._unavailable(error) from error

    # ------------------------------------------------------------ copies

    def _copied(
        self, person: str, field: str, stamp: str, read: Callable[[], T], plain: Callable[[T], Any],
        restored: Callable[[Any], T],
    ) -> T:  # fmt: skip
        stamp = f"{_FORM} {stamp}"
        if kept := self._ask(lambda: self._client.hget(self._key(person), field)):
            try:
                copy = json.loads(kept)
                if copy["stamp"] == stamp:
                    return restored(copy["copy"])
            except (ValueError, KeyError, TypeError):
                pass  # not what we wrote: it is written anew
        found = read()
        self._ask(lambda: self._write(person, field, json.dumps({"stamp": stamp, "copy": plain(found)})))
        return found

    def _write(self, person: str, field: str, value: str) -> None:
        with self._client.pipeline() as pipe:
            pipe.hset(self._key(person), field, value)
            pipe.expire(self._key(person), self._ttl)
            pipe.execute()

    def _ask(self, question: Callable[[], Any]) -> Any:
        """None when the server is away: then the rows answer, and it is left alone for a while. Being turned away is
        another matter: that does not mend itself."""
        if time.monotonic() < self._silent_until:
            return None
        errors = self._errors
        try:
            return question()
        except (errors.AuthenticationError, errors.AuthorizationError, errors.NoPermissionError) as error:
            raise self._unavailable(error) from error
        except errors.ResponseError as error:
            if _turned_away(error):
                raise self._unavailable(error) from error
            self._silent_until = time.monotonic() + _REST
        except errors.RedisError:
            self._silent_until = time.monotonic() + _REST
        return None

    def _key(self, person: str) -> str:
        return f"{self._prefix}:sessions:{person}"

    def _unavailable(self, error: Exception) -> Unavailable:
        """Never with the address itself, which may hold a password."""
        if isinstance(error, self._errors.AuthenticationError) or _turned_away(error):
            return Unavailable(
                f"Redis at {self.where} does not let us in: check user and password in redis.url.",
                f"{self.where} の Redis に入れません。redis.url のユーザー名とパスワードを確かめてください。",
            )
        return Unavailable(
            f"Redis at {self.where} does not answer ({type(error).__name__}): check that it runs, and redis.url.",
            f"{self.where} の Redis が応答しません（{type(error).__name__}）。動作と redis.url を確かめてください。",
        )


def _turned_away(error: Exception) -> bool:
    return str(error).startswith(("NOAUTH", "WRONGPASS", "NOPERM", "Authentication", "invalid username"))


def _told(found: Underway | None) -> Any:
    return None if found is None else underway_plain(found)


def _heard(plain: Any) -> Underway | None:
    return None if plain is None else underway_from(plain)
