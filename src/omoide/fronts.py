"""Fronts of packages that load their rooms when they are entered.

A recall from the shell must not wait for what imports, nights and corrections need. A package names what it offers and
where each thing lives; the first use loads that file and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def front(package: str, offered: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: names to the modules that they live in."""

    def look_up(name: str) -> Any:
        if name not in offered:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{offered[name]}"), name)

    return look_up
