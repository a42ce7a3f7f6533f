"""What comes to mind before a reply (R3, R4), in two steps: a thought is made by reading alone, and marked once it was
shown. A prompt that went on without it, or a line that found no room, must not strengthen anything."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from omoide.domain.dates import placed
from omoide.domain.ranking import Recollection
from omoide.ports import Faculties
from omoide.recall.injection import block_of
from omoide.recall.search import leave_marks, recall
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class Thought:
    """A block for a prompt, empty when nothing came to mind, and what it shows."""

    text: str
    shown: tuple[Recollection, ...]
    session: str
    time: datetime


def think_of(
    faculties: Faculties, settings: Settings, cue: str, *, session: str, now: datetime | None, project: str,
    characters: int | None = None,
) -> Thought:  # fmt: skip
    now = placed(now or faculties.clock.now())
    recalled = recall(
        faculties, settings, cue, limit=None, session=session, now=now, mark=False, unasked=True, project=project
    )
    most = settings.recall.block_characters
    text, rows = block_of(recalled, most if characters is None else min(most, characters))
    return Thought(text, tuple(r for r in recalled.memories if r.memory.row in rows), session, now)


def mark_shown(faculties: Faculties, settings: Settings, thought: Thought) -> None:
    """Strengthen in the coming night what was shown, and carry on its feeling."""
    if thought.shown:
        leave_marks(faculties, settings, thought.shown, thought.session, thought.time)
