"""A person in the archive (O2), in a folder or an object store: every file of ours is looked at, those too that no
ledger knows any more. Words are packed in them, so each is read by its rows as well as by its bytes.

Other things that lie in the same place are not ours, and nobody looks at them; nor at what belongs to another house
(X10). What carries no house may be ours from before: it is looked at, and removed where it is known to be ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path

from omoide.adapters.archive.files import is_ours
from omoide.adapters.archive.parquet import texts_in
from omoide.domain.erasure import Searched
from omoide.domain.needles import Needles
from omoide.domain.owning import house_in
from omoide.errors import ArchiveFault
from omoide.ports.tiers import Blobs

_AT_ONCE = 4 << 20  # bytes that are looked through at once: each search has a cost of its own


class PersonArchive:
    def __init__(self, open_blobs: Callable[[], Blobs], where: str = "") -> None:
        """Opened when it is needed. `where` is what the proof says of it, instead of a path that may name somebody."""
        self._open, self._where = open_blobs, where

    @cached_property
    def _blobs(self) -> Blobs:
        return self._open()

    def names(self) -> list[str]:
        """Also a way to see that the place answers."""
        return [
            name for name in self._blobs.names() if is_ours(name) and (self._blobs.is_mine(name) or not house_in(name))
        ]

    def of_others(self, names: Iterable[str]) -> list[str]:
        """Those that another house has to remove, as a person is told about them."""
        return [f"{self._blobs.where}/{name}" for name in names if not self._blobs.is_mine(name)]

    def texts(self, names: Iterable[str]) -> Iterator[str]:
        """What stands in some files, as far as they can be read."""
        for name in names:
            with self._blobs.local(name) as path:
                yield from _sound_part(path) if path else ()

    def standing(self, needles: Needles, but: Iterable[str]) -> set[int]:
        """Which of the texts stand in any file but these."""
        found: set[int] = set()
        passed_over = set(but)
        for name in self.names():
            if name not in passed_over:
                for block, _ in self._blocks(name):
                    found |= needles.found(block)
        return found

    def holding(self, needles: Needles) -> list[str]:
        """Files of ours with one of the texts in them, or in their name; and what was left half-written, since nobody
        can read whose words are packed in it."""
        return [
            name
            for name in filter(self._blobs.is_mine, self.names())
            if Path(name).name.startswith(".") or any(needles.any(block) for block, _ in self._blocks(name))
        ]

    def remove(self, name: str) -> bool:
        return self._blobs.remove(name)

    def look_through(self, person: str, needles: Needles) -> Searched:
        """A file that is damaged is counted: its bytes were searched, its words cannot be read by anybody."""
        counted = {"objects": 0, "bytes": 0}
        found, unreadable = [], 0
        for name in self.names():
            counted["objects"] += 1
            hit = False
            for block, size in self._blocks(name):
                counted["bytes"] += max(size, 0)
                unreadable += size < 0
                hit = hit or needles.any(block)
            found += [name] if hit else []
        if unreadable:
            counted["unreadable"] = unreadable
        return Searched("archive", self._where or self._blobs.where, counted, tuple(found))

    def _blocks(self, name: str) -> Iterator[tuple[bytes, int]]:
        """The name, the bytes as they lie there, and the words; with how many bytes of the place that is, and -1 for
        words that cannot be read."""
        yield name.encode("utf-8", "surrogatepass"), 0
        with self._blobs.local(name) as path:
            if path is None:
                return  # taken away while we looked
            raw = path.read_bytes()
            yield raw, len(raw)
            try:
                for text in _joined(texts_in(path)):
                    yield text, 0
            except ArchiveFault:
                yield b"", -1


def _sound_part(path: Path) -> Iterator[str]:
    try:
        yield from texts_in(path)
    except ArchiveFault:
        return  # what cannot be read goes all the same


def _joined(texts: Iterable[str]) -> Iterator[bytes]:
    some, size = list[str](), 0
    for text in texts:
        some.append(text)
        size += len(text)
        if size > _AT_ONCE:
            yield "\0".join(some).encode("utf-8", "surrogatepass")
            some, size = [], 0
    yield "\0".join(some).encode("utf-8", "surrogatepass")
