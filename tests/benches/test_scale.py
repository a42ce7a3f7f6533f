"""How growth is told: each place against its own smallest size."""

from __future__ import annotations

from bench.scale import lines


def test_growth_is_held_against_the_smallest_of_the_same_place() -> None:
    # X2
    def found(p50: float, night: float) -> dict[str, float]:
        return {"p50": p50, "p95": 2 * p50, "found": 1.0, "night": night}

    told = lines({1_000: {"file": found(2.0, 0.1)}, 1_000_000: {"file": found(62.0, 3.0)}})
    assert [(line.what, line.value, line.verdict) for line in told] == [
        ("1,000, file: recall, p50", 2.0, ""),
        ("1,000, file: that, against 1,000", 1.0, "met"),
        ("1,000, file: nearest against exact", 1.0, "met"),
        ("1,000, file: a night with 100 new", 0.1, ""),
        ("1,000,000, file: recall, p50", 62.0, ""),
        ("1,000,000, file: that, against 1,000", 31.0, "MISSED"),
        ("1,000,000, file: nearest against exact", 1.0, "met"),
        ("1,000,000, file: a night with 100 new", 3.0, ""),
    ]
