"""One memory by its id, within the scope: another person's is as good as none (N6)."""

from __future__ import annotations

from omoide.domain.memory import Memory
from omoide.errors import NotFound
from omoide.ports import Faculties


def one(faculties: Faculties, memory_id: str) -> Memory:
    found = [memory for memory in faculties.store.memories.get([memory_id]) if memory.scope == faculties.scope]
    if not found:
        raise NotFound(
            f"no memory has the id {memory_id}; see `omoide list`.",
            f"{memory_id} という記憶はありません。`omoide list` で確かめてください。",
        )
    return found[0]
