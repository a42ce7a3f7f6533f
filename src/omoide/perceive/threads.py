"""The thread of talk in working memory (W1-W5): each turn joins it or begins another, and what goes flows out.

Rules alone, on the way of every turn into the ledger: no model is asked, and no service. An embedder that is one is
done without, and so is one that fails; then a thread ends by its other signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from omoide.domain.thread import Ending, Flush, Message, Side, Thread, flows_out, joined_by, why_it_ends
from omoide.domain.turn import Turn
from omoide.errors import OmoideError
from omoide.language.terms import terms, weight
from omoide.language.turning import names_again, turns_to_another_subject
from omoide.ports import Faculties
from omoide.settings import Settings

_READ = 2_000  # characters of a message that its meaning is taken from
_AT_ONCE = 20  # flushes that get their embedding along the way


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a turn is about, made before its transaction: unit vectors of what was said and replied, None where a text
    says too little or no embedder is at hand."""

    said: np.ndarray | None
    replied: np.ndarray | None
    domain: str


def meaning_of(faculties: Faculties, settings: Settings, turn: Turn) -> Meaning | None:
    """None for a turn that is too old to be in anybody's mind still: an import does not pass through it."""
    if faculties.clock.now() - turn.time > timedelta(hours=settings.threads.hours):
        return None
    least = settings.threads.telling_words
    said, replied = (text[:_READ] if _tells(text, least) else "" for text in (turn.said, turn.replied))
    domain = turn.origin or faculties.categorise(turn.said[:_READ]) or ""
    vectors = _embedded(faculties, [text for text in (said, replied) if text])
    first, second = (vectors.pop(0) if text and vectors else None for text in (said, replied))
    return Meaning(first, second, domain)


def hold(faculties: Faculties, settings: Settings, turn: Turn, meaning: Meaning) -> bool:
    """Take a new turn into working memory; call it in the transaction that keeps the turn. True when something flowed
    out, which may get its embedding afterwards."""
    threads, idle = faculties.store.threads, timedelta(minutes=settings.session.idle_minutes)
    owner = _owner(faculties, settings, turn.session)
    thread = threads.current(faculties.scope.person, turn.session, owner)
    if thread and thread.updated - turn.time > idle:
        return False  # said long before what is in mind now: the ledger has it
    why: Ending = ""
    if thread:
        why = why_it_ends(
            thread, time=turn.time, domain=meaning.domain, similarity=_similarity(faculties, thread, turn, meaning),
            idle=idle, rules=settings.threads, turning=turns_to_another_subject(turn.said),
        )  # fmt: skip
        if why:
            end_thread(faculties, settings, thread, why, turn.time)
            thread = None
    if thread is None:
        thread = Thread("", faculties.scope.person, turn.session, meaning.domain, turn.time, turn.time, owner=owner)
    said: list[tuple[Side, str, str]] = [
        ("person", faculties.scope.person, turn.said), ("persona", faculties.scope.persona, turn.replied),
    ]  # fmt: skip
    thread = joined_by(
        thread, [one for one in said if one[2].strip()], turn.time, turn.key, faculties.scope.persona, meaning.domain
    )
    thread = _moved(faculties, thread, meaning)
    thread = threads.save(faculties.scope, thread)
    count = flows_out(thread, settings.threads)
    if count:
        _flow_out(faculties, settings, thread, count, turn.time)
    return bool(count or why)


def end_thread(faculties: Faculties, settings: Settings, thread: Thread, why: Ending, now: datetime) -> Thread:
    """All that it still held flows out."""
    return _flow_out(faculties, settings, replace(thread, ended=why), len(thread.messages), now)


