"""Search by words in plain SQLite (R12): an FTS5 table over terms that language/terms.py has cut beforehand.

Every term carries the number of its scope ("7:温泉"), so one person's search never walks another's words, and how rare
a word is says nothing about what others were told (N6).
"""

from __future__ import annotations

SCHEMA: tuple[str, ...] = (
    "CREATE TABLE word_scopes (number INTEGER PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL,"
    " documents INTEGER NOT NULL DEFAULT 0, UNIQUE (persona, person))",
    # The terms of each memory: what coverage is read from, and what FTS5 must be told again to delete them.
    "CREATE TABLE word_lists (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, terms TEXT NOT NULL)",
    # Only which memories hold a term: no positions, no sizes. Spaces alone separate terms.
    "CREATE VIRTUAL TABLE words USING fts5(terms, content='', columnsize=0, detail=none,"
    " tokenize = \"ascii tokenchars '!#$%&()*+,-./:;<=>?@[]^_`{|}~'\")",
    "CREATE VIRTUAL TABLE words_found USING fts5vocab(words, row)",
    "CREATE TABLE common_words (term TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID",
)
