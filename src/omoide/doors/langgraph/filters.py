"""Filters of a LangGraph store: fields that must be so, or lie above or below something."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq, "$ne": operator.ne, "$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt,
    "$lte": operator.le,
}  # fmt: skip


def fits(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    return all(_fits(value.get(name), one) for name, one in (wanted or {}).items())


def _fits(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return bool(value == wanted)
    if any(str(name).startswith("$") for name in wanted):
        return all(_compared(value, name, limit) for name, limit in wanted.items())
    return isinstance(value, Mapping) and fits(value, wanted)


def _compared(value: Any, name: str, limit: Any) -> bool:
    if name not in _COMPARED:
        raise ValueError(f"unsupported operator in a filter: {name}; use one of {', '.join(_COMPARED)}")
    try:
        return bool(_COMPARED[name](value, limit))
    except TypeError:  # a number and a text, or nothing at all: neither is above the other
        return False
