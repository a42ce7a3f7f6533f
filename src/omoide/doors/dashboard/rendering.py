"""From values to a page: one set of templates, every text escaped, and headers that let nothing of others in."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from omoide._version import __version__
from omoide.doors.cli.words import say
from omoide.doors.dashboard import showing
from omoide.doors.dashboard.looking import FORM, Look, remember_look
from omoide.doors.dashboard.showing import PAGES, done_words
from omoide.perceive import tell_doubt

if TYPE_CHECKING:
    from omoide.mind import Mind

HERE = Path(__file__).parent
# Nothing from elsewhere, nothing inline: a script inside a memory has no way to run, even if it got into a page.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",  # a shared computer must not keep what somebody remembers
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@cache
def templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates", encoding="utf-8"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"say": say, "version": __version__, "pages": PAGES}
    made.filters |= showing.FILTERS
    return made


def fragment(template: str, **values: Any) -> HTMLResponse:
    """A part of a page, for a script to put in its place."""
    return HTMLResponse(templates().get_template(template).render(values), headers=HEADERS)


def page(
    look: Look, mind: Mind | None, template: str, *, status: int = 200, done: str = "", **values: Any
) -> HTMLResponse:
    """`done` names what was just done, for a line at the top. Without a mind (an error) nobody can be chosen."""
    scopes = look.may_see(mind.faculties.store.runs.scopes() if mind else [])
    text = templates().get_template(template).render(
        look=look, scopes=scopes, done=done_words(done), zone=mind.settings.zone(look.scope.person) if mind else None,
        clock_notice=_clock_notice(mind) if mind else "", **values,
    )  # fmt: skip
    answer = HTMLResponse(text, status, headers=HEADERS)
    remember_look(answer, FORM, look.form)
    return answer


def _clock_notice(mind: Mind) -> str:
    """On every page, until the machine's clock is to be trusted again (O6)."""
    doubt = mind.clock_doubt()
    if doubt is None or doubt.settled:
        return ""
    told = tell_doubt(doubt, mind.settings.clock)
    return say(f"{told.en}.", f"{told.ja}。")
