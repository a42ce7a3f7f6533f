"""Exact search through the raw log (R7): which turns hold a phrase, letter by letter.

Postings know which pairs of characters a turn holds. A phrase can only stand in a turn that holds all its pairs,
so those turns are read and looked at; a pair is its own proof. This needs no dictionary, finds 田中 as well as
"v1.2-beta", and a rare phrase in 100,000 turns in about a millisecond; reading every turn takes a hundred times as
long. As with words, pairs carry a tag of their scope, so that one person's search never walks another's (N6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from omoide.adapters.sql import counters
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.postings import Postings
from omoide.domain.turn import Scope
from omoide.language.terms import fold

TABLES: tuple[str, ...] = (
    "CREATE TABLE word_turns (number INTEGER PRIMARY KEY, persona TEXT NOT NULL, person TEXT NOT NULL,"
    " key TEXT NOT NULL, time BIGINT NOT NULL)",
    "CREATE UNIQUE INDEX word_turns_by_key ON word_turns (persona, person, key)",
    # Named so that it counts as derived: whatever copies or mends a store leaves it out and makes it anew.
    "CREATE VIRTUAL TABLE words_said USING fts5(pairs, content='', columnsize=0, detail=none,"
    " tokenize = \"ascii tokenchars '!#$%&''()*+,-./:;<=>?@[]^_`{|}~'\")",
)

_NUMBERS = "word_turns"
SAID = "words_said"
_ANY = "*"  # after the beginning of a pair
# FTS5 parts terms at blanks and quotes them; these characters never stand in folded text otherwise.
_SAFE = {ord('"'): "＂", ord("\\"): "＼"}
_BLANK, _END = "␣", "␃"
_MOST_PAIRS = 40  # of a long phrase, so many name it well enough
_REBUILT_AT_ONCE = 500
_Turn = tuple[str, str, str, int, str, str]  # persona, person, key, time, said, replied


def index(database: Database, scope: Scope, key: str, time: int, said: str, replied: str) -> None:
    """Called in the transaction that keeps the turn."""
    number = counters.take(database, _NUMBERS)
    database.execute("INSERT INTO word_turns VALUES (?, ?, ?, ?, ?)", (number, scope.persona, scope.person, key, time))
    postings = database.dialect.postings(database, SAID)
    postings.add([(number, _listed(postings, scope, said, replied))])


def forget(database: Database, person: str) -> None:
    """Every turn of a person; call it before the turns go, since some must be told again what they held."""
    postings = database.dialect.postings(database, SAID)
    last = -1
    while rows := database.execute(
        "SELECT w.number, t.persona, t.said, t.replied FROM word_turns w JOIN turns t ON t.persona = w.persona"
        " AND t.person = w.person AND t.key = w.key WHERE w.person = ? AND w.number > ? ORDER BY w.number LIMIT ?",
        (person, last, _REBUILT_AT_ONCE),
    ).fetchall():
        postings.remove([(number, _listed(postings, Scope(persona, person), *said)) for number, persona, *said in rows])
        last = rows[-1][0]
    database.execute("DELETE FROM word_turns WHERE person = ?", (person,))


def turns_that_may_hold(database: Database, scope: Scope, phrases: Sequence[str]) -> list[str]:
    """Keys of turns that hold every pair of one of the phrases, newest first."""
    mine = _tag(scope)
    asked = [wanted for phrase in phrases if (wanted := _wanted(mine, phrase))]
    if not asked:
        return []
    found, params = database.dialect.postings(database, SAID).any_of(asked)
    rows = database.execute(
        f"SELECT t.key FROM ({found}) f JOIN word_turns t ON t.number = f.rowid"
        " WHERE t.persona = ? AND t.person = ? ORDER BY t.time DESC, t.number DESC",
        (*params, scope.persona, scope.person),
    )
    return [key for (key,) in rows.fetchall()]


def rebuild(database: Database) -> int:
    """Index every turn anew; returns how many. Also how turns of an older home come into the index."""
    done = 0
    with database.beyond(), database.transaction(), database.dialect.postings(database, SAID).anew():
        database.execute("DELETE FROM word_turns")
        for some in _all_turns(database):
            _index_all(database, some)
            done += len(some)
    return done


def _index_all(database: Database, turns: Sequence[_Turn]) -> None:
    """Many at once: a server is asked a few times for all of them, not a few times for each."""
    postings = database.dialect.postings(database, SAID)
    numbered = list(zip(counters.take_some(database, _NUMBERS, len(turns)), turns, strict=True))
    database.executemany(
        "INSERT INTO word_turns VALUES (?, ?, ?, ?, ?)",
        [(number, persona, person, key, time) for number, (persona, person, key, time, _, _) in numbered],
    )
    postings.add([
        (number, _listed(postings, Scope(persona, person), said, replied))
        for number, (persona, person, _, _, said, replied) in numbered
    ])  # fmt: skip


def _all_turns(database: Database) -> Iterator[list[_Turn]]:
    last = ("", "", "")
    while rows := database.execute(
        "SELECT persona, person, key, time, said, replied FROM turns WHERE (persona, person, key) > (?, ?, ?)"
        " ORDER BY persona, person, key LIMIT ?",
        (*last, _REBUILT_AT_ONCE),
    ).fetchall():
        yield rows
        last = rows[-1][:3]


def _listed(postings: Postings, scope: Scope, said: str, replied: str) -> str:
    mine = _tag(scope)
    pairs = dict.fromkeys([*_pairs(_marked(said) + _END), *_pairs(_marked(replied) + _END)])
    if not postings.prefixes:  # then a single character is only found when it stands there by itself
        pairs |= dict.fromkeys(pair[0] + _ANY for pair in list(pairs))
    return " ".join([f"{mine}:{pair}" for pair in pairs])


def _marked(text: str) -> str:
    """Folded, with every blank visible and nothing that FTS5 would trip over."""
    return "".join([_BLANK if c.isspace() or not c.isprintable() else c for c in fold(text).translate(_SAFE)])


def _pairs(text: str) -> Iterator[str]:
    return (a + b for a, b in pairwise(text))


def _wanted(mine: str, phrase: str) -> list[str]:
    """What is asked for: all pairs, or, for a single character, any pair that begins with it."""
    text = _marked(phrase.strip())
    if len(text) < 2:
        return [f"{mine}:{text}{_ANY}"] if text else []
    return [f"{mine}:{pair}" for pair in list(dict.fromkeys(_pairs(text)))[:_MOST_PAIRS]]


def _tag(scope: Scope) -> str:
    """Letters that stand for a scope. Should two ever have the same, the names in word_turns still tell them apart."""
    import hashlib  # here: recall must not wait for it

    return hashlib.blake2b(scope.key("said").encode(), digest_size=5).hexdigest()
