"""What can be searched by meaning and by words: memories, and passages of longer texts (R12, R15).

Both are searched by the same statements; a Collection only names the tables. `owner` is the column beside the persona
that parts what one search may see from all else: a person's memories, or one shelf of passages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Collection:
    """Tables of one collection, and how its texts are read for an embedder and for words."""

    rows: str
    owner: str
    live: str  # a condition on the rows that are looked for at all
    texts: str
    embedded: str  # what an embedder is given, of the table of texts (t)
    reading: str  # columns of rows and texts that words are cut from
    spoken: Callable[[Sequence[Any]], str]  # what is made of these columns
    vectors: str
    words: str
    found: str
    lists: str
    scopes: str
    common: str

    def schema(self) -> tuple[str, ...]:
        """The tables of words."""
        return (
            f"CREATE TABLE {self.scopes} (number INTEGER PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL,"
            " documents INTEGER NOT NULL DEFAULT 0, UNIQUE (persona, person))",
            # The terms of each row: coverage is read from them, and an index must be told them again to delete them.
            f"CREATE TABLE {self.lists} (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, terms TEXT NOT NULL)",
            # Only which rows hold a term: no positions, no sizes. Blanks alone separate terms.
            f"CREATE VIRTUAL TABLE {self.words} USING fts5(terms, content='', columnsize=0, detail=none,"
            " tokenize = \"ascii tokenchars '!#$%&''()*+,-./:;<=>?@[]^_`{|}~'\")",
            f"CREATE VIRTUAL TABLE {self.found} USING fts5vocab({self.words}, row)",
            f"CREATE TABLE {self.common} (term TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID",
        )


PARTS = "\f"  # between the parts of a text; no kept text holds one (language/clean.py)


def indexed(trigger: str, content: str, keywords: Sequence[str]) -> str:
    """The text that words are searched in. Its parts stay apart, so that it is known who said a word."""
    return PARTS.join((trigger, content, " ".join(keywords)))


MEMORIES = Collection(
    rows="memories",
    owner="person",
    live=" AND m.retired_at = 0",
    texts="texts",
    embedded="t.trigger || ' ' || t.content",
    reading="t.trigger, t.content, t.keywords",
    spoken=lambda columns: indexed(columns[0], columns[1], json.loads(columns[2])),
    vectors="vectors",
    words="words",
    found="words_found",
    lists="word_lists",
    scopes="word_scopes",
    common="common_words",
)

# Names of what is derived begin with "word", so that a repair leaves it out and makes it anew.
PASSAGES = Collection(
    rows="passages",
    owner="shelf",
    live="",
    texts="passages",
    embedded="t.content",
    reading="t.content",
    spoken=lambda columns: columns[0],
    vectors="vectors_of_passages",
    words="words_of_passages",
    found="words_of_passages_found",
    lists="word_lists_of_passages",
    scopes="word_scopes_of_passages",
    common="word_commons_of_passages",
)
