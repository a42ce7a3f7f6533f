"""Topics as rows (G4). Which episodes belong to one is kept, so that a topic is the same one tomorrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from omoide.adapters.sql import counters
from omoide.adapters.sql.database import Database
from omoide.domain.topics import Topic
from omoide.domain.turn import Scope

TABLES: tuple[str, ...] = (
    """CREATE TABLE topics (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, persona TEXT NOT NULL, person TEXT NOT NULL,
        label TEXT NOT NULL, made_by TEXT NOT NULL, named_with INTEGER NOT NULL
    )""",
    """CREATE INDEX topics_by_scope ON topics (persona, person)""",
    """CREATE TABLE topic_episodes (
        row INTEGER NOT NULL REFERENCES topics (row) ON DELETE CASCADE,
        episode TEXT NOT NULL REFERENCES episodes (id) ON DELETE CASCADE, PRIMARY KEY (row, episode)
    )""",
)


class SqlTopics:
    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, scope: Scope) -> list[Topic]:
        own = (scope.persona, scope.person)
        members: dict[int, list[str]] = {}
        for row, episode in self._database.execute(
            "SELECT e.row, e.episode FROM topic_episodes e JOIN topics t ON t.row = e.row"
            " WHERE t.persona = ? AND t.person = ? ORDER BY e.row, e.episode",
            own,
        ).fetchall():
            members.setdefault(row, []).append(episode)
        rows = self._database.execute(
            "SELECT row, id, label, made_by, named_with FROM topics WHERE persona = ? AND person = ? ORDER BY row", own
        ).fetchall()
        return [
            Topic(name, label, tuple(members.get(row, ())), made_by, named_with)
            for row, name, label, made_by, named_with in rows
        ]

    def replace(self, scope: Scope, topics: Sequence[Topic]) -> list[Topic]:
        with self._database.transaction():
            own = (scope.persona, scope.person)
            self._database.execute("DELETE FROM topics WHERE persona = ? AND person = ?", own)
            return [self._insert(scope, topic) for topic in topics]

    def _insert(self, scope: Scope, topic: Topic) -> Topic:
        if not topic.id:
            topic = replace(topic, id=f"topic_{counters.take(self._database, 'topics'):03}")
        row = int(topic.id.removeprefix("topic_"))
        self._database.execute(
            "INSERT INTO topics (row, id, persona, person, label, made_by, named_with) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (row, topic.id, scope.persona, scope.person, topic.label, topic.made_by, topic.named_with),
        )
        self._database.executemany(
            "INSERT INTO topic_episodes VALUES (?, ?)", [(row, episode) for episode in topic.members]
        )
        return topic
