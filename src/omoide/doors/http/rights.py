"""What each request needs (I3). One table for all routes, pages and the protocols beside them: whoever adds a route
that changes something gets the right rule without a word."""

from __future__ import annotations

import re

from omoide.domain.access import Right

# Nobody is asked who they are: probes, and the page on which one says so.
OPEN = ("/healthz", "/readyz", "/signin")
# They look something up. (With a token that may not write, they leave no marks.) Or choose how a page looks.
READING = ("/v1/prime", "/v1/recall", "/look")
# The whole home, not one persona's memory.
ADMIN = ("/v1/settings", "/v1/backups", "/v1/audit")
ERASING = re.compile(r"/v1/people/.*/(erasure|erase)")  # a name may hold a slash


def needed(method: str, path: str) -> Right | None:
    if path in OPEN:
        return None
    if any(path == place or path.startswith(f"{place}/") for place in ADMIN) or ERASING.fullmatch(path):
        return "admin"
    if path == "/mcp":
        return "write"  # tools tell only in their bodies what they do
    return "read" if method in ("GET", "HEAD", "OPTIONS") or path in READING else "write"
