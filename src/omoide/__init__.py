"""Omoide (思い出): a memory like a person's for AI personas and agents.

Nothing heavy is imported until it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from omoide._version import __version__
from omoide.fronts import front

if TYPE_CHECKING:
    from omoide.compose import open_mind as open_mind
    from omoide.errors import OmoideError as OmoideError
    from omoide.mind import Mind as Mind
    from omoide.settings import Settings as Settings

__all__ = ["Mind", "OmoideError", "Settings", "__version__", "open_mind"]

__getattr__ = front(
    __name__,
    {
        "Mind": "mind",
        "OmoideError": "errors",
        "Settings": "settings",
        "open_mind": "compose",
    },
)
