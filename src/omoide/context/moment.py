"""The moment in which something is brought to mind: what was just said, what is on the table, and in which language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from omoide.context.deciding import Decided
from omoide.domain.budget import Piece
from omoide.domain.turn import Turn
from omoide.language.detect import Language
from omoide.language.quoting import inert
from omoide.ports import Faculties
from omoide.settings import Settings

_LABEL = 40  # characters by which a piece is recognised when it was left out


@dataclass(frozen=True, slots=True)
class Moment:
    """`shown` are the turns that stand in the prompt as they were said."""

    faculties: Faculties
    settings: Settings
    message: str
    session: str
    project: str
    shown: tuple[Turn, ...]
    now: datetime
    language: Language
    decided: Decided

    def say(self, en: str, ja: str) -> str:
        return ja if self.language == "ja" else en


def piece(text: str, label: str = "") -> Piece:
    """Text that others may have written: it cannot leave its section (R14)."""
    text = inert(text)
    beginning = " ".join(text.split())
    return Piece(text, label or (beginning if len(beginning) <= _LABEL else f"{beginning[: _LABEL - 1]}…"))


def headed(heading: str, pieces: list[Piece]) -> tuple[Piece, ...]:
    """With a line above the first piece that says what these are; it never stands alone."""
    if not pieces:
        return ()
    first = Piece(f"{heading}\n{pieces[0].text}", pieces[0].label)
    return (first, *pieces[1:])
