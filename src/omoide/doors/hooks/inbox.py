"""Work that a hook leaves behind: a small file each in `<home>/inbox`, written whole or not at all.

A session that ends twice for one reason is one file. The worker takes a file by renaming it, so that whatever arrives
while it works is a new one; what it could not do lies aside until the next worker, and a worker that was killed leaves
what it had taken to the next one too.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from omoide.home import make_folder

NEW, TAKEN, ASIDE = ".json", ".taken", ".aside"


@dataclass(frozen=True, slots=True)
class Job:
    """A transcript to live through, or with `sweep` a folder of them, of which `live` is being written right now."""

    path: str
    persona: str | None = None
    person: str | None = None
    over: bool = False
    sweep: bool = False
    live: str = ""


def drop(home: Path, name: str, job: Job) -> None:
    folder = home / "inbox"
    make_folder(folder)
    file = folder / (_file_name(name, job) + NEW)
    fresh = folder / f".{os.getpid()}.new"
    try:
        fresh.write_text(json.dumps(asdict(job)), encoding="ascii")
        os.replace(fresh, file)
    finally:
        fresh.unlink(missing_ok=True)  # what could not be finished


def is_empty(home: Path) -> bool:
    """Whether nothing new has come; what lies aside had its chance today."""
    return not any((home / "inbox").glob(f"*{NEW}"))


def waiting(home: Path) -> list[Path]:
    """Everything that is not done yet, oldest first."""
    return _found(home, NEW, TAKEN, ASIDE)


def bring_back(home: Path) -> None:
    """What an earlier worker laid aside counts as taken again. Hooks write new files alone, so none of theirs, which
    may say the same and more, is overwritten by it."""
    for path in _found(home, ASIDE):
        taken = path.with_suffix(TAKEN)
        path.unlink() if taken.exists() else path.rename(taken)


def take(home: Path) -> Iterator[tuple[Path, Job | None]]:
    """Jobs until none comes any more, each with its file; None for one that says nothing sensible. What an earlier
    worker had taken is among them, unless something newer says the same."""
    while found := _found(home, NEW, TAKEN):
        for path in found:
            taken, newer = path.with_suffix(TAKEN), path.with_suffix(NEW)
            if path == taken and newer.exists():
                continue  # it takes this one's place
            with suppress(FileNotFoundError):
                path.replace(taken)
                yield taken, _read(taken)


def done(taken: Path) -> None:
    taken.unlink(missing_ok=True)


def lay_aside(taken: Path) -> None:
    taken.replace(taken.with_suffix(ASIDE))


def _found(home: Path, *endings: str) -> list[Path]:
    aged: list[tuple[int, Path]] = []
    for path in (home / "inbox").glob("*"):
        if path.suffix in endings:
            with suppress(FileNotFoundError):
                aged.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(aged)]


def _read(path: Path) -> Job | None:
    try:
        return Job(**json.loads(path.read_bytes()))
    except (ValueError, TypeError):
        return None


def _file_name(name: str, job: Job) -> str:
    """Names come from outside: anything unusual in one is replaced, and a checksum tells apart what became alike."""
    whose = zlib.crc32(json.dumps([name, job.persona, job.person, job.path]).encode())
    return f"{re.sub(r'[^A-Za-z0-9-]+', '-', name)[:80]}-{whose:08x}"
