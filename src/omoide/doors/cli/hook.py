"""omoide hook …: listed here for the help. A client's call never comes this way: see doors/hooks/commands.py."""

from __future__ import annotations

from omoide.doors.cli.place import Place


def user_prompt_submit(at: Place) -> None:
    _run("user-prompt-submit", at)


def session_start(at: Place) -> None:
    _run("session-start", at)


def session_end(at: Place) -> None:
    _run("session-end", at)


def pre_compact(at: Place) -> None:
    _run("pre-compact", at)


def _run(name: str, at: Place) -> None:
    from omoide.doors.hooks.commands import Call, run

    run(Call(name, at.folder(), at.persona, at.person))
