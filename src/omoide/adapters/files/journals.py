"""Replies that are being streamed, as files (J1): records as JSON lines, each safely kept before it counts.

    personas/<persona>/people/<person>/journal/1794735000123456789-4711.jsonl

The writer holds its file as long as it lives, so that nobody takes a reply for lost that is still being spoken. Whoever
recovers one holds it too: two processes that open the same memory do not both recover it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import PurePosixPath
from typing import Any

from omoide.adapters.files.folder import Folder, HeldFile
from omoide.disk import of_the_disk
from omoide.domain.turn import Scope
from omoide.errors import OmoideError, StoreDamaged
from omoide.ports.journals import Record

FOLDER = "journal"
NEWBORN = 60.0  # seconds: an empty file that is older has lost its writer
LARGEST = 64 * 1024 * 1024  # bytes: what is longer is no reply


class FileJournals:
    def __init__(self, files: Folder) -> None:
        self._files = files

    def open(self, scope: Scope, start: Record) -> FileJournal:
        folder = self._folder(scope)
        # By this machine's own clock: the time of a reply may be told from outside, and two may have the same.
        path = f"{folder}/{time.time_ns()}-{os.getpid()}.jsonl"
        try:
            held = self._files.begin(path)
        except OSError as error:
            raise _unusable(self._files.shown(folder), error) from error
        return FileJournal(path, self._files.shown(path), held, start)

    def waiting(self, scope: Scope) -> bool:
        return bool(self._paths(scope))

    @contextmanager
    def orphans(self, scope: Scope) -> Iterator[Sequence[FileOrphan]]:
        found: list[FileOrphan] = []
        try:
            for path in self._paths(scope):
                with suppress(OSError):  # gone meanwhile, or not to be read: then there is nothing to recover
                    held = self._files.hold(path)
                    if held and _lost(held):
                        found.append(FileOrphan(path, self._files.shown(path), held))
                    elif held:
                        held.close()
            yield found
        finally:
            for orphan in found:
                orphan.close()

    def _paths(self, scope: Scope) -> list[str]:
        """None where they cannot be read: then nothing can be recovered, and a memory opens all the same."""
        with suppress(OSError):
            folder = self._folder(scope)
            return sorted(f"{folder}/{name}" for name in self._files.names(folder) if name.endswith(".jsonl"))
        return []

    def _folder(self, scope: Scope) -> str:
        persona = self._files.folder_for("personas", scope.persona)
        return f"{self._files.folder_for(f'{persona}/people', scope.person)}/{FOLDER}"


class FileJournal:
    """One that is being written."""

    def __init__(self, path: str, where: str, held: HeldFile, start: Record) -> None:
        self.id = PurePosixPath(path).stem
        self._where, self._held = where, held
        try:
            self.append(start)
        except OmoideError:
            for let_go in (held.delete, held.close):
                with suppress(OSError, OmoideError):
                    let_go()
            raise

    def append(self, *records: Record) -> None:
        try:
            self._held.append(_lines(records))
        except OSError as error:
            raise _unusable(self._where, error) from error

    def rewrite(self, records: Sequence[Record]) -> None:
        """It happens when a secret is known only by what follows it."""
        try:
            self._held.rewrite(_lines(records))
        except OSError as error:
            raise _unusable(self._where, error) from error

    def close(self, delete: bool) -> None:
        try:
            if delete:
                self._held.delete()
            self._held.close()
        except OSError as error:
            raise _unusable(self._where, error) from error


class FileOrphan:
    """One whose writer is gone. It is held until it is closed."""

    def __init__(self, path: str, where: str, held: HeldFile) -> None:
        self.id = PurePosixPath(path).stem
        self._where, self._held = where, held

    def records(self) -> list[dict[str, Any]]:
        try:
            raw = self._held.read()
        except OSError as error:
            raise _unusable(self._where, error) from error
        return [record for line in raw.split(b"\n") if (record := _record(line))]

    def delete(self) -> None:
        try:
            self._held.delete()
        except OSError as error:
            raise _unusable(self._where, error) from error

    def close(self) -> None:
        self._held.close()


def _lost(held: HeldFile) -> bool:
    """Not while it is empty and new: its writer has just made it and not got hold of it yet."""
    facts = held.facts
    born = facts.size > 0 or time.time() - facts.changed > NEWBORN
    return born and facts.size <= LARGEST


def _lines(records: Sequence[Record]) -> bytes:
    made = [json.dumps(dict(record), ensure_ascii=False, default=str) + "\n" for record in records]
    return "".join(made).encode("utf-8", "replace")


def _record(line: bytes) -> dict[str, Any] | None:
    """Half of a line, as a crash leaves it, is none."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def _unusable(where: str, error: OSError) -> StoreDamaged:
    return of_the_disk(where, error) or StoreDamaged(
        f"the journal {where} cannot be used ({error.strerror or error}): check its permissions and the free space.",
        f"ジャーナル {where} を使えません（{error.strerror or error}）。権限と空き容量を確かめてください。",
    )
