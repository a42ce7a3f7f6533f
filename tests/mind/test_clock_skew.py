"""A machine's clock that jumps fades nothing, counts no night and removes no backup, until it is believed (O6)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from omoide import Mind, open_mind
from omoide.errors import Refused
from omoide.settings import build
from tests.mind.world import Clock, at, machine_clock

AHEAD = "2036-05-01T04:00:00"


@pytest.fixture(params=["file", "server"])
def where(request: pytest.FixtureRequest) -> None:
    if request.param == "server":
        request.getfixturevalue("on_server")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return machine_clock(monkeypatch, "2026-04-01T12:00:00")


def settled(home: Path, machine: Clock, nights: int = 20) -> Mind:
    """Somebody who has lived here for a while."""
    machine.set("2026-04-01T12:00:00")
    mind = open_mind(home, settings=build({"backup": {"keep": 3, "every_days_on_server": 7}}))
    for number in range(3):
        mind.remember(f"I like tea number {number}, my cat is called Miso.", intensity=60)
    live(mind, machine, "2026-04-02T04:00:00", nights)
    return mind


def live(mind: Mind, machine: Clock, first: str, nights: int) -> None:
    machine.set(first)
    for _ in range(nights):
        mind.sleep()
        machine.forward(days=1, minutes=1)


def levels(mind: Mind) -> list[tuple[str, int, float]]:
    return sorted((memory.id, memory.level, round(memory.retention, 6)) for memory in mind.list())


def names(mind: Mind) -> list[str]:
    return [backup.name for backup in mind.backups.list()]


def last_night(mind: Mind) -> int:
    return mind.faculties.store.runs.last_night(mind.scope)


@pytest.mark.usefixtures("where")
def test_one_night_ten_years_ahead_changes_nothing_that_ten_more_nights_would_not(
    tmp_path: Path, machine: Clock
) -> None:  # O6
    with settled(tmp_path / "spared", machine) as mind:
        live(mind, machine, "2026-04-22T04:00:00", 10)
        expected, kept = levels(mind), len(names(mind))
    with settled(tmp_path / "struck", machine) as mind:
        before = levels(mind), names(mind), last_night(mind)
        machine.set(AHEAD)
        report = mind.sleep()
        assert (report.lived, report.doubt and report.doubt.after) == (False, at(AHEAD))
        assert (levels(mind), names(mind), last_night(mind)) == before
        live(mind, machine, "2026-04-22T04:00:00", 10)
        assert (levels(mind), len(names(mind)), mind.clock_doubt()) == (expected, kept, None)
        assert all(name < "omoide-2027" for name in names(mind))


@pytest.mark.parametrize("moment", [AHEAD, "2026-04-17T04:00:00", "2016-01-01T00:00:00"])
@pytest.mark.usefixtures("where")
def test_nothing_is_done_by_a_clock_in_doubt(tmp_path: Path, machine: Clock, moment: str) -> None:  # O6, F7
    with settled(tmp_path, machine) as mind:
        before = levels(mind), names(mind), last_night(mind)
        machine.set(moment)
        assert (mind.clock_doubt() is None, mind.night_missed(), mind.back_up(), mind.move_sessions()) == (
            False, False, None, {},
        )  # fmt: skip
        for what in (mind.prune_backups, mind.update_episodes):
            with pytest.raises(Refused, match="omoide clock accept"):
                what()
        assert not mind.sleep().lived
        assert mind.heartbeat().moved == {}
        assert (levels(mind), names(mind), last_night(mind)) == before
        machine.forward(hours=23)
        assert not mind.sleep().lived  # not yet


@pytest.mark.parametrize("moment", ["2026-07-25T09:00:00", "2026-04-15T09:00:00"])
@pytest.mark.usefixtures("where")
def test_a_clock_that_runs_on_for_a_day_is_believed_after_a_backup(
    tmp_path: Path, machine: Clock, moment: str
) -> None:  # O6: a long holiday, and a clock that was wrong before
    with settled(tmp_path, machine) as mind:
        before, last = levels(mind), last_night(mind)
        machine.set(moment)
        assert not mind.sleep().lived
        machine.forward(hours=24)
        report = mind.sleep()
        assert (report.lived, report.doubt) == (machine.now() > at("2026-04-22T00:00:00"), None)
        [taken] = [backup for backup in mind.backups.list() if backup.reason == "clock"]
        assert taken.taken == machine.now()
        faded = levels(mind)
        assert (faded != before) == report.lived
        mind.backups.restore(taken.name, machine.now())  # it goes back to before that night
    with open_mind(tmp_path) as mind:
        assert (levels(mind), last_night(mind), mind.clock_doubt()) == (before, last, None)


def test_without_a_backup_it_stays_in_doubt(tmp_path: Path, machine: Clock) -> None:  # O6, O1
    (tmp_path / "no folder").write_text("a file")
    with settled(tmp_path, machine) as mind:
        before = levels(mind)
    machine.set(AHEAD)
    with open_mind(tmp_path, settings=build({"backup": {"folder": str(tmp_path / "no folder")}})) as mind:
        assert not mind.sleep().lived
        machine.forward(hours=25)
        assert (mind.sleep().lived, levels(mind)) == (False, before)
    with open_mind(tmp_path) as mind:
        assert mind.sleep().lived


@pytest.mark.usefixtures("where")
def test_a_person_accepts_it(tmp_path: Path, machine: Clock) -> None:  # O6
    with settled(tmp_path, machine) as mind:
        assert mind.accept_clock() is None
        machine.set(AHEAD)
        accepted = mind.accept_clock()
        assert accepted is not None
        assert (accepted.doubt.after, accepted.backup.reason) == (at(AHEAD), "clock")
        assert (mind.clock_doubt(), mind.sleep().lived) == (None, True)


def test_a_clock_and_a_now_that_were_handed_in_are_never_judged(tmp_path: Path, machine: Clock) -> None:  # O6
    with settled(tmp_path, machine) as mind:
        ahead: datetime = at("2030-01-01T04:00:00")
        assert mind.sleep(ahead).lived
        assert mind.clock_doubt() is None
    clock = Clock(at("2031-01-01T04:00:00"))
    with open_mind(tmp_path, clock=clock) as mind:
        for moment in ("2031-01-01T04:00:00", "2041-01-01T04:00:00"):
            clock.set(moment)
            assert (mind.sleep().lived, mind.clock_doubt(), mind.accept_clock()) == (True, None, None)
        clock.set("2001-01-01T04:00:00")
        assert mind.sleep().doubt is None
    with open_mind(tmp_path) as mind:  # nor do they say when the machine's was last seen
        assert mind.clock_doubt() is None


def test_the_time_of_a_restored_backup_is_no_time_that_was_seen(tmp_path: Path, machine: Clock) -> None:  # O6, O1
    with settled(tmp_path, machine) as mind:
        oldest = mind.backups.create(machine.now(), "hand").name
        for _ in range(2):
            machine.forward(days=30)
            assert mind.sleep().lived
        mind.backups.restore(oldest, machine.now())
    with open_mind(tmp_path) as mind:
        assert (mind.clock_doubt(), mind.sleep().lived) == (None, True)
        restored = machine.now()
        machine.set(AHEAD)
        mind.sleep()
        mind.backups.restore(oldest, restored)  # files have the time of the real machine
    with open_mind(tmp_path) as mind:  # and no restore makes a wrong clock right
        assert not mind.sleep().lived
