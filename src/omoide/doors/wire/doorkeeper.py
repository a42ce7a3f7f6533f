"""One home, opened at the first call that needs it, and opened anew when it is no longer the one that was opened.

A server lives for days beside other processes. Meanwhile a home may be made, restored from a backup, given other
settings or upgraded by a newer program; each call looks, and whoever is still inside the old one finishes there.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from omoide.compose import DATABASE, resolve_home, scope_of
from omoide.errors import NotFound
from omoide.settings.files import has_store
from omoide.tools import Whose

if TYPE_CHECKING:
    from omoide.mind import Mind


@dataclass
class _Held:
    """An open mind, what its home looked like then, and how many calls are inside."""

    mind: Mind
    seen: tuple[object, ...]
    form: int
    inside: int = 0
    over: bool = False


@dataclass
class _Room:
    """What is open now; one for all who ask for the same two, whatever their tokens allow."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    held: _Held | None = None


class Doorkeeper:
    def __init__(
        self, home: Path | None, persona: str | None, person: str | None, language: str,
        parts: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """`parts`: a clock or a thinker of one's own, as `open_mind` takes them."""
        self._parts = dict(parts or {})
        self.whose = Whose(resolve_home(home), scope_of(persona, person))
        self._spoken = language
        self._room = _Room()
        self._bound = False

    def there(self) -> bool:
        return has_store(self.whose.home)

    def bound(self) -> Self:
        """For a token that is for this persona alone (see Mind.bound); it opens nothing a second time."""
        other = copy(self)
        other._bound = True
        return other

    @contextmanager
    def mind(self, make: bool = False) -> Iterator[Mind]:
        """The memory, for one call. A home that is not there is only made when that is asked for."""
        held = self._enter(make)
        try:
            yield held.mind.bound() if self._bound else held.mind
        finally:
            self._leave(held)

    @property
    def language(self) -> str:
        """What OMOIDE_LANG says, else the setting, else what was spoken at the start."""
        held = self._room.held
        chosen = "auto" if os.environ.get("OMOIDE_LANG") or held is None else held.mind.settings.language
        return self._spoken if chosen == "auto" else chosen

    def close(self) -> None:
        with self._room.lock:
            self._let_go()

    def _enter(self, make: bool) -> _Held:
        with self._room.lock:
            if self._room.held and not self._still_the_same(self._room.held):
                self._let_go()
            if self._room.held is None:
                self._room.held = self._open(make)
            self._room.held.inside += 1
            return self._room.held

    def _open(self, make: bool) -> _Held:
        from omoide.compose import open_mind

        home, scope = self.whose.home, self.whose.scope
        if not make and not self.there():
            raise NotFound(
                f"nothing is remembered yet in {home}: remember something first, or name another home (OMOIDE_HOME).",
                f"{home} にはまだ記憶がありません。まず何か覚えるか、別の置き場所（OMOIDE_HOME）を指定してください。",
            )
        mind = open_mind(home, persona=scope.persona, person=scope.person, **self._parts)
        return _Held(mind, self._seen(), mind.faculties.store.form())

    def _still_the_same(self, held: _Held) -> bool:
        same = self._seen() == held.seen and held.mind.faculties.store.form() == held.form
        return same and not held.mind.outdated

    def _seen(self) -> tuple[object, ...]:
        """The identity of the database file and the state of the settings files."""
        home = self.whose.home
        try:
            database = (home / DATABASE).stat().st_ino
        except OSError:
            database = None
        settings = [(path.name, path.stat()) for path in sorted(home.glob("settings*.toml"))]
        return (database, *((name, known.st_mtime_ns, known.st_size) for name, known in settings))

    def _leave(self, held: _Held) -> None:
        with self._room.lock:
            held.inside -= 1
            if held.over and not held.inside:
                held.mind.close()

    def _let_go(self) -> None:
        if held := self._room.held:
            held.over = True
            if not held.inside:
                held.mind.close()
            self._room.held = None
