"""What is kept about a person across personas (U1): counted from the ledger each time, so that nothing counts twice."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from functools import cache

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.turns import NOT_FORGOTTEN
from omoide.domain.page import folded
from omoide.domain.person import Relationship
from omoide.ports.people import Acquaintance

_EPOCH = date(1970, 1, 1)
# By the wall clock that each turn brought along.
_DAYS = f"""SELECT (turns.time + turns.time_offset * 1000000) / 86400000000 AS day, COUNT(*) FROM turns
    WHERE turns.persona = ? AND turns.person = ? AND {NOT_FORGOTTEN} GROUP BY day"""
_KEYWORDS = """SELECT texts.keywords FROM memories JOIN texts ON texts.row = memories.row
    WHERE memories.persona = ? AND memories.person = ? AND memories.retired_at = 0 AND memories.archived_at = 0"""
_BONDING = "SELECT COUNT(*) FROM episodes WHERE persona = ? AND person = ? AND kind = 'bonding'"


class SqlPeople:
    def __init__(self, database: Database) -> None:
        self._database = database

    def names(self) -> list[str]:
        with self._database.beyond():
            rows = self._database.execute("SELECT DISTINCT person FROM scopes ORDER BY person").fetchall()
        return [person for (person,) in rows]

    def acquaintance(self, person: str) -> Acquaintance:
        with self._database.beyond():  # what all personas know of this person
            return self._counted(person)

    def _counted(self, person: str) -> Acquaintance:
        rows = self._database.execute("SELECT persona FROM scopes WHERE person = ? ORDER BY persona", (person,))
        days: Counter[int] = Counter()
        addressed: dict[str, int] = {}
        spelt: dict[str, str] = {}
        keywords: Counter[str] = Counter()
        bonding = 0
        for (persona,) in rows.fetchall():
            mine = (persona, person)
            by_day = dict(self._database.execute(_DAYS, mine).fetchall())
            days.update(by_day)
            if by_day:
                addressed[persona] = sum(by_day.values())
            self._add_keywords(mine, spelt, keywords)
            bonding += self._database.execute(_BONDING, mine).fetchone()[0]
        since = _EPOCH + timedelta(days=min(days)) if days else None
        return Acquaintance(Relationship(days.total(), len(days), bonding, since), addressed, keywords)

    def _add_keywords(self, mine: tuple[str, str], spelt: dict[str, str], counts: Counter[str]) -> None:
        """Once per memory that is not archived, whichever way it is written there; the first way stands for all. Parsed
        as one text and folded once each, since there are tens of thousands."""
        told = self._database.execute(_KEYWORDS, mine).fetchall()
        fold = cache(folded)
        for words in json.loads(f"[{','.join(text for (text,) in told)}]"):
            for key, word in {fold(word): word for word in words}.items():
                counts[spelt.setdefault(key, word)] += 1
