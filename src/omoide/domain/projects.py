"""Which project a memory came from, and what that means in another one.

A project is a folder, written as text. Folders that lie one within the other are one project: what was said in
`~/app/docs` belongs to `~/app`, and what was said in `~/app` belongs to it too when one works in `~/app/docs`. Folders
side by side are two. Nothing is looked up on a disk: the folder may be of another machine, or gone.
"""

from __future__ import annotations

import ntpath
import posixpath
import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Mode = Literal["prefer", "strict", "shared"]
_WINDOWS = re.compile(r"[a-zA-Z]:[\\/]|\\\\")


@dataclass(frozen=True, slots=True)
class ProjectRules:
    """prefer: what belongs to another project must be so much surer; strict: it does not come; shared: all alike."""

    mode: Mode = "prefer"
    elsewhere: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.elsewhere <= 1:
            raise ValueError("elsewhere must lie in 0 <= x <= 1")


def is_windows(folder: str) -> bool:
    return bool(_WINDOWS.match(folder))


def is_folder(text: str) -> bool:
    """Whether it says where a folder is, on any system; else it is a mere name."""
    return text.startswith("/") or is_windows(text)


def parts(folder: str) -> tuple[str, ...]:
    """The names on the way to a folder, from the root on; a mere name is its own only part."""
    if is_windows(folder):
        return tuple(part for part in ntpath.normpath(folder).split("\\") if part)
    if folder.startswith("/"):
        return ("/", *(part for part in posixpath.normpath(folder).split("/") if part))
    return (folder,) if folder else ()


@lru_cache(maxsize=1_000)
def place(folder: str) -> tuple[str, ...]:
    """The parts in one form for what names the same folder: Windows does not tell capitals from small letters, and
    some systems take accents and voiced kana apart."""
    found = parts(unicodedata.normalize("NFC", folder))
    return tuple(part.casefold() for part in found) if is_windows(folder) else found


def same_project(one: str, other: str) -> bool:
    """Whether one folder lies within the other, or both are the same."""
    mine, theirs = place(one), place(other)
    shorter = min(len(mine), len(theirs))
    return bool(shorter) and mine[:shorter] == theirs[:shorter]


def is_elsewhere(origin: str, personal: bool, project: str) -> bool:
    """Whether a memory belongs to another project than the present one. What it says about the person goes along
    everywhere, what came from no project belongs to none, and where no project is named there is no other."""
    return bool(project and origin) and not personal and not same_project(origin, project)


def names(origins: Iterable[str]) -> dict[str, str]:
    """What to call each project: the folder's own name, with as much of its path as tells it from the others."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    places = {origin: place(origin) for origin in origins}
    for origin, at in places.items():
        found.setdefault(at, parts(origin))
    return {origin: _name(found[at], found.values()) for origin, at in places.items()}


def _name(found: tuple[str, ...], others: Collection[tuple[str, ...]]) -> str:
    for length in range(1, len(found)):
        tail = found[-length:]
        if sum(other[-length:] == tail for other in others) <= 1:
            return "/".join(tail)
    return "/".join(found).replace("//", "/", 1) if found else ""
