"""omoide heartbeat: a look whether a session has ended, and what follows from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from omoide.doors.cli.inputs import moment
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json
from omoide.doors.cli.words import say, spoken

if TYPE_CHECKING:
    from omoide.sessions import Heartbeat


def heartbeat(
    at: Place,
    everyone: Annotated[
        bool,
        Option(
            "--all",
            help=say(
                "Of everybody in this home (with --persona: of this one).",
                "この置き場所の全員（--persona を付ければその人格の全員）。",
            ),
        ),
    ] = False,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    time = moment("--now", now)
    beats: list[dict[str, Any]] = []
    for place in _everybody(at) if everyone else [at]:
        with place.mind() as mind:
            beat = mind.heartbeat(time)
            scope = mind.scope
        beats.append({"persona": scope.persona, "person": scope.person, **beat.plain()})
        for problem in beat.encoded.problems:
            note(" ".join(problem.text(spoken()).split()))
        if not at.json:
            line(_told(beat) if not everyone else f"{scope.persona} · {scope.person}: {_told(beat)}")
    if at.json:
        print_json({"heartbeats": beats} if everyone else beats[0])


def _everybody(at: Place) -> list[Place]:
    with at.mind() as mind:
        scopes = mind.faculties.store.runs.scopes(at.persona)
    return [replace(at, persona=scope.persona, person=scope.person) for scope in scopes]


def _told(beat: Heartbeat) -> str:
    if beat.paused:
        return say("paused: nothing is written down", "休止中のため何も記録しません")
    return say(
        "{notes} notes, {memories} memories", "記録 {notes} 件、記憶 {memories} 件",
        notes=beat.encoded.notes, memories=beat.encoded.memories,
    )  # fmt: skip
