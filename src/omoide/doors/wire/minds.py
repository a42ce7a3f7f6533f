"""Many memories behind one server: a doorkeeper for each persona and person that somebody asked for.

An open mind costs a connection and a cached index, so only so many stay open; the one asked for longest ago goes first,
and whoever is still inside finishes there (see Doorkeeper).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omoide.compose import scope_of
from omoide.domain.turn import Scope
from omoide.doors.wire.doorkeeper import Doorkeeper

if TYPE_CHECKING:
    from omoide.mind import Mind

MOST_OPEN = 32


class Minds:
    def __init__(
        self, home: Path | None, persona: str | None, person: str | None, language: str,
        parts: Mapping[str, Any] | None = None, unnamed: Scope | None = None,
    ) -> None:  # fmt: skip
        """`parts`: a clock or a thinker of one's own for every mind, as `open_mind` takes them. `unnamed`: whom a
        program talks with that names nobody, where that is not the one whose pages are shown."""
        self._home, self._parts = home, parts
        self._language = language
        self._lock = threading.Lock()
        self._keepers: OrderedDict[Scope, Doorkeeper] = OrderedDict()
        self.default = scope_of(persona, person)
        self.unnamed = unnamed or self.default
        self.home = self.keeper().whose.home

    def keeper(self, persona: str | None = None, person: str | None = None) -> Doorkeeper:
        """Of these two; who is not named is the one that the server was started for."""
        scope = scope_of(persona or self.default.persona, person or self.default.person)
        with self._lock:
            keeper = self._keepers.get(scope) or self._new(scope)
            self._keepers[scope] = keeper
            self._keepers.move_to_end(scope)
            gone = [self._keepers.popitem(last=False)[1] for _ in range(len(self._keepers) - MOST_OPEN)]
        for old in gone:
            old.close()
        return keeper

    def _new(self, scope: Scope) -> Doorkeeper:
        return Doorkeeper(self._home, scope.persona, scope.person, self._language, self._parts)

    @contextmanager
    def mind(self, persona: str | None = None, person: str | None = None, make: bool = True) -> Iterator[Mind]:
        with self.keeper(persona, person).mind(make=make) as mind:
            yield mind

    @property
    def language(self) -> str:
        return self.keeper().language

    def close(self) -> None:
        with self._lock:
            keepers = list(self._keepers.values())
            self._keepers.clear()
        for keeper in keepers:
            keeper.close()
