"""What a year costs (F9), from assumptions or from measured use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from omoide.domain.shares import ShareRules


def _none_negative(rules: Any) -> None:
    for field in fields(rules):
        if getattr(rules, field.name) < 0:
            raise ValueError(f"{field.name} must not be negative")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: float = 0.0
    output: float = 0.0

    def __post_init__(self) -> None:
        _none_negative(self)

    def of(self, input_tokens: int, output_tokens: int) -> Decimal:
        """US dollars for so many tokens."""
        return (input_tokens * Decimal(str(self.input)) + output_tokens * Decimal(str(self.output))) / 1_000_000


# US dollars per million tokens, as document 002 lists them; set your own under [prices."provider:model"].
PRICES: dict[str, Price] = {
    "anthropic:claude-haiku-4-5": Price(1.0, 5.0),
    "anthropic:claude-sonnet-4-5": Price(3.0, 15.0),
    "anthropic:claude-opus-4-5": Price(5.0, 25.0),
    "openai:text-embedding-3-small": Price(0.02, 0.0),
}


def price_of(prices: Mapping[str, Price], model: str) -> Price | None:
    """What a model costs, for whoever asks: its own price, or that of the model without the date of its release
    (claude-haiku-4-5-20251001). What runs on this machine costs nothing; None for one that has no price."""
    if model in _OURS or model.startswith("onnx:"):
        return Price()
    return prices.get(model) or prices.get(_DATE.sub("", model))


_OURS = ("", "offline", "builtin")
_DATE = re.compile(r"[-@](\d{8}|\d{4}-\d{2}-\d{2})$")


@dataclass(frozen=True, slots=True)
class CostRules:
    """Assumptions of the estimate; every one can be set."""

    turns_per_day: int = 100
    days: int = 365
    tokens_per_character: float = 1.5
    full_characters: int = 2200
    summary_characters: int = 280
    trace_characters: int = 50
    cue_characters: int = 150
    analysis_tokens: int = 100
    yen_per_dollar: float = 150.0

    def __post_init__(self) -> None:
        _none_negative(self)


@dataclass(frozen=True, slots=True)
class CostLine:
    """One kind of work, in millions of tokens to one decimal: that is how price lists are read."""

    work: str
    kind: str
    input: Decimal
    output: Decimal
    dollars: Decimal


@dataclass(frozen=True, slots=True)
class Estimate:
    lines: tuple[CostLine, ...]
    yen_per_dollar: float

    def input(self, kind: str) -> Decimal:
        return sum((line.input for line in self.lines if line.kind == kind), Decimal(0))

    def output(self, kind: str) -> Decimal:
        return sum((line.output for line in self.lines if line.kind == kind), Decimal(0))

    def dollars(self, kind: str | None = None) -> Decimal:
        total = sum((line.dollars for line in self.lines if kind in (None, line.kind)), Decimal(0))
        return total.quantize(Decimal("0.01"), ROUND_HALF_UP)

    def yen(self, kind: str | None = None) -> Decimal:
        """From the rounded dollars, so that the two columns of a bill agree."""
        return (self.dollars(kind) * Decimal(str(self.yen_per_dollar))).quantize(Decimal(1), ROUND_HALF_UP)


def estimate(model: Price, embedder: Price, rules: CostRules, shares: ShareRules) -> Estimate:
    """A steady year: every turn is analysed, and all but the share of a level is compressed on to the next."""
    made = rules.turns_per_day * rules.days
    to_summary = round(made * (1 - shares.full))
    to_trace = round(made * (1 - shares.full - shares.summary))
    full, summary, trace, cue = (
        rules.tokens_per_character * n
        for n in (rules.full_characters, rules.summary_characters, rules.trace_characters, rules.cue_characters)
    )
    work = [
        ("embed new memories", "embedding", made * full, 0.0, embedder),
        ("embed cues", "embedding", made * cue, 0.0, embedder),
        ("embed summaries", "embedding", to_summary * summary, 0.0, embedder),
        ("embed traces", "embedding", to_trace * trace, 0.0, embedder),
        ("analyse turns", "model", made * full, made * rules.analysis_tokens, model),
        ("write summaries", "model", to_summary * full, to_summary * summary, model),
        ("write traces", "model", to_trace * summary, to_trace * trace, model),
    ]
    return Estimate(tuple(_line(*item) for item in work), rules.yen_per_dollar)


def _line(work: str, kind: str, tokens_in: float, tokens_out: float, price: Price) -> CostLine:
    into, out = _millions(tokens_in), _millions(tokens_out)
    return CostLine(work, kind, into, out, into * Decimal(str(price.input)) + out * Decimal(str(price.output)))


def _millions(tokens: float) -> Decimal:
    # round() first: 120.45 million must not become 120.4 by a binary fraction
    return (Decimal(round(tokens)) / 1_000_000).quantize(Decimal("0.1"), ROUND_HALF_UP)
