"""A server that speaks Redis, and its faults in words that a person can act on. Its address is never shown: a password
may stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from omoide.errors import InvalidSettings, MissingExtra, Unavailable

SECONDS = 1.0  # that an answer may take: the rows are not far


class RedisServer:
    """`text`: answers are texts; else bytes, as they lie there."""

    def __init__(self, url: str, text: bool = True, seconds: float = SECONDS) -> None:
        try:
            import redis
            from redis import exceptions
        except ImportError as error:
            raise MissingExtra("redis", "server") from error
        self.errors = exceptions
        try:
            self.client: Any = redis.Redis.from_url(
                url, socket_timeout=seconds, socket_connect_timeout=seconds, decode_responses=text
            )
            self.client.connection_pool.make_connection()  # reaches nobody: shows whether every wish is one it knows
        except (ValueError, TypeError):  # whose own words may quote a part of the address, the password included
            raise InvalidSettings(
                "redis.url (OMOIDE_REDIS_URL) is not an address that can be used: write it as redis://HOST:6379/0, or"
                " rediss:// for TLS.",
                "redis.url（OMOIDE_REDIS_URL）の形が正しくありません。redis://ホスト:6379/0（TLS なら rediss://）の形に"
                "してください。",
            ) from None
        place = self.client.connection_pool.connection_kwargs
        self.where = f"{place.get('host', place.get('path', 'redis'))}:{place.get('port', '')}".rstrip(":")

    @contextmanager
    def told(self) -> Iterator[None]:
        """Whoever cannot do without an answer is told why there is none."""
        try:
            yield
        except (self.errors.RedisError, OSError) as error:
            raise self.unavailable(error) from error

    def ping(self) -> None:
        """Raises Unavailable when it does not answer."""
        with self.told():
            self.client.ping()

    def close(self) -> None:
        self.client.close()

    def turned_away(self, error: Exception) -> bool:
        """That does not mend itself."""
        known = (self.errors.AuthenticationError, self.errors.AuthorizationError, self.errors.NoPermissionError)
        words = ("NOAUTH", "WRONGPASS", "NOPERM", "Authentication", "invalid username")
        return isinstance(error, known) or str(error).startswith(words)

    def unavailable(self, error: Exception) -> Unavailable:
        if self.turned_away(error):
            return Unavailable(
                f"Redis at {self.where} does not let us in: check user and password in redis.url.",
                f"{self.where} の Redis に入れません。redis.url のユーザー名とパスワードを確かめてください。",
            )
        return Unavailable(
            f"Redis at {self.where} does not answer ({type(error).__name__}): check that it runs, and redis.url.",
            f"{self.where} の Redis が応答しません（{type(error).__name__}）。動作と redis.url を確かめてください。",
        )
