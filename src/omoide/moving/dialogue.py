"""A persona's dialogue as examples to train on (O4): one conversation per line, in the form that trainers of adapters
(LoRA) read, {"messages": [{"role", "content"}, …]}. Of this scope only, and without secrets (N6, E8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from omoide.domain.turn import Turn
from omoide.perceive import redact
from omoide.ports import Faculties
from omoide.settings import Settings


def conversations(faculties: Faculties, settings: Settings) -> Iterator[dict[str, Any]]:
    """By sessions, oldest first. A turn without an answer teaches nothing and is left out."""
    zone = settings.zone(faculties.scope.person)
    for _, turns in groupby(_answered(faculties, zone), key=lambda turn: turn.session or turn.time.date()):
        yield {
            "messages": [
                {"role": role, "content": redact(text)}
                for turn in turns
                for role, text in (("user", turn.said), ("assistant", turn.replied))
            ]
        }


def _answered(faculties: Faculties, zone: Any) -> Iterator[Turn]:
    for day in faculties.store.log.days(faculties.scope, zone):
        for turn in faculties.store.log.of_day(faculties.scope, day, zone):
            if turn.said.strip() and turn.replied.strip():
                yield turn
