"""What is kept about a person across personas (U1): counted from the ledger each time, so that nothing counts twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from functools import cache

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.state import SqlState
from omoide.adapters.sql.turns import NOT_FORGOTTEN
from omoide.domain.page import folded
from omoide.domain.person import Relationship, ordered
from omoide.domain.turn import Scope
from omoide.ports.people import Acquaintance

_EPOCH = date(1970, 1, 1)
# By the wall clock that each turn brought along.
_DAYS = f"""SELECT (turns.time + turns.time_offset * 1000000) / 86400000000 AS day, COUNT(*) FROM turns
    WHERE turns.persona = ? AND turns.person = ? AND {NOT_FORGOTTEN} GROUP BY day"""
_KEYWORDS = """SELECT texts.keywords FROM memories JOIN texts ON texts.row = memories.row
    WHERE memories.persona = ? AND memories.person = ? AND memories.retired_at = 0 AND memories.archived_at = 0"""
_BONDING = "SELECT COUNT(*) FROM episodes WHERE persona = ? AND person = ? AND kind = 'bonding'"
_TOPICS, _SHARED = "topics", "shared"


class SqlPeople:
    """What it looks up beyond the own scope is what the caller names: who may know what is decided there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._state = SqlState(database)

    def names(self) -> list[str]:
        with self._database.beyond():
            rows = self._database.execute("SELECT DISTINCT person FROM scopes ORDER BY person").fetchall()
        return [person for (person,) in rows]

    def personas(self, person: str) -> list[str]:
        with self._database.beyond():
            rows = self._database.execute("SELECT persona FROM scopes WHERE person = ? ORDER BY persona", (person,))
        return [persona for (persona,) in rows.fetchall()]

    def acquaintance(self, person: str) -> Acquaintance:
        days: Counter[int] = Counter()
        addressed: dict[str, int] = {}
        bonding = 0
        for persona in self.personas(person):
            with self._database.beyond():  # turns are counted, whoever heard them
                by_day = dict(self._database.execute(_DAYS, (persona, person)).fetchall())
                bonding += self._database.execute(_BONDING, (persona, person)).fetchone()[0]
            days.update(by_day)
            if by_day:
                addressed[persona] = sum(by_day.values())
        since = _EPOCH + timedelta(days=min(days)) if days else None
        return Acquaintance(Relationship(days.total(), len(days), bonding, since), addressed)

    def keywords(self, person: str, personas: Collection[str]) -> Mapping[str, int]:
        """Once per memory that is not archived, whichever way it is written there. Parsed as one text, since there are
        tens of thousands."""
        told: list[str] = []
        for persona in sorted(personas):
            with self._database.beyond():
                told += (text for (text,) in self._database.execute(_KEYWORDS, (persona, person)).fetchall())
        fold = cache(folded)
        once = ({fold(word): word for word in words}.values() for words in json.loads(f"[{','.join(told)}]"))
        return _added_up((word, 1) for words in once for word in words)

    # ------------------------------------------------------------ what each persona heard, and whom it may reach

    def keep_topics(self, scope: Scope, topics: Mapping[str, int]) -> None:
        key, text = scope.key(_TOPICS), json.dumps(topics, ensure_ascii=False) if topics else None
        if self._state.get(key) != text:
            self._state.set(key, text)

    def topics(self, person: str, personas: Collection[str]) -> Mapping[str, int]:
        with self._database.beyond():
            kept = [self._state.get(Scope(persona, person).key(_TOPICS)) for persona in sorted(personas)]
        return _added_up(item for text in kept if text for item in json.loads(text).items())

    def share(self, scope: Scope, shared: bool) -> None:
        self._state.set(scope.key(_SHARED), "1" if shared else None)

    def shared(self, person: str) -> list[str]:
        with self._database.beyond():
            return [one for one in self.personas(person) if self._state.get(Scope(one, person).key(_SHARED))]


def _added_up(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The first way in which a word is written stands for all; each is folded once."""
    fold = cache(folded)
    spelt: dict[str, str] = {}
    total: Counter[str] = Counter()
    for word, count in counts:
        total[spelt.setdefault(fold(word), word)] += count
    return dict(ordered(total))
