"""Changes to files that are not ours: shown before they are made, made whole or not at all, and undone to the byte.

The first change of a file leaves a copy beside it (`settings.json.before-omoide`). When everything of ours is taken out
again and nothing else has changed in the meantime, the file becomes that copy; the copy goes with the rest of ours.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from omoide.errors import InvalidInput
from omoide.whole_files import write_whole

BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Change:
    """A file before and after; None means that there is no file."""

    path: Path
    before: str | None
    after: str | None
    first: bool = False  # nothing of ours was in it
    last: bool = False  # nothing of ours is left in it

    @property
    def backup(self) -> Path:
        return self.path.with_name(f"{self.path.name}.before-omoide")

    @property
    def needed(self) -> bool:
        return self.before != self.after

    def diff(self) -> str:
        return difference(self.before or "", self.after or "", str(self.path))

    def make(self) -> None:
        if not self.needed:
            return
        if self.first and self.before is not None:
            shutil.copy2(self.path, self.backup)
        if self.after is None:
            self.path.unlink(missing_ok=True)
        else:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, self.after)
        if self.last:
            self.backup.unlink(missing_ok=True)


def difference(before: str, after: str, name: str) -> str:
    """What changes, as a patch shows it, in whole lines."""
    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def changed(path: Path, edit: Callable[[str], str], ours: Callable[[str], bool]) -> Change:
    """What adding would do to a file. A link is followed: the file it points at is changed, and stays linked."""
    path = Path(os.path.realpath(path))
    before = read(path)
    text = (before or "").removeprefix(BOM)
    after = edit(text)
    if after == text:
        return Change(path, before, before)
    mark = BOM if (before or "").startswith(BOM) else ""
    return Change(path, before, mark + after, first=not ours(text))


def undone(path: Path, edit: Callable[[str], str], alike: Callable[[str, str], bool]) -> Change:
    """What removing would do. `alike` says whether two texts differ in nothing that a person wrote."""
    path = Path(os.path.realpath(path))
    before = read(path)
    if before is None:
        return Change(path, None, None)
    text = before.removeprefix(BOM)
    after = edit(text)
    if after == text:
        return Change(path, before, before)
    mark = BOM if before.startswith(BOM) else ""
    kept = read(Change(path, None, None).backup)
    if kept is None:
        return Change(path, before, None if alike(after, "") else mark + after)
    same = alike(after, kept.removeprefix(BOM))
    return Change(path, before, kept if same else mark + after, last=True)


def read(path: Path) -> str | None:
    """The text as it stands, line ends included; None when there is no file."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{path} is not UTF-8 text; save it as UTF-8 first. Nothing was changed.",
            f"{path} が UTF-8 ではありません。UTF-8 で保存し直してください。何も変更していません。",
        ) from error
