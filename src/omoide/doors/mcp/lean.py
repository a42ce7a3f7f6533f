"""Load the server's half of the `mcp` package alone.

The fronts of that package load its client, OAuth and a second kind of server too: a dozen megabytes and a sixth of a
second that this process has no use for. Its rooms can be entered without them. Should a later version not allow
that, it is loaded as it wants to be.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

FRONTS = ("mcp", "mcp.server")
ROOMS = ("mcp.server.lowlevel", "mcp.server.stdio")


def load_server_half() -> None:
    """Only in a process that is nothing but a server: whoever imports `mcp` later finds an empty front."""
    if any(name in sys.modules for name in FRONTS):
        return
    for name in FRONTS:
        spec = find_spec(name)
        if spec is None or spec.submodule_search_locations is None:
            return _forget()
        front = ModuleType(name)
        front.__path__ = list(spec.submodule_search_locations)
        front.__spec__ = spec
        sys.modules[name] = front
    try:
        for name in ROOMS:
            import_module(name)
    except (ImportError, AttributeError):
        _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name == "mcp" or name.startswith("mcp.")]:
        del sys.modules[name]
