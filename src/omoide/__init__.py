"""Omoide (思い出): a memory like a person's for AI personas and agents.

Nothing heavy is imported until it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from omoide.compose import open_mind as open_mind
    from omoide.errors import OmoideError as OmoideError
    from omoide.mind import Mind as Mind
    from omoide.settings import Settings as Settings

_HOMES = {
    "open_mind": "omoide.compose",
    "Mind": "omoide.mind",
    "OmoideError": "omoide.errors",
    "Settings": "omoide.settings",
}

__all__ = ["Mind", "OmoideError", "Settings", "__version__", "open_mind"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'omoide' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
