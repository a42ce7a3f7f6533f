"""What only a server can do or suffer (X2): being out of reach, walls between scopes, locks for several machines."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from omoide.adapters.sql.counters import take_in_order
from omoide.adapters.sql.migrations import MIGRATIONS
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_folder import ServerFolder
from omoide.adapters.sql.server_locks import ServerLocks
from omoide.adapters.sql.store import SqlStore
from omoide.adapters.sql.walls import OPEN, rules
from omoide.domain.turn import Scope
from omoide.errors import Busy, InvalidSettings, Refused, Unavailable
from tests.adapters.sql.conftest import Start
from tests.adapters.sql.store_things import AOI, REN, Stop, memory, opened, stop, together, turn
from tests.adapters.sql.test_store_processes import line, ready
from tests.mind.world import Clock, mind_in
from tests.servers.cable import Cable
from tests.servers.databases import ROLE, Databases
from tests.servers.processes import until

ROOT = Path(__file__).parents[3]


# ---------------------------------------------------------------- out of reach


def test_a_wrong_password_is_told_and_never_shown(url: str) -> None:
    # X2: not in the message, in either language, and not in what a program would print of the error
    wrong = url.replace("plain%20secret", "open-sesame")
    with pytest.raises(Unavailable, match="check name and password") as refused:
        opened(wrong)
    said = "".join(traceback.format_exception(refused.value)) + refused.value.en + refused.value.ja
    assert "open-sesame" not in said
    assert f"postgresql://{ROLE}@127.0.0.1" in refused.value.en


@pytest.mark.parametrize(
    "address", ["postgresql://a:p4ss@host:not-a-port/x", "mysql://a:p4ss@host/x", "p4ss word", "host=x password=p4ss"]
)
def test_what_is_no_address_is_told_without_quoting_it(address: str) -> None:
    # X2
    with pytest.raises(InvalidSettings, match="postgresql://name:password@host") as told:
        PostgresDatabase(address)
    assert "p4ss" not in "".join(traceback.format_exception(told.value))


def test_what_an_address_asks_of_the_connection_is_heeded(url: str) -> None:
    # X2: this server speaks no TLS, and is not talked to without it where the address demands it
    with pytest.raises(Unavailable, match="SSL"):
        opened(f"{url}?sslmode=require")
    store = opened(f"{url}?sslmode=disable&application_name=a%20test")
    assert store.database.execute("SHOW application_name").fetchone() == ("a test",)
    store.close()


def test_a_server_that_went_away_while_nobody_asked_is_found_again(url: str) -> None:
    # X2: idle connections died; nobody notices
    cable = Cable(url)
    store = opened(cable.url)
    store.state.set("a", "1")
    cable.cut()
    cable.mend()
    store.state.set("b", "2")
    with store.transaction():
        store.turns.add(turn())
    assert (store.state.get("a"), store.state.get("b"), store.turns.count(AOI)) == ("1", "2", 1)
    store.close()


def test_a_server_that_goes_away_in_the_middle_takes_the_whole_change_with_it(url: str) -> None:
    # X2, X8
    cable = Cable(url)
    store = opened(cable.url)
    with pytest.raises(Unavailable, match="undone whole") as told:
        together(store, lambda: store.turns.add(turn(1)), cable.cut, lambda: store.turns.add(turn(2)))
    assert "取り消され" in told.value.ja
    with pytest.raises(Unavailable, match="cannot be reached"):
        store.turns.count(AOI)
    cable.mend()
    assert store.turns.count(AOI) == 0
    assert store.turns.add(turn(1))
    store.close()


def test_a_reader_asks_again_when_the_server_is_back(url: str) -> None:
    # X2: outside a transaction, reading twice does no harm
    cable = Cable(url)
    store = opened(cable.url)
    database = store.database
    assert isinstance(database, PostgresDatabase)
    store.state.set("a", "1")
    run, calls = database._run, []

    def cut_once(*args: object) -> object:
        calls.append(args[1])
        if len(calls) == 1:
            cable.cut()
            cable.mend()
        return run(*args)  # type: ignore[arg-type]

    database._run = cut_once  # type: ignore[method-assign, assignment]
    assert store.state.get("a") == "1"
    assert len(calls) == 2
    store.close()


def test_without_the_extension_an_administrator_is_asked_for(databases: Databases) -> None:
    # X2, N4: and nothing is left half-made
    url = databases.make(empty=True)
    databases.administer("DROP EXTENSION vector", url)
    with pytest.raises(Refused, match="CREATE EXTENSION vector"):
        opened(url)
    databases.administer("CREATE EXTENSION vector", url)
    store = opened(url)
    assert store.form() == MIGRATIONS[-1].number
    store.close()
    databases.drop(url)


def test_many_processes_make_one_house(databases: Databases, start: Start) -> None:
    # N4, X8: each migration once, whoever comes first
    url = databases.make(empty=True)
    children = [start("open", url) for _ in range(4)]
    ready(*children)
    assert [line(child) for child in children] == ["opened 0"] * 4
    store = opened(url)
    assert store.database.execute("SELECT number FROM migrations ORDER BY number").fetchall() == [
        (step.number,) for step in MIGRATIONS
    ]
    store.close()
    databases.drop(url)


# ---------------------------------------------------------------- walls


def test_every_table_is_walled_or_open_for_a_reason(url: str) -> None:
    # N6: a table that somebody adds later must be one or the other
    database = PostgresDatabase(url)
    there = {name for (name,) in database.execute(database.dialect.tables).fetchall()}
    forced = {
        name
        for (name,) in database.execute(
            "SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity"
        ).fetchall()
    }
    assert there - set(OPEN) == set(rules(database)) == forced
    database.close()


def test_a_forgotten_condition_shows_nothing_of_others(url: str, tmp_path: Path) -> None:
    # N6: after two persons have lived with a persona, a third, and a connection that has not said who asks
    tree = {"database": {"url": url}}
    for person in ("ken", "yui"):
        clock = Clock()
        with mind_in(tmp_path, clock, person=person, backup={"every_days": 0}, **tree) as mind:
            mind.perceive(f"{person} は温泉が大好きです。", "いいですね。", session="s")
            mind.perceive(f"{person} said that the lighthouse is beautiful!", "It is.", session="s")
            mind.end_session("s")
            clock.forward(hours=12)
            mind.sleep()
            mind.faculties.store.goals.add(mind.faculties.scope, "short", f"{person} goal", 1, clock.now(), [])
    everything = _counted(PostgresDatabase(url))
    full = {"turns", "memories", "texts", "sources", "vectors", "word_lists", "goals", "episodes", "passages", "state"}
    assert full <= {table for table, count in everything.items() if count}
    ken, yui = (_counted(PostgresDatabase(url, Scope("aoi", person))) for person in ("ken", "yui"))
    own = {table: count for table, count in everything.items() if table != "emotions"}  # the persona's, not a person's
    own["home_files"] -= 1  # which house it is concerns no person (X10)
    assert {table: ken[table] + yui[table] for table in own} == own
    assert ken["memories"] == 2
    for stranger in (Scope("aoi", "eve"), Scope("*", "*"), Scope("=aoi", "=ken")):
        seen = {table for table, count in _counted(PostgresDatabase(url, stranger)).items() if count}
        assert seen <= {"emotions"}, stranger
    other_persona = {table for table, count in _counted(PostgresDatabase(url, Scope("ren", "ken"))).items() if count}
    # what the personas of a person share; of the files, the profile
    assert other_persona <= {"threads", "thread_personas", "thread_messages", "flushes", "home_files"}
    assert [*ServerFolder(PostgresDatabase(url, Scope("ren", "ken"))).walk()] == ["people/ken.md"]
    import psycopg

    with psycopg.connect(url) as silent:
        assert silent.execute("SELECT COUNT(*) FROM memories").fetchone() == (0,)


def _counted(database: PostgresDatabase) -> dict[str, int]:
    counts = {table: database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in rules(database)}
    database.close()
    return counts


def test_nothing_can_be_written_in_the_name_of_another(url: str) -> None:
    # N6
    store = SqlStore(PostgresDatabase(url, AOI))
    assert store.turns.add(turn(1))
    with pytest.raises(Refused, match="row-level security"):
        store.turns.add(turn(2, scope=REN))
    with pytest.raises(Refused, match="row-level security"):
        store.memories.add(memory(1, scope=REN), 1)
    with pytest.raises(Refused):
        store.database.execute("UPDATE turns SET person = 'yui'")
    store.close()
    everyone = opened(url)
    assert (everyone.turns.count(AOI), everyone.turns.count(REN)) == (1, 0)
    everyone.close()


def test_a_connection_that_served_one_serves_another_as_that_other(url: str) -> None:
    # N6: connections are shared; whose rows they show is said anew, also after a change was undone
    stores = [SqlStore(PostgresDatabase(url, scope)) for scope in (AOI, REN)]
    for store, scope in zip(stores, (AOI, REN), strict=True):
        store.turns.add(turn(scope=scope))
        with pytest.raises(Stop):
            together(store, partial(store.turns.add, turn(2, scope=scope)), stop)
    for _ in range(3):
        for store, scope in zip(stores, (AOI, REN), strict=True):
            with pytest.raises(Stop):  # what was said within goes with it: whose the rows are is not what it was before
                together(store, partial(store.turns.add, turn(2, scope=scope)), stop)
            assert store.database.execute("SELECT persona, person FROM turns").fetchall() == [
                (scope.persona, scope.person)
            ]
            with store.database.beyond():
                assert store.database.execute("SELECT COUNT(*) FROM turns").fetchone() == (2,)
    for store in stores:
        store.close()


# ---------------------------------------------------------------- locks


HOLDER = """
import sys
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_locks import ServerLocks
with ServerLocks(PostgresDatabase(sys.argv[1])).hold("night 温泉"):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_one_night_at_a_time_on_any_machine_and_a_killed_one_frees_it(url: str) -> None:
    # F7
    locks = ServerLocks(PostgresDatabase(url))
    with (
        locks.hold("night 温泉"),
        locks.hold("another"),
        pytest.raises(Busy, match="night 温泉"),
        locks.hold("night 温泉"),
    ):
        raise AssertionError("two at once")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(Busy), locks.hold("night 温泉"):
        raise AssertionError("two at once")
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    _until_free(locks)


