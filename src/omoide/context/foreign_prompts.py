"""Which of the kept turns stand in a prompt that somebody else has put together: a program that sends its own history.

Episodes and notes tell what lies before the raw turns (R8); so it must be known which of them are there.
"""

from __future__ import annotations

from collections.abc import Sequence

from omoide.domain.turn import Turn
from omoide.language.clean import clean
from omoide.perceive import redact
from omoide.ports import Faculties
from omoide.recall import conversation
from omoide.settings import Settings


def already_said(faculties: Faculties, settings: Settings, said: Sequence[str]) -> list[Turn]:
    """Of the newest turns those whose message is one of these."""
    turns = conversation(faculties, settings, None)
    there = {redact(clean(text)).strip() for text in said[-len(turns) :]} if turns else set()
    return [turn for turn in turns if turn.said.strip() in there]
