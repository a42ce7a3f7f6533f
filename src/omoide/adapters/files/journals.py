"""Replies that are being streamed, as files (J1): records as JSON lines, each synced to disk before it counts.

    personas/<persona>/people/<person>/journal/1794735000123456789-4711.jsonl

The writer holds its file as long as it lives, so that nobody takes a reply for lost that is still being spoken. Whoever
recovers one holds it too: two processes that open the same memory do not both recover it.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from omoide.adapters.files.holding import hold
from omoide.adapters.files.names import folder_for
from omoide.domain.turn import Scope
from omoide.errors import StoreDamaged
from omoide.ports.journals import Record

FOLDER, BESIDE = "journal", ".new"
NEWBORN = 60.0  # seconds: an empty file that is older has lost its writer
LARGEST = 64 * 1024 * 1024  # bytes: what is longer is no reply
_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


class FileJournals:
    def __init__(self, home: Path) -> None:
        self._personas = home / "personas"

    def open(self, scope: Scope, start: Record) -> FileJournal:
        folder = self._folder(scope)
        # By this machine's own clock: the time of a reply may be told from outside, and two may have the same.
        path = folder / f"{time.time_ns()}-{os.getpid()}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            return FileJournal(path, os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600), start)
        except OSError as error:
            raise _unusable(folder, error) from error

    def waiting(self, scope: Scope) -> bool:
        try:
            with os.scandir(self._folder(scope)) as entries:
                return any(entry.name.endswith(".jsonl") for entry in entries)
        except OSError:  # not there, or not to be read: then nothing can be recovered, and a memory opens all the same
            return False

    @contextmanager
    def orphans(self, scope: Scope) -> Iterator[Sequence[FileOrphan]]:
        found: list[FileOrphan] = []
        try:
            for path in self._files(scope):
                with suppress(OSError):  # gone meanwhile, or not to be read: then there is nothing to recover
                    orphan = FileOrphan(path)
                    if orphan.ours:
                        found.append(orphan)
            yield found
        finally:
            for orphan in found:
                orphan.close()

    def _files(self, scope: Scope) -> list[Path]:
        with suppress(OSError):
            return sorted(path for path in self._folder(scope).iterdir() if path.suffix == ".jsonl")
        return []

    def _folder(self, scope: Scope) -> Path:
        return folder_for(folder_for(self._personas, scope.persona) / "people", scope.person) / FOLDER


class FileJournal:
    """One that is being written. A recoverer may come between the file's birth and our hold on it: then it finds an
    empty file, which it leaves alone."""

    def __init__(self, path: Path, handle: int, start: Record) -> None:
        self._path, self._handle = path, handle
        try:
            if not hold(handle, patience=1.0):
                raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            self.append(start)
        except (OSError, StoreDamaged):
            os.close(handle)
            path.unlink(missing_ok=True)
            raise

    @property
    def id(self) -> str:
        return self._path.stem

    def append(self, *records: Record) -> None:
        self._write(b"".join(_line(record) for record in records))

    def rewrite(self, records: Sequence[Record]) -> None:
        """Written beside and held before it takes the place of the first: killed at any time, one of the two is there.
        It happens when a secret is known only by what follows it."""
        if os.name == "nt":  # a file that is open cannot be replaced there
            os.ftruncate(self._handle, 0)
            return self.append(*records)
        beside = self._path.with_suffix(BESIDE)
        try:
            handle = os.open(beside, _FLAGS | os.O_CREAT | os.O_TRUNC, 0o600)
            hold(handle)
            old, self._handle = self._handle, handle
            self.append(*records)
            os.replace(beside, self._path)
            os.close(old)
        except OSError as error:
            raise _unusable(self._path, error) from error

    def close(self, delete: bool) -> None:
        try:
            if delete and os.name != "nt":
                self._path.unlink(missing_ok=True)
                self._path.with_suffix(BESIDE).unlink(missing_ok=True)  # left by a rewriting that failed
            os.close(self._handle)
            if delete and os.name == "nt":  # a file that is open cannot be deleted there
                self._path.unlink(missing_ok=True)
        except OSError as error:
            raise _unusable(self._path, error) from error

    def _write(self, data: bytes) -> None:
        try:
            if os.write(self._handle, data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._handle)
        except OSError as error:
            raise _unusable(self._path, error) from error


class FileOrphan:
    """One whose writer is gone, unless it is not `ours`. It is held until it is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = os.open(path, _FLAGS)
        facts = os.fstat(self._handle) if hold(self._handle) else None
        # Without links: recovered a moment ago. Empty: its writer has just made it and not got hold of it yet.
        born = facts is not None and (facts.st_size > 0 or time.time() - facts.st_mtime > NEWBORN)
        self.ours = facts is not None and born and facts.st_nlink > 0 and facts.st_size <= LARGEST
        if not self.ours:
            self.close()

    @property
    def id(self) -> str:
        return self._path.stem

    def records(self) -> list[dict[str, Any]]:
        try:
            os.lseek(self._handle, 0, os.SEEK_SET)
            with os.fdopen(os.dup(self._handle), "rb") as file:
                raw = file.read()
        except OSError as error:
            raise _unusable(self._path, error) from error
        return [record for line in raw.split(b"\n") if (record := _record(line))]

    def delete(self) -> None:
        if os.name == "nt":
            self.close()
        try:
            self._path.unlink(missing_ok=True)
            self._path.with_suffix(BESIDE).unlink(missing_ok=True)
        except OSError as error:
            raise _unusable(self._path, error) from error

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _line(record: Record) -> bytes:
    return json.dumps(dict(record), ensure_ascii=False, default=str).encode("utf-8", "replace") + b"\n"


def _record(line: bytes) -> dict[str, Any] | None:
    """Half of a line, as a crash leaves it, is none."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def _unusable(path: Path, error: OSError) -> StoreDamaged:
    return StoreDamaged(
        f"the journal {path} cannot be used ({error.strerror or error}): check its permissions and the free space.",
        f"ジャーナル {path} を使えません（{error.strerror or error}）。権限と空き容量を確かめてください。",
    )
