"""What each route needs, said by the route itself (I3): a second look, behind the table of paths.

The guard reads a path before any router has, so whatever the two read differently would be a hole. Here the route has
been found: by its method it needs `read` or `write`, unless `needs` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import Depends, Request

from omoide.domain.access import Right
from omoide.doors.http.whose import holder
from omoide.doors.wire.refusing import may_not

LOOKING = ("GET", "HEAD", "OPTIONS")
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


def needs(right: Right) -> Callable[[Endpoint], Endpoint]:
    """Above a route's function, and below the line that makes it a route."""

    def stated(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, "right", right)  # noqa: B010 - a function has no such attribute by its type
        return endpoint

    return stated


def right_of(endpoint: Any, method: str) -> Right:
    return getattr(endpoint, "right", None) or ("read" if method in LOOKING else "write")


async def _asked(request: Request) -> None:
    """Asynchronous, so that no thread is waited for."""
    if why := may_not(holder(request), right_of(request.scope["endpoint"], request.method)):
        raise why


STATED = Depends(_asked)