def end_threads(faculties: Faculties, settings: Settings, now: datetime, session: str | None = None) -> int:
    """End the thread of a session that is over; without a session named, every thread that has been idle for too long.
    Returns how many."""
    idle = timedelta(minutes=settings.session.idle_minutes)
    ended = 0
    for thread in faculties.store.threads.going_on(faculties.scope):
        over = now - thread.updated > idle
        if over if session is None else thread.session == session:
            with faculties.store.transaction():
                latest = faculties.store.threads.current(thread.person, thread.session, thread.owner)
                if latest and (latest.id, latest.last_place) == (thread.id, thread.last_place):
                    end_thread(faculties, settings, latest, "idle" if over else "session", now)
                    ended += 1
    embed_flushes(faculties, services=True)
    return ended


def embed_flushes(faculties: Faculties, services: bool = False) -> int:
    """Give what flowed out its embedding, outside every transaction. A service is asked at the end of a session or at a
    heartbeat only; what it cannot make now waits for the next."""
    waiting = faculties.store.threads.unembedded(faculties.scope, _AT_ONCE)
    vectors = _embedded(faculties, [flush.summary for flush in waiting], services)
    for flush, vector in zip(waiting, vectors, strict=False):
        faculties.store.threads.embed(flush, vector, faculties.embedder.name)
    return len(vectors)


def _flow_out(faculties: Faculties, settings: Settings, thread: Thread, count: int, now: datetime) -> Thread:
    out, rest = thread.messages[:count], thread.messages[count:]
    if not out:
        return faculties.store.threads.save(faculties.scope, thread)
    rules, number = settings.threads, thread.flushes + 1
    summary, keywords, made_by = faculties.condense(
        [(message.speaker, message.text) for message in out], rules.summary_characters, rules.keywords
    )
    flush = Flush(
        person=thread.person, thread=thread.id, number=number, summary=summary, keywords=tuple(keywords),
        turn_count=len(out), first=out[0].place, last=out[-1].place, sources=_turns(out), made_by=made_by,
        created_at=now,
    )  # fmt: skip
    return faculties.store.threads.save(faculties.scope, replace(thread, messages=rest, flushes=number), flush)


def _owner(faculties: Faculties, settings: Settings, session: str) -> str:
    """Who names a session may share its talk with other personas (W4). Not with a token for one of them: it could name
    any, and read there what the person told another (N7)."""
    alone = faculties.bound and not settings.home_shares(bound=True)
    return faculties.scope.persona if alone or not session else ""


def _turns(messages: Sequence[Message]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(message.turn for message in messages))


def _tells(text: str, least: int) -> bool:
    """Whether there is enough in it to say what it is about: "I see" and 「そうだね」 belong to any subject."""
    return len({term for term in terms(text[:_READ]) if weight(term) >= 1.0}) >= least


def _embedded(faculties: Faculties, texts: Sequence[str], services: bool = False) -> list[np.ndarray]:
    if not texts or (getattr(faculties.embedder, "remote", False) and not services):
        return []
    try:
        return list(faculties.embedder.embed(texts, "memory"))
    except OmoideError:  # whoever encodes the turn will say so; a turn is taken in without it
        return []


def _similarity(faculties: Faculties, thread: Thread, turn: Turn, meaning: Meaning) -> float | None:
    """How alike a turn is to the running centroid, on the scale "related"; None when nothing can be said about it."""
    scope, vector = faculties.scope, meaning.said
    if names_again(turn.said, [message.text for message in thread.messages], (scope.person, scope.persona)):
        return 1.0
    if vector is None or thread.sum is None or thread.embedder != faculties.embedder.name:
        return None
    length = float(np.linalg.norm(thread.sum)) * float(np.linalg.norm(vector))
    if not length or thread.sum.shape != vector.shape:
        return None
    cosine = float(thread.sum @ vector) / length
    return float(faculties.embedder.calibration.read(np.array([cosine]), "related")[0])


def _moved(faculties: Faculties, thread: Thread, meaning: Meaning) -> Thread:
    """The centroid runs along with what is said and replied."""
    name = faculties.embedder.name
    there = thread.sum if thread.embedder == name else None
    for vector in (meaning.said, meaning.replied):
        if vector is not None and np.linalg.norm(vector):
            there = vector.copy() if there is None else there + vector
    return replace(thread, sum=there, embedder=name if there is not None else "")
