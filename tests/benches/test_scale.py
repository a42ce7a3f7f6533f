"""How growth is told: each place against its own smallest size."""

from __future__ import annotations

from typing import Any

from bench.scale import lines


def test_growth_is_held_against_the_smallest_of_the_same_place() -> None:
    # X2
    def found(p50: float, *nights: float) -> dict[str, Any]:
        return {"p50": p50, "p95": 2 * p50, "found": 1.0, "nights": dict(zip((100, 1_000), nights, strict=False))}

    told = lines({1_000: {"file": found(2.0, 0.1)}, 1_000_000: {"file": found(62.0, 3.0, 4.0)}})
    assert [(line.what, line.value, line.verdict) for line in told] == [
        ("1,000, file: recall, p50", 2.0, ""),
        ("1,000, file: that, against 1,000", 1.0, "met"),
        ("1,000, file: nearest against exact", 1.0, "met"),
        ("1,000, file: a night with 100 new", 0.1, ""),
        ("1,000,000, file: recall, p50", 62.0, ""),
        ("1,000,000, file: that, against 1,000", 31.0, "MISSED"),
        ("1,000,000, file: nearest against exact", 1.0, "met"),
        ("1,000,000, file: a night with 100 new", 3.0, ""),
        ("1,000,000, file: a night with 1,000 new", 4.0, ""),
    ]
    crowded = lines({1: {"server": found(2.0, 0.1)}, 10_000: {"server": found(3.0, 0.2)}}, "personas, ")
    assert [(line.what, line.value) for line in crowded][4:6] == [
        ("10,000 personas, server: recall, p50", 3.0),
        ("10,000 personas, server: that, against 1", 1.5),
    ]
