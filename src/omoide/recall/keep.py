"""Keeping and letting go by hand: protection with its limit (F6), and deletion (F5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from omoide.domain.audit import hashed
from omoide.domain.memory import FULL, Memory
from omoide.domain.strengths import NEVER
from omoide.errors import ProtectionFull, Refused
from omoide.perceive import audit, one
from omoide.ports import Faculties, Filter
from omoide.settings import Settings

OFFERED = 5


def protect(faculties: Faculties, settings: Settings, memory_id: str, release: Sequence[str]) -> Memory:
    """Release what was named, then protect, in one transaction; at the limit the oldest are offered."""
    store = faculties.store
    with store.transaction():
        for released in release:
            store.memories.protect(one(faculties, released).row, False)
            audit(faculties, "unprotect", released)
        memory = one(faculties, memory_id)
        if memory.retired_at:
            raise Refused(
                f"{memory_id} was corrected; protect {memory.retired_by} instead.",
                f"{memory_id} は訂正済みです。{memory.retired_by} を保護してください。",
            )
        if not memory.protected:
            protected = store.memories.select(faculties.scope, Filter(protected=True))
            if len(protected) >= settings.protection.most:
                oldest = tuple(m.id for m in sorted(protected, key=lambda m: (m.created, m.id))[:OFFERED])
                raise ProtectionFull(
                    f"{settings.protection.most} memories are protected already; release one with "
                    f"`omoide protect {memory_id} --release ID`. The oldest: {', '.join(oldest)}.",
                    f"保護できるのは {settings.protection.most} 件までです。`omoide protect {memory_id} --release ID` "
                    f"で入れ替えてください。古い順: {', '.join(oldest)}",
                    oldest,
                )
            store.memories.protect(memory.row, True)
            audit(faculties, "protect", memory_id)
            _hold(faculties, memory)
    return one(faculties, memory_id)


def _hold(faculties: Faculties, memory: Memory) -> None:
    """A protected memory stands at level 1, in the archive's place too; a text that has faded stays as it is."""
    strengths = faculties.store.memories.strengths(faculties.scope)
    place = np.flatnonzero(strengths.row == memory.row)
    held = strengths.put(place, level=FULL, archived_at=NEVER, revival_requested_at=NEVER)
    if memory.archived:  # it was frozen; from here on it ages again
        held = held.put(place, anchor=faculties.store.runs.last_night(faculties.scope))
    faculties.store.memories.write_strengths(held, place)


def unprotect(faculties: Faculties, memory_id: str) -> Memory:
    with faculties.store.transaction():
        memory = one(faculties, memory_id)
        faculties.store.memories.protect(memory.row, False)
        if memory.protected:
            audit(faculties, "unprotect", memory_id)
    return one(faculties, memory_id)


def forget(faculties: Faculties, memory_id: str) -> Memory:
    """For good. The turn stays in the log, settled, so that it does not become a memory again."""
    with faculties.store.transaction():
        memory = one(faculties, memory_id)
        if memory.protected:
            raise Refused(
                f"{memory_id} is protected; release it first with `omoide unprotect {memory_id}`.",
                f"{memory_id} は保護されています。先に `omoide unprotect {memory_id}` で解除してください。",
            )
        faculties.store.memories.delete([memory.row])
        audit(faculties, "forget", hashed(memory_id))
    return memory
