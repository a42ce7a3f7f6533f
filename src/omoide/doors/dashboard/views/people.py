"""People: who they are to all personas, in figures and in your words; and what is kept of them, to take along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated
from urllib.parse import quote

from fastapi import Form, Path, Request, Response
from fastapi.responses import StreamingResponse

from omoide.domain.turn import Scope
from omoide.doors.dashboard.forms import OurForm, back_to
from omoide.doors.dashboard.looking import Look, Looking, MindLooked
from omoide.doors.dashboard.rendering import HEADERS, page
from omoide.doors.dashboard.routing import page_router
from omoide.doors.http.whose import for_all_personas, minds
from omoide.errors import NotFound

router = page_router()
# It may hold a slash: what has a word after the name stands before what has none.
Name = Annotated[str, Path(max_length=100)]
MOST = 200


@router.get("/people")
def people(request: Request, look: Looking, mind: MindLooked) -> Response:
    names = _names(look, mind)
    profiles = []
    for name in names[:MOST]:
        with minds(request).mind(look.scope.persona, name) as other:
            profiles.append(other.profile())
    return page(
        look, mind, "people.html", profiles=profiles, rules=mind.settings.profiles, left=len(names) - len(profiles)
    )


@router.get("/people/{name:path}/export")
def export(request: Request, mind: MindLooked, name: Name, persona: str) -> Response:
    """Every memory that a persona has of them, one per line; streamed, since there may be many."""
    if Scope(persona, name) not in mind.faculties.store.runs.scopes():
        raise NotFound("these two have never talked.", "この二人はまだ話したことがありません。")

    keeper = minds(request).keeper(persona, name)  # before the answer begins: it may be refused

    def lines() -> Iterator[str]:
        with keeper.mind() as other:
            for memory in other.export():
                yield json.dumps(memory, ensure_ascii=False) + "\n"

    kept = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(f'{persona}-{name}.jsonl', safe='')}"}
    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=HEADERS | kept)


@router.get("/people/{name:path}/erase")
def plan(look: Looking, mind: MindLooked, name: Name) -> Response:
    """What would go, and the token that makes it go (O2)."""
    look.whole_home()
    return page(look, mind, "erase.html", plan=mind.plan_erasure(name), proof=None)


@router.post("/people/{name:path}/erase", dependencies=[OurForm])
def erase(
    request: Request, look: Looking, mind: MindLooked, name: Name, token: Annotated[str, Form(max_length=200)],
    backups: Annotated[bool, Form()] = False,
) -> Response:  # fmt: skip
    """For good, with every persona. Minds that were open have seen them: they are opened anew."""
    look.whole_home()
    proof = mind.erase(name, token, backups)
    request.app.state.minds.close()
    return page(look, mind, "erase.html", plan=None, proof=proof)


@router.get("/people/{name:path}")
def person(request: Request, look: Looking, mind: MindLooked, name: Name, done: str = "") -> Response:
    _known(look, mind, name)
    with minds(request).mind(look.scope.persona, name) as other:
        profile, personas = other.profile(), other.faculties.store.people.personas(name)
    return page(
        look, mind, "person.html", done=done, profile=profile, rules=mind.settings.profiles,
        personas=[one for one in personas if look.holder.knows(one)],
        depth=profile.relationship.depth(mind.settings.profiles), home_shares=mind.settings.home_shares(bound=False),
    )  # fmt: skip


@router.post("/people/{name:path}/shared", dependencies=[OurForm])
def share(
    request: Request, look: Looking, mind: MindLooked, name: Name, persona: Annotated[list[str] | None, Form()] = None
) -> Response:
    """Of which personas' talks with them the others may know (N7)."""
    _known(look, mind, name)
    for_all_personas(look.holder)
    for one in mind.faculties.store.people.personas(name):
        with minds(request).mind(one, name) as other:
            other.share(one in (persona or ()))
    return back_to(f"/people/{quote(name, safe='')}", "saved")


@router.post("/people/{name:path}", dependencies=[OurForm])
def write(
    request: Request, look: Looking, mind: MindLooked, name: Name, text: Annotated[str, Form(max_length=100_000)] = ""
) -> Response:
    _known(look, mind, name)
    for_all_personas(look.holder)
    with minds(request).mind(look.scope.persona, name) as other:
        other.write_profile(text.replace("\r\n", "\n"))
    return back_to(f"/people/{quote(name, safe='')}", "saved")


def _names(look: Look, mind: MindLooked) -> list[str]:
    """Everybody who is known here; with a token for one persona, whoever has talked with that one (N6)."""
    names = mind.faculties.store.people.names()
    if not look.holder.persona:
        return list(names)
    talked = {scope.person for scope in mind.faculties.store.runs.scopes(look.holder.persona)}
    return [name for name in names if name in talked]


def _known(look: Look, mind: MindLooked, name: str) -> None:
    if name not in _names(look, mind) and name != mind.scope.person:
        raise NotFound(f"nobody is called {name} here.", f"{name} という人はここにはいません。")
