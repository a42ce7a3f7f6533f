"""The prompt hook as a process of its own: memories within the deadline, or none.

One thread thinks, this one holds the watch. What the first finds in time is printed, and only then marked; at the
deadline the prompt goes on, whatever the other is still waiting for (a slow disk, a lock, a service for embeddings).
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import TYPE_CHECKING

from omoide.doors.hooks.clock import first_told
from omoide.doors.hooks.events import read_event
from omoide.doors.hooks.log import Log
from omoide.doors.hooks.prompting import NAME, is_for_us, mark, spoken, think

if TYPE_CHECKING:
    from omoide.doors.hooks.commands import Call

DEADLINE_MS = 400
MARKING = 0.05  # seconds that marks may take at least, once something was shown


def remind(call: Call, began: float) -> None:
    """Print what comes to mind for the prompt on stdin. A home that is not there stays so."""
    from omoide.settings.files import has_store

    if not has_store(call.home):
        return
    deadline_ms = _deadline_ms(call)
    deadline = began + deadline_ms / 1_000
    thinking = _Thinking(call)
    thinking.start()
    if not thinking.found.wait(max(deadline - time.monotonic(), 0)):
        return Log(call.home).late(NAME, deadline_ms)
    if thinking.error:
        raise thinking.error
    if not thinking.answer:
        Log(call.home).fine(NAME)
    else:
        sys.stdout.buffer.write(thinking.answer.encode("utf-8", "replace"))
        sys.stdout.flush()
        thinking.shown.set()
        thinking.marked.wait(max(deadline - time.monotonic(), MARKING))


def _deadline_ms(call: Call) -> int:
    """Read before anything is loaded: it must hold also while that takes long. The thinking tells of a wrong value."""
    from omoide.settings.files import read_tree

    section = read_tree(call.home).get("hooks")
    value = section.get("deadline_ms") if isinstance(section, dict) else None
    return value if isinstance(value, int) and value > 0 else DEADLINE_MS


class _Thinking(threading.Thread):
    """Everything that may take time. A daemon: whoever holds the watch does not wait for it."""

    def __init__(self, call: Call) -> None:
        super().__init__(daemon=True)
        self._call = call
        self.answer = ""
        self.error: Exception | None = None
        self.found, self.shown, self.marked = threading.Event(), threading.Event(), threading.Event()

    def run(self) -> None:
        try:
            self._think()
        except Exception as error:  # noqa: BLE001
            self.error = error
        finally:
            self.found.set()
            self.marked.set()

    def _think(self) -> None:
        event = read_event()
        if not is_for_us(event):
            return
        # Before NumPy is imported: to start its threads takes longer than the one product that they would share.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from omoide.compose import open_mind

        mind = open_mind(self._call.home, persona=self._call.persona, person=self._call.person)
        thought = think(mind, event)
        self.answer = spoken(thought, first_told(mind))
        if thought:
            self.found.set()
            self.shown.wait()
            mark(mind, thought)
