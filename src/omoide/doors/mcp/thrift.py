"""One server runs for every session of a client, so what each one keeps counts."""

from __future__ import annotations

import sys

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


def use_one_arena() -> None:
    """The C library gives every thread a store of memory of its own; together they keep ten megabytes for nothing."""
    _call("mallopt", _ARENA_MAX, 1)


def give_back() -> None:
    """A night takes a hundred megabytes for a moment. The C library would keep them for as long as the server lives."""
    _call("malloc_trim", 0)


def _call(name: str, *values: int) -> None:
    if sys.platform == "linux":
        import ctypes

        library = ctypes.CDLL(None)
        if hasattr(library, name):  # not in every C library
            getattr(library, name)(*values)
