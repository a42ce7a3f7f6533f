"""Values that stores hand in and out, beside those of the domain."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from omoide.domain.dates import placed


@dataclass(frozen=True, slots=True)
class Filter:
    """Which memories to list. None means "either"."""

    level: int | None = None
    archived: bool | None = None
    protected: bool | None = None
    retired: bool | None = False
    category: str | None = None
    personal: bool | None = None
    protection_pending: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    limit: int | None = None
    offset: int = 0

    def __post_init__(self) -> None:
        for moment in (self.since, self.until):
            if moment is not None:
                placed(moment)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many memories there are of each kind; retired ones are in none of the others."""

    total: int
    by_level: dict[int, int]
    archived: int
    protected: int
    retired: int
    texts_waiting: int


@dataclass(frozen=True, slots=True)
class Run:
    """One night of one scope: which steps are done, and what each did."""

    night: int
    started: datetime
    finished: datetime | None
    steps: dict[str, dict[str, Any]]
