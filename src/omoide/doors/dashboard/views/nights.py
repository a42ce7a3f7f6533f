"""Sleep: nights that were lived, what they did and took, and the button that lives one now."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Form, Path, Query, Request, Response

from omoide import settings
from omoide.doors.cli.sleep_words import reason_for, step_name, told
from omoide.doors.cli.words import say, say_of
from omoide.doors.dashboard.forms import OurForm, back_to
from omoide.doors.dashboard.looking import Looking, MindLooked
from omoide.doors.dashboard.rendering import page
from omoide.doors.dashboard.routing import page_router
from omoide.doors.wire.nights import NightRun, NightRuns
from omoide.errors import InvalidInput
from omoide.sleep.steps import STEPS

router = page_router()
LOOK_BACK = (7, 14, 30, 90)  # a week, two, a month, three (I4)


def runs(request: Request) -> NightRuns:
    return request.app.state.nights


@router.get("/sleep")
def nights(
    request: Request, look: Looking, mind: MindLooked, limit: Annotated[int, Query(ge=1, le=400)] = 14, done: str = ""
) -> Response:
    told = mind.episodes()
    lived = mind.nights(limit + 1)
    days = [episode for episode in told if episode.kind in ("day", "week")]
    return page(
        look, mind, "sleep.html", done=done, lived=lived[:limit], more=len(lived) > limit, limit=limit,
        step_name=step_name, step_names={name: step_name(name) for name in STEPS}, result=result,
        running=runs(request).running(mind.scope), next_night=mind.next_night(),
        last_told=max((episode.days.last for episode in days), default=None), look_back=LOOK_BACK,
        chosen=mind.settings.episodes.lookback_days, missed=mind.night_missed(),
    )  # fmt: skip


@router.post("/sleep", dependencies=[OurForm])
def begin(request: Request, mind: MindLooked, work: Annotated[str, Form()] = "sleep") -> Response:
    runs(request).start(mind.scope, "episodes" if work == "episodes" else "sleep")
    return back_to("/sleep")


@router.post("/sleep/{run_id}/cancel", dependencies=[OurForm])
def cancel(request: Request, mind: MindLooked, run_id: Annotated[str, Path(max_length=40)]) -> Response:
    _own(request, mind, run_id)
    runs(request).cancel(run_id)
    return back_to("/sleep")


@router.post("/sleep/look-back", dependencies=[OurForm])
def look_back(look: Looking, mind: MindLooked, days: Annotated[int, Form()]) -> Response:
    look.whole_home()
    if days not in LOOK_BACK:
        raise InvalidInput("choose 7, 14, 30 or 90 days.", "7・14・30・90 日から選んでください。")
    settings.write(mind.home, "episodes.lookback_days", str(days))
    return back_to("/sleep", "saved")


def _own(request: Request, mind: MindLooked, run_id: str) -> NightRun:
    run = runs(request).get(run_id)
    if run.scope != mind.scope:
        raise InvalidInput("that night is somebody else's.", "その夜は別の人格のものです。")
    return run


def result(step: str, did: dict[str, Any]) -> str:
    """What is not zero, in words."""
    words = [
        told(step, key, reason_for(key, say_of(did, key)))
        for key, value in did.items()
        if value and not key.endswith("_ja") and (key, value) != ("nights", 1)
    ]
    return say(", ", "、").join(words)
