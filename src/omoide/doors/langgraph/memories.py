"""The namespace ("memories",) of a LangGraph store: memories by the names that a program gave them, or by their ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langgraph.store.base import Item, SearchItem, SearchOp

from omoide.domain.memory import Memory
from omoide.doors import forms
from omoide.doors.langgraph.filters import fits
from omoide.errors import InvalidInput, NotFound
from omoide.mind import Mind
from omoide.ports import Filter

MEMORIES = ("memories",)
_TEXT = ("text", "content")  # where the words of a value are looked for
_MOST_FILTERED = 1_000  # of the newest, when no query chooses


class Remembering:
    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    def get(self, key: str) -> Item | None:
        memory = self._memory(key)
        return Item(**_fields(key, memory)) if memory else None

    def put(self, key: str, value: Mapping[str, Any] | None) -> None:
        """New words under a known name correct the memory; None forgets it, unless it is protected."""
        memory = self._memory(key)
        if value is None:
            if memory:
                self._mind.forget(memory.id)
            return self._mind.remove_item(MEMORIES, key)
        text = _words(value)
        made = self._mind.correct(memory.id, text) if memory else self._mind.remember(text)
        self._mind.put_item(MEMORIES, key, {"memory": made.id})

    def search(self, op: SearchOp) -> list[SearchItem]:
        """By relevance, as one looks something up; marked as recalled, as every recall is (F4)."""
        named = [item for item in self._mind.items(MEMORIES) if item.namespace == MEMORIES]
        names = {item.value["memory"]: item.key for item in named}
        if op.query:
            recalled = self._mind.recall(op.query, limit=op.offset + op.limit, ranking="relevance")
            found = [(one.memory, one.why.relevance) for one in recalled.memories]
        else:
            found = [(memory, None) for memory in self._mind.list(Filter(limit=_MOST_FILTERED))]
        items = [SearchItem(**_fields(names.get(memory.id, memory.id), memory), score=score) for memory, score in found]
        return [item for item in items if fits(item.value, op.filter)][op.offset : op.offset + op.limit]

    def _memory(self, key: str) -> Memory | None:
        named = self._mind.item(MEMORIES, key)
        try:
            return self._mind.show(named.value["memory"] if named else key)
        except NotFound:
            return None


def _fields(key: str, memory: Memory) -> dict[str, Any]:
    text = f"{memory.trigger}\n{memory.content}".strip()
    value = {"text": text, **forms.full(memory)}
    updated = memory.retired_at or memory.created
    return {"namespace": MEMORIES, "key": key, "value": value, "created_at": memory.created, "updated_at": updated}


def _words(value: Mapping[str, Any]) -> str:
    for name in _TEXT:
        if isinstance(words := value.get(name), str) and words.strip():
            return words
    raise InvalidInput(
        'a memory needs words: put {"text": "…"} (or "content") under ("memories",), other values elsewhere.',
        '記憶には言葉が必要です。("memories",) には {"text": "…"} を、他の値は別の名前空間に置いてください。',
    )
