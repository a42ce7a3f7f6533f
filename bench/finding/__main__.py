"""What recall finds, on data sets by path.

    python -m bench.finding --locomo FILE --jsquad FILE --persona-chat FILE --longmemeval FILE
    python -m bench.finding --locomo FILE --split tune --ablate      for choosing weights and the floor
    python -m bench.finding --locomo FILE --nights 400               remembering: after so many nights

Weights and thresholds are chosen on the split `tune` only; `report` (the default) holds what was not looked at for
that. How each set is split stands in the file that reads it. Figures stand with the middle 95 % of their bootstrap.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench.finding import jsquad, locomo, longmemeval, persona_chat, tables
from bench.finding.run import run_apart, run_nights
from bench.report import RESULTS
from omoide.domain.ranking import RecallRules
from omoide.settings import Settings, plain

SETS = {"locomo": locomo, "longmemeval": longmemeval, "jsquad": jsquad, "persona-chat": persona_chat}
MEASURES = {
    "jsquad": ("recall@1", "recall@10", "NDCG@10"),
    "longmemeval": ("all@5", "any@5", "recall@10"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in SETS:
        parser.add_argument(f"--{name}", type=Path, metavar="FILE")
    parser.add_argument("--split", choices=("tune", "report", "all"), default="report")
    parser.add_argument("--embedding", default="builtin", help="as in the setting embedding.model")
    parser.add_argument("--ablate", action="store_true", help="a row for each part of finding, without it")
    parser.add_argument("--nights", type=int, default=0, help="live so many nights first, and ask by level")
    parser.add_argument("--most", type=int, help="only so many questions of each talk")
    parser.add_argument("--jobs", type=int, default=1, help="talks that are run at once; times are not told apart then")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    named = {name: getattr(chosen, name.replace("-", "_")) for name in SETS}
    if not any(named.values()):
        parser.error("name at least one data set, such as --locomo FILE")
    for name, path in named.items():
        if path:
            _measure(name, path, chosen)


def _measure(name: str, path: Path, chosen: argparse.Namespace) -> None:
    talks = SETS[name].read(path, chosen.split)
    print(tables.headline(name, chosen.split, chosen.embedding, len(talks)))
    measures = MEASURES.get(name, tables.MEASURES)
    if chosen.nights:
        tally = run_nights(talks, chosen.embedding, chosen.nights, chosen.most)
        label = f"{name}-{chosen.split}-{chosen.nights}-nights"
    else:
        floor = RecallRules().priming_floor
        tally = run_apart(talks, chosen.embedding, floor, chosen.ablate, chosen.most, chosen.jobs)
        label = f"{name}-{chosen.split}"
    print(tables.table(tally, measures))
    print(tables.shares(tally))
    if chosen.split == "tune" and not chosen.nights:
        print(tables.floors(tally))
    settings = plain(Settings()) | {"embedding.model": chosen.embedding}
    tables.publish(label, tally, settings, sys.argv[1:], chosen.results)


if __name__ == "__main__":
    main()
