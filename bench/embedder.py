"""What the built-in embedder is worth, beside others, in one table.

    python -m bench.embedder --data ../shared/data
    python -m bench.embedder --data ../shared/data --model onnx:intfloat/multilingual-e5-small --home ~/.omoide

The second adds a line for any embedder that `embedding.model` may name and that is ready in the home.

Reads jsts-v1.3_valid.json and parallel_en_ja/dev.* from the data folder; neither was trained or tuned on. Embedders
that cannot be imported here keep the figures that were recorded where they could (docs/embedder.md says where).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from bench.report import Line, publish
from omoide.adapters.models.embedders import make_embedder, weights
from omoide.adapters.models.embedders.builtin import BuiltinEmbedder

Embed = Callable[[Sequence[str]], np.ndarray]

# What the first cue costs a process that has opened the house: milliseconds and megabytes.
_COLD = """
import time
from pathlib import Path
import numpy
import omoide.adapters.models.embedders

def megabytes():
    found = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(found[0].split()[1]) / 1024

before, start = megabytes(), time.perf_counter()
from omoide.adapters.models.embedders.builtin import BuiltinEmbedder
BuiltinEmbedder().embed(["先週の金曜に何を食べた? what did we eat"], "cue")
print((time.perf_counter() - start) * 1000, megabytes() - before)
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One embedder's figures; None where one was not measured."""

    name: str
    megabytes: float | None
    dimensions: int
    jsts: float | None
    english_to_japanese: float | None
    japanese_to_english: float | None
    pool: float | None
    texts_per_second: float | None


# Measured with this script where the libraries were there, or with the embedder before it was replaced.
RECORDED: tuple[Row, ...] = (
    Row("builtin-2 (no spelling, no synonyms)", 15.6, 256, 0.756, 0.940, 0.932, 0.992, None),
    Row("builtin-1 (hashed words and a word list)", 0.02, 512, 0.704, 0.342, 0.328, 0.619, None),
    Row("MiniLM", 90.0, 384, 0.626, 0.080, 0.048, 0.205, None),
    Row("wordllama", 19.0, 256, 0.691, 0.106, 0.014, 0.239, None),
)


@dataclass(frozen=True, slots=True)
class Sets:
    pairs: list[tuple[str, str]]
    labels: np.ndarray
    english: list[str]
    japanese: list[str]


def read_sets(folder: Path) -> Sets:
    lines = (folder / "jsts-v1.3_valid.json").read_text(encoding="utf-8").splitlines()
    judged = [json.loads(line) for line in lines]
    english, japanese = (
        (folder / "parallel_en_ja" / f"dev.{side}").read_text(encoding="utf-8").splitlines() for side in ("en", "ja")
    )
    return Sets(
        [(one["sentence1"], one["sentence2"]) for one in judged],
        np.array([one["label"] for one in judged]),
        [line.replace(" '", "'") for line in english],
        [line.replace(" ", "") for line in japanese],
    )


