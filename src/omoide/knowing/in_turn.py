"""One at a time: who counts an outcome or moves a page waits for whoever is at it, which takes milliseconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from omoide.errors import Busy
from omoide.ports import Faculties

_PATIENCE, _PAUSE = 10.0, 0.02  # seconds


@contextmanager
def in_turn(f: Faculties) -> Iterator[None]:
    with ExitStack() as held:
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                held.enter_context(at_once(f))
                break
            except Busy:
                if time.monotonic() > end:
                    raise
                time.sleep(_PAUSE)
        yield


def at_once(f: Faculties):
    """Or Busy."""
    return f.locks.hold(f.scope.key("learned"))
