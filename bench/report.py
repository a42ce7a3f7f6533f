"""How a benchmark reports: the machine, a table for people, and JSON for machines."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
RESULTS = HERE / "results"


@dataclass(frozen=True, slots=True)
class Line:
    """One figure. A goal is an upper limit, unless `at_least` says otherwise; a figure without one only compares."""

    what: str
    value: float
    unit: str
    goal: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        met = self.value >= self.goal if self.at_least else self.value <= self.goal
        return "met" if met else "MISSED"


def machine() -> dict[str, object]:
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "sqlite": sqlite3.sqlite_version,
    }


def machine_line() -> str:
    found = machine()
    return (
        f"{found['system']}, {found['cores']} cores (load {found['load']}), Python {found['python']}, "
        f"NumPy {found['numpy']}, SQLite {found['sqlite']}"
    )


def publish(name: str, title: str, lines: Sequence[Line], results: Path = RESULTS) -> None:
    """Print the table and keep the figures under bench/results/."""
    print(f"\n{title}\n{machine_line()}\n{table(lines)}", flush=True)
    results.mkdir(parents=True, exist_ok=True)
    figures = [asdict(line) | {"verdict": line.verdict} for line in lines]
    record = {"benchmark": name, "at": datetime.now(UTC).isoformat(), "machine": machine(), "figures": figures}
    (results / f"{name}.json").write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def table(lines: Sequence[Line]) -> str:
    rows = [("", "measured", "goal", "", "")]
    for line in lines:
        sign = "≥" if line.at_least else "≤"
        goal = f"{sign} {_number(line.goal)} {line.unit}" if line.goal is not None else ""
        rows.append((line.what, f"{_number(line.value)} {line.unit}", goal, line.verdict, line.note))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]:<{widths[3]}}  {row[4]}".rstrip()
        for row in rows
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
