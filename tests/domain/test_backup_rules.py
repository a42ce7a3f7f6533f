"""When a backup is due, and which stay (O1)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.backup_rules import KeepRules, is_due, kept, lies_ahead

NOW = datetime(2026, 3, 31, 3, tzinfo=UTC)


def test_due_after_so_many_days() -> None:
    # O1
    assert [is_due(NOW - timedelta(days=days), NOW, 7) for days in (0, 6.9, 7, 30)] == [False, False, True, True]
    assert (is_due(None, NOW, 7), is_due(None, NOW, 0), is_due(NOW - timedelta(days=99), NOW, 0)) == (
        True,
        False,
        False,
    )


@given(st.lists(st.integers(-30, 30), min_size=2, max_size=20))
def test_every_night_takes_one_however_punctual_it_is(late: list[int]) -> None:
    # O1: daily, with nights that begin some minutes early or late; in between none is due
    nights = [NOW + timedelta(days=number, minutes=minutes) for number, minutes in enumerate(late)]
    for before, now in pairwise(nights):
        assert (is_due(before, now, 1), is_due(before, now - timedelta(hours=4), 1)) == (True, False)


def test_clocks_of_two_machines_may_differ_a_little() -> None:
    # O1
    assert not is_due(NOW + timedelta(hours=20), NOW, 7)
    assert not lies_ahead(NOW + timedelta(hours=20), NOW)


def test_what_a_wrong_clock_dated_takes_nobodys_place_and_stays() -> None:
    # O6: ten from next year and three of this week; the newest two of these stay, as if the others were not there
    taken = [NOW + timedelta(days=300 + number) for number in range(10)] + [NOW - timedelta(days=n) for n in range(3)]
    assert kept(taken, KeepRules(2), NOW) == {*range(10), 10, 11}


def test_the_newest_of_each_day_week_and_month_stay() -> None:
    # O1: one every twelve hours for ninety days, the newest first
    taken = [NOW - timedelta(hours=12 * number) for number in range(180)]

    def stay(rules: KeepRules) -> list[str]:
        return [f"{taken[at]:%m-%dT%H}" for at in sorted(kept(taken, rules, NOW))]

    assert stay(KeepRules(3)) == ["03-31T03", "03-30T15", "03-30T03"]
    assert stay(KeepRules(1, daily=3)) == ["03-31T03", "03-30T15", "03-29T15"]
    assert stay(KeepRules(1, weekly=3)) == ["03-31T03", "03-29T15", "03-22T15"]  # the week ends on Sunday
    assert stay(KeepRules(1, monthly=9)) == ["03-31T03", "02-28T15", "01-31T15", "12-31T15"]
    assert stay(KeepRules(2, daily=2, weekly=2, monthly=2)) == ["03-31T03", "03-30T15", "03-29T15", "02-28T15"]


@given(
    st.lists(
        st.datetimes(datetime(2020, 1, 1), datetime(2027, 1, 1)).map(lambda at: at.replace(tzinfo=UTC)), max_size=30
    ),
    st.builds(KeepRules, *(st.integers(0, 5) for _ in range(4))),
)
def test_what_stays_is_no_more_than_was_asked_for_and_stays_the_next_time(
    taken: list[datetime], rules: KeepRules
) -> None:
    # O1
    now = max(taken, default=NOW)
    stay = kept(taken, rules, now)
    assert (max(taken) in [taken[at] for at in stay]) if taken else not stay
    assert len(stay) <= max(rules.newest, 1) + rules.daily + rules.weekly + rules.monthly
    left = [taken[at] for at in sorted(stay)]
    assert len(kept(left, rules, now)) == len(left)  # pruning again takes nothing more
