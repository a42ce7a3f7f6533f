"""A reply as the memory hears it, in a thread beside the chat: whatever ails the memory, the chat goes on.

The thread holds the open mind from the first word to the last, so that what is on its way is in the journal (J1); a
client that hangs up in the middle has heard what it has heard, and the turn is kept as interrupted.
"""

from __future__ import annotations

import asyncio
import logging
import queue
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from omoide.doors.http.proxy.conversations import Conversations, OpenMind, Unfinished
from omoide.errors import OmoideError
from omoide.mind import Mind
from omoide.perceive import presence

if TYPE_CHECKING:
    from omoide.context import Context

_log = logging.getLogger("omoide.proxy")
End = Literal["whole", "cut", "calls"]


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn that has begun: what was said, what was replied before tools were used, and what was brought to mind. An
    empty session is the one that goes on."""

    said: str
    session: str = ""
    replied_already: str = ""
    brought: Context | None = None
    incognito: bool = False


class _CutOff(Exception):
    """The reply broke off, or its listener left."""


class Hearing:
    """`write` and `end` never wait. `kept` waits until the turn is safe, as long as one has patience."""

    def __init__(self, open_mind: OpenMind, turn: Turning, conversations: Conversations) -> None:
        self._open, self._turn, self._conversations = open_mind, turn, conversations
        self._pieces: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._how: End | None = None
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()

    def write(self, piece: str) -> None:
        if piece:
            self._pieces.put(piece)

    def end(self, how: End) -> None:
        """The first call counts."""
        if self._how is None:
            self._how = how
            self._pieces.put(None)

    @property
    def ended(self) -> bool:
        return self._how is not None

    @property
    def over(self) -> bool:
        return self._over.is_set()

    async def kept(self, seconds: float) -> bool:
        """False when patience ran out; the thread goes on all the same."""
        try:
            await asyncio.wait_for(self._over.wait(), seconds)
        except TimeoutError:
            _log.warning("a chat goes on while its memory is late: the turn is not kept yet")
            return False
        return True

    def run(self) -> None:
        """The thread's own part, from the first word to the last."""
        try:
            with self._open() as mind:
                self._hear(mind)
        except OmoideError as error:
            _log.warning("a turn was not kept: %s", error)
        except Exception:  # noqa: BLE001 - the outermost edge of a thread beside a chat, which goes on; it is logged
            _log.exception("a turn was not kept: an error of our own")
        finally:
            with suppress(RuntimeError):  # the server is gone
                self._loop.call_soon_threadsafe(self._over.set)

    def _hear(self, mind: Mind) -> None:
        turn = self._turn
        session = self._conversations.session(mind, turn.session, self._open)
        heard = [f"{turn.replied_already}\n\n"] if turn.replied_already else []
        began, since = mind.faculties.clock.now(), presence(mind.faculties)
        try:
            with mind.stream(turn.said, session=session, incognito=turn.incognito) as out:
                out.write("".join(heard))
                while (piece := self._pieces.get()) is not None:
                    heard.append(piece)
                    out.write(piece)
                if self._how == "cut":
                    raise _CutOff
                if self._how == "calls":
                    out.withdraw()
        except _CutOff:
            pass
        if since != presence(mind.faculties):  # whoever was erased meanwhile is not brought back by what was on its way
            return
        if turn.brought is not None and not turn.incognito:  # being strengthened is being remembered too
            mind.mark_brought(turn.brought)
        unfinished = None
        if self._how == "calls":
            unfinished = Unfinished(turn.said, session, "".join(heard), began, since, turn.incognito)
        self._conversations.turned(mind, session, turn.said, unfinished)
