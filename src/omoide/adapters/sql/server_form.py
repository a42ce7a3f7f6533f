"""Statements and values in the form that PostgreSQL's library takes (X2).

A value is `$1`, `$2` there, as the server itself has it: nothing is left for the library to read. A list of values,
however long, is one value: so the server reads the same statement every time and plans it once, instead of meeting a
new one for each length of a list.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

_LIST = re.compile(r"(\bNOT )?\bIN \((\?(?:,\?)*)\)")


def formed(sql: str, params: Sequence[Any]) -> tuple[bytes, Sequence[Any]]:
    """The statement and its values."""
    statement, lists = _with_lists(sql)
    if not lists:
        return statement, params
    values, done = [], 0
    for start, end in lists:
        listed = _as_one(params[start:end])
        if listed is None:
            return plain(sql), params
        values += [*params[done:start], listed]
        done = end
    return statement, [*values, *params[done:]]


@functools.lru_cache(maxsize=2_000)
def plain(sql: str) -> bytes:
    """Every value by itself. No statement of ours has a question mark in a text."""
    first, *others = sql.split("?")
    return "".join([first, *(f"${number}{part}" for number, part in enumerate(others, 1))]).encode()


@functools.lru_cache(maxsize=2_000)
def _with_lists(sql: str) -> tuple[bytes, list[tuple[int, int]]]:
    """Also where each list stands among the values."""
    places = []
    for found in _LIST.finditer(sql):
        start = sql.count("?", 0, found.start())
        places.append((start, start + found[2].count("?")))
    return plain(_LIST.sub(lambda found: "<> ALL(?)" if found[1] else "= ANY(?)", sql)), places


def _as_one(values: Sequence[Any]) -> Any:
    """None for what is neither all numbers nor all texts. Numbers are written out, so that the server takes them for
    the type of the column, whichever that is."""
    kinds = {type(value) for value in values}
    if kinds == {int}:
        return "{" + ",".join(map(str, values)) + "}"
    return list(values) if kinds == {str} else None
