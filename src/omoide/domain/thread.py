"""Working memory (W1): the thread of talk that is going on, and when it gives way to another (W2).

A thread holds the newest messages. What has no room any more, or belongs to a thread that has ended, flows out as a
flush (W3): summary, keywords, embedding and count. A message is in its thread or in exactly one flush.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from omoide.domain.memory import CATEGORIES
from omoide.domain.projects import same_project
from omoide.domain.thread_rules import ThreadRules

if TYPE_CHECKING:
    import numpy as np

Side = Literal["person", "persona"]
# Why a thread ended; "" while it goes on.
Ending = Literal["", "idle", "domain", "turning phrase", "topic", "session"]


@dataclass(frozen=True, slots=True)
class Message:
    """One side of a turn. `place` counts from 1 through the whole thread, flushed messages included."""

    place: int
    side: Side
    speaker: str
    text: str
    time: datetime
    turn: str
    persona: str  # whose turn it is: several may share a thread (W4)


@dataclass(frozen=True, slots=True)
class Thread:
    """`owner` is the persona whose talk it is alone, empty where several may share one (W4). `spoken` counts what each
    persona has said since the thread began. `sum` adds up the unit vectors of what was
    said, made by `embedder`: its direction is the running centroid."""

    id: str
    person: str
    session: str
    domain: str  # the project's folder; in a talk without one, the category that its words name
    started: datetime
    updated: datetime
    messages: tuple[Message, ...] = ()
    spoken: Mapping[str, int] = field(default_factory=dict)
    last_place: int = 0
    flushes: int = 0
    ended: Ending = ""
    sum: np.ndarray | None = None
    embedder: str = ""
    owner: str = ""

    def plain(self) -> dict[str, Any]:
        return {
            "id": self.id, "session": self.session, "domain": self.domain, "started": self.started.isoformat(),
            "updated": self.updated.isoformat(), "ended": self.ended, "spoken": dict(self.spoken),
            "messages": [
                {"speaker": m.speaker, "text": m.text, "time": m.time.isoformat(), "turn": m.turn}
                for m in self.messages
            ],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Flush:
    """What flowed out of a thread at once (S5): known by person, thread and number, so that none replaces another."""

    person: str
    thread: str
    number: int
    summary: str
    keywords: tuple[str, ...]
    turn_count: int  # messages, which document 004 calls turns
    first: int  # the places it holds, both included
    last: int
    sources: tuple[str, ...]  # keys of the turns
    made_by: str
    created_at: datetime
    embedder: str = ""  # empty as long as it has no embedding

    def plain(self) -> dict[str, Any]:
        return {
            "person": self.person, "thread": self.thread, "number": self.number, "summary": self.summary,
            "keywords": list(self.keywords), "turn_count": self.turn_count, "embedder": self.embedder,
            "made_by": self.made_by, "created_at": self.created_at.isoformat(),
        }  # fmt: skip


def why_it_ends(
    thread: Thread, *, time: datetime, domain: str, turning: bool, similarity: float | None, idle: timedelta,
    rules: ThreadRules,
) -> Ending:  # fmt: skip
    """Why a new message does not belong to the thread, or "" when it does (W2). Without a similarity (the message says
    too little, or no embedder is at hand) it belongs unless something else parts the two."""
    if time - thread.updated > idle:
        return "idle"
    if _apart(thread.domain, domain):
        return "domain"
    if turning:
        return "turning phrase"
    if similarity is not None and similarity < rules.similarity:
        return "topic"
    return ""


def flows_out(thread: Thread, rules: ThreadRules) -> int:
    """How many of the oldest messages go when there are too many: down to half, so that not every turn makes a flush
    and the rest still tells what the talk is about."""
    return len(thread.messages) - rules.messages // 2 if len(thread.messages) > rules.messages else 0


def joined_by(
    thread: Thread, said: Sequence[tuple[Side, str, str]], time: datetime, turn: str, persona: str, domain: str
) -> Thread:
    """The thread with messages (side, speaker, text) of one turn. What the person says to several personas at once is
    one message: it is not heard again when the next of them answers it (W4)."""
    messages, place, spoken = list(thread.messages), thread.last_place, dict(thread.spoken)
    spoken.setdefault(persona, 0)
    for side, speaker, text in said:
        if side == "persona":
            spoken[persona] += 1
        elif _heard(thread, text, persona):
            continue
        place += 1
        messages.append(Message(place, side, speaker, text, time, turn, persona))
    return replace(
        thread, messages=tuple(messages), last_place=place, spoken=spoken, updated=max(thread.updated, time),
        domain=_surer(thread.domain, domain),
    )  # fmt: skip


def _surer(known: str, new: str) -> str:
    """A project says more than a category, and a thread keeps the domain that it began with."""
    return new if not known or (known in CATEGORIES and new and new not in CATEGORIES) else known


def _apart(one: str, other: str) -> bool:
    """Two projects are two domains. A category is only a hint at what a talk without a project is about: feelings come
    up in the middle of work, and the talk goes on."""
    known = one and other and one not in CATEGORIES and other not in CATEGORIES
    return bool(known) and not same_project(one, other)


def _heard(thread: Thread, text: str, persona: str) -> bool:
    """Whether the person's last message is this one, brought by another persona, and not answered by this one yet."""
    for message in reversed(thread.messages):
        if message.persona == persona:
            return False
        if message.side == "person":
            return message.text == text
    return False
