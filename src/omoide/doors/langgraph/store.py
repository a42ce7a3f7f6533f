"""A LangGraph store in a home of Omoide.

Under ("memories",) lie memories: what is put there is felt and fades, a search there is a recall with all its reasons,
and a deletion forgets. Under every other namespace lie values that stay as they were put.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
    tokenize_path,
    validate_op_namespace,
)

from omoide.doors.langgraph.filters import fits
from omoide.doors.langgraph.memories import MEMORIES, Remembering
from omoide.indexing import Item as Kept
from omoide.mind import Mind


class OmoideStore(BaseStore):
    """For one mind: what a person told one persona is never found in another's store (N6)."""

    __slots__ = ("_memories", "_mind")

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._memories = Remembering(mind)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        ops = list(ops)
        for op in ops:
            validate_op_namespace(op)
        return [self._do(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, ops)

    def _do(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, PutOp):
            return self._put(op)
        if isinstance(op, SearchOp):
            return self._search(op)
        return self._namespaces(op)

    def _get(self, op: GetOp) -> Item | None:
        if op.namespace == MEMORIES:
            return self._memories.get(op.key)
        kept = self._mind.item(op.namespace, op.key)
        return Item(**_fields(kept)) if kept else None

    def _put(self, op: PutOp) -> None:
        if op.namespace == MEMORIES:
            self._memories.put(op.key, op.value)
        elif op.value is None:
            self._mind.remove_item(op.namespace, op.key)
        else:
            self._mind.put_item(op.namespace, op.key, op.value, _texts(op))

    def _search(self, op: SearchOp) -> list[SearchItem]:
        if op.namespace_prefix == MEMORIES:
            return self._memories.search(op)
        kept = [one for one in self._mind.items(op.namespace_prefix) if one.namespace != MEMORIES]
        kept = [one for one in kept if fits(one.value, op.filter)]
        if not op.query:
            found = [SearchItem(**_fields(one)) for one in kept]
        else:
            ranked = self._mind.search_items(op.query, kept)
            found = [SearchItem(**_fields(one.item), score=one.relevance) for one in ranked]
            found += [SearchItem(**_fields(one)) for one in kept if not one.texts]
        return found[op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        there = {one.namespace for one in self._mind.items()}
        if self._mind.counts().total:
            there.add(MEMORIES)
        conditions = op.match_conditions or ()
        chosen = {one[: op.max_depth] for one in there if all(_matches(condition, one) for condition in conditions)}
        return sorted(chosen)[op.offset : op.offset + op.limit]


def _fields(kept: Kept) -> dict[str, Any]:
    return {
        "namespace": kept.namespace, "key": kept.key, "value": kept.value, "created_at": kept.created,
        "updated_at": kept.updated,
    }  # fmt: skip


def _texts(op: PutOp) -> list[str]:
    """What the item is found by: the fields that `index` names, the whole value without it, nothing with False."""
    if op.index is False:
        return []
    paths: Sequence[str] = op.index if op.index is not None else ["$"]
    value = dict(op.value or {})
    return [text for path in paths for text in get_text_at_path(value, path if path == "$" else tokenize_path(path))]


def _matches(condition: MatchCondition, namespace: tuple[str, ...]) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))
