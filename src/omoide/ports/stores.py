"""What is kept: turns, memories, their links, vectors and words, nights and small facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from omoide.domain.hearing import ALONE, Hearing
from omoide.domain.memory import Memory
from omoide.domain.relations import Edges
from omoide.domain.strengths import Ints, Strengths
from omoide.domain.turn import Scope, Turn, TurnState
from omoide.ports.thinking import Usage
from omoide.ports.values import Counts, Filter, Run

if TYPE_CHECKING:
    from omoide.ports.audit import Audit
    from omoide.ports.consolidating import Consolidations, EpisodeUses
    from omoide.ports.graph import Graph
    from omoide.ports.inner_life import Emotions, Episodes, Goals, Insights, Proposals, Questions, TurnLog
    from omoide.ports.judging import Candidates, Changes, JudgedPairs
    from omoide.ports.learning import LearnedPages
    from omoide.ports.passages import Documents, Passages, Topics
    from omoide.ports.people import People
    from omoide.ports.resolutions import Resolutions
    from omoide.ports.sessions import Notes, Threads
    from omoide.ports.tiers import Tiers


class Turns(Protocol):
    """The ledger of redacted turns: the truth from which all else is derived."""

    def add(self, turn: Turn, state: TurnState = "waiting") -> bool:
        """Keep it once; False when a turn with that key is there already."""
        ...

    def waiting(self, scope: Scope, session: str | None = None, limit: int = 1_000) -> list[Turn]:
        """Turns that are not encoded yet, failed ones included, oldest first."""
        ...

    def settle(self, keys: Sequence[str], state: TurnState, why: str = "", scope: Scope | None = None) -> int:
        """Change the state of turns that still wait or failed; returns how many did. So a turn is encoded once (E7).

        Keys are unique within a scope: name it where callers may choose their own keys (N6)."""
        ...

    def get(self, keys: Sequence[str], scope: Scope | None = None) -> list[Turn]:
        """In the order asked for; unknown keys are left out."""
        ...

    def count(self, scope: Scope, state: TurnState | None = None) -> int: ...

    def failed(self, scope: Scope) -> set[str]:
        """Keys of turns that no mind could judge so far."""
        ...

    def around(self, turn: Turn, before: int, after: int) -> list[Turn]:
        """The turn with so many of its session before and after it, oldest first. What was forgotten is left out."""
        ...

    def between(self, scope: Scope, since: datetime, until: datetime, limit: int) -> list[Turn]:
        """The first turns of a span of time, oldest first. What was forgotten is left out."""
        ...


class Memories(Protocol):
    def new_id(self, day: date) -> str:
        """mem_YYYYMMDD_NNN, unique across processes; call it inside the transaction that adds the memory."""
        ...

    def taken(self, memory_id: str) -> bool:
        """Whether there is a memory with this id, whosever it is."""
        ...

    def add(self, memory: Memory, anchor: int, newborn: bool = True) -> int:
        """Keep a memory; returns its row. A newborn's days are those until its first night, the anchor; the days of one
        that has lived (newborn=False) are those that it had at the anchor, a night already past."""
        ...

    def get(self, ids: Sequence[str]) -> list[Memory]:
        """In the order asked for; unknown ids are left out."""
        ...

    def fetch(self, scope: Scope, rows: Sequence[int]) -> list[Memory]:
        """By row, only what belongs to the scope and is not retired; in no particular order."""
        ...

    def ids(self, scope: Scope) -> dict[int, str]:
        """The id of each active memory by its row."""
        ...

    def origins(self, rows: Sequence[int]) -> dict[int, tuple[str, bool]]:
        """For each row the project it came from, and whether it is personal; cheaper than the memories themselves."""
        ...

    def select(self, scope: Scope, where: Filter) -> list[Memory]:
        """Newest first."""
        ...

    def counts(self, scope: Scope) -> Counts: ...

    def strengths(self, scope: Scope, archived: bool = True) -> Strengths:
        """All that are not retired, by row; only the active ones with archived=False."""
        ...

    def awake(self, scope: Scope) -> tuple[Strengths, int]:
        """What a night can change: all but the memories that rest in the archive without being asked back. Of those
        only the number of unprotected ones."""
        ...

    def longer_than_held(self, scope: Scope, text_level: int) -> list[int]:
        """Rows, not protected, whose text has this level though they have fallen below it."""
        ...

    def feelings(self, scope: Scope) -> dict[int, tuple[str, str]]:
        """Valence and leading emotion (or nothing) by row, of all that are not retired; no text is read for it."""
        ...

    def write_strengths(self, strengths: Strengths, positions: Ints) -> None:
        """Write the rows at these positions, in bulk."""
        ...

    def rewrite(self, row: int, trigger: str, content: str, text_level: int, made_by: str) -> None:
        """Replace the text; words follow, and the vector counts as missing until it is made anew."""
        ...

    def mark_recalled(self, rows: Sequence[int], night: int) -> None:
        """The night that will strengthen them; one that is owed already stays."""
        ...

    def request_revival(self, rows: Sequence[int], at: datetime) -> None: ...

    def protect(self, row: int, protected: bool, pending: bool = False) -> None: ...

    def retire(self, row: int, at: datetime | None, by: str | None) -> None:
        """Take it out of recall and of the night, keeping it as history; at=None undoes that."""
        ...

    def delete(self, rows: Sequence[int]) -> None:
        """For good: text, vector, words and links."""
        ...


class Relations(Protocol):
    def all(self, scope: Scope) -> Edges: ...

    def replace(self, scope: Scope, edges: Edges) -> int:
        """Make these the links of the scope; returns how many rows changed."""
        ...

    def add(self, edges: Edges) -> None: ...

    def of(self, rows: Sequence[int]) -> Edges:
        """Links that start at these rows."""
        ...

    def into(self, rows: Sequence[int]) -> Edges:
        """Reverse look-up: links that end at these rows."""
        ...


class Vectors(Protocol):
    """Vectors with the name of their embedder; the truth behind every index."""

    def put(self, rows: Sequence[int], vectors: np.ndarray, embedder: str) -> None: ...

    def missing(self, scope: Scope, embedder: str, limit: int = 1_000) -> list[tuple[int, str]]:
        """(row, text) of memories that have no vector of this embedder for their present text."""
        ...

    def since(self, scope: Scope, embedder: str, revision: int) -> tuple[Ints, np.ndarray, int]:
        """Rows and vectors written after a revision, and the newest revision there is."""
        ...

    def get(self, rows: Sequence[int], embedder: str) -> tuple[Ints, np.ndarray]: ...

    def having(self, rows: Sequence[int], embedder: str) -> Ints:
        """Those of the rows that have a vector of this embedder; what get would bring, without the vectors."""
        ...

    def made_by(self, present: str) -> Mapping[str, int]:
        """How many each embedder made, of all scopes; nothing when no other than the present one made any."""
        ...


class Coming(Protocol):
    """Vectors of an embedder that does not serve yet, of all scopes: made one after the other, adopted at once."""

    @property
    def kinds(self) -> Sequence[str]: ...

    def waiting(self, kind: str, embedder: str, after: int, limit: int) -> list[tuple[int, str]]:
        """(row, text) of what has no vector of this embedder anywhere, in the order of rows."""
        ...

    def left(self, embedder: str) -> int: ...

    def put(self, kind: str, rows: Sequence[int], vectors: np.ndarray, embedder: str) -> None: ...

    def adopt(self, embedder: str) -> bool:
        """Put them in the place of all others, in one transaction; False, and nothing is changed, while one is left."""
        ...


class Nearest(Protocol):
    """Search by meaning over the vectors of one scope. Derived: it can be deleted and rebuilt."""

    def search(self, scope: Scope, cue: np.ndarray, k: int) -> tuple[Ints, np.ndarray]:
        """Rows and cosines, best first."""
        ...

    def alike(
        self, scope: Scope, rows: Ints, vectors: np.ndarray, cosine: float, most: int
    ) -> list[tuple[int, int, float]]:
        """(row, other row, cosine) for pairs at or above a cosine, at most so many per row, never a row with itself."""
        ...

    def refresh(self, scope: Scope) -> None:
        """Bring the side index up to date where that pays."""
        ...

    def drop(self) -> None: ...


class Words(Protocol):
    """Search by words over the memories of one scope: BM25 over terms that suit Japanese and English alike."""

    def search(self, scope: Scope, cue: str, k: int, hearing: Hearing = ALONE) -> tuple[Ints, np.ndarray]:
        """Rows and how much of the cue each one covers (0-1, by rarity of the words), best first."""
        ...

    def holding(self, scope: Scope, text: str, most: int) -> Ints:
        """Rows that hold every term of a text, the newest first."""
        ...

    def rebuild(self) -> int: ...

    def refresh(self, scope: Scope | None = None) -> None:
        """Update the statistics that say which words are common: of a scope that has changed enough, or of all."""
        ...


class Runs(Protocol):
    """Which nights were lived. A step is recorded in the transaction that does it, so nothing happens twice."""

    def last_night(self, scope: Scope) -> int:
        """The last night that memories were aged to; 0 when there was none."""
        ...

    def begin(self, scope: Scope, night: int, now: datetime) -> Run:
        """Start it, or take up the one that was interrupted."""
        ...

    def record(self, scope: Scope, night: int, results: Mapping[str, dict[str, Any]]) -> None: ...

    def set_last_night(self, scope: Scope, night: int) -> None: ...

    def finish(self, scope: Scope, night: int, now: datetime) -> None: ...

    def get(self, scope: Scope, night: int) -> Run | None: ...

    def recent(self, scope: Scope, limit: int) -> list[Run]:
        """The newest nights first."""
        ...

    def scopes(self, persona: str | None = None) -> list[Scope]:
        """Every scope that has turns or memories."""
        ...


class State(Protocol):
    """Small facts that outlive a process: pauses, the emotion carried through a session, usage."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, value: str | None) -> None: ...

    def hold(self, key: str) -> None:
        """Until the transaction ends nobody else who holds it changes this fact, for whatever person."""
        ...

    def under(self, beginning: str) -> dict[str, str]:
        """All facts whose key begins so."""
        ...

    def add_usage(self, usage: Usage, day: date) -> None: ...

    def usage(self) -> list[Usage]: ...


