"""What the benchmark of many nights tells, from what it measured."""

from __future__ import annotations

from typing import Any

import pytest

from bench.nights_of_many import Lived, lines

MEASURED: dict[str, Any] = {
    "personas": 1_000, "in_a_file": 0.05, "settled": 20.0, "looked": 0.1, "asked": 0.5, "once": True, "same": True,
    "calm": Lived(40.0, 50.0, 20.0), "killed": Lived(50.0, 55.0, 25.0),
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "missed"),
    [
        ({}, []),
        ({"calm": Lived(41.0, 50.0, 20.0)}, ["nights, undisturbed"]),
        ({"once": False, "same": False}, ["every night lived once", "result as if nobody was killed"]),
        ({"looked": 1.1, "asked": 10.1}, ["looking whose night is due", "asking for all of them"]),
    ],
)
def test_a_night_that_was_lived_twice_or_differs_misses_the_goal(change: dict[str, Any], missed: list[str]) -> None:
    # D5, F7: beside speed, that nothing was lived twice and nothing came out differently
    assert [line.what for line in lines(MEASURED | change) if line.verdict == "MISSED"] == missed


def test_figures_are_per_second_and_per_night() -> None:
    # D5
    found = {line.what: round(line.value, 3) for line in lines(MEASURED)}
    assert found == {
        "settling": 20.0, "looking whose night is due": 0.1, "asking for all of them": 0.5,
        "nights, undisturbed": 25.0, "processor time of a night": 70.0, "nights, one worker killed": 20.0,
        "every night lived once": 1.0, "result as if nobody was killed": 1.0, "baseline, in a file, one process": 20.0,
    }  # fmt: skip
