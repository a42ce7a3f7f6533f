"""Tables for people and JSON for machines, with everything that is needed to run it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from bench.finding.measures import bootstrap
from bench.finding.run import ALL, OURS, Tally
from bench.report import machine, machine_line

MEASURES = ("recall@5", "recall@10", "NDCG@10")
SHARES = ("false recall", "refused", "sessions")


def table(tally: Tally, measures: Sequence[str] = MEASURES) -> str:
    """A block per kind of question, a row per method, each mean with its interval."""
    kinds = list(dict.fromkeys(kind for method, kind, _ in tally.values if method == OURS))
    kinds = kinds or list(dict.fromkeys(kind for _, kind, measure in tally.values if measure == "recall@10"))
    kinds = sorted(kinds, key=lambda kind: (kind != ALL, kind))
    methods = list(dict.fromkeys(method for method, _, measure in tally.values if measure == "recall@10"))
    lines = []
    for kind in kinds:
        shown = [method for method in methods if kind == ALL or not method.startswith("  ")]
        shown = [method for method in shown if tally.values.get((method, kind, "recall@10"))]
        count = max((len(tally.values[method, kind, "recall@10"]) for method in shown), default=0)
        lines.append(f"\n{kind}, {count:,} questions".ljust(39) + "".join(f"{name:>22}" for name in (*measures, "p50")))
        for method in shown:
            cells = "".join(f"{_cell(tally.values.get((method, kind, one), [])):>22}" for one in measures)
            times = tally.values.get((method, kind, "ms"), [])
            lines.append(f"{method:<38}{cells}{f'{np.median(times):.1f} ms' if times else '':>22}")
    return "\n".join(lines)


def shares(tally: Tally) -> str:
    """What comes where nothing should, and where nothing came."""
    found = {key: values for key, values in tally.values.items() if key[0] in SHARES}
    return "\n".join(
        f"{name}, {kind}{'' if measure == 'share' else f', {measure}'}: {_cell(values)} of {len(values):,}"
        for (name, kind, measure), values in found.items()
    )


def floors(tally: Tally) -> str:
    """For choosing a floor on a tuning split: the part of recall@10 that each keeps, and what comes for no reason."""
    whole = np.mean(tally.values.get((OURS, ALL, "recall@10"), [np.nan]))
    strange = {kind: np.array(values) for (name, kind, _), values in tally.values.items() if name == "best relevance"}
    lines = ["floor   keeps" + "".join(f"{kind:>26}" for kind in strange)]
    for (name, floor, _), values in tally.values.items():
        if name == "floor":
            shares = "".join(f"{np.mean(best >= float(floor)):>26.1%}" for best in strange.values())
            lines.append(f"{floor:<6}{np.mean(values) / whole:>7.1%}{shares}")
    return "\n".join(lines)


def _cell(values: Sequence[float]) -> str:
    if not values:
        return ""
    figure = bootstrap(values)
    return f"{figure.value:.3f} [{figure.low:.3f} {figure.high:.3f}]"


def record(name: str, tally: Tally, settings: Mapping[str, Any], command: Sequence[str]) -> dict[str, Any]:
    figures = [
        {"method": method, "kind": kind, "measure": measure} | asdict(bootstrap(values))
        for (method, kind, measure), values in tally.values.items()
        if values
    ]
    return {
        "benchmark": name, "at": datetime.now(UTC).isoformat(), "version": version("omoide"), "machine": machine(),
        "settings": dict(settings), "command": list(command), "figures": figures,
    }  # fmt: skip


def publish(name: str, tally: Tally, settings: Mapping[str, Any], command: Sequence[str], results: Path) -> None:
    results.mkdir(parents=True, exist_ok=True)
    text = json.dumps(record(name, tally, settings, command), ensure_ascii=False, indent=1)
    (results / f"finding-{name}.json").write_text(text + "\n", encoding="utf-8")


def headline(name: str, split: str, embedder: str, talks: int) -> str:
    return f"\n== {name}, {split} split, {talks} conversations, embedder {embedder}\n{machine_line()}"
