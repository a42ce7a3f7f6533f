"""Whose a thing in a shared place is (X10): every object carries the id of the house that wrote it, at the beginning of
its name, and a house takes away only what is its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.counting import counted

BEGIN = "house-"
_ID = re.compile(rf"({BEGIN}[0-9a-f]{{16}})/.+/.+/.+")  # before the folder of a persona, a month and a file


@dataclass(frozen=True, slots=True)
class House:
    """`owns` are ids of houses, its own first of all, and names of objects from before they carried one. It is a
    matter of the place that a house lives in, never of what a backup brings there: restored elsewhere, the same
    memories are another house, which may read what the first one has put away and takes nothing from it."""

    id: str
    owns: frozenset[str] = frozenset()

    def has(self, name: str) -> bool:
        return name in self.owns or house_in(name) in self.owns


def house_in(name: str) -> str:
    """The id that an object carries; empty for one from before."""
    found = _ID.fullmatch(name)
    return found[1] if found else ""


def of_another(names: Sequence[str]) -> tuple[str, str]:
    """What is said about files that a restored home only reads."""
    houses = ", ".join(sorted({house_in(name) for name in names} - {""})) or "?"
    return (
        counted("{} files of the archive", len(names))
        + f", of another house ({houses}), only read here and never removed."
        " Is that house gone for good? Then `omoide archive adopt` takes them over.",
        f"保管ファイル {len(names)} 件は別の家（{houses}）のものです。ここでは読むだけで、消しません。"
        "その家がもうないなら、`omoide archive adopt` で引き継げます。",
    )
