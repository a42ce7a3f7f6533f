"""Statements over Bolt with the official driver, and its faults in words that a person can act on (X2)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from omoide.errors import InvalidSettings, MissingExtra, OmoideError, Unavailable

T = TypeVar("T")
Answer = list[list[Any]]
Statement = Callable[[str, dict[str, Any]], Answer]

_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_SECONDS = 5.0  # that a server may take to be reached, and a transaction to be tried again
_TRIES = 10
_FIRST = threading.Lock()


class Bolt:
    """A server and one of its databases. Nothing is loaded or reached before the first statement."""

    def __init__(self, url: str, schema: Sequence[str]) -> None:
        try:
            parts = urlsplit(url)
            port = parts.port or 7687
        except ValueError:
            raise _no_address() from None
        if parts.scheme not in _SCHEMES or not parts.hostname:
            raise _no_address()
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        self.name = f"{parts.scheme}://{host}:{port}"
        self._who = (unquote(parts.username or ""), unquote(parts.password or "")) if parts.username else None
        self._database = parts.path.strip("/") or None
        self._schema, self._driver = tuple(schema), None

    def read(self, text: str, values: dict[str, Any]) -> Answer:
        return self._in_session(lambda session: session.execute_read(lambda tx: _answer(tx, text, values)))

    def write(self, change: Callable[[Statement], T]) -> T:
        """All or nothing. Tried again when another process came in between, so it may be called more than once: a
        driver knows most such cases, but a server that locks nothing tells of some as a name that is taken."""
        return self._in_session(partial(_written, change))

    def ping(self) -> None:
        """Raises Unavailable when it does not answer; asked once, without patience."""
        self._in_session(lambda session: session.run("RETURN 1").consume())

    def close(self) -> None:
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    def _in_session(self, use: Callable[[Any], T]) -> T:
        try:
            from neo4j.exceptions import DriverError, Neo4jError
        except ImportError as error:
            raise MissingExtra("neo4j", "server") from error
        try:
            with self._opened().session(database=self._database) as session:
                return use(session)
        except (DriverError, Neo4jError, OSError) as error:
            raise self._explained(error) from error

    def _opened(self) -> Any:
        with _FIRST:
            if self._driver is None:
                from neo4j import GraphDatabase

                driver: Any = GraphDatabase.driver(
                    self.name, auth=self._who, connection_timeout=_SECONDS, connection_acquisition_timeout=_SECONDS,
                    max_transaction_retry_time=_SECONDS, warn_notification_severity="OFF",
                )  # fmt: skip
                try:
                    with driver.session(database=self._database) as session:
                        for statement in self._schema:
                            session.run(statement).consume()
                except BaseException:
                    driver.close()
                    raise
                self._driver = driver
            return self._driver

    def _explained(self, error: Exception) -> OmoideError:
        """The driver's own words may quote an address: only what kind of fault it is goes on."""
        from neo4j.exceptions import AuthError

        if isinstance(error, AuthError):
            return Unavailable(
                f"{self.name} does not let us in: check name and password in OMOIDE_GRAPH_URL.",
                f"{self.name} に入れません。OMOIDE_GRAPH_URL の名前とパスワードを確認してください。",
            )
        if why := _untrusted(error):
            return Unavailable(
                f"the certificate of {self.name} is not trusted here ({why}): name the file of its authority in"
                " SSL_CERT_FILE, or mend the certificate.",
                f"{self.name} の証明書が信頼されていません（{why}）。発行元の証明書を SSL_CERT_FILE で指定するか、"
                "証明書を直してください。",
            )
        why = getattr(error, "code", None) or type(error).__name__
        return Unavailable(
            f"the graph on {self.name} cannot be asked now ({why}): see that the server runs, then try again.",
            f"{self.name} のグラフに問い合わせできません（{why}）。サーバーの動作を確かめて、やり直してください。",
        )


def _untrusted(error: BaseException | None) -> str:
    """Why a certificate was refused, from below what the driver says; nothing when that was not the fault."""
    import ssl

    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return error.verify_message
        error = error.__cause__ or error.__context__
    return ""


def _written(change: Callable[[Statement], T], session: Any) -> T:
    from neo4j.exceptions import ConstraintError

    for attempt in range(_TRIES):
        try:
            return session.execute_write(lambda tx: change(lambda text, values: _answer(tx, text, values)))
        except ConstraintError:
            if attempt == _TRIES - 1:
                raise
    raise AssertionError("the last attempt returns or raises")


def _answer(transaction: Any, text: str, values: dict[str, Any]) -> Answer:
    return [list(record.values()) for record in transaction.run(text, values)]


def _no_address() -> InvalidSettings:
    return InvalidSettings(
        "graph_server.url (OMOIDE_GRAPH_URL) is no address of a graph: write bolt://name:password@host:7687/database,"
        " or bolt+s:// with TLS.",
        "graph_server.url（OMOIDE_GRAPH_URL）がグラフのアドレスではありません。"
        "bolt://名前:パスワード@ホスト:7687/データベース（TLS なら bolt+s://）の形で書いてください。",
    )
