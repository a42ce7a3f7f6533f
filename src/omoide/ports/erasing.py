"""Every place in which something of a person may be kept, as one thing: counted, emptied, and looked through (O2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from omoide.domain.audit import Audited
from omoide.domain.erasure import Looked, Mention, Removed, Searched, Traces, Unfinished
from omoide.domain.needles import Needles


class Place(Protocol):
    """A store beside the rows and files of a home, such as a cache or a graph: it lets a person go, and says where
    given texts stand in it. Unavailable when it does not answer: then nobody can say what it holds."""

    def reach(self) -> None:
        """See that it answers."""
        ...

    def let_go(self, person: str, needles: Needles) -> int:
        """All that is theirs, and what else holds one of the texts: nothing here is kept nowhere else, so that may go
        too. Returns how much."""
        ...

    def look_through(self, person: str, needles: Needles) -> Searched: ...


class Holdings(Protocol):
    def reach(self) -> None:
        """See that every store answers, before anything is begun; Unavailable when one does not."""
        ...

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

    def remove(self, person: str, leaking: Needles, everything: Needles) -> Removed:
        """All of it, with what of `leaking` stands in things of others, and what of `everything` stands in copies.
        Afterwards free space is overwritten."""
        ...

    def look_through(self, person: str, needles: Needles) -> Looked:
        """Every table, every byte of every file but backups and what erasing itself keeps, and every other store."""
        ...

    def in_backups(self, person: str, needles: Needles | None = None) -> Searched:
        """Found are backups that hold them, or one of the texts, and those that nobody can look into."""
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
