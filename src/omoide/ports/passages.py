"""Passages of longer texts, the documents that a person added, and the topics of episodes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from omoide.domain.document import Document
from omoide.domain.passage import Material, Passage, PassageKind
from omoide.domain.topics import Topic
from omoide.domain.turn import Scope

if TYPE_CHECKING:
    from omoide.ports.stores import Vectors, Words


class Passages(Protocol):
    """Texts cut into pieces, with their words and vectors. Derived from what they were cut from (R15)."""

    @property
    def vectors(self) -> Vectors: ...

    @property
    def words(self) -> Words: ...

    def known(self, scope: Scope, kind: PassageKind) -> dict[str, str]:
        """The texts of a kind that are indexed, by source, with their fingerprints."""
        ...

    def put(self, scope: Scope, item: Material, fingerprint: str, pieces: Sequence[str]) -> list[int]:
        """Index a text in place of what its source held before; returns the rows of its pieces."""
        ...

    def retouch(self, scope: Scope, items: Sequence[Material]) -> int:
        """Bring day and arousal of texts that are the same up to date; returns how many had others."""
        ...

    def remove(self, scope: Scope, kind: PassageKind, sources: Sequence[str]) -> int: ...

    def fetch(self, shelf: Scope, rows: Sequence[int]) -> list[Passage]: ...

    def fingerprint(self, scope: Scope, kind: PassageKind, source: str) -> str | None:
        """That of one indexed text."""
        ...

    def rows_of(self, scope: Scope, kind: PassageKind, source: str | None = None) -> dict[str, list[int]]:
        """The rows of each source, or of one, in the order of its pieces."""
        ...

    def shelves(self, scope: Scope, kinds: Sequence[PassageKind], domain: str | None = None) -> list[Scope]:
        """The shelves that hold something."""
        ...

    def turns_to_index(self, scope: Scope, before: datetime, limit: int) -> list[str]:
        """Keys of turns before a moment that are not indexed yet, newest first."""
        ...

    def turns_gone(self, scope: Scope) -> list[str]:
        """Keys of indexed turns that were forgotten since."""
        ...


class Documents(Protocol):
    """What a person put into the knowledge base (B1). It belongs to the persona."""

    def all(self, persona: str, domain: str | None = None) -> list[Document]: ...

    def named(self, persona: str, name: str) -> Document | None: ...

    def put(self, document: Document, versions: int) -> Document:
        """Keep it under a new id, or in place of what has the same name, of which so many versions stay."""
        ...

    def text(self, document: Document) -> str: ...

    def versions(self, document: Document) -> list[tuple[int, str]]:
        """Earlier texts with their numbers, newest first."""
        ...

    def remove(self, document: Document) -> None:
        """With its versions."""
        ...


class Topics(Protocol):
    """What episodes are about (G4)."""

    def all(self, scope: Scope) -> list[Topic]:
        """In the order in which they came up."""
        ...

    def replace(self, scope: Scope, topics: Sequence[Topic]) -> list[Topic]:
        """Keep these and no others; those without an id get one."""
        ...
