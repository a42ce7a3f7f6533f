"""The tables of the first form, in column types that SQLite and PostgreSQL share, and what later forms changed.

`memories` is narrow because the night reads all of it; the texts and vectors that belong to a row live in tables of
their own. Rows and revisions come from `counters`, so that a number is never used twice, on any database. Moments are
UTC microseconds, where 0 means "never" (as in domain/strengths); an offset in seconds beside one keeps the wall clock.
"""

from __future__ import annotations

TABLES = (
    """CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)""",
    """CREATE TABLE scopes (
        persona TEXT NOT NULL, person TEXT NOT NULL, last_night INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (persona, person)
    )""",
    """CREATE TABLE turns (
        persona TEXT NOT NULL, person TEXT NOT NULL, key TEXT NOT NULL, session TEXT NOT NULL,
        said TEXT NOT NULL, replied TEXT NOT NULL, time BIGINT NOT NULL, time_offset INTEGER NOT NULL,
        origin TEXT NOT NULL, state TEXT NOT NULL, why TEXT NOT NULL, attempts INTEGER NOT NULL,
        added BIGINT NOT NULL,
        PRIMARY KEY (persona, person, key)
    )""",
    """CREATE INDEX turns_by_key ON turns (key)""",
    """CREATE INDEX turns_by_state ON turns (persona, person, state, time)""",
    """CREATE TABLE memories (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, persona TEXT NOT NULL, person TEXT NOT NULL,
        created BIGINT NOT NULL, created_offset INTEGER NOT NULL, intensity INTEGER NOT NULL,
        valence TEXT NOT NULL, arousal INTEGER NOT NULL, tags TEXT NOT NULL, category TEXT NOT NULL,
        coefficient DOUBLE PRECISION NOT NULL, days DOUBLE PRECISION NOT NULL, anchor INTEGER NOT NULL,
        level INTEGER NOT NULL, text_level INTEGER NOT NULL, recalls INTEGER NOT NULL,
        recalled_for INTEGER NOT NULL, archived_at BIGINT NOT NULL, protected INTEGER NOT NULL,
        protection_pending INTEGER NOT NULL, revival_requested_at BIGINT NOT NULL, retired_at BIGINT NOT NULL,
        retired_by TEXT, session TEXT NOT NULL, origin TEXT NOT NULL
    )""",
    """CREATE INDEX memories_by_time ON memories (persona, person, created)""",
    """CREATE TABLE texts (
        row INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
        trigger TEXT NOT NULL, content TEXT NOT NULL, keywords TEXT NOT NULL, made_by TEXT NOT NULL
    )""",
    """CREATE TABLE sources (
        row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        position INTEGER NOT NULL, turn TEXT NOT NULL,
        PRIMARY KEY (row, position)
    )""",
    """CREATE INDEX sources_by_turn ON sources (turn)""",
    """CREATE TABLE relations (
        source INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        target INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        type TEXT NOT NULL, weight DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (source, target, type)
    )""",
    """CREATE INDEX relations_by_target ON relations (target)""",
    """CREATE TABLE vectors (
        row INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
        embedder TEXT NOT NULL, revision BIGINT NOT NULL, vector BLOB NOT NULL
    )""",
    """CREATE INDEX vectors_by_revision ON vectors (embedder, revision)""",
    """CREATE TABLE nights (
        persona TEXT NOT NULL, person TEXT NOT NULL, night INTEGER NOT NULL,
        started BIGINT NOT NULL, finished BIGINT NOT NULL,
        PRIMARY KEY (persona, person, night)
    )""",
    """CREATE TABLE steps (
        persona TEXT NOT NULL, person TEXT NOT NULL, night INTEGER NOT NULL, step TEXT NOT NULL,
        position INTEGER NOT NULL, result TEXT NOT NULL,
        PRIMARY KEY (persona, person, night, step)
    )""",
    """CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL)""",
    """CREATE TABLE usage (
        day TEXT NOT NULL, model TEXT NOT NULL, role TEXT NOT NULL, calls BIGINT NOT NULL,
        input_tokens BIGINT NOT NULL, output_tokens BIGINT NOT NULL,
        PRIMARY KEY (day, model, role)
    )""",
)

# Form 2: what is about the person goes along between projects, and a wish about a memory waits with its turn.
PERSONAL_AND_WISHES = (
    """ALTER TABLE memories ADD COLUMN personal INTEGER NOT NULL DEFAULT 0""",
    """ALTER TABLE turns ADD COLUMN wishes TEXT NOT NULL DEFAULT ''""",
)