def spearman(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


def _ranks(values: np.ndarray) -> np.ndarray:
    """Equal values share the mean of their places."""
    _, place, times = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(times)
    return (ends - (times - 1) / 2)[place]


def found_within(cues: np.ndarray, memories: np.ndarray, most: int) -> float:
    """The part of cues whose own memory is among the `most` nearest."""
    likeness = cues @ memories.T
    better = (likeness > likeness.diagonal()[:, None]).sum(axis=1)
    return float(np.mean(better < most))


def measure(name: str, embed: Embed, sets: Sets, megabytes: float | None) -> Row:
    first, second = (embed([pair[side] for pair in sets.pairs]) for side in (0, 1))
    english, japanese = embed(sets.english), embed(sets.japanese)
    texts = [text for pair in sets.pairs for text in pair] + sets.english
    start = time.perf_counter()
    embed(texts)
    spent = time.perf_counter() - start
    both = (found_within(english, japanese, 10) + found_within(japanese, english, 10)) / 2
    return Row(
        name, megabytes, first.shape[1], spearman((first * second).sum(axis=1), sets.labels),
        found_within(english, japanese, 1), found_within(japanese, english, 1), both, len(texts) / spent,
    )  # fmt: skip


def hashed(texts: Sequence[str], width: int = 1024) -> np.ndarray:
    """Letters alone, in twos and in threes, hashed: what spelling by itself is worth."""
    vectors = np.zeros((len(texts), width), dtype=np.float32)
    for vector, text in zip(vectors, texts, strict=True):
        for length in (1, 2, 3):
            for at in range(len(text) - length + 1):
                code = zlib.crc32(text[at : at + length].encode())
                vector[code % width] += 1 if code >> 31 else -1
        vector /= np.linalg.norm(vector) or 1.0
    return vectors


def chosen_models(names: Sequence[str], home: Path) -> list[tuple[str, Embed, float | None]]:
    """What was asked for by name. Texts are embedded as memories: both test sets compare like with like."""
    made = [make_embedder(name, dimensions=0, batch=64, cache=0, folder=home) for name in names]
    return [(one.name, partial(one.embed, kind="memory"), None) for one in made]


def others() -> list[tuple[str, Embed, float]]:
    """Embedders that happen to be importable here."""
    found: list[tuple[str, Embed, float]] = [("hashed letters", hashed, 0.0)]
    spec = find_spec("wordllama")
    if spec is not None and spec.submodule_search_locations:
        from wordllama import WordLlama  # pyright: ignore[reportMissingImports]

        model = WordLlama.load(cache_dir=Path(spec.submodule_search_locations[0]), disable_download=True)
        found.append(("wordllama", lambda texts: model.embed(list(texts), norm=True), 19.0))
    return found


def cold() -> tuple[float, float]:
    """Milliseconds and megabytes, the best of some tries: the first reads from disk."""
    tries = [
        subprocess.run([sys.executable, "-c", _COLD], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(5)
    ]
    return min(float(one[0]) for one in tries), min(float(one[1]) for one in tries)


def table(rows: Sequence[Row]) -> str:
    heads = ("", "MB", "dims", "JSTS valid", "en→ja @1", "ja→en @1", "pool 500 @10", "texts/s")
    cells: list[tuple[str, ...]] = [heads]
    for row in rows:
        figures = (row.jsts, row.english_to_japanese, row.japanese_to_english, row.pool)
        cells.append((
            row.name, "–" if row.megabytes is None else f"{row.megabytes:.1f}", str(row.dimensions),
            *("–" if one is None else f"{one:.3f}" for one in figures),
            "–" if row.texts_per_second is None else f"{row.texts_per_second:,.0f}",
        ))  # fmt: skip
    widths = [max(len(line[column]) for line in cells) for column in range(len(heads))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with the test sets")
    parser.add_argument("--model", action="append", default=[], help="another embedder, as in embedding.model")
    parser.add_argument("--home", type=Path, default=Path.home() / ".omoide", help="where its models live")
    chosen = parser.parse_args()
    sets = read_sets(chosen.data)
    builtin = BuiltinEmbedder()
    size = sum(file.stat().st_size for file in weights.FOLDER.iterdir()) / 1e6
    ours = measure(builtin.name, lambda texts: builtin.embed(texts, "memory"), sets, size)
    beside = [*chosen_models(chosen.model, chosen.home), *others()]
    rows = [ours, *(measure(name, embed, sets, megabytes) for name, embed, megabytes in beside)]
    measured = {row.name for row in rows}
    print(table([*rows, *(row for row in RECORDED if row.name not in measured)]))
    milliseconds, megabytes = cold()
    assert ours.jsts is not None
    assert ours.pool is not None
    assert ours.texts_per_second is not None
    publish("embedder", "The built-in embedder", [
        Line("JSTS valid, Spearman", ours.jsts, "", 0.77, at_least=True),
        Line("English↔Japanese, found among 10 of 500", ours.pool, "", 0.85, at_least=True),
        Line("short texts per second", ours.texts_per_second, "/s", 10_000, at_least=True),
        Line("size of the package data", size, "MB", 16),
        Line("first cue of a cold process", milliseconds, "ms", 30),
        Line("memory for the first cue", megabytes, "MB"),
    ])  # fmt: skip


if __name__ == "__main__":
    main()
