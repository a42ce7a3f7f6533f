"""Episodes: a day as the persona lived it, old days by the week, and moments that stand for themselves (P1-P7).

Arousal is 0 to 1 here, as document 000 counts it; memories keep it as 0 to 100 (E10). None means that nobody felt it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args

from omoide.domain.span import Span
from omoide.domain.special_event import EventKind
from omoide.domain.turn import Scope
from omoide.errors import InvalidInput

EpisodeKind = Literal["day", "week", "achievement", "discovery", "bonding"]
KINDS: tuple[str, ...] = get_args(EpisodeKind)
SPECIAL: tuple[EventKind, ...] = get_args(EventKind)
REFUSED = (
    "（エラーにより要約できませんでした）"  # what stands where no mind would tell the day; it counts as missing (P2)
)
UNKNOWN_AROUSAL = 0.5  # what a formula takes where nothing is known (R6)


@dataclass(frozen=True, slots=True)
class Episode:
    """One account. `detail` is what a special one points to; `failed` marks the record of a refusal."""

    id: str
    scope: Scope
    kind: EpisodeKind
    days: Span
    summary: str
    arousal: float | None
    arousal_max: float | None
    created: datetime
    sources: tuple[str, ...] = ()
    original_count: int = 0
    detail: str = ""
    made_by: str = "offline"
    failed: bool = False
    archived_at: datetime | None = None
    merged_into: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {self.kind!r}")
        for value in (self.arousal, self.arousal_max):
            if value is not None and not 0 <= value <= 1:
                raise ValueError(f"arousal must lie in 0..1, not {value!r}")
        if self.created.tzinfo is None:
            raise ValueError("an episode's time must carry a time zone")

    @property
    def archived(self) -> bool:
        return self.archived_at is not None

    @property
    def special(self) -> bool:
        return self.kind in SPECIAL

    @property
    def compressed(self) -> bool:
        return self.kind == "week"

    @property
    def date(self) -> str:
        """`2026-01-02`, or `2025-11-03~2025-11-09` for a week."""
        return self.days.first.isoformat() + (f"~{self.days.last.isoformat()}" if self.compressed else "")


@dataclass(frozen=True, slots=True)
class Length:
    """How many characters an account may have."""

    least: int
    most: int


def length_for(material: int, least: int, most: int) -> Length:
    """A day of two sentences is not blown up to 800 characters.

    With enough material (twice `least`) the full range holds. With less, an account has at least half as many
    characters as what it tells of, and at most twice as many, but always room for two sentences.
    """
    return Length(min(least, material // 2), min(most, max(2 * material, 200)))


def mean_and_max(arousals: Sequence[float | None]) -> tuple[float | None, float | None]:
    """Of those that are known (E10)."""
    known = [value for value in arousals if value is not None]
    return (math.fsum(known) / len(known), max(known)) if known else (None, None)


def resonated(arousal: float | None, resonance: float, rate: float) -> float:
    """An episode that took part in a reply becomes as stirring as it proved to be (P6)."""
    if not 0 <= resonance <= 1:
        raise ValueError(f"resonance must lie in 0..1, not {resonance!r}")
    before = UNKNOWN_AROUSAL if arousal is None else arousal
    return before + rate * (resonance - before)


def strongest_first(episodes: Sequence[Episode], strongest: int) -> list[Episode]:
    """The most stirring ones, then the others by date (P3)."""
    ranked = sorted(episodes, key=lambda e: (-(e.arousal or 0.0), -(e.arousal_max or 0.0), e.days.first, e.id))
    leading = ranked[:strongest]
    return leading + sorted((e for e in episodes if e not in leading), key=lambda e: (e.days.first, e.id))


_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_BETWEEN = re.compile(r"[~～〜]")


def read_range(text: str) -> Span:
    """`2026-01-01~2026-01-07`, with ~ or ～ and blanks wherever they stand; a single day is a range too (P4)."""
    parts = [part.strip() for part in _BETWEEN.split(text.strip())]
    if len(parts) > 2:
        raise _no_range(text)
    days = [_day(part, text) for part in parts]
    if days[-1] < days[0]:
        raise InvalidInput(
            f"the range {text.strip()} ends before it begins; turn it round: {days[-1]}~{days[0]}.",
            f"範囲 {text.strip()} は終わりが始まりより前です。{days[-1]}~{days[0]} のように入れ替えてください。",
        )
    return Span(days[0], days[-1])


def _day(part: str, text: str) -> date:
    found = _DAY.fullmatch(part)
    if not found:
        raise _no_range(text)
    try:
        return date(*(int(number) for number in found.groups()))  # type: ignore[arg-type]
    except ValueError as error:
        raise InvalidInput(
            f"{part} is no day of the calendar; correct it.",
            f"{part} という日付はありません。直してください。",
        ) from error


def _no_range(text: str) -> InvalidInput:
    shown = text.strip()[:60]
    return InvalidInput(
        f"{shown!r} is no range of days; write 2026-01-01~2026-01-07, or one day.",
        f"{shown!r} は日付の範囲として読めません。2026-01-01~2026-01-07 のように書いてください。",
    )