class Store(Protocol):
    """All of the above over one database."""

    turns: Turns
    memories: Memories
    relations: Relations
    vectors: Vectors
    words: Words
    runs: Runs
    state: State

    @property
    def emotions(self) -> Emotions: ...

    @property
    def questions(self) -> Questions: ...

    @property
    def goals(self) -> Goals: ...

    @property
    def insights(self) -> Insights: ...

    @property
    def proposals(self) -> Proposals: ...

    @property
    def log(self) -> TurnLog: ...

    @property
    def episodes(self) -> Episodes: ...

    @property
    def passages(self) -> Passages: ...

    @property
    def documents(self) -> Documents: ...

    @property
    def topics(self) -> Topics: ...

    @property
    def people(self) -> People: ...

    @property
    def resolutions(self) -> Resolutions: ...

    @property
    def audit(self) -> Audit: ...

    @property
    def coming(self) -> Coming: ...

    @property
    def threads(self) -> Threads: ...

    @property
    def tiers(self) -> Tiers: ...

    @property
    def notes(self) -> Notes: ...

    @property
    def graph(self) -> Graph: ...

    @property
    def learned(self) -> LearnedPages: ...

    @property
    def page_changes(self) -> Changes: ...

    @property
    def candidates(self) -> Candidates: ...

    @property
    def judged_pairs(self) -> JudgedPairs: ...

    @property
    def consolidations(self) -> Consolidations: ...

    @property
    def episode_uses(self) -> EpisodeUses: ...

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing. Short: never open across a model call. Nested ones join the outer one."""
        ...

    def beyond(self) -> AbstractContextManager[None]:
        """For work on the whole house: what is asked meanwhile is not held to one scope by anything but its words."""
        ...

    def form(self) -> int:
        """The number of the last migration; another process may raise it while this one has the store open (N4)."""
        ...

    def close(self) -> None: ...
