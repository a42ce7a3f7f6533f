"""Fit what an embedder's cosines mean, and show how well it holds on pairs that were not fitted (R13).

    python -m bench.calibrate                                      the built-in embedder, table only
    python -m bench.calibrate --write                              the same, and update the points that ship
    python -m bench.calibrate --model NAME --home ~/.omoide        another embedder; the points go into that home

Every second pair of calibration_pairs.tsv is fitted, the others are held out for the table.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from omoide.adapters.models.embedders import make_embedder
from omoide.adapters.models.embedders.calibrations import OWN_FILE, SHIPPED, write_calibration
from omoide.adapters.models.embedders.fitting import Judged, fit
from omoide.domain.calibration import Calibration, Scale
from omoide.ports import Embedder

PAIRS = Path(__file__).with_name("calibration_pairs.tsv")


@dataclass(frozen=True, slots=True)
class Pair:
    kind: str
    group: str
    first: str
    second: str


def read_pairs(path: Path = PAIRS) -> list[Pair]:
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [Pair(kind, topic.partition("/")[0], first, second) for kind, topic, first, second in rows]


def judge(embedder: Embedder, pairs: list[Pair]) -> Judged:
    """Cosines by kind; texts of two groups make further unrelated pairs, so that rare false alarms show."""
    cues = embedder.embed([pair.first for pair in pairs], "cue")
    notes = embedder.embed([pair.first for pair in pairs], "memory")
    memories = embedder.embed([pair.second for pair in pairs], "memory")
    kinds = np.array([pair.kind for pair in pairs])
    groups = np.array([pair.group for pair in pairs])
    own = groups != "-"
    apart = (groups[:, None] != groups[None, :]) & own[:, None] & own[None, :]
    alike, asked = notes @ memories.T, cues @ memories.T
    return Judged(
        same=alike.diagonal()[kinds == "same"],
        topic=alike.diagonal()[kinds == "topic"],
        near=alike.diagonal()[kinds == "near"],
        answer=asked.diagonal()[kinds == "answer"],
        unrelated=np.concatenate([alike.diagonal()[kinds == "unrelated"], asked[apart & (kinds == "answer")[:, None]],
                                  alike[apart & (kinds != "answer")[:, None]]]),
    )  # fmt: skip


def table(held_out: Judged, calibration: Calibration) -> str:
    """The part of each kind of pair that reads at or above a threshold."""
    rows: list[tuple[Scale, float, str]] = [
        ("same", 0.85, "link, dedupe"), ("related", 0.75, "same topic"), ("relevant", 0.2, "noise"),
        ("relevant", 0.25, "recall floor"), ("relevant", 0.5, "even chance"), ("relevant", 0.6, "strong"),
    ]  # fmt: skip
    kinds = ("same", "topic", "near", "answer", "unrelated")
    lines = ["scale      at or above               " + "".join(f"{kind:>11}" for kind in kinds)]
    for scale, threshold, meaning in rows:
        parts = [np.mean(calibration.read(getattr(held_out, kind), scale) >= threshold) for kind in kinds]
        cells = "".join(f"{part:>11.3f}" for part in parts)
        lines.append(f"{scale:<10} {threshold:<5} {meaning:<20}{cells}")
    counts = ", ".join(f"{len(getattr(held_out, kind)):,} {kind}" for kind in kinds)
    return "\n".join([*lines, f"held out: {counts}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="builtin", help="as in the setting embedding.model")
    parser.add_argument("--dimensions", type=int, default=0)
    parser.add_argument("--home", type=Path, default=Path.home() / ".omoide", help="where its models and points live")
    parser.add_argument("--write", action="store_true", help="for the built-in embedder: update the points that ship")
    chosen = parser.parse_args()
    embedder = make_embedder(chosen.model, dimensions=chosen.dimensions, batch=64, cache=0, folder=chosen.home)
    pairs = read_pairs()
    calibration = fit(judge(embedder, pairs[0::2]))
    print(f"{embedder.name}, {embedder.dimensions} dimensions, fitted on {len(pairs[0::2])} of {len(pairs)} pairs")
    print(table(judge(embedder, pairs[1::2]), calibration))
    if chosen.model != "builtin" or chosen.write:
        path = SHIPPED if chosen.model == "builtin" else chosen.home / OWN_FILE
        write_calibration(embedder.name, calibration, path)
        print(f"written: {path}")


if __name__ == "__main__":
    main()
