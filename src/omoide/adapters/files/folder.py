"""What keeps the files of a home (X2, N6): pages, logs, journals, tokens, what erasing notes.

On one machine they are files on its disk (`local_folder.py`), for many machines rows of a table on their server
(`adapters/sql/server_folder.py`). Paths are those of the disk, relative to the home, with "/" between the parts. So how
a line of a log, a page or a name looks is said once, above this, and holds in both places; a file can be carried from
one to the other under the name that it has.

What is not there is a FileNotFoundError, whatever else a disk says an OSError.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

Lines = list[tuple[int, bytes]]  # with their numbers, from 1 on
Place = tuple[int, int]  # bytes and lines before it


@dataclass(frozen=True, slots=True)
class FileFacts:
    size: int
    changed: float  # seconds since 1970
    stamp: str  # another one whenever the file is


class HeldFile(Protocol):
    """A file that is ours alone until it is closed, or we die."""

    @property
    def facts(self) -> FileFacts: ...

    def read(self) -> bytes: ...

    def append(self, lines: bytes) -> None:
        """Safe when it returns."""
        ...

    def rewrite(self, content: bytes) -> None:
        """In place of all that stood there, at once or not at all; held all the while."""
        ...

    def delete(self) -> None: ...

    def close(self) -> None: ...


class Folder(Protocol):
    def shown(self, path: str) -> str:
        """Where a person finds it; never with a password."""
        ...

    def folder_for(self, parent: str, name: str, ending: str = "") -> str:
        """The folder of a persona or person, or with an ending a file: never one for two of them."""
        ...

    def here(self, path: str) -> str:
        """The path that a file of another home has in this one."""
        ...

    def place(self) -> dict[str, str | int]:
        """What tells it from a copy of it, in which all of this is different; nothing where there are no copies."""
        ...

    # ------------------------------------------------------------ whole files

    def is_file(self, path: str) -> bool: ...

    def facts(self, path: str) -> FileFacts | None:
        """None when nothing is there."""
        ...

    def read(self, path: str) -> bytes: ...

    def read_known(self, path: str, most: int) -> tuple[bytes, FileFacts] | None:
        """With what is known of it; None when nothing is there. Of one with more than so many bytes nothing is read."""
        ...

    def write(self, path: str, content: bytes) -> None:
        """Whole or not at all, with the folders that it needs."""
        ...

    def create(self, path: str, content: bytes) -> bool:
        """False, and nothing is changed, when there is one already."""
        ...

    def remove(self, path: str) -> None:
        """Nothing happens when it is gone already."""
        ...

    def rewrite(self, path: str, content: bytes) -> None:
        """Like `write`, for erasing: what stood there is gone for good."""
        ...

    def shred(self, path: str) -> None:
        """Like `remove`, for erasing: with what a killed write has left beside it."""
        ...

    def scrub(self) -> None:
        """What was removed for good is gone from the place that it had, too."""
        ...

    def names(self, folder: str) -> list[str]:
        """Of the files that lie right in a folder; none in one that is not there."""
        ...

    def files(self, folder: str) -> dict[str, FileFacts]:
        """The same, with what is known of each."""
        ...

    def walk(self, beginning: str = "", links: bool = True) -> Iterator[str]:
        """Every file whose path begins so, in order; without `links` only what lies here itself."""
        ...

    # ------------------------------------------------------------ files of lines

    def append(self, path: str, lines: bytes) -> None:
        """Whole lines behind what is there, whoever else appends; half a line that a crash left is ended first."""
        ...

    def lines(self, path: str) -> Iterator[bytes]: ...

    def last_lines(self, path: str, most: int) -> Lines: ...

    def lines_after(self, path: str, place: Place) -> tuple[Lines, Place]:
        """Whole lines behind a place, and the place behind them. A file that has become shorter is read from its
        beginning: somebody has replaced it."""
        ...

    def end_of(self, path: str) -> Place:
        """The place behind the last whole line."""
        ...

    # ------------------------------------------------------------ one at a time

    def begin(self, path: str) -> HeldFile:
        """A new file, ours; FileExistsError when there is one already."""
        ...

    def hold(self, path: str) -> HeldFile | None:
        """One that is there; None when somebody else holds it, or has just deleted it."""
        ...

    def alone(self, what: str, patience: float = 0.0) -> AbstractContextManager[None]:
        """Nobody else does this meanwhile; Busy when somebody does for so many seconds."""
        ...
