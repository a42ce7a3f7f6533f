"""The file of a side index: the vectors of one scope and one embedder, memory-mapped.

One file holds everything, so that replacing it is one step: a header that says whose vectors these are and up to which
revision of the store they reach, the matrix, and the memory rows in rising order. What does not fit its header, to the
byte, is no index; it is passed over and written anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import struct
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from omoide.home import make_folder

if TYPE_CHECKING:
    from omoide.domain.strengths import Ints
    from omoide.domain.turn import Scope

SUFFIX = ".vectors"
PARTIAL = ".partial"
_MAGIC = b"omoide\x00\x01"
_START = 4_096  # the header has a page of its own, so that the numbers behind it are aligned


@dataclass(frozen=True, slots=True)
class Header:
    """Whose vectors a file holds, as a hash; `token` names this very file, for what is derived from it."""

    whose: str
    dimensions: int
    count: int
    revision: int
    token: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """Vectors by memory row, in rising order of rows."""

    header: Header
    rows: Ints
    vectors: np.ndarray

    def positions(self, rows: Ints) -> np.ndarray:
        """Where those of the rows stand that are here."""
        at = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        return at[self.rows[at] == rows]


class IndexFile:
    """The place of one index."""

    def __init__(self, folder: Path, scope: Scope, embedder: str, dimensions: int) -> None:
        self._whose = hashlib.sha256(json.dumps([scope.persona, scope.person, embedder]).encode()).hexdigest()
        self._dimensions = dimensions
        # A name that every file system takes: a readable beginning, and a hash so that no two scopes ever meet.
        readable = re.sub(r"[^A-Za-z0-9]+", "_", scope.persona)[:24]
        self.path = folder / f"{readable}-{self._whose[:24]}{SUFFIX}"

    def read(self) -> Matrix | None:
        """The file as a matrix, or None when there is none that can be trusted."""
        try:
            with self.path.open("rb") as file:
                header = _header(file.read(_START))
                if header is None or (header.whose, header.dimensions) != (self._whose, self._dimensions):
                    return None
                if os.fstat(file.fileno()).st_size != _START + header.count * (8 + 4 * header.dimensions):
                    return None
                content = np.memmap(file, dtype=np.uint8, mode="r", offset=_START)
        except OSError:
            return None  # it is only derived: the store still has everything
        end = header.count * header.dimensions * 4
        vectors = np.asarray(content[:end].view("<f4")).reshape(header.count, header.dimensions)
        return Matrix(header, np.array(content[end:].view("<i8"), dtype=np.int64), vectors)

    def write(self, revision: int, blocks: Iterable[tuple[Ints, np.ndarray]]) -> int:
        """Put vectors in place of what was there, in one step; returns how many.

        Who reads meanwhile, or dies while writing, never meets half an index: the partial file is not looked at.
        """
        make_folder(self.path.parent)
        partial = self.path.with_suffix(PARTIAL)
        written: list[Ints] = []
        try:
            with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.seek(_START)
                for rows, vectors in blocks:
                    file.write(np.ascontiguousarray(vectors, dtype="<f4").data)
                    written.append(rows)
                every = np.concatenate(written) if written else np.empty(0, dtype=np.int64)
                file.write(np.ascontiguousarray(every, dtype="<i8").data)
                file.seek(0)
                file.write(_page(Header(self._whose, self._dimensions, len(every), revision, os.urandom(8).hex())))
                file.flush()
                os.fsync(file.fileno())
            os.replace(partial, self.path)
        except OSError:
            partial.unlink(missing_ok=True)
            raise
        return len(every)


def _page(header: Header) -> bytes:
    text = json.dumps(asdict(header)).encode()
    return (_MAGIC + struct.pack("<I", len(text)) + hashlib.sha256(text).digest()[:8] + text).ljust(_START, b"\0")


def _header(page: bytes) -> Header | None:
    length = struct.unpack_from("<I", page, 8)[0] if len(page) == _START and page.startswith(_MAGIC) else 0
    text = page[20 : 20 + length]
    if not length or hashlib.sha256(text).digest()[:8] != page[12:20]:
        return None
    header = Header(**json.loads(text))
    return header if header.count else None
