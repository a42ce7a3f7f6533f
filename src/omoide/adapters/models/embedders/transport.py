"""What a client library raises when the network fails: its HTTP library's own errors, of whichever generation."""

from __future__ import annotations

import sys


def transport_errors() -> tuple[type[Exception], ...]:
    """For an `except`; only libraries that are loaded can have raised anything."""
    loaded = [sys.modules[name] for name in ("httpx", "httpx2") if name in sys.modules]
    return (OSError, *(library.HTTPError for library in loaded))
