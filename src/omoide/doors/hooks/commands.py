"""`omoide hook NAME`: reads the event on stdin, always ends with 0, and prints nothing but an answer for the client.

It runs at every prompt and every end of a session, so nothing is imported that it can do without. Whatever goes wrong
goes to the log: a memory that fails must not be felt.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from omoide.doors.hooks import inbox
from omoide.doors.hooks.clock import as_message, told_again
from omoide.doors.hooks.events import Event, read_event, text, transcript
from omoide.doors.hooks.inbox import Job
from omoide.doors.hooks.launching import WORKER, ensure_worker
from omoide.doors.hooks.log import Log
from omoide.errors import StoreDamaged
from omoide.home import resolve_home

NAMES = ("user-prompt-submit", "session-start", "session-end", "pre-compact")
_TAKES_VALUE = ("--home", "--persona", "--person", "--lang")


@dataclass(frozen=True, slots=True)
class Call:
    """Which hook was called, and whose memory in which home it is about."""

    name: str
    home: Path
    persona: str | None = None
    person: str | None = None


def read_arguments(arguments: Sequence[str]) -> Call | None:
    """The call, wherever its options stand; None when it is none of ours, or asks for help. An option that nobody
    knows is passed over: to refuse it would let the client block the prompt."""
    words, given = _read(arguments)
    if words[:1] != ["hook"] or words[1:] not in ([name] for name in NAMES) or _asks_for_help(arguments):
        return None
    return Call(words[1], resolve_home(given.get("--home")), _name(given, "persona"), _name(given, "person"))


def names_a_hook(arguments: Sequence[str]) -> bool:
    """Whether a hook was meant, though none that is known: by a plugin of another version, say."""
    words, _ = _read(arguments)
    return words[:1] == ["hook"] and len(words) > 1 and not _asks_for_help(arguments)


def _read(arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    words: list[str] = []
    given: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if name in _TAKES_VALUE:
            given[name] = value if equals else next(rest, "")
        elif not argument.startswith("-"):
            words.append(argument)
    return words, given


def _asks_for_help(arguments: Sequence[str]) -> bool:
    return "--help" in arguments


def _name(given: dict[str, str], kind: str) -> str | None:
    """As named in the call or the environment: the worker may be started by another session with another one."""
    return given.get(f"--{kind}") or os.environ.get(f"OMOIDE_{kind.upper()}") or None


def run(call: Call, began: float | None = None) -> None:
    """The outermost edge: nothing that happens inside may reach the session."""
    if os.environ.get(WORKER):
        return
    try:
        if call.name == "user-prompt-submit":
            from omoide.doors.hooks.cold import remind

            remind(call, time.monotonic() if began is None else began)
        else:
            _leave_work(call, read_event())
            Log(call.home).fine(call.name)
    except Exception as error:  # noqa: BLE001
        Log(call.home).problem(call.name, error)


def _leave_work(call: Call, event: Event) -> None:
    try:
        _BACKGROUND[call.name](call, event)
    except OSError as error:
        raise _no_access(call.home, error) from error


def _no_access(home: Path, error: OSError) -> StoreDamaged:
    from omoide.disk import of_the_disk

    why = error.strerror or type(error).__name__
    return of_the_disk(home, error) or StoreDamaged(
        f"{home} cannot be read or written ({why}): check its permissions and the room on its disk, or choose another "
        "with OMOIDE_HOME.",
        f"{home} を読み書きできません（{why}）。権限とディスクの空きを確かめるか、"
        "OMOIDE_HOME で別の場所を選んでください。",
    )


def _session_start(call: Call, event: Event) -> None:
    """Catch up with what no end of a session told of: the client was killed, or the machine. Tell of a clock that is in
    doubt (O6)."""
    live = transcript(event)
    job = Job(str(live.parent), call.persona, call.person, sweep=True, live=str(live))
    inbox.drop(call.home, "sweep", job)
    ensure_worker(call.home)
    if told := told_again(call.home):
        sys.stdout.buffer.write(as_message(told).encode("utf-8", "replace"))
        sys.stdout.flush()


def _session_end(call: Call, event: Event) -> None:
    job = Job(str(transcript(event)), call.persona, call.person, over=True)
    inbox.drop(call.home, f"{text(event, 'session_id')}-{text(event, 'reason') or 'end'}", job)
    ensure_worker(call.home)


def _pre_compact(call: Call, event: Event) -> None:
    """What will be summed up is remembered in full; the session goes on."""
    job = Job(str(transcript(event)), call.persona, call.person)
    inbox.drop(call.home, f"{text(event, 'session_id')}-compact", job)
    ensure_worker(call.home)


_BACKGROUND: dict[str, Callable[[Call, Event], None]] = {
    "session-start": _session_start,
    "session-end": _session_end,
    "pre-compact": _pre_compact,
}
