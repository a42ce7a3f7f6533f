"""The end of a file of lines, read from behind: what is asked for is what was written last."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

BLOCK = 64 * 1024
Lines = list[tuple[int, bytes]]


def last_lines(path: Path, most: int) -> Lines:
    """The last so many lines with their numbers. What stands before them is looked through for line ends only."""
    if most <= 0:
        return []
    with path.open("rb") as file:
        end = os.fstat(file.fileno()).st_size
        start, blocks, ends = end, list[bytes](), 0
        while start > 0 and ends <= most:  # one more: the end of the line before
            size = min(BLOCK, start)
            start -= size
            file.seek(start)
            blocks.append(file.read(size))
            ends += blocks[-1].count(b"\n")
        before = _line_ends(file, start)
    lines = b"".join(reversed(blocks)).split(b"\n")
    first = before + 1
    if start > 0:  # begins within a line
        lines, first = lines[1:], first + 1
    if lines and not lines[-1]:  # behind the last line end
        lines.pop()
    skipped = max(len(lines) - most, 0)
    return list(enumerate(lines[skipped:], first + skipped))


def lines_after(path: Path, place: tuple[int, int]) -> tuple[Lines, tuple[int, int]]:
    """Whole lines behind a place (bytes and lines before it), and the place behind them. A file that has become shorter
    is read from its beginning: somebody has replaced it."""
    with path.open("rb") as file:
        offset, number = place if os.fstat(file.fileno()).st_size >= place[0] else (0, 0)
        file.seek(offset)
        whole = file.read()
    whole = whole[: whole.rfind(b"\n") + 1]
    lines = whole.split(b"\n")[:-1]
    return list(enumerate(lines, number + 1)), (offset + len(whole), number + len(lines))


def end_of(path: Path) -> tuple[int, int]:
    """The place behind the last whole line."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        count = _line_ends(file, size)
        start = max(size - BLOCK, 0)
        file.seek(start)
        rest = file.read(size - start)
    return (start + rest.rfind(b"\n") + 1 if b"\n" in rest else size if count else 0), count


def _line_ends(file: BinaryIO, until: int) -> int:
    file.seek(0)
    ends = 0
    while until > 0 and (block := file.read(min(until, 16 * BLOCK))):
        ends += block.count(b"\n")
        until -= len(block)
    return ends
