"""Servers over TLS (O3), with real certificates on loopback: an authority that is trusted, another one, another host.

PostgreSQL speaks TLS itself. The servers for Redis and Bolt that tests start speak none: before them stands a proxy
that does.
"""

from __future__ import annotations

import importlib.util
import secrets
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import trustme

from omoide.adapters.neo4j.graph import BoltGraph
from omoide.adapters.redis.sessions import RedisSessions
from omoide.adapters.sql.fast_sessions import SqlSessions
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.domain.graph import Edge
from omoide.domain.turn import Scope
from omoide.errors import OmoideError, Unavailable
from tests.adapters.sql.store_things import AOI, memory, opened
from tests.servers import kinds
from tests.servers.fixtures import ServerAt
from tests.servers.tls import tls_before


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def trusted(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The authority that signed what servers show."""
    path = tmp_path_factory.mktemp("trusted") / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return path


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another authority."""
    path = tmp_path_factory.mktemp("stranger") / "ca.pem"
    trustme.CA().cert_pem.write_to_path(str(path))
    return path


@pytest.fixture(scope="module")
def shown(authority: trustme.CA) -> trustme.LeafCert:
    return authority.issue_cert("127.0.0.1")


@pytest.fixture(scope="module")
def postgres(shown: trustme.LeafCert, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not importlib.util.find_spec("pg0"):
        pytest.skip("no server of the kind database can be had on this machine: see the group `servers`")
    certificate = (shown.cert_chain_pems[0].bytes(), shown.private_key_pem.bytes())
    server = kinds.postgres(tmp_path_factory.mktemp("postgres"), certificate)
    yield server.url
    server.end("database")


def test_rows_travel_encrypted_to_a_server_that_proves_who_it_is(postgres: str, trusted: Path, stranger: Path) -> None:
    # O3
    password = urlsplit(postgres).password or ""
    url = f"{postgres}?sslmode=verify-full&sslrootcert={trusted}"
    with closing(opened(url)) as store:
        store.memories.add(memory(1), 1)
        told: Any = store.database.execute("SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        assert told.fetchall() == [(True, "TLSv1.3")]
        assert [one.id for one in store.memories.get([memory(1).id])] == [memory(1).id]
    by_name = postgres.replace("127.0.0.1", "localhost")  # which the certificate does not name
    for wrong in (
        f"{postgres}?sslmode=verify-full&sslrootcert={stranger}",
        f"{by_name}?sslmode=verify-full&sslrootcert={trusted}",
    ):
        with closing(PostgresDatabase(wrong)) as database, pytest.raises(OmoideError) as refused:
            database.execute("SELECT 1")
        assert ("sslrootcert" in str(refused.value), password in f"{refused.value} {refused.value.ja}") == (True, False)
    with closing(PostgresDatabase(f"{by_name}?sslmode=verify-ca&sslrootcert={trusted}")) as database:
        assert database.execute("SELECT 1").fetchall() == [(1,)]


def test_copies_of_talks_travel_encrypted(
    server_at: ServerAt, shown: trustme.LeafCert, trusted: Path, stranger: Path, tmp_path: Path
) -> None:
    # O3, S1
    opened(str(tmp_path / "omoide.db")).close()
    rows = SqlSessions(SqliteDatabase(tmp_path / "omoide.db"))
    prefix = f"tls-{secrets.token_hex(4)}"
    with tls_before(server_at("redis"), shown) as port:
        where = f"127.0.0.1:{port}/0"
        fast = RedisSessions(rows, f"rediss://{where}?ssl_ca_certs={trusted}", prefix)
        fast.ping()
        assert fast.recent(AOI, memory(1).created, 5) == []
        fast._client.hset(fast._key(AOI.person), "a field", "a copy")
        assert fast.let_go(AOI.person) == 1  # what was put there
        for wrong in (f"rediss://{where}?ssl_ca_certs={stranger}", f"redis://{where}"):
            away = RedisSessions(rows, wrong, prefix)
            with pytest.raises(Unavailable, match="does not answer"):
                away.ping()
            assert away.recent(AOI, memory(1).created, 5) == []  # the rows answer
        assert fast.let_go(AOI.person) == 0


def test_the_graph_travels_encrypted(
    server_at: ServerAt, shown: trustme.LeafCert, trusted: Path, stranger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O3, G3: the authorities of the system are asked, or those of SSL_CERT_FILE
    url = urlsplit(server_at("graph"))
    scope, edge = Scope("aoi", secrets.token_hex(4)), Edge("entity:Tama", "concept:tea", "link", 1.0, "entity:Tama")
    with tls_before(server_at("graph"), shown) as port:
        where = f"{url.username}:{url.password}@127.0.0.1:{port}{url.path}"
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        with closing(BoltGraph(f"bolt+s://{where}")) as graph:
            assert graph.upsert_edges(scope, [edge]) == 1
        monkeypatch.setenv("SSL_CERT_FILE", str(stranger))
        for wrong, why in ((f"bolt+s://{where}", "certificate"), (f"bolt://{where}", "cannot be asked")):
            with closing(BoltGraph(wrong)) as graph, pytest.raises(Unavailable, match=why) as refused:
                graph.revision()
            assert (url.password or "") not in f"{refused.value} {refused.value.ja}"
        with closing(BoltGraph(f"bolt+ssc://{where}")) as graph:  # whoever it is
            assert graph.edges(scope) == [edge]
