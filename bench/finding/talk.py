"""A conversation and the questions about it, whatever file they came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one speaker said in one go. `id` is what evidence points to."""

    id: str
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """A turn as the front door takes it: at most one utterance of each side."""

    session: str
    time: datetime
    said: Utterance | None
    replied: Utterance | None

    @property
    def utterances(self) -> tuple[Utterance, ...]:
        return tuple(one for one in (self.said, self.replied) if one)

    @property
    def text(self) -> str:
        return " ".join(one.text for one in self.utterances)


@dataclass(frozen=True, slots=True)
class Question:
    """A cue, its kind, and the utterances (or sessions) that hold the answer. `refuse`: nothing should be recalled.

    `answer` is what the file gives as the right one; no method sees it. Told with the question it makes a strong cue.
    """

    text: str
    kind: str
    gold: frozenset[str]
    refuse: bool = False
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Talk:
    """One person, one persona, all that they said to each other, and what is asked about it.

    `never` are questions about things that were never said; `never_renamed` are the same with the names of these two
    put in, so that a strange name gives nothing away. Evidence is named by `unit`: utterances or whole sessions.
    `asked` is when the questions are asked, where a file says so.
    """

    name: str
    persona: str
    person: str
    exchanges: tuple[Exchange, ...]
    questions: tuple[Question, ...]
    never: tuple[str, ...] = ()
    never_renamed: tuple[str, ...] = ()
    unit: str = "utterance"
    asked: datetime | None = None

    def ids(self, exchange: Exchange) -> list[str]:
        return [exchange.session] if self.unit == "session" else [one.id for one in exchange.utterances]

    @property
    def until(self) -> datetime:
        """When the questions are asked: a moment after all of it."""
        last = max(exchange.time for exchange in self.exchanges)
        return max(self.asked, last) if self.asked else last + timedelta(days=1)

    @property
    def sessions(self) -> dict[str, str]:
        """Which session each utterance belongs to."""
        return {one.id: exchange.session for exchange in self.exchanges for one in exchange.utterances}


def exchanges(session: str, start: datetime, person: str, spoken: Sequence[Utterance]) -> Iterator[Exchange]:
    """Turns of one session: what the person said with the reply to it; either side may stand alone.

    Where a file has one time for a session, its turns follow each other a minute apart.
    """
    waiting: Utterance | None = None
    count = 0
    for one in spoken:
        if one.speaker == person:
            if waiting:
                yield Exchange(session, start + timedelta(minutes=count), waiting, None)
                count += 1
            waiting = one
        else:
            yield Exchange(session, start + timedelta(minutes=count), waiting, one)
            count += 1
            waiting = None
    if waiting:
        yield Exchange(session, start + timedelta(minutes=count), waiting, None)
