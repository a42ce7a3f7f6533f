"""Every place in which something of a person may be kept, as one thing: counted, emptied, and looked through (O2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from omoide.domain.audit import Audited
from omoide.domain.erasure import Looked, Mention, Removed, Traces, Unfinished
from omoide.domain.needles import Needles


class Holdings(Protocol):
    def personas(self, person: str) -> list[str]:
        """Who knows them."""
        ...

    def counted(self, person: str) -> Mapping[str, int]:
        """What is kept of them, by kind; empty when there is nothing."""
        ...

    def traces(self, person: str) -> Traces: ...

    def not_only_theirs(self, person: str, traces: Traces) -> Traces:
        """Those that prove nothing: others say the same, or what was told of others does."""
        ...

    def mentions(self, person: str) -> list[Mention]: ...

    def elsewhere(self, person: str) -> list[str]:
        """Files outside the home that were read for them, and are still there."""
        ...

    def alone(self, person: str, personas: Sequence[str]) -> AbstractContextManager[None]:
        """While it lasts nobody lives a night for them, restores or repairs; Busy when somebody does, or talks."""
        ...

    def drop_locks(self) -> None:
        """Take away the files of the locks that are held: their names tell of the person."""
        ...

    def remove(self, person: str, leaking: Needles) -> Removed:
        """All of it, with what of `leaking` stands in things of others. Afterwards free space is overwritten."""
        ...

    def look_through(self, person: str, needles: Needles) -> Looked:
        """Every table, and every byte of every file but backups and what erasing itself keeps."""
        ...

    def in_backups(self, person: str) -> list[str]:
        """Backups that hold them, and those that nobody can look into."""
        ...

    def rewrite_backup(self, name: str, person: str, leaking: Needles) -> bool:
        """Take them out of it; False when it cannot be done."""
        ...

    def bar(self, person: str) -> None:
        """Nothing that they say is kept until `unbar`."""
        ...

    def unbar(self, person: str, line: Audited) -> None:
        """It is done, and on record: they may begin anew."""
        ...

    def erased_before(self, person: str) -> datetime | None: ...

    def come_back(self) -> int:
        """How many persons have turns from before their erasure: a backup was restored."""
        ...


class Erasures(Protocol):
    """What erasing itself keeps: the key of its tokens, what is not finished, and proofs."""

    def key(self) -> bytes: ...

    def begin(self, erasure: Unfinished) -> None:
        """On the disk before anything is deleted: who is killed in between goes on from here."""
        ...

    def unfinished(self, person: str | None = None) -> list[Unfinished]: ...

    def finish(self, id: str) -> None:  # noqa: A002
        ...

    def save(self, id: str, text: str) -> str:  # noqa: A002
        """Keep a proof; returns where."""
        ...

    def proofs(self) -> list[str]: ...
