"""A PostgreSQL database for each test: a copy of one that was made and migrated once, owned by a plain role.

The role matters: walls between scopes do not bind a superuser.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.servers.fixtures import ServerAt

ROLE, PASSWORD = "omoide_app", "plain secret"
_FORM = "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = 'public'"
_EMPTY = """DO $$ DECLARE name text; BEGIN
    SET LOCAL session_replication_role = replica;  -- no triggers: rows go in whatever order, and guarded ones too
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' LOOP
        EXECUTE 'DELETE FROM ' || quote_ident(name);
    END LOOP;
END $$"""


class Databases:
    def __init__(self, address: str) -> None:
        self._address = address
        run = secrets.token_hex(4)  # a server that stands may have those of other runs
        self._names = (f"test_{run}_{number}" for number in itertools.count())
        self._template = ""
        self._free: list[str] = []

    def prepare(self) -> None:
        """The plain role, on a server that may have it already."""
        self.administer(
            f"DO $$ BEGIN CREATE ROLE {ROLE} LOGIN PASSWORD '{PASSWORD}';"
            " EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
        )

    def own(self) -> str:
        """The address of the plain role's own database, for whoever tries the program out; it may make others."""
        self.prepare()
        self.administer(f"ALTER ROLE {ROLE} CREATEDB")
        if not self.administer("SELECT 1 FROM pg_database WHERE datname = 'omoide'"):
            self.administer(f"CREATE DATABASE omoide OWNER {ROLE} STRATEGY file_copy")
        return self._address_of("omoide")

    def make(self, empty: bool = False) -> str:
        """The address of a new one, with all tables or with none."""
        if not empty and not self._template:
            self._template = self._migrated()
        return self._create("template1" if empty else urlsplit(self._template).path[1:])

    def lend(self) -> str:
        """The address of one with all tables and no rows. Making one takes much longer than emptying one."""
        return self._free.pop() if self._free else self.make()

    def take_back(self, url: str) -> None:
        """Emptied for the next test; one whose tables a test has changed is of no use any more."""
        if self._form(url) != self._form(self._template):
            return self.drop(url)
        self.administer(_EMPTY, url)
        self._free.append(url)

    def drop(self, url: str) -> None:
        self.administer(f"DROP DATABASE IF EXISTS {urlsplit(url).path[1:]} WITH (FORCE)")

    def drop_all(self) -> None:
        for url in [*self._free, *([self._template] if self._template else [])]:
            self.drop(url)

    def administer(self, statement: str, url: str = "") -> list[Any]:
        """As superuser, in the server's own database or in the one named."""
        import psycopg

        path = urlsplit(url or self._address).path
        where = urlunsplit(urlsplit(self._address)._replace(path=path))
        with psycopg.connect(where, autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def _form(self, url: str) -> list[Any]:
        return self.administer(_FORM, url)

    def _migrated(self) -> str:
        from omoide.adapters.sql.postgres import PostgresDatabase
        from omoide.adapters.sql.store import SqlStore

        url = self._create("template1")
        SqlStore(PostgresDatabase(url)).close()
        return url

    def _create(self, template: str) -> str:
        name = next(self._names)
        self.administer(f"CREATE DATABASE {name} TEMPLATE {template} OWNER {ROLE} STRATEGY file_copy")
        return self._address_of(name)

    def _address_of(self, name: str) -> str:
        parts = urlsplit(self._address)
        host = f"{ROLE}:{PASSWORD.replace(' ', '%20')}@{parts.hostname}:{parts.port}"
        return urlunsplit(parts._replace(netloc=host, path=f"/{name}"))


@pytest.fixture(scope="session")
def databases(server_at: ServerAt) -> Iterator[Databases]:
    made = Databases(server_at("database"))
    made.prepare()
    yield made
    made.drop_all()
