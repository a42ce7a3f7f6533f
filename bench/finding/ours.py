"""Ours, by the front door: perceive every turn, end every session, recall every question. No shortcut into an index."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from bench.finding.talk import Talk
from omoide import Mind, open_mind
from omoide.domain.ranking import Recollection
from omoide.settings import build

PLACES = 10


@dataclass
class Clock:
    time: datetime

    def now(self) -> datetime:
        return self.time


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one question: ids best first, how relevant the best one is, and how long it took."""

    found: list[str]
    relevance: list[float]
    milliseconds: float


@contextmanager
def told(talk: Talk, settings: Mapping[str, Any]) -> Iterator[tuple[Mind, dict[str, list[str]]]]:
    """A mind that has lived through the talk, and which ids each of its turns stands for."""
    clock = Clock(talk.until)
    with TemporaryDirectory(prefix="omoide-finding-") as folder, _open(Path(folder), talk, settings, clock) as mind:
        units = {}
        for exchange in talk.exchanges:
            perceived = mind.perceive(
                exchange.said.text if exchange.said else "", exchange.replied.text if exchange.replied else "",
                time=exchange.time, session=exchange.session,
            )  # fmt: skip
            if perceived.turn:
                units[perceived.turn.key] = talk.ids(exchange)
        for session in dict.fromkeys(exchange.session for exchange in talk.exchanges):
            mind.end_session(session)
        yield mind, units


@contextmanager
def other_settings(mind: Mind, talk: Talk, settings: Mapping[str, Any]) -> Iterator[Mind]:
    """The same memories, recalled by other rules."""
    with _open(mind.home, talk, settings, Clock(talk.until)) as other:
        yield other


def _open(home: Path, talk: Talk, settings: Mapping[str, Any], clock: Clock) -> Mind:
    tree = {"backup": {"every_days": 0}, **settings}
    return open_mind(home, persona=talk.persona, person=talk.person, clock=clock, settings=build(tree))


def ask(
    mind: Mind, units: Mapping[str, list[str]], cue: str, ranking: Literal["priority", "relevance"] = "relevance",
    limit: int = PLACES,
) -> Answer:  # fmt: skip
    began = time.perf_counter()
    recalled = mind.recall(cue, limit=limit, mark=False, ranking=ranking)
    took = (time.perf_counter() - began) * 1_000
    found, relevance = [], []
    for memory in recalled.memories:
        for one in _ids(memory, units):
            found.append(one)
            relevance.append(memory.why.relevance)
    return Answer(found, relevance, took)


def _ids(recollection: Recollection, units: Mapping[str, list[str]]) -> list[str]:
    return [one for source in recollection.memory.sources for one in units.get(source, [])]


def live_nights(mind: Mind, talk: Talk, nights: int) -> None:
    """So many nights without a recall; they are lived week by week, which is the same as night by night."""
    now = talk.until.replace(hour=4)
    for passed in range(7, nights + 7, 7):
        mind.sleep(now + timedelta(days=min(passed, nights)))
