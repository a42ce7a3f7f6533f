"""The first page: what moves the persona at this moment. And what a person chose to look at, and how."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import Form, Response

from omoide.compose import scope_of
from omoide.domain.motivation import DRIVES
from omoide.doors.cli.words import LANGUAGES
from omoide.doors.dashboard.forms import OurForm, back_to, local_path
from omoide.doors.dashboard.looking import LANG, THEME, THEMES, WHO, Looking, MindLooked, remember_look, who_cookie
from omoide.doors.dashboard.rendering import page
from omoide.doors.dashboard.routing import page_router
from omoide.doors.http.stated import needs
from omoide.errors import InvalidInput
from omoide.ports import Filter

router = page_router()
PAST_DAYS = 30


@router.get("/")
def now(look: Looking, mind: MindLooked, done: str = "") -> Response:
    moment = mind.faculties.clock.now()
    impulse = mind.may_act(moment, "ja" if look.language == "ja" else "en")
    since = moment - timedelta(days=PAST_DAYS)
    past = mind.drives_over(since, moment, 61)
    return page(
        look, mind, "now.html", done=done, state=impulse.state, impulse=impulse, drives=DRIVES,
        thresholds=mind.settings.motivation.thresholds, past=past, counts=mind.counts(), next_night=mind.next_night(),
        recent=mind.list(Filter(limit=5)), insight=next(iter(mind.insights(1)), None), paused=mind.paused(),
        moment=moment,
    )  # fmt: skip


@router.post("/look", dependencies=[OurForm])
@needs("read")
def choose(
    back: Annotated[str, Form()] = "/",
    lang: Annotated[str, Form()] = "",
    theme: Annotated[str, Form()] = "",
    who: Annotated[str, Form()] = "",
) -> Response:
    """Language, light, or whose memory; then back to the page that it was chosen on."""
    answer = back_to(local_path(back))
    if lang in LANGUAGES:
        remember_look(answer, LANG, lang)
    if theme in THEMES:
        remember_look(answer, THEME, theme)
    if who:
        persona, parted, person = who.partition("\n")
        if not parted:
            raise InvalidInput("choose a persona and a person.", "人格と相手を選んでください。")
        remember_look(answer, WHO, who_cookie(scope_of(persona, person)))
    return answer
