"""Where a transcript was left, so that it is read on from there and not from its beginning.

The place is kept in the store with what is needed to see that the file is still the one that was read: its size and
time for "nothing new", and a checksum of the bytes before the place for "the same, and more". A place that is lost or
wrong costs a second reading and nothing else: turns are known by their keys (E7).
"""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import BinaryIO, Self

from omoide.ports import Faculties

LOOKED_AT = 512  # bytes before the place


@dataclass(frozen=True, slots=True)
class Place:
    """A file as it was found, how far it was read, whether that was all, and whether its session was over then."""

    number: int
    size: int
    modified: int
    offset: int = 0
    before: int = 0
    all: bool = False
    over: bool = False

    @classmethod
    def at(cls, file: Path | int) -> Self:
        found = os.stat(file)
        return cls(found.st_ino, found.st_size, found.st_mtime_ns)

    def settles(self, now: Place, over: bool) -> bool:
        """Whether nothing can be new: it was read to its end, has not changed, and was over if it is over now."""
        same = (self.number, self.size, self.modified) == (now.number, now.size, now.modified)
        return same and self.all and (self.over or not over)

    def continues_in(self, file: BinaryIO, now: Place) -> bool:
        """Whether what was read still stands before the place. Another file under the same name begins anew."""
        return self.offset <= now.size and self.before == _checksum(file, self.offset)


def left_at(faculties: Faculties, path: Path) -> Place | None:
    kept = faculties.store.state.get(_key(faculties, path))
    return Place(**json.loads(kept)) if kept else None


def remember_place(faculties: Faculties, path: Path, file: BinaryIO, place: Place) -> None:
    position = file.tell()
    place = replace(place, before=_checksum(file, place.offset))
    file.seek(position)
    faculties.store.state.set(_key(faculties, path), json.dumps(asdict(place)))


def _checksum(file: BinaryIO, offset: int) -> int:
    begin = max(offset - LOOKED_AT, 0)
    file.seek(begin)
    return zlib.crc32(file.read(offset - begin))


def _key(faculties: Faculties, path: Path) -> str:
    return faculties.scope.key("transcript", str(path.absolute()))
