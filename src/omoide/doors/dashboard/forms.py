"""What a form must bring back before anything is changed.

A page of somebody else can make a browser send a form to us. It cannot read our cookies, nor is our cookie sent along
from there (SameSite=Strict); so whoever brings the same word in the form as in the cookie has read a page of ours.
Browsers also say where a request comes from, and what they say is taken into account.
"""

from __future__ import annotations

import hmac
from typing import Annotated

from fastapi import Depends, Form, Request
from fastapi.responses import RedirectResponse

from omoide.doors.dashboard.looking import FORM
from omoide.errors import Refused


def _ours(request: Request, form: Annotated[str, Form()] = "") -> None:
    kept = request.cookies.get(FORM, "")
    site = request.headers.get("sec-fetch-site", "same-origin")
    if site != "same-origin" or not kept or not hmac.compare_digest(kept.encode(), form.encode()):
        raise Refused(
            "this form did not come from a page of this dashboard, or that page is too old: open it again and retry.",
            "このフォームはダッシュボードのページから送られたものではないか、古くなっています。"
            "ページを開き直してやり直してください。",
        )


# For every route that changes something.
OurForm = Depends(_ours)


def back_to(path: str, done: str = "") -> RedirectResponse:
    """After a change: look at the page again, which says what was done."""
    mark = "&" if "?" in path else "?"
    return RedirectResponse(f"{path}{mark}done={done}" if done else path, status_code=303)


def local_path(path: str) -> str:
    """Somewhere on this server, whatever a form says: the page to go back to."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else "/"
