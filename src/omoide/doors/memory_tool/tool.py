"""The six commands of the memory tool. Answers are worded as those of Anthropic's own file tool: models know them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError

from omoide.doors.memory_tool.files import ROOT, MemoryFiles, Place, place_of, told
from omoide.errors import OmoideError
from omoide.mind import Mind

if TYPE_CHECKING:
    from anthropic.types.beta import (
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818DeleteCommand,
        BetaMemoryTool20250818InsertCommand,
        BetaMemoryTool20250818RenameCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )

_WIDTH = 6  # of a line's number
_AROUND = 2  # lines that are shown beside a change


class OmoideMemoryTool(BetaAbstractMemoryTool):
    """Hand it over as one of the tools of a request; see files.py for what lies where."""

    def __init__(self, mind: Mind) -> None:
        super().__init__()
        self._files = MemoryFiles(mind)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        with _told_to_the_model():
            place = place_of(command.path)
            text = self._files.read(place)
            return self._folder(place) if text is None else _numbered(told(place), text, command.view_range)

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        with _told_to_the_model():
            place = self._new(command.path)
            self._files.write(place, command.file_text)
        return f"File created successfully at: {command.path}"

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        with _told_to_the_model():
            place, text = self._text(command.path)
            at = _only(text, command.old_str, command.path)
            text = text.replace(command.old_str, command.new_str)
            self._files.write(place, text)
        line = text[:at].count("\n")
        lines = text.split("\n")[max(0, line - _AROUND) : line + _AROUND + 1]
        shown = _lines(lines, max(0, line - _AROUND) + 1)
        return f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{shown}"

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        with _told_to_the_model():
            place, text = self._text(command.path)
            lines = text.removesuffix("\n").split("\n") if text else []
            if not 0 <= command.insert_line <= len(lines):
                raise ToolError(
                    f"Invalid `insert_line` parameter: {command.insert_line}. "
                    f"It should be within the range [0, {len(lines)}]."
                )
            lines.insert(command.insert_line, command.insert_text.rstrip("\n"))
            self._files.write(place, "\n".join(lines) + "\n")
        return f"The file {command.path} has been edited."

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        with _told_to_the_model():
            for place in self._there(command.path):
                self._files.remove(place)
        return f"Successfully deleted {command.path}"

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        with _told_to_the_model():
            old, new = place_of(command.old_path), self._new(command.new_path)
            for place in self._there(command.old_path):
                self._files.write((*new, *place[len(old) :]), self._files.read(place) or "")
                self._files.remove(place)
        return f"Successfully renamed {command.old_path} to {command.new_path}"

    def _folder(self, folder: Place) -> str:
        """Two levels of what lies there, folders with the size of all in them."""
        below = self._files.below(folder)
        if not below and folder:
            raise _missing(told(folder))
        sizes: dict[str, int] = {}
        for place, size in below.items():
            inside = place[len(folder) :]
            for depth in range(1, min(len(inside), 2) + 1):
                name = "/".join(inside[:depth]) + ("/" if depth < len(inside) else "")
                sizes[name] = sizes.get(name, 0) + size
        lines = [f"{_size(sum(below.values()))}\t{told(folder)}"]
        lines += [f"{_size(sizes[name])}\t{told(folder)}/{name}" for name in sorted(sizes)]
        head = f"Here're the files and directories up to 2 levels deep in {told(folder)}, excluding hidden items:"
        return "\n".join([head, *lines])

    def _text(self, path: str) -> tuple[Place, str]:
        place = place_of(path)
        text = self._files.read(place)
        if text is None:
            raise ToolError(f"The path {path} is not a file.") if self._files.below(place) else _missing(path)
        return place, text

    def _new(self, path: str) -> Place:
        """A place where nothing lies yet, nor a file where its folder would be."""
        place = place_of(path)
        if not place or self._files.read(place) is not None or self._files.below(place):
            raise ToolError(f"File {path} already exists")
        for depth in range(1, len(place)):
            if self._files.read(place[:depth]) is not None:
                raise ToolError(f"{told(place[:depth])} is a file: nothing can lie in it")
        return place

    def _there(self, path: str) -> list[Place]:
        """A file, or all that lies in a folder."""
        place = place_of(path)
        if not place:
            raise ToolError(f"Cannot change the {ROOT} directory itself")
        found = [place] if self._files.read(place) is not None else list(self._files.below(place))
        if not found:
            raise _missing(path)
        return found


@contextmanager
def _told_to_the_model() -> Iterator[None]:
    """What is wrong is the model's to mend: it gets the line that a person would get."""
    try:
        yield
    except OmoideError as error:
        raise ToolError(error.en) from error


def _missing(path: str) -> ToolError:
    return ToolError(f"The path {path} does not exist. Please provide a valid path.")


def _only(text: str, old: str, path: str) -> int:
    """Where the one occurrence begins."""
    count = text.count(old) if old else 0
    if count == 0:
        raise ToolError(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")
    if count > 1:
        lines = [str(number) for number, line in enumerate(text.split("\n"), 1) if old.split("\n")[0] in line]
        raise ToolError(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {', '.join(lines)}. "
            "Please ensure it is unique"
        )
    return text.index(old)


def _numbered(path: str, text: str, wanted: list[int] | None) -> str:
    lines, first = text.split("\n"), 1
    if wanted and len(wanted) == 2:
        first = max(1, wanted[0])
        lines = lines[first - 1 : None if wanted[1] == -1 else wanted[1]]
    return f"Here's the content of {path} with line numbers:\n{_lines(lines, first)}"


def _lines(lines: list[str], first: int) -> str:
    return "\n".join(f"{number:>{_WIDTH}}\t{line}" for number, line in enumerate(lines, first))


def _size(count: int) -> str:
    unit = 2 if count >= 1024**2 else 1 if count >= 1024 else 0
    return f"{count / 1024**unit:.1f}".removesuffix(".0") + "BKM"[unit]
