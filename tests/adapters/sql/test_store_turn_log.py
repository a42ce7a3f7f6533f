"""The ledger read as a log (L6): days by the right clock, the end of it, and any phrase that stands in it (R7)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from omoide.adapters.sql import turn_search
from omoide.adapters.sql.mending import mend
from omoide.adapters.sql.migrations import MIGRATIONS, migrate
from omoide.adapters.sql.sqlite import SqliteDatabase
from omoide.adapters.sql.store import SqlStore
from omoide.domain.emotion import Emotion
from omoide.domain.turn import Scope, Turn
from omoide.language.terms import fold
from tests.adapters.sql.store_things import AOI, FIRST_NIGHT, memory

TOKYO, KATHMANDU = ZoneInfo("Asia/Tokyo"), ZoneInfo("Asia/Kathmandu")
NEXT = count()  # somebody new for every example, in one store


def say(
    store: SqlStore, key: str, time: datetime, said: str = "hello", replied: str = "yes", scope: Scope = AOI
) -> None:
    store.turns.add(Turn(key, scope, "", said, replied, time))


def keys(turns: list[Turn]) -> list[str]:
    return [turn.key for turn in turns]


def test_days_are_those_of_the_persons_clock(store: SqlStore) -> None:
    # L6, N3: 23:30 in Kathmandu is 17:45 UTC, and the next day in Tokyo
    say(store, "late", datetime(2026, 1, 1, 17, 45, tzinfo=UTC))
    say(store, "noon", datetime(2026, 1, 3, 12, 0, tzinfo=UTC))
    assert store.log.days(AOI, KATHMANDU) == [date(2026, 1, 1), date(2026, 1, 3)]
    assert store.log.days(AOI, TOKYO) == [date(2026, 1, 2), date(2026, 1, 3)]
    assert keys(store.log.of_day(AOI, date(2026, 1, 1), KATHMANDU)) == ["late"]
    assert keys(store.log.of_day(AOI, date(2026, 1, 2), TOKYO)) == ["late"]
    assert store.log.of_day(AOI, date(2026, 1, 1), TOKYO) == []


def test_without_a_zone_every_turn_brings_its_own_clock(store: SqlStore) -> None:
    # N3: a traveller's evening stays an evening
    say(store, "home", datetime(2026, 1, 1, 23, 50, tzinfo=timezone(timedelta(hours=14))))
    say(store, "away", datetime(2026, 1, 2, 0, 10, tzinfo=timezone(timedelta(hours=-12))))
    say(store, "old", datetime(1969, 12, 31, 23, 59, tzinfo=UTC))
    assert store.log.days(AOI, None) == [date(1969, 12, 31), date(2026, 1, 1), date(2026, 1, 2)]
    assert keys(store.log.of_day(AOI, date(2026, 1, 1), None)) == ["home"]
    assert keys(store.log.of_day(AOI, date(2026, 1, 2), None)) == ["away"]


MOMENTS = st.datetimes(datetime(1980, 1, 1), datetime(2080, 1, 1)).map(lambda t: t.replace(tzinfo=UTC))


@given(st.lists(MOMENTS, max_size=6, unique=True), st.sampled_from([TOKYO, KATHMANDU, ZoneInfo("America/New_York")]))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_turn_is_of_exactly_one_of_the_days(store: SqlStore, moments: list[datetime], zone: ZoneInfo) -> None:
    # L6, N3
    somebody = Scope("aoi", str(next(NEXT)))
    for number, moment in enumerate(moments):
        say(store, str(number), moment, scope=somebody)
    days = store.log.days(somebody, zone)
    assert days == sorted({moment.astimezone(zone).date() for moment in moments})
    found = [key for day in days for key in keys(store.log.of_day(somebody, day, zone))]
    assert sorted(found) == sorted(map(str, range(len(moments))))


def test_the_newest_come_oldest_first(store: SqlStore) -> None:
    # R18
    for number in (3, 1, 2, 4):
        say(store, str(number), datetime(2026, 1, number, tzinfo=UTC))
    assert keys(store.log.last(AOI, 3)) == ["2", "3", "4"]
    assert keys(store.log.last(AOI, 99)) == ["1", "2", "3", "4"]


def test_a_turn_is_as_stirring_as_the_memory_made_from_it(store: SqlStore) -> None:
    # E10: 0-100 in memories, 0-1 here; unknown where there is none
    store.memories.add(memory(1, emotion=Emotion("positive", 72, ()), sources=("a",)), FIRST_NIGHT)
    store.memories.add(memory(2, emotion=Emotion("positive", 90, ()), sources=("a",)), FIRST_NIGHT)
    store.memories.add(memory(3, scope=Scope("aoi", "yui"), sources=("b",)), FIRST_NIGHT)
    assert store.log.arousals(AOI, ["a", "b", "c"]) == {"a": 0.9}


def test_what_was_forgotten_is_in_no_log(store: SqlStore) -> None:
    # L6, F5: the turn stays in the ledger, so that it does not become a memory again, but nobody reads it
    now = datetime(2026, 1, 1, tzinfo=UTC)
    say(store, "kept", now, "the red umbrella")
    say(store, "gone", now, "the red umbrella")
    store.turns.settle(["gone"], "encoded")
    assert keys(store.log.of_day(AOI, now.date(), UTC)) == keys(store.log.last(AOI, 9)) == ["kept"]
    assert keys(store.log.read(AOI, ["gone", "kept"])) == ["kept"]


# ---------------------------------------------------------------- phrases

TEXTS = st.text("aB ヴぁ田中猫!\"\\'ｱ１\n", max_size=8)


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=5), TEXTS)
@example([("田中さん", "")], "田中")
@example([("猫", "")], "猫")
@example([("a\nB", "x")], "a b")
@example([("", 'say "B"')], '"b"')
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_turn_that_holds_a_phrase_is_missed(store: SqlStore, turns: list[tuple[str, str]], phrase: str) -> None:
    # R7: NFKC-folded, whichever case; what is found is then looked at, so a few too many do no harm
    somebody = Scope("aoi", str(next(NEXT)))
    with store.transaction():
        for number, (said, replied) in enumerate(turns):
            say(store, str(number), datetime(2026, 1, 1, number, tzinfo=UTC), said, replied, somebody)
    wanted = fold(phrase).strip()
    holding = {str(n) for n, pair in enumerate(turns) if wanted and any(wanted in fold(text) for text in pair)}
    found = store.log.holding(somebody, [wanted])
    assert holding <= set(found)
    assert found == sorted(found, key=int, reverse=True), "newest first"
    assert store.log.holding(Scope("aoi", "yui"), [wanted]) == []


def test_one_persons_words_are_not_found_by_another(store: SqlStore) -> None:
    # N6
    now = datetime(2026, 1, 1, tzinfo=UTC)
    say(store, "mine", now, "the red umbrella")
    say(store, "hers", now, "the red umbrella", scope=Scope("aoi", "yui"))
    assert store.log.holding(AOI, ["red umbrella"]) == ["mine"]
    assert store.log.holding(AOI, ["umbrella", "nothing"]) == ["mine"]
    assert store.log.holding(AOI, []) == store.log.holding(AOI, [" "]) == store.log.holding(AOI, ["blue"]) == []


def test_turns_of_an_older_home_are_found_after_the_upgrade(path: Path) -> None:
    # N4: migration 5 fills the index from what is there
    database = SqliteDatabase(path)
    migrate(database, migrations=[step for step in MIGRATIONS if step.number < 5])
    database.execute("INSERT INTO scopes VALUES ('aoi', 'ken', 0)")
    database.execute(
        "INSERT INTO turns (persona, person, key, session, said, replied, time, time_offset, origin, state, why,"
        " attempts, added) VALUES ('aoi', 'ken', 'k', '', 'the red umbrella', 'yes', 1, 0, '', 'waiting', '', 0, 1)"
    )
    database.close()
    store = SqlStore(path)
    assert store.log.holding(AOI, ["red"]) == ["k"]
    store.close()


def test_the_index_is_made_anew_when_a_store_is_mended(file_store: SqlStore) -> None:
    # O1: it is derived
    say(file_store, "k", datetime(2026, 1, 1, tzinfo=UTC), "the red umbrella")
    file_store.database.execute("DELETE FROM word_turns")
    assert file_store.log.holding(AOI, ["red"]) == []
    mend(file_store.database, set())
    assert file_store.log.holding(AOI, ["red"]) == ["k"]


def test_the_index_of_phrases_counts_as_derived(path: Path) -> None:
    # O1: salvage copies tables of truth only
    from omoide.adapters.sql.mending import tables_of_truth

    SqlStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        found = tables_of_truth(connection)
    assert {"turns", "episodes", "episode_sources"} <= set(found)
    assert not [name for name in found if name.startswith("word")]


@pytest.mark.parametrize("phrase", ["", " ", "\n"])
def test_nothing_asked_finds_nothing(store: SqlStore, phrase: str) -> None:
    # R7
    say(store, "k", datetime(2026, 1, 1, tzinfo=UTC), "a b")
    assert turn_search.turns_that_may_hold(store.database, AOI, [phrase]) == []
