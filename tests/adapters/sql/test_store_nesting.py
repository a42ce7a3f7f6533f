"""Changes within changes (X8): whatever fails undoes its own part and no other, however deep, on any database."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.adapters.sql.counters import current, raise_to, take, take_in_order, take_some
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_locks import ServerLocks
from omoide.adapters.sql.store import SqlStore
from omoide.domain.turn import Scope
from omoide.errors import Busy, InvalidInput
from tests.adapters.sql.store_things import Stop, opened
from tests.servers.databases import Databases
from tests.servers.processes import until

# A part is (what happens in it, whether it fails at its end); a thing that happens is a write or another part.
WRITE = st.just("write")
PARTS = st.recursive(
    st.tuples(st.lists(WRITE, max_size=2), st.booleans()),
    lambda inner: st.tuples(st.lists(WRITE | inner, max_size=3), st.booleans()),
    max_leaves=8,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(WRITE | PARTS, max_size=4))
def test_what_fails_undoes_its_own_part_alone(store: SqlStore, parts: list[Any]) -> None:
    # X8: savepoints are set as late as can be, and many are shared or left out: nothing of that may show
    names = (f"key {number}" for number in itertools.count())
    store.database.execute("DELETE FROM state")
    with store.transaction():
        kept = list(_lived(store, parts, names))
    assert sorted(kept) == sorted(key for (key,) in store.database.execute("SELECT key FROM state"))


def _lived(store: SqlStore, parts: list[Any], names: Iterator[str]) -> Iterator[str]:
    """The keys that should be left."""
    for part in parts:
        if part == "write":
            name = next(names)
            store.state.set(name, "1")
            yield name
            continue
        inside, fails = part
        try:
            with store.transaction():
                written = list(_lived(store, inside, names))
                if fails:
                    raise Stop
        except Stop:
            continue
        yield from written


@pytest.fixture
def database(databases: Databases) -> Iterator[PostgresDatabase]:
    url = databases.lend()
    store = opened(url)
    assert isinstance(store.database, PostgresDatabase)
    yield store.database
    store.close()
    databases.take_back(url)


def test_a_change_that_could_not_begin_leaves_a_connection_that_works(database: PostgresDatabase) -> None:
    # X8: whoever waited in vain for another is told so, and the next to get that connection notices nothing
    told: list[Any] = []

    def wait_in_vain() -> None:
        try:
            with database.transaction():
                raise AssertionError("two at once")
        except Busy as busy:
            told.append(type(busy))
        told.append(database.execute("SELECT 1").fetchone())

    with database.apart() as onlooker, database.transaction():
        waiter = threading.Thread(target=wait_in_vain)
        waiter.start()
        cancel = (
            "SELECT COUNT(pg_cancel_backend(pid)) FROM pg_stat_activity"
            " WHERE wait_event = 'advisory' AND datname = current_database()"
        )
        until(lambda: onlooker.execute(cancel.encode()).fetchone() == (1,), what="somebody who waits")
        waiter.join()
    assert told == [Busy, (1,)]


def test_a_connection_that_held_a_lock_holds_none_for_the_next(database: PostgresDatabase) -> None:
    # F7: connections for locks are kept, their locks are not
    locks = ServerLocks(database)
    with locks.hold("night of aoi"):
        pass
    held = (
        "SELECT COUNT(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
        " WHERE locktype = 'advisory' AND datname = current_database()"
    )
    assert database.execute(held).fetchone() == (0,)
    with locks.hold("night of aoi"), locks.hold("night of ren"), pytest.raises(Busy), locks.hold("night of aoi"):
        raise AssertionError("two at once")
    assert database.execute(held).fetchone() == (0,)
    count = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
    before = database.execute(count).fetchone()
    for _ in range(5):
        with locks.hold("night of aoi"):
            pass
    assert database.execute(count).fetchone() == before


def test_no_name_reaches_through_a_wall(database: PostgresDatabase) -> None:
    # N6: names are told to the server as texts, whatever stands in them
    url = database._parts
    for persona in ("aoi", "a'); SET omoide.persona = '*'; --", "a\\'", "葵", "*"):
        walled = PostgresDatabase(_url(url), Scope(persona, "me"))
        said = walled.execute("SELECT current_setting('omoide.persona'), current_setting('omoide.person')").fetchone()
        walled.close()
        assert said == (f"={persona}", "=me")
    cut = PostgresDatabase(_url(url), Scope("aoi\0x", "me"))
    with pytest.raises(InvalidInput):
        cut.execute("SELECT 1")
    cut.close()


def _url(parts: dict[str, Any]) -> str:
    from urllib.parse import quote

    return f"postgresql://{parts['user']}:{quote(parts['password'])}@{parts['host']}:{parts['port']}/{parts['dbname']}"


def test_nobody_waits_for_a_number_until_the_change_of_another_is_over(database: PostgresDatabase) -> None:
    # X8, D5: none is given out twice; what is undone leaves a gap, except among numbers that have to appear in order
    first, second = (PostgresDatabase(_url(database._parts), Scope("aoi", person)) for person in ("ken", "yui"))

    def undone() -> None:
        with first.transaction():
            assert [take(first, "rows"), *take_some(first, "rows", 3)] == [1, 2, 3, 4]
            assert take_in_order(first, "revisions") == 1
            raise_to(first, "rows", 7)
            with second.transaction():  # in the same thread: had it to wait, it would for ever
                assert take(second, "rows") == 8
            raise Stop

    with pytest.raises(Stop):
        undone()
    assert [take(second, "rows"), take_in_order(second, "revisions"), current(second, "rows")] == [9, 1, 9]
    for one in (first, second):
        one.close()
