"""Erasing a person (O2): what would go, what went, and the proof that nothing is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, field
from datetime import datetime
from typing import Any

from omoide.domain.audit import hashed


@dataclass(frozen=True, slots=True)
class Traces:
    """What a person leaves: ids of what is kept, what was said, what was told of it since, and their name as it stands
    in keys and paths."""

    ids: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def __sub__(self, other: Traces) -> Traces:
        both = zip(astuple(self), map(set, astuple(other)), strict=True)
        return Traces(*(tuple(text for text in mine if text not in gone) for mine, gone in both))

    @property
    def all(self) -> tuple[str, ...]:
        return self.ids + self.said + self.told + self.names

    @property
    def leaking(self) -> tuple[str, ...]:
        """What must not stand in things of others. Told in the same words is much that has to do with nobody."""
        return self.ids + self.said


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An erasure that was begun. Without traces nothing has gone yet."""

    id: str
    person: str
    token: str
    at: datetime
    personas: tuple[str, ...]
    traces: Traces = Traces()


@dataclass(frozen=True, slots=True)
class Mention:
    """Where somebody else's own words name the person. These are the other's and stay."""

    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class ErasurePlan:
    """What is kept of a person, by kind, and the token with which it goes. `backups` hold them too; `elsewhere` are
    files of other programs that were read and are not ours to delete."""

    person: str
    token: str
    expires: datetime
    counted: Mapping[str, int]
    personas: tuple[str, ...]
    mentions: tuple[Mention, ...] = ()
    backups: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    unfinished: bool = False

    def plain(self) -> dict[str, Any]:
        return asdict(self) | {"expires": self.expires.isoformat()}


@dataclass(frozen=True, slots=True)
class Removed:
    """How much went, by kind; `again` is what others' memories are made of anew without the person."""

    gone: Mapping[str, int] = field(default_factory=dict)
    again: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: Removed) -> Removed:
        return Removed(added(self.gone, other.gone), added(self.again, other.again))


@dataclass(frozen=True, slots=True)
class Searched:
    """One store that was looked through: which and where, how much of what was looked at, where something was found.
    `where` never holds a secret."""

    store: str
    where: str
    looked_at: Mapping[str, int] = field(default_factory=dict)
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Looked:
    """A search through everything, store by store."""

    stores: tuple[Searched, ...] = ()

    @property
    def found(self) -> tuple[str, ...]:
        return tuple(f"{one.store}: {place}" for one in self.stores for place in one.found)

    @property
    def files(self) -> int:
        return self._sum("files")

    @property
    def bytes(self) -> int:
        return self._sum("bytes")

    def _sum(self, what: str) -> int:
        return sum(one.looked_at.get(what, 0) for one in self.stores)


@dataclass(frozen=True, slots=True)
class Erased:
    """The proof. It holds nothing of the person but a hash of their name. `shelf` is the search of backups: those that
    hold them still are listed, and leave the rest proved."""

    id: str
    person: str
    at: datetime
    removed: Removed
    searched: Mapping[str, int]
    looked: Looked
    shelf: Searched
    mentions: tuple[Mention, ...] = ()
    rewritten: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    passes: int = 1

    @property
    def clean(self) -> bool:
        return not self.looked.found

    @property
    def backups(self) -> tuple[str, ...]:
        """That still hold them."""
        return self.shelf.found

    @property
    def stores(self) -> tuple[Searched, ...]:
        """Everything that was searched."""
        return (*self.looked.stores, self.shelf)

    def plain(self) -> dict[str, Any]:
        """`elsewhere` are paths, which may name the person: they are told, and not kept."""
        values = asdict(self) | {"at": self.at.isoformat(), "clean": self.clean, "elsewhere": len(self.elsewhere)}
        del values["shelf"]
        looked = {"files": self.looked.files, "bytes": self.looked.bytes, "found": self.looked.found}
        return values | {"looked": looked | {"stores": [asdict(one) for one in self.stores]}, "backups": self.backups}


def barred(person: str) -> str:
    """The key in the state under which it is said that nothing of a person is kept for now: by a hash, since whoever
    is being erased is named nowhere. It is no list, as keys of one scope are: on a server, everybody must see it."""
    return f"erasing {hashed(person)}"


def added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}
