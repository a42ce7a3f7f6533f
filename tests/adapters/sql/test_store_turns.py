"""The ledger of turns (L6, E7)."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.adapters.sql.store import SqlStore
from omoide.domain.turn import NO_WISHES, Wishes
from tests.adapters.sql.store_things import AOI, NOON, REN, turn

# Whatever UTF-8 can hold, but NUL.
TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=40)
OFFSETS = st.integers(-86_399, 86_399).map(lambda seconds: timezone(timedelta(seconds=seconds)))


def test_a_turn_is_kept_once(store: SqlStore) -> None:
    # E7, L6
    assert store.turns.add(turn(1))
    assert not store.turns.add(turn(1, said="another text, the same key"))
    assert store.turns.get(["turn-1"]) == [turn(1)]
    assert store.turns.count(AOI) == 1


def test_what_was_settled_stays_settled_when_it_is_handed_in_again(store: SqlStore) -> None:
    # E7
    store.turns.add(turn(1))
    assert store.turns.settle(["turn-1"], "encoded") == 1
    assert not store.turns.add(turn(1))
    assert store.turns.waiting(AOI) == []
    assert store.turns.settle(["turn-1"], "encoded") == 0
    assert store.turns.settle(["turn-1"], "failed", "late") == 0
    assert store.turns.count(AOI, "encoded") == 1


def test_waiting_turns_come_oldest_first_with_the_failed_ones(store: SqlStore) -> None:
    # E7: a failed turn is retried; others are kept
    for number, minutes, session in ((1, 30, "a"), (2, 10, "b"), (3, 20, "a"), (4, 0, "a"), (5, 5, "a")):
        store.turns.add(turn(number, time=NOON + timedelta(minutes=minutes), session=session))
    store.turns.settle(["turn-4"], "encoded")
    store.turns.settle(["turn-5"], "skipped", "do not remember")
    store.turns.settle(["turn-3"], "failed", "no model")
    assert [t.key for t in store.turns.waiting(AOI)] == ["turn-2", "turn-3", "turn-1"]
    assert [t.key for t in store.turns.waiting(AOI, "a")] == ["turn-3", "turn-1"]
    assert [t.key for t in store.turns.waiting(AOI, limit=1)] == ["turn-2"]
    assert [store.turns.count(AOI, s) for s in ("waiting", "encoded", "skipped", "failed")] == [2, 1, 1, 1]
    row = store.database.execute("SELECT state, why, attempts FROM turns WHERE key = 'turn-3'").fetchone()
    assert row == ("failed", "no model", 1)


def test_wishes_wait_with_their_turn_and_can_still_be_added(store: SqlStore) -> None:
    # E4, E7: a mind may answer later; what was settled is not wished anew
    wishes = Wishes(intensity=90, category="decision", tags=("joy", "pride"), protect=True)
    store.turns.add(turn(1, wishes=wishes))
    store.turns.add(turn(2))
    store.turns.add(turn(3))
    store.turns.settle(["turn-2"], "failed", "no model")
    store.turns.settle(["turn-3"], "encoded")
    assert [store.turns.add(turn(number, wishes=Wishes(protect=True))) for number in (2, 3)] == [False, False]
    assert not store.turns.add(turn(1))
    kept = {found.key: found.wishes for found in store.turns.get(["turn-1", "turn-2", "turn-3"])}
    assert kept == {"turn-1": wishes, "turn-2": Wishes(protect=True), "turn-3": NO_WISHES}


def test_a_state_can_be_given_at_once(store: SqlStore) -> None:
    # E7
    store.turns.add(turn(1), "skipped")
    assert (store.turns.waiting(AOI), store.turns.count(AOI, "skipped")) == ([], 1)


def test_turns_come_in_the_order_asked_for(store: SqlStore) -> None:
    # L6, E9: also more than one statement can take
    for number in range(5):
        store.turns.add(turn(number))
    asked = ["turn-3", "nobody", "turn-1", *(f"none-{n}" for n in range(40_000)), "turn-4"]
    assert store.turns.get(asked) == [turn(3), turn(1), turn(4)]
    assert store.turns.settle(asked, "encoded") == 3


def test_two_scopes_may_use_the_same_key(store: SqlStore) -> None:
    # N6
    ours, theirs = turn(1), turn(1, scope=REN, said="a secret")
    assert [store.turns.add(ours), store.turns.add(theirs)] == [True, True]
    assert store.turns.get(["turn-1"], AOI) == [ours]
    assert store.turns.get(["turn-1"], REN) == [theirs]
    assert store.turns.settle(["turn-1"], "encoded", scope=AOI) == 1
    assert (store.turns.waiting(AOI), store.turns.waiting(REN)) == ([], [theirs])


@settings(derandomize=True, max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=TEXT, replied=TEXT, session=TEXT, time=st.datetimes(timezones=OFFSETS))
def test_any_turn_comes_back_as_it_was(store: SqlStore, said: str, replied: str, session: str, time: datetime) -> None:
    # L6, E5: to the microsecond, and with the wall clock that it was lived by
    key = "\x1f".join((said, replied, session, time.isoformat()))
    kept = turn(key=key, said=said, replied=replied, session=session, time=time)
    store.turns.add(kept)
    [back] = store.turns.get([kept.key])
    assert back == kept
    assert back.time.isoformat() == kept.time.isoformat()