def test_who_takes_two_numbers_never_waits_in_a_circle(url: str, databases: Databases) -> None:
    # X8: in whatever order they are taken, for whatever persons
    taken, waiting = threading.Event(), "wait_event_type = 'Lock' AND datname = current_database()"

    def second_waits() -> bool:
        return taken.is_set() or databases.administer(f"SELECT 1 FROM pg_stat_activity WHERE {waiting}", url) != []

    first, second = (PostgresDatabase(url, scope) for scope in (AOI, REN))

    def other_way_round() -> list[int]:
        with second.transaction():
            numbers = [take_in_order(second, "b")]
            taken.set()
            return [*numbers, take_in_order(second, "a")]

    with ThreadPoolExecutor(1) as hands:
        with first.transaction():
            numbers = [take_in_order(first, "a")]
            others = hands.submit(other_way_round)
            until(second_waits, what="the second")
            numbers.append(take_in_order(first, "b"))
        assert (numbers, others.result()) == ([1, 1], [2, 2])
    for database in (first, second):
        database.close()


def _until_free(locks: ServerLocks) -> None:
    """The server sees that a process is gone when its connection ends, a moment after the process."""

    def free() -> bool:
        try:
            with locks.hold("night 温泉"):
                return True
        except Busy:
            return False

    assert until(free, 10.0, "the lock of a killed process")
