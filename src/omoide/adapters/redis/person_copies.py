"""A person in Redis (O2): their copies, and whatever of other copies holds their words. Rows make copies anew, so that
nothing is lost with one. Only keys under our prefix are looked at: what else the server has is not ours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from omoide.adapters.redis.server import RedisServer
from omoide.adapters.redis.sessions import key_of, let_go
from omoide.domain.erasure import Searched
from omoide.domain.needles import Needles

_SECONDS = 10.0  # a value may be large, and nobody waits for a reply
_AT_ONCE = 500


class PersonCopies:
    def __init__(self, url: str, prefix: str) -> None:
        self._url, self._prefix = url, prefix

    @cached_property
    def _server(self) -> RedisServer:
        """Opened when it is needed: whoever looks after backups needs none."""
        return RedisServer(self._url, text=False, seconds=_SECONDS)

    @property
    def _client(self) -> Any:
        return self._server.client

    def reach(self) -> None:
        self._server.ping()

    def let_go(self, person: str, needles: Needles) -> int:
        with self._server.told():
            gone = let_go(self._client, self._prefix, person)
            for key, field, raw in self._values():
                if needles.any(raw):
                    self._client.hdel(key, field) if field is not None else self._client.delete(key)
                    gone += 1
            return gone

    def look_through(self, person: str, needles: Needles) -> Searched:
        keys, values, size = set[bytes](), 0, 0
        found: dict[str, None] = {}
        own = key_of(self._prefix, person).encode("utf-8", "surrogatepass")
        with self._server.told():
            for key, _, raw in self._values():
                keys.add(key)
                values += 1
                size += len(raw)
                if key == own or needles.any(raw):
                    found["a copy of theirs" if key == own else key.decode("utf-8", "replace")] = None
        looked_at = {"keys": len(keys), "values": values, "bytes": size}
        return Searched("redis", self._server.where, looked_at, tuple(found))

    def _values(self) -> Iterator[tuple[bytes, bytes | None, bytes]]:
        """Every value under the prefix with its key and field, all three of them in the bytes to look at."""
        for key in self._client.scan_iter(match=f"{_literally(self._prefix)}:*", count=_AT_ONCE):
            if self._client.type(key) == b"hash":
                for field, value in self._client.hscan_iter(key, count=_AT_ONCE):
                    yield key, field, b"\0".join((key, field, value))
            else:
                yield key, None, b"\0".join((key, self._raw(key)))

    def _raw(self, key: bytes) -> bytes:
        """None of ours has another type than a hash, but for a number; what somebody put here is seen as it lies."""
        raw: Any = self._client.get(key) if self._client.type(key) == b"string" else self._client.dump(key)
        return raw or b""


def _literally(prefix: str) -> str:
    """A prefix is no pattern."""
    return "".join(f"\\{sign}" if sign in "*?[]\\^-" else sign for sign in prefix)
