"""Nights, scopes and small facts (D5, F7, F9, N6, X8)."""

from __future__ import annotations

from datetime import UTC, date, timedelta

import pytest

from omoide.adapters.sql.store import SqlStore
from omoide.domain.turn import Scope
from omoide.ports import Run, Usage
from tests.adapters.sql.conftest import Open
from tests.adapters.sql.store_things import AOI, FIRST_NIGHT, NOON, REN, Stop, memory, stop, together, turn

LATER = NOON + timedelta(minutes=5)


def test_a_night_is_begun_once_and_taken_up_again(store: SqlStore, open_store: Open) -> None:
    # D5, F7: in the order of the steps, also after the process has died
    assert store.runs.get(AOI, 5) is None
    assert store.runs.begin(AOI, 5, NOON) == Run(5, NOON.astimezone(UTC), None, {})
    store.runs.record(AOI, 5, {"fade": {"changed": 3, "言葉": "忘却"}})
    store.runs.record(AOI, 5, {"associate": {}})
    store.runs.record(AOI, 5, {"fade": {"changed": 4}})
    other = open_store()
    resumed = other.runs.begin(AOI, 5, LATER)
    assert resumed == Run(5, NOON, None, {"fade": {"changed": 4}, "associate": {}})
    assert list(resumed.steps) == ["fade", "associate"]
    other.runs.finish(AOI, 5, LATER)
    assert store.runs.get(AOI, 5) == Run(5, NOON, LATER, {"fade": {"changed": 4}, "associate": {}})
    assert (store.runs.get(AOI, 6), store.runs.get(REN, 5)) == (None, None)
    other.close()


def test_a_step_that_fails_is_not_recorded(store: SqlStore) -> None:
    # D5: the step and what it did are one transaction
    store.runs.begin(AOI, 5, NOON)
    with pytest.raises(Stop):
        together(
            store,
            lambda: store.memories.add(memory(), FIRST_NIGHT),
            lambda: store.runs.record(AOI, 5, {"fade": {}}),
            stop,
        )
    assert store.runs.begin(AOI, 5, LATER).steps == {}
    assert store.memories.counts(AOI).total == 0


def test_the_last_night_is_kept_per_scope(store: SqlStore) -> None:
    # F1, N6
    assert store.runs.last_night(AOI) == 0
    store.runs.set_last_night(AOI, FIRST_NIGHT)
    store.runs.set_last_night(AOI, FIRST_NIGHT + 2)
    store.turns.add(turn())
    assert (store.runs.last_night(AOI), store.runs.last_night(REN)) == (FIRST_NIGHT + 2, 0)


def test_scopes_are_those_that_hold_something(store: SqlStore) -> None:
    # N6
    yuki = Scope("雪", "me")
    store.runs.set_last_night(Scope("empty", "x"), 3)
    store.turns.add(turn())
    row = store.memories.add(memory(scope=yuki), FIRST_NIGHT)
    store.turns.add(turn(scope=REN))
    assert store.runs.scopes() == [AOI, REN, yuki]
    assert store.runs.scopes("aoi") == [AOI, REN]
    store.memories.delete([row])
    assert store.runs.scopes() == [AOI, REN]


def test_small_facts_outlive_the_process(store: SqlStore, open_store: Open) -> None:
    # W5, R2
    assert store.state.get("pause") is None
    store.state.set("pause", "")
    store.state.set("mood", "嬉しい")
    store.state.set("mood", "calm")
    other = open_store()
    assert (other.state.get("pause"), other.state.get("mood")) == ("", "calm")
    other.state.set("mood", None)
    other.state.set("mood", None)
    assert store.state.get("mood") is None
    other.close()


def test_usage_adds_up_over_days(store: SqlStore) -> None:
    # F9
    store.state.add_usage(Usage("m", "light", 1, 10, 1), date(2026, 1, 1))
    store.state.add_usage(Usage("m", "light", 2, 20, 2), date(2026, 1, 1))
    store.state.add_usage(Usage("m", "light", 1, 5, 5), date(2026, 1, 2))
    store.state.add_usage(Usage("m", "analysis", 1, 7, 0), date(2026, 1, 2))
    assert store.state.usage() == [Usage("m", "analysis", 1, 7, 0), Usage("m", "light", 4, 35, 8)]
    assert store.database.execute("SELECT COUNT(*) FROM usage").fetchone() == (3,)
