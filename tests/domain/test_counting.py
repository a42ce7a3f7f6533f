"""English counts agree with their number."""

from __future__ import annotations

import pytest

from omoide.domain.counting import counted


@pytest.mark.parametrize(
    ("text", "values", "told"),
    [
        ("{n} days", {"n": 1}, "1 day"),
        ("{n} days", {"n": 0}, "0 days"),
        ("{n} days", {"n": 11}, "11 days"),
        ("after {h:.0f} days; recalled {n} times", {"h": 1.2, "n": 1}, "after 1 day; recalled 1 time"),
        ("{m:,} memories, {t:,} turns.", {"m": 1, "t": 1000}, "1 memory, 1,000 turns."),
        ("{n} new goals", {"n": 1}, "1 new goal"),
        ("{n} memories have no vector", {"n": 1}, "1 memory has no vector"),
        ("{n} proposals wait", {"n": 1}, "1 proposal waits"),
        ("{n} proposals wait", {"n": 2}, "2 proposals wait"),
        ("{name} days", {"name": "Good old"}, "Good old days"),
        ("{a.real} rows and {n} files", {"a": 1, "n": 1}, "1 row and 1 file"),
    ],
)  # fmt: skip
def test_one_is_singular(text: str, values: dict[str, object], told: str) -> None:
    assert counted(text, **values) == told


def test_a_single_number_needs_no_name() -> None:
    assert [counted("{} days told", n) for n in (1, 2)] == ["1 day told", "2 days told"]
