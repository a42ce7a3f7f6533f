"""All memories at once, as columns: how old, how strongly held, how felt. Enough to draw them, and to draw them as they
will be, without asking again: what follows is the arithmetic of `project_store`, memory by memory (F8)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omoide.domain.emotion import TAGS, VALENCES
from omoide.domain.strengths import Flags, Floats, Ints
from omoide.ports import Faculties
from omoide.sleep.forecast import ages

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Cloud:
    """One entry per memory. `age` is that of the formula, which a recall halves; `lived` is by the calendar. `valence`
    and `tag` are places in VALENCES and TAGS; a memory without a tag has the place after the last."""

    row: Ints
    intensity: Floats
    coefficient: Floats
    age: Floats
    lived: Floats
    level: Ints
    recalls: Ints
    archived: Flags
    protected: Flags
    valence: Bytes
    tag: Bytes

    def __len__(self) -> int:
        return len(self.row)


def memory_cloud(faculties: Faculties) -> Cloud:
    memories, scope = faculties.store.memories, faculties.scope
    held = memories.strengths(scope)
    felt = memories.feelings(scope)
    now = faculties.clock.now().timestamp()
    valences = {name: place for place, name in enumerate(VALENCES)}
    tags = {name: place for place, name in enumerate(TAGS)}
    nothing = ("neutral", "")  # of one that came between the two looks
    moods = [felt.get(row, nothing) for row in held.row.tolist()]
    return Cloud(
        row=held.row,
        intensity=held.intensity,
        coefficient=held.coefficient,
        age=ages(faculties, held),
        lived=np.maximum((now - held.created / 1_000_000) / 86_400, 0.0),
        level=held.level,
        recalls=held.recalls,
        archived=held.archived,
        protected=held.protected,
        valence=np.array([valences[valence] for valence, _ in moods], dtype=np.uint8),
        tag=np.array([tags.get(tag, len(TAGS)) for _, tag in moods], dtype=np.uint8),
    )
