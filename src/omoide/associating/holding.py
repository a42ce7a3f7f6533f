"""What a process has read of a graph stays in memory until the graph changes, whoever changes it: a mind that primes
every message does not read the same neighbours again each time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from weakref import ReferenceType, WeakKeyDictionary, ref

from omoide.domain.adjacency import Adjacency, Fetch
from omoide.domain.graph import Links
from omoide.domain.strengths import Ints
from omoide.domain.turn import Scope
from omoide.ports import Faculties, Store


@dataclass(frozen=True, slots=True)
class _Held:
    revision: int
    graph: Adjacency


_KEPT: WeakKeyDictionary[Store, dict[Scope, _Held]] = WeakKeyDictionary()
_ALONE = threading.Lock()  # reading on changes what is held


@contextmanager
def held_graph(faculties: Faculties) -> Iterator[Adjacency]:
    """The graph of this scope as it is now, read where it is asked about."""
    store, scope = faculties.store, faculties.scope
    with _ALONE:
        revision = store.graph.revision()
        kept = _KEPT.setdefault(store, {})
        held = kept.get(scope)
        if held is None or held.revision != revision:
            held = kept[scope] = _Held(revision, Adjacency(_reader(ref(store), scope)))
        yield held.graph


def _reader(kept: ReferenceType[Store], scope: Scope) -> Fetch:
    """By a weak hand: what is held of a store must not keep the store."""

    def read(rows: Ints) -> Links:
        store = kept()
        assert store is not None  # whoever asks has it
        return store.graph.neighbours(scope, rows)

    return read
