"""How well the offline mind feels English sentences: rank correlation with the human ratings of EmoBank.

    python bench/emotion.py [emobank.csv]

The file needs the columns split, V, A and text (EmoBank, CC BY-SA 4.0; it is not part of this project, and nothing here
is tuned on it or made from it). Rows of the split `dev` are reported beside `train`. Beside our figures stand those of
a plain baseline in the same run: thirty polarity words for valence, exclamation marks and length for arousal, and VADER
where it is installed.
"""

from __future__ import annotations

import csv
import os
import platform
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from omoide.adapters.models.offline.feeling import feeling_of

DEFAULT = Path(__file__).resolve().parents[1] / ".." / "shared" / "data" / "emobank_train_dev.csv"
GOOD = frozenset("good great nice love happy best better like enjoy beautiful wonderful fun hope thank win".split())  # noqa: SIM905
BAD = frozenset("bad sad hate worst worse angry fear pain death kill war sick wrong lose cry".split())  # noqa: SIM905

Rater = Callable[[str], tuple[float, float]]


def main(arguments: list[str]) -> int:
    path = Path(arguments[0]) if arguments else DEFAULT
    if not path.is_file():
        print(f"{path} is not there: give the path of EmoBank's emobank.csv (split, V, A, text) as the argument.")
        return 2
    rows = read(path)
    print(f"machine: {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{'rater':<10} {'split':<6} {'sentences':>9} {'valence':>8} {'arousal':>8} {'s per 1,000':>12}")
    for name, rater in raters().items():
        rater("warm up: word lists are read at the first use")
        for split in sorted({row["split"] for row in rows}):
            chosen = [row for row in rows if row["split"] == split]
            valence, arousal, seconds = measure(rater, chosen)
            print(f"{name:<10} {split:<6} {len(chosen):>9,} {valence:>8.3f} {arousal:>8.3f} {seconds:>12.3f}")
    return 0


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["text"].strip()]


def raters() -> dict[str, Rater]:
    found: dict[str, Rater] = {"omoide": ours, "baseline": baseline}
    try:
        from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer  # pyright: ignore[reportMissingImports]
    except ImportError:
        return found
    vader = SentimentIntensityAnalyzer()

    def rate(text: str) -> tuple[float, float]:
        scores = vader.polarity_scores(text)
        return scores["compound"], scores["pos"] + scores["neg"]

    return {**found, "vader": rate}


def ours(text: str) -> tuple[float, float]:
    felt = feeling_of(text)
    return felt.score, felt.arousal


def baseline(text: str) -> tuple[float, float]:
    words = re.findall("[a-z]+", text.lower())
    valence = sum(word in GOOD for word in words) - sum(word in BAD for word in words)
    return valence, 10 * text.count("!") - len(words) / 100


def measure(rater: Rater, rows: list[dict[str, str]]) -> tuple[float, float, float]:
    """Spearman of valence and of arousal, and seconds per thousand texts."""
    start = time.perf_counter()
    rated = [rater(row["text"]) for row in rows]
    seconds = (time.perf_counter() - start) / len(rows) * 1_000
    valence = spearman([v for v, _ in rated], [float(row["V"]) for row in rows])
    arousal = spearman([a for _, a in rated], [float(row["A"]) for row in rows])
    return valence, arousal, seconds


def spearman(ours: list[float], theirs: list[float]) -> float:
    return float(np.corrcoef(ranks(ours), ranks(theirs))[0, 1])


def ranks(values: list[float]) -> np.ndarray:
    """Ranks with ties sharing their mean, as Spearman wants them."""
    array = np.asarray(values)
    _, which, counts = np.unique(array, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[which]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
