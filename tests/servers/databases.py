"""A PostgreSQL database for each test: a copy of one that was made and migrated once, owned by a plain role.

The role matters: walls between scopes do not bind a superuser.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.servers.fixtures import ServerAt

ROLE, PASSWORD = "omoide_app", "plain secret"


class Databases:
    def __init__(self, address: str) -> None:
        self._address = address
        run = secrets.token_hex(4)  # a server that stands may have those of other runs
        self._names = (f"test_{run}_{number}" for number in itertools.count())
        self._template = ""

    def make(self, empty: bool = False) -> str:
        """The address of a new one, with all tables or with none."""
        if not empty and not self._template:
            self._template = self._migrated()
        return self._create("template1" if empty else self._template)

    def drop(self, url: str) -> None:
        self.administer(f"DROP DATABASE IF EXISTS {urlsplit(url).path[1:]} WITH (FORCE)")

    def drop_template(self) -> None:
        if self._template:
            self.administer(f"DROP DATABASE {self._template} WITH (FORCE)")

    def administer(self, statement: str, url: str = "") -> None:
        """As superuser, in the server's own database or in the one named."""
        import psycopg

        path = urlsplit(url or self._address).path
        where = urlunsplit(urlsplit(self._address)._replace(path=path))
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement)

    def _migrated(self) -> str:
        from omoide.adapters.sql.postgres import PostgresDatabase
        from omoide.adapters.sql.store import SqlStore

        url = self._create("template1")
        SqlStore(PostgresDatabase(url)).close()
        return urlsplit(url).path[1:]

    def _create(self, template: str) -> str:
        name = next(self._names)
        self.administer(f"CREATE DATABASE {name} TEMPLATE {template} OWNER {ROLE} STRATEGY file_copy")
        parts = urlsplit(self._address)
        host = f"{ROLE}:{PASSWORD.replace(' ', '%20')}@{parts.hostname}:{parts.port}"
        url = urlunsplit(parts._replace(netloc=host, path=f"/{name}"))
        if template == "template1":
            self.administer("CREATE EXTENSION IF NOT EXISTS vector", url)
        return url


@pytest.fixture(scope="session")
def databases(server_at: ServerAt) -> Iterator[Databases]:
    made = Databases(server_at("database"))
    made.administer(
        f"DO $$ BEGIN CREATE ROLE {ROLE} LOGIN PASSWORD '{PASSWORD}';"
        " EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
    )
    yield made
    made.drop_template()
