"""Whose memory a request is about: named in it, or the two that the server was started for; and never one that the
token of the request is not for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Query, Request
from pydantic import Field

from omoide.domain.access import ANYONE_HERE, Pass
from omoide.domain.turn import Scope
from omoide.doors.http.values import Body
from omoide.doors.wire.refusing import TurnedAway, may_not
from omoide.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from omoide.doors.wire.doorkeeper import Doorkeeper
    from omoide.doors.wire.minds import Minds
    from omoide.mind import Mind

NAME = {"max_length": 100, "description": "Left out, the one that the server was started for."}


class NotAllowed(TurnedAway):
    """The token is for another persona."""

    def __init__(self, en: str, ja: str) -> None:
        super().__init__(403, en, ja)


class Named(Body):
    """The beginning of every body: a persona and a person."""

    persona: Annotated[str | None, Field(**NAME)] = None
    person: Annotated[str | None, Field(**NAME)] = None


def holder(request: Request) -> Pass:
    """Who asks. Without a guard before us, as in a test, it is whoever sits at this machine; whom the guard let in
    without a token, where none was needed, is nobody."""
    found = request.scope.get("state", {}).get("holder", ANYONE_HERE)
    if why := may_not(found, "read"):
        raise why
    return found


def for_all_personas(holder: Pass) -> None:
    """What every persona reads is not written with a token for one of them."""
    if holder.persona:
        raise NotAllowed(
            f"all personas read this, and this token is for {holder.persona} alone: use another token.",
            f"これはすべての人格が読みます。このトークンは {holder.persona} 専用です。別のトークンを使ってください。",
        )


class Allowed:
    """The minds of this server, as far as the token of a request goes."""

    def __init__(self, minds: Minds, holder: Pass) -> None:
        self._minds, self.holder = minds, holder
        self.home = minds.home

    @property
    def default(self) -> Scope:
        """Who is meant when nobody is named; a token for one persona means that one."""
        return Scope(self.holder.persona or self._minds.default.persona, self._minds.default.person)

    @property
    def language(self) -> str:
        return self._minds.language

    def keeper(self, persona: str | None = None, person: str | None = None) -> Doorkeeper:
        try:
            keeper = self._minds.keeper(persona or self.default.persona, person)
        except InvalidInput as error:  # what cannot be a name is nobody's
            raise NotFound(error.en, error.ja) from None
        if not self.holder.knows(keeper.whose.scope.persona):
            raise NotAllowed(
                f"this token is for {self.holder.persona}, not for {keeper.whose.scope.persona}: use another token.",
                f"このトークンは {self.holder.persona} 用です（{keeper.whose.scope.persona} には使えません）。",
            )
        return keeper.bound() if self.holder.persona else keeper

    def talks_with(self, persona: str | None, person: str | None) -> Doorkeeper:
        """Whom a program talks with through the proxy. An example life speaks only to those who name it: to a bot that
        has work to do, its memories would be somebody else's. A person who is not named goes with the persona."""
        shown, unnamed = self._minds.default, self._minds.unnamed
        persona = persona or self.holder.persona or unnamed.persona
        return self.keeper(persona, person or (shown if persona == shown.persona else unnamed).person)

    def mind(
        self, persona: str | None = None, person: str | None = None, make: bool = True
    ) -> AbstractContextManager[Mind]:
        return self.keeper(persona, person).mind(make=make)


def minds(request: Request) -> Allowed:
    return Allowed(request.app.state.minds, holder(request))


def _asked(
    request: Request,
    persona: Annotated[str | None, Query(**NAME)] = None,
    person: Annotated[str | None, Query(**NAME)] = None,
) -> Iterator[Mind]:
    with minds(request).mind(persona, person) as mind:
        yield mind


# For routes that name the two in the query: they are given the open mind.
MindAsked = Annotated["Mind", Depends(_asked)]
