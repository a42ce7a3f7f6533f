"""English-Japanese sentence pairs of the Tanaka corpus; both sides come split by blanks and are put together again."""

from __future__ import annotations

import re
from pathlib import Path

_ENDING = re.compile(r" '(s|m|t|re|ve|ll|d)\b")
_MARK = re.compile(r" ([.,!?;:])")


def read_pairs(folder: Path, part: str) -> tuple[list[str], list[str]]:
    english = (folder / f"{part}.en").read_text(encoding="utf-8").splitlines()
    japanese = (folder / f"{part}.ja").read_text(encoding="utf-8").splitlines()
    if len(english) != len(japanese):
        raise ValueError(f"{folder}: {part}.en and {part}.ja have different numbers of lines")
    return [_joined(line) for line in english], [line.replace(" ", "") for line in japanese]


def _joined(line: str) -> str:
    return _MARK.sub(r"\1", _ENDING.sub(r"'\1", line.strip()))
