"""Whose memory a request is about: named in it, or the two that the server was started for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from omoide.doors.wire.minds import Minds
    from omoide.mind import Mind

NAME = {"max_length": 100, "description": "Left out, the one that the server was started for."}


class Named(BaseModel):
    """The beginning of every body: a persona and a person."""

    model_config = ConfigDict(extra="forbid")

    persona: Annotated[str | None, Field(**NAME)] = None
    person: Annotated[str | None, Field(**NAME)] = None


def minds(request: Request) -> Minds:
    return request.app.state.minds


def _asked(
    request: Request,
    persona: Annotated[str | None, Query(**NAME)] = None,
    person: Annotated[str | None, Query(**NAME)] = None,
) -> Iterator[Mind]:
    with minds(request).mind(persona, person) as mind:
        yield mind


# For routes that name the two in the query: they are given the open mind.
MindAsked = Annotated["Mind", Depends(_asked)]
