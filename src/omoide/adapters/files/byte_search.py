"""The raw bytes of every file in a folder, looked through for many texts at once (O2): also what is packed in them."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from omoide.adapters.files.folder import Folder
from omoide.adapters.files.shredding import files_in
from omoide.domain.erasure import Searched
from omoide.domain.needles import Needles

_BLOCK = 16 << 20
_UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def look_through(folder: Path, needles: Needles, passed_over: Sequence[Path] = ()) -> Searched:
    """Files by their path in the folder. A name that holds a text counts as much as a content."""
    files = size = 0
    apart = set(passed_over)
    found: list[str] = []
    for path in files_in(folder):
        if apart.intersection((path, *path.parents)):
            continue
        name = path.relative_to(folder).as_posix()
        files += 1
        read = 0
        hit = needles.any(name.encode("utf-8", "surrogateescape"))
        try:
            for block in _blocks(path, needles.longest):
                read += len(block)
                hit = hit or needles.any(block)
        except FileNotFoundError:
            continue  # taken away while we looked
        except OSError:
            hit = True  # what cannot be read cannot be vouched for
        size += read
        if hit:
            found.append(name)
    return Searched("files", "home", {"files": files, "bytes": size}, tuple(found))


def look_through_files(files: Folder, needles: Needles, passed_over: str) -> Searched:
    """The same for files that do not lie on a disk; those whose path begins so are passed over."""
    count = size = 0
    found: list[str] = []
    for name, content in _contents(files, lambda name: name.startswith(passed_over)):
        count, size = count + 1, size + len(content)
        if needles.any(name.encode("utf-8", "surrogateescape")) or needles.any(content):
            found.append(name)
    return Searched("pages", files.shown(""), {"files": count, "bytes": size}, tuple(found))


def texts_in_files(files: Folder, needles: Needles, passed_over: Callable[[str], bool]) -> set[int]:
    return set().union(*(needles.found(content) for _, content in _contents(files, passed_over)))


def _contents(files: Folder, passed_over: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    for name in files.walk():
        if not passed_over(name):
            with suppress(FileNotFoundError):  # taken away while we looked
                yield name, files.read(name)


def texts_in(folder: Path, needles: Needles, passed_over: Sequence[Path]) -> set[int]:
    """Which of the texts stand in any of the files."""
    found: set[int] = set()
    apart = set(passed_over)
    for path in files_in(folder):
        if apart.intersection((path, *path.parents)):
            continue
        try:
            for block in _blocks(path, needles.longest):
                found |= needles.found(block)
        except OSError:
            continue  # nobody reads there that it is not only theirs
    return found


def _blocks(path: Path, overlap: int) -> Iterator[bytes]:
    if not path.is_file():
        return
    with path.open("rb") as file:
        yield from _overlapping(file, overlap)
    if zipfile.is_zipfile(path):
        yield from _packed(path, overlap)
    elif path.suffix == ".gz":
        with gzip.open(path) as file:
            yield from _sound_part(file, overlap)


def _packed(path: Path, overlap: int) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(path) as pack:
            for member in pack.namelist():
                yield member.encode()
                with pack.open(member) as file:
                    yield from _sound_part(file, overlap)
    except _UNREADABLE:
        return  # its raw bytes were looked through


def _sound_part(file: Readable, overlap: int) -> Iterator[bytes]:
    """As far as it can be unpacked."""
    try:
        yield from _overlapping(file, overlap)
    except _UNREADABLE:
        return


def _overlapping(file: Readable, overlap: int) -> Iterator[bytes]:
    """Blocks that begin with the end of the one before, so that nothing is missed between two."""
    end = b""
    while block := file.read(_BLOCK):
        yield end + block
        end = (end + block)[-overlap:] if overlap else b""
