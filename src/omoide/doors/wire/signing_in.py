"""Who came in with a token, written down for good (L5): once an hour for each token and address, not once a request."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from omoide.domain.access import Pass
from omoide.doors.wire.minds import Minds
from omoide.errors import OmoideError

_log = logging.getLogger("omoide.http")
AGAIN_AFTER_SECONDS = 3_600.0
MOST_REMEMBERED = 10_000  # addresses that try; beyond, all are forgotten and written down anew


class Register:
    def __init__(self, minds: Minds, now: Callable[[], float] = time.monotonic) -> None:
        self._minds, self._now = minds, now
        self._seen: dict[tuple[str, str], float] = {}

    async def __call__(self, holder: Pass | None, address: str) -> None:
        name = holder.name if holder else ""
        last = self._seen.get((name, address))
        if last is not None and self._now() - last < AGAIN_AFTER_SECONDS:
            return
        if len(self._seen) >= MOST_REMEMBERED:
            self._seen.clear()
        self._seen[name, address] = self._now()
        await asyncio.to_thread(self._write, holder, address)

    def _write(self, holder: Pass | None, address: str) -> None:
        try:
            with self._minds.mind() as mind:
                mind.audit("sign_in" if holder else "sign_in_refused", holder.name if holder else "", address)
        except OmoideError as error:  # a store that cannot be written is told by the request itself
            _log.warning("a sign-in could not be written down: %s", error)
