"""Files of one home into another, wherever the two keep them (X1, X2): put where they are missing or different, and
gone where they are gone. Done twice, the second time finds nothing to do: that is the proof of the first."""

from __future__ import annotations

from collections.abc import Sequence

from omoide.adapters.files.folder import Folder
from omoide.adapters.files.page_copies import FOLDERS, all_of


def carry(source: Folder, target: Folder, folders: Sequence[str] = FOLDERS, alone: Sequence[str] = ()) -> int:
    """How many were not the same. `alone` are beginnings of further paths; what the target has there besides stays."""
    changed = 0
    ours = {target.here(path): path for path in all_of(source, folders)}
    for path in sorted(set(all_of(target, folders)) - set(ours)):
        target.remove(path)
        changed += 1
    ours |= {path: path for beginning in alone for path in source.walk(beginning)}
    for there, here in ours.items():
        changed += _bring(source, here, target, there)
    return changed


def carry_and_compare(source: Folder, target: Folder, alone: Sequence[str] = ()) -> int:
    """How many were not the same after they had been carried."""
    carry(source, target, alone=alone)
    return carry(source, target, alone=alone)


def counted(files: Folder) -> int:
    return sum(1 for _ in all_of(files))


def _bring(source: Folder, here: str, target: Folder, there: str) -> bool:
    try:
        content = source.read(here)
    except FileNotFoundError:  # taken away while we looked
        target.remove(there)
        return True
    if target.is_file(there) and target.read(there) == content:
        return False
    target.write(there, content)
    return True
