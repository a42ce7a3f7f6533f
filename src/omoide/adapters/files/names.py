"""Folders named after people: readable, safe on every file system, and never one for two of them (N6)."""

from __future__ import annotations

import os
import re
import unicodedata
from functools import lru_cache
from pathlib import Path

_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.ASCII | re.IGNORECASE)


def folder_for(parent: Path, name: str, ending: str = "") -> Path:
    """The folder of a persona or person, or with an ending a file. Aoi and aoi are two, also where the file system
    takes them for one."""
    plain = folder_name(name)
    if _is_there(parent, plain + ending):
        return parent / f"{plain}{ending}"
    there = _entries(parent)
    if plain + ending in there:
        return parent / f"{plain}{ending}"
    alike = any(_folded(entry) == _folded(plain + ending) for entry in there)
    if alike or any(entry.startswith(f"{plain}~") for entry in there):
        marked = f"{plain}~{_mark(name)}{ending}"
        if alike or marked in there:  # whoever was alike may be gone by now: this one stays where it is
            return parent / marked
    return parent / f"{plain}{ending}"


@lru_cache(maxsize=1_024)
def folder_name(name: str) -> str:
    """Letters, digits and a few marks stand for themselves; a name that had to change carries a hash."""
    readable = "".join(c if c.isalnum() or c in "-_ ." else "_" for c in unicodedata.normalize("NFC", name))
    readable = readable.strip(". ")
    while len(readable.encode()) > 150:
        readable = readable[:-1]
    if readable == name and not _DEVICES.fullmatch(name):
        return name
    return f"{readable or '_'}~{_mark(name)}"


def _is_there(parent: Path, entry: str) -> bool:
    """By that very name, as far as two looks can tell: a home may have many thousands of folders, and most questions
    are about one that exists. Where a file system takes Aoi for aoi it finds aOI too, and only a list tells."""
    turned = entry.swapcase()
    return os.path.lexists(parent / entry) and (turned == entry or not os.path.lexists(parent / turned))


@lru_cache(maxsize=1_024)
def settled_name(name: str) -> str:
    """The folder of a name where nobody looks at the others, of which there may be many: what a disk could take for the
    folder of a name that is written otherwise carries its mark from the beginning."""
    plain = folder_name(name)
    return plain if plain != name or _folded(name) == name else f"{plain}~{_mark(name)}"


def settled_path(path: str) -> str:
    """Where a file of a disk lies then: its folders may have been named in the one way or in the other."""
    parts = path.split("/")
    match parts:
        case ["personas", persona, "people", person, _, *_]:
            return "/".join(("personas", _settled(persona), "people", _settled(person), *parts[4:]))
        case ["personas", persona, _, *_]:
            return "/".join(("personas", _settled(persona), *parts[2:]))
        case ["people", "versions" | "conflicts", person, _, *_]:
            return "/".join((*parts[:2], _settled(person), *parts[3:]))
        case ["people", name] if name.endswith(".md"):
            return f"people/{_settled(name.removesuffix('.md'))}.md"
        case _:
            return path


def _settled(folder: str) -> str:
    if folder_name(folder) == folder:
        return settled_name(folder)
    plain, _, mark = folder.rpartition("~")
    return settled_name(plain) if folder_name(plain) == plain and mark == _mark(plain) else folder


def _entries(parent: Path) -> list[str]:
    try:
        return os.listdir(parent)
    except (FileNotFoundError, NotADirectoryError):
        return []


def _folded(name: str) -> str:
    return name.casefold() if name.isascii() else unicodedata.normalize("NFKC", name).casefold()


def _mark(name: str) -> str:
    import hashlib

    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
