"""How long a talk stays in each tier (S1-S3), and what is kept of it beside (X3). Settings are read at every start, so
this file needs no other but the weights of importance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from omoide.domain.salience import SalienceRules


@dataclass(frozen=True, slots=True)
class TierRules:
    """Hours in the fast store, days in the archive, which share of those due goes on to long-term memory, how many days
    the rest can still be found in the archive, and how many sessions are moved at once (X4)."""

    fast_hours: int = 24
    archive_days: int = 30
    share: float = 0.7
    rest_days: int = 30
    batch: int = 100
    salience: SalienceRules = field(default_factory=SalienceRules)

    def __post_init__(self) -> None:
        if not 1 <= self.fast_hours <= 24 * 7:
            raise ValueError("fast_hours must lie in 1..168")
        if not 7 <= self.archive_days <= 30:
            raise ValueError("archive_days must lie in 7..30")
        if not 0 < self.share <= 1:
            raise ValueError("share must lie above 0 and not above 1")
        if self.rest_days < 0:
            raise ValueError("rest_days must be at least 0")
        if not 1 <= self.batch <= 10_000:
            raise ValueError("batch must lie in 1..10000")


@dataclass(frozen=True, slots=True)
class StorageRules:
    """Policy A: long-term memory holds summaries. B: full logs too, as Parquet, a file per so many turns. The raw log
    of the store is kept under both (X3). `url` is where Parquet files go: a folder or s3://bucket/prefix; empty means
    the folder `archive` of the home. What is not needed there any more stays for `grace_days`, for whoever restores a
    backup of before (X10); what was forgotten or erased does not."""

    policy: Literal["A", "B"] = "A"
    url: str = ""
    turns_per_file: int = 1_000
    grace_days: int = 7

    def __post_init__(self) -> None:
        if not 0 <= self.grace_days <= 3_650:
            raise ValueError("grace_days must lie in 0..3650")
        if self.policy not in ("A", "B"):
            raise ValueError("policy must be A or B")
        if not 1 <= self.turns_per_file <= 100_000:
            raise ValueError("turns_per_file must lie in 1..100000")
