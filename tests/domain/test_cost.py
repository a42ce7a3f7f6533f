"""What a year costs: document 002's case to the cent.

F9
"""

from __future__ import annotations

from decimal import Decimal

from omoide.domain.cost import CostRules, Price, estimate, price_of
from omoide.domain.shares import ShareRules

HAIKU, SMALL_EMBEDDER = Price(1.0, 5.0), Price(0.02, 0.0)


def money(text: str) -> Decimal:
    return Decimal(text)


def test_the_haiku_case() -> None:  # F9
    year = estimate(HAIKU, SMALL_EMBEDDER, CostRules(), ShareRules())
    assert (year.input("embedding"), year.dollars("embedding")) == (money("143.2"), money("2.86"))
    assert (year.input("model"), year.output("model")) == (money("231.3"), money("18.2"))
    assert year.dollars("model") == money("322.30")
    assert year.dollars() == money("325.16")
    assert (year.yen("embedding"), year.yen("model"), year.yen()) == (429, 48_345, 48_774)


def test_every_line_of_the_haiku_case() -> None:  # F9
    year = estimate(HAIKU, SMALL_EMBEDDER, CostRules(), ShareRules())
    assert [(line.kind, str(line.input), str(line.output), round(line.dollars, 2)) for line in year.lines] == [
        ("embedding", "120.5", "0.0", money("2.41")),
        ("embedding", "8.2", "0.0", money("0.16")),
        ("embedding", "13.0", "0.0", money("0.26")),
        ("embedding", "1.5", "0.0", money("0.03")),
        ("model", "120.5", "3.7", money("139.00")),
        ("model", "102.4", "13.0", money("167.40")),
        ("model", "8.4", "1.5", money("15.90")),
    ]


def test_assumptions_and_prices_can_be_set() -> None:  # F9
    assert estimate(Price(), Price(), CostRules(), ShareRules()).dollars() == 0
    assert estimate(HAIKU, SMALL_EMBEDDER, CostRules(turns_per_day=0), ShareRules()).dollars() == 0
    dear = estimate(Price(3.0, 15.0), SMALL_EMBEDDER, CostRules(yen_per_dollar=100), ShareRules())
    assert dear.dollars("model") == money("966.90")  # three times the Haiku case
    assert dear.yen("model") == 96_690
    nothing_fades = estimate(HAIKU, SMALL_EMBEDDER, CostRules(), ShareRules(full=1.0, summary=0.0, trace=0.0))
    assert [line.input for line in nothing_fades.lines if line.work.startswith("write")] == [0, 0]


def test_a_model_has_one_price_whoever_asks() -> None:  # F9
    prices = {"anthropic:claude-haiku-4-5": HAIKU, "openai:gpt-4o-2024-08-06": Price(2.5, 10.0), "free:one": Price()}
    told = {
        "anthropic:claude-haiku-4-5": HAIKU, "anthropic:claude-haiku-4-5-20251001": HAIKU,
        "anthropic:claude-haiku-4-5@20251001": HAIKU, "anthropic:claude-haiku-4-5-2025-10-01": HAIKU,
        "openai:gpt-4o-2024-08-06": Price(2.5, 10.0), "openai:gpt-4o": None, "anthropic:claude-haiku-4": None,
        "free:one-20250101": Price(), "": Price(), "offline": Price(), "builtin": Price(), "onnx:some/model": Price(),
    }  # fmt: skip
    assert {model: price_of(prices, model) for model in told} == told
    assert HAIKU.of(1_000, 100) == money("0.0015")
