"""What the store knows about learned pages: which text was seen last, how often a page was used, what is under way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from omoide.domain.disuse import Use
from omoide.domain.learned import LearnedKind
from omoide.domain.turn import Scope

Key = tuple[LearnedKind, str]  # kind and name


@dataclass(frozen=True, slots=True)
class Seen:
    """A page as it was last read: the stamp of its file and its revision, by which a change is noticed; and what search
    and matching need of it without reading it again. `problem` is what cannot be read of it."""

    stamp: str
    revision: str
    changed: datetime | None  # when it last said something else
    description: str = ""
    problem: str = ""
    uses: int = 0


class LearnedPages(Protocol):
    def seen(self, scope: Scope) -> dict[Key, Seen]: ...

    def text(self, scope: Scope, key: Key) -> str | None:
        """The whole page as it was last seen, redacted; None for one that was never seen."""
        ...

    def see(self, scope: Scope, key: Key, seen: Seen, text: str) -> None:
        """Keep what was read; uses and intent stay as they are."""
        ...

    def lose(self, scope: Scope, key: Key) -> None:
        """The page is gone, with all that was known about it."""
        ...

    def intend(self, scope: Scope, key: Key, intent: Mapping[str, Any] | None) -> None:
        """What is about to be done to a page, kept before its file is touched; None when it is done."""
        ...

    def intents(self, scope: Scope) -> dict[Key, dict[str, Any]]: ...

    def put_away(self, scope: Scope, key: Key, at: datetime) -> None:
        """It went to the archive; how often it was used goes along."""
        ...

    def bring_back(self, scope: Scope, key: Key) -> None: ...

    def put_away_at(self, scope: Scope) -> dict[Key, datetime]:
        """When each archived page was put away."""
        ...

    def used(self, scope: Scope, keys: Collection[Key], at: datetime) -> None:
        """Each was shown once more: it is not hardly used any longer."""
        ...

    def low(self, scope: Scope, keys: Collection[Key], since: datetime | None) -> None:
        """Hardly used since then; None takes the mark away."""
        ...

    def uses(self, scope: Scope) -> dict[Key, Use]: ...

    def inject(self, scope: Scope, session: str, names: Sequence[str], at: datetime) -> None:
        """These procedures were shown in a session, whose end will tell whether they worked."""
        ...

    def injected(self, scope: Scope, session: str) -> list[str]:
        """In the order in which they were shown."""
        ...

    def injected_last(self, scope: Scope, name: str) -> str | None:
        """The session that was shown a procedure last."""
        ...

    def settle(self, scope: Scope, session: str, name: str | None = None) -> int:
        """Nothing more is to be found out: of a session, or about a procedure in it; returns how many that were."""
        ...
