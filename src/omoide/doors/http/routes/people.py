"""Who there is: personas with the persons they know, and who a person is to all personas (U1), as one of them may see
it (N7)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.encoders import jsonable_encoder
from pydantic import Field

from omoide.doors.http.stated import needs
from omoide.doors.http.values import TELLING, Body, Truth
from omoide.doors.http.whose import for_all_personas, holder, minds
from omoide.errors import NotFound

router = APIRouter(prefix="/v1", tags=["people"])
# A name may hold a slash, as ids of other systems do: what has a word after the name stands before what has none.
Name = Annotated[str, Path(min_length=1, max_length=100, pattern=TELLING)]


class Erasing(Body):
    token: Annotated[str, Field(min_length=1, max_length=200, description="As the plan tells it.")]
    rewrite_backups: Truth = False


class Words(Body):
    text: Annotated[str, Field(max_length=100_000)]


class Shared(Body):
    personas: Annotated[list[str], Field(max_length=1_000, description="Those whose talks the others may know of.")]


AsSeenBy = Annotated[
    str | None,
    Query(max_length=100, description="As this persona may see it; left out, the one of the token or server."),
]


@router.get("/scopes")
def scopes(request: Request) -> dict[str, Any]:
    """Every persona and person that have talked, and the two that are meant when nobody is named."""
    default = minds(request).default
    return {
        "default": {"persona": default.persona, "person": default.person},
        "scopes": [{"persona": persona, "person": person} for persona, person in _known(request)],
    }


@router.get("/people")
def people(request: Request, persona: AsSeenBy = None) -> dict[str, Any]:
    """Everybody who has talked with a persona that this token is for, with figures counted from the talks."""
    names = sorted({person for _, person in _known(request)})
    return {"people": [_profile(request, name, persona) for name in names]}


@router.get("/people/{name:path}/erasure")
@needs("admin")
def plan_erasure(request: Request, name: Name) -> dict[str, Any]:
    """What is kept of a person with every persona, and the token that erases it; nothing changes (O2)."""
    with minds(request).mind() as mind:
        return jsonable_encoder(mind.plan_erasure(name).plain())


@router.post("/people/{name:path}/erase")
@needs("admin")
def erase(request: Request, name: Name, asked: Erasing) -> dict[str, Any]:
    """For good, with every persona; answers with the proof."""
    with minds(request).mind() as mind:
        proof = mind.erase(name, asked.token, asked.rewrite_backups)
    request.app.state.minds.close()  # what was open has seen them: it is opened anew
    return jsonable_encoder(proof.plain() | {"elsewhere": list(proof.elsewhere)})


@router.put("/people/{name:path}/shared")
def share(request: Request, name: Name, asked: Shared) -> dict[str, Any]:
    """What the person told these personas, topics and settled matters, the others may know; of no other one (N7)."""
    _there(request, name)
    for_all_personas(holder(request))
    known = [persona for persona, person in _known(request) if person == name]
    if strangers := [persona for persona in asked.personas if persona not in known]:
        raise NotFound(
            f"{name} has never talked with {', '.join(strangers)}; there are {', '.join(known)}.",
            f"{name} は {'、'.join(strangers)} と話したことがありません（話した人格: {'、'.join(known)}）。",
        )
    for persona in known:
        with minds(request).mind(persona, name) as mind:
            mind.share(persona in asked.personas)
    return _profile(request, name)


@router.get("/people/{name:path}")
def person(request: Request, name: Name, persona: AsSeenBy = None) -> dict[str, Any]:
    return _profile(request, _there(request, name), persona)


@router.put("/people/{name:path}")
def write(request: Request, name: Name, asked: Words) -> dict[str, Any]:
    """Words about them below the figures; all personas read them."""
    _there(request, name)
    for_all_personas(holder(request))
    with minds(request).mind(person=name) as mind:
        mind.write_profile(asked.text)
    return _profile(request, name)


def _known(request: Request) -> list[tuple[str, str]]:
    with minds(request).mind() as mind:
        found = mind.faculties.store.runs.scopes(holder(request).persona or None)
    return [(scope.persona, scope.person) for scope in found]


def _there(request: Request, name: str) -> str:
    if name not in {person for _, person in _known(request)}:
        raise NotFound(f"nobody called {name} has talked here.", f"{name} という人とはまだ話していません。")
    return name


def _profile(request: Request, name: str, persona: str | None = None) -> dict[str, Any]:
    with minds(request).mind(persona, name) as mind:
        return mind.profile().plain(mind.settings.profiles)
