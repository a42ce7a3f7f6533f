"""The part of a Mind that replies: what is brought to mind, how long that is, with whom, and the reply itself."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from omoide import context as room
from omoide import pages
from omoide.domain.turn import Turn
from omoide.ports import Faculties
from omoide.settings import Settings

if TYPE_CHECKING:
    from omoide.context.assembling import Context, TokenEstimate
    from omoide.context.speaking_first import Initiative
    from omoide.domain.person import Profile
    from omoide.domain.priming_rules import MessageType


class Replies:
    """Every line delegates; a recall that never replies loads nothing of this room but this file."""

    faculties: Faculties
    settings: Settings

    def context(
        self, message: str, *, session: str = "", project: str = "", shown: Sequence[Turn] | None = None,
        now: datetime | None = None, mark: bool = True, kind: MessageType | None = None,
    ) -> Context:  # fmt: skip
        """What the persona has in mind for a reply, section by section, and what found no room (R9). `shown` are the
        raw turns in the prompt; left out, as many as the settings say. Showing marks memories, unless mark=False.
        `kind` is the type of the message (R1), where the caller knows it ("heartbeat"); else its words tell."""
        brought = room.assemble(
            self.faculties, self.settings, message, session=session, project=project, shown=shown, now=now, kind=kind
        )
        if mark:
            room.mark_brought(self.faculties, self.settings, brought)
        return brought

    def mark_brought(self, brought: Context) -> None:
        """For one that was brought with mark=False, once it is really shown."""
        room.mark_brought(self.faculties, self.settings, brought)

    def already_said(self, said: Sequence[str]) -> list[Turn]:
        """For a prompt that somebody else puts together: the newest kept turns whose messages are among these, to be
        named as `shown`."""
        return room.already_said(self.faculties, self.settings, said)

    def estimate_tokens(
        self, message: str, *, session: str = "", project: str = "", shown: Sequence[Turn] | None = None,
        now: datetime | None = None,
    ) -> TokenEstimate:  # fmt: skip
        """How long a prompt would be, by the same assembly and without asking a model (R18)."""
        return room.estimate_tokens(
            self.faculties, self.settings, message, session=session, project=project, shown=shown, now=now
        )

    def talk(
        self, message: str, brought: Context | None = None, *, session: str = "", time: datetime | None = None,
        origin: str = "",
    ) -> Generator[str, None, None]:  # fmt: skip
        """Let the persona reply, piece by piece and without its tags, and keep the turn. Raises Postponed when no model
        can; what was said is kept then too."""
        brought = brought or self.context(message, session=session, project=origin, now=time, mark=False)
        return room.talk(self.faculties, self.settings, message, brought, session=session, time=time, origin=origin)

    def speak_first(self, now: datetime | None = None) -> Initiative:
        """Let the persona begin to talk, if something moves it enough and its limits allow it (M5). Without a model it
        says nothing, and the impulse stays."""
        return room.speak_first(self.faculties, self.settings, now or self.faculties.clock.now())

    # ------------------------------------------------------------ who the person is

    def profile(self) -> Profile:
        """Who the person of this memory is to all personas (U1): the words of people/<person>.md, and the facts as they
        are at this moment; topics as far as this persona may know of them (N7)."""
        return pages.profile_now(self.faculties, self.settings)

    def share(self, shared: bool = True, now: datetime | None = None) -> None:
        """Let this person's other personas know what the person tells this one: topics and settled matters (N7). It is
        for the person to decide; `False` takes it back."""
        pages.share(self.faculties, self.settings, shared, now or self.faculties.clock.now())

    def refresh_profile(self, now: datetime | None = None) -> Profile:
        """Count anew what is known about the person, and write it on the page; the night does it by itself."""
        return pages.refresh_profile(self.faculties, self.settings, now or self.faculties.clock.now())

    def write_profile(self, text: str, now: datetime | None = None) -> Profile:
        """Put words of your own below the figures; all personas read them."""
        return pages.write_profile(self.faculties, text, now or self.faculties.clock.now())
