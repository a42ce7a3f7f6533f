"""Data files of the offline mind: fields between tabs."""

from __future__ import annotations

from importlib.resources import files


def table(name: str) -> list[list[str]]:
    """The rows of a data file: fields between tabs, lines that begin with "# " left out."""
    text = files("omoide.adapters.models.offline").joinpath("data", f"{name}.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("# ")]
