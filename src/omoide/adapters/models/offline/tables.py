"""Data files of the offline mind: fields between tabs."""

from __future__ import annotations

from pathlib import Path

_DATA = Path(__file__).with_name("data")


def table(name: str) -> list[list[str]]:
    """The rows of a data file: fields between tabs, lines that begin with "# " left out."""
    text = (_DATA / f"{name}.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("# ")]
