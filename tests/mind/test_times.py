"""Times that cannot be placed, and nights that nobody has lived yet: E5, F7, N3."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from omoide.errors import InvalidInput
from omoide.ports import Filter
from tests.mind.world import Clock, at, mind_in

NAIVE = datetime(2026, 1, 18, 18)
ENDS = [at("0001-01-01T00:00:00+09:00"), at("9999-12-31T23:59:59-12:00")]


@pytest.mark.parametrize("time", [NAIVE, *ENDS], ids=["naive", "first", "last"])
def test_every_way_in_refuses_a_time_that_cannot_be_placed_and_changes_nothing(tmp_path: Path, time: datetime) -> None:
    # E5
    with mind_in(tmp_path) as mind:
        memory = mind.remember("the lighthouse keeper waved")
        for way_in in (
            lambda: mind.perceive("hello", "hi", time=time),
            lambda: mind.remember("hello", time=time),
            lambda: mind.recall("lighthouse", now=time),
            lambda: mind.correct(memory.id, "nobody waved", now=time),
            lambda: mind.sleep(time),
            lambda: mind.night_missed(time),
            lambda: mind.pause(until=time),
            lambda: mind.list(Filter(since=time)),
        ):
            with pytest.raises(InvalidInput, match=r"has no time zone|too far away"):
                way_in()
        assert mind.list() == [memory]
        assert mind.paused() is None
        assert mind.perceive("and it goes on", "yes").new


def test_a_correction_cannot_come_from_the_future(tmp_path: Path) -> None:
    # E5, N1: it would never begin to fade
    with mind_in(tmp_path) as mind:
        memory = mind.remember("the lighthouse keeper waved")
        with pytest.raises(InvalidInput, match="future"):
            mind.correct(memory.id, "nobody waved", now=at("2027-01-01T00:00:00"))
        assert mind.list() == [memory]


def test_before_the_first_night_the_oldest_memory_says_whether_one_was_missed(tmp_path: Path) -> None:
    # F7: a machine that is always off at night must come to its first night too
    clock = Clock(at("2026-01-18T18:00:00"))
    with mind_in(tmp_path, clock) as mind:
        assert not mind.night_missed(at("2026-03-01T12:00:00"))
        mind.remember("the lighthouse keeper waved")
        assert not mind.night_missed(at("2026-01-19T02:59:00"))
        assert mind.night_missed(at("2026-01-19T09:00:00"))
        mind.sleep(clock.set("2026-01-19T09:00:00"))
        assert not mind.night_missed(at("2026-01-20T02:59:00"))


def test_the_night_of_a_person_follows_summer_time(tmp_path: Path) -> None:
    # N3: 2026-03-08 02:00-03:00 does not exist in New York; 2026-11-01 01:30 comes twice
    people = {"me": {"timezone": "America/New_York"}}
    clock = Clock(at("2026-03-07T18:00:00-05:00"))
    with mind_in(tmp_path, clock, people=people) as mind:
        spring = mind.remember("the clocks go forward tonight")
        assert spring.days == pytest.approx(8 / 24)
        assert mind.sleep(clock.set("2026-03-08T06:59:00+00:00")).night.isoformat() == "2026-03-07"
        assert mind.sleep(clock.set("2026-03-08T07:00:00+00:00")).night.isoformat() == "2026-03-08"
        assert mind.show(spring.id).days == pytest.approx(8 / 24 + 1)
        clock.set("2026-10-31T18:00:00-04:00")
        assert mind.remember("the clocks go back tonight").days == pytest.approx(10 / 24)
        assert mind.sleep(clock.set("2026-11-01T07:30:00+00:00")).night.isoformat() == "2026-10-31"
        assert mind.sleep(clock.set("2026-11-01T08:00:00+00:00")).night.isoformat() == "2026-11-01"


def test_what_is_told_of_an_old_day_is_new_until_the_next_night_and_then_as_old_as_its_day(tmp_path: Path) -> None:
    # E5, E11, F1: the nights before it was told cannot have touched it
    clock = Clock(at("2026-01-10T18:00:00"))
    with mind_in(tmp_path, clock) as mind:
        mind.sleep(clock.set("2026-01-20T03:00:00"))
        told = mind.remember("the lamp on the pier", time=at("2026-01-10T18:00:00"), intensity=80, category="casual")
        assert (told.level, told.retention) == (1, 80)
        mind.sleep(clock.set("2026-01-21T03:00:00"))
        later = mind.show(told.id)
        assert later.days == pytest.approx(11.375)
        assert later.retention == pytest.approx(80 * told.coefficient**11.375)
