"""A reply, from the message to the memory of it: bring to mind, let the model speak, take out the tags, keep the turn.

What was heard was said: when a reply breaks off, or its listener leaves, the turn is kept with as much as there was;
and what is on its way is on disk, so that a crash does not take it along (J1).
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from datetime import datetime

from omoide.context.assembling import Context, mark_brought
from omoide.language.reply_tags import TagStream
from omoide.perceive import Stream
from omoide.ports import Faculties, Speech
from omoide.settings import Settings


def talk(
    faculties: Faculties, settings: Settings, message: str, context: Context, *, session: str = "",
    time: datetime | None = None, origin: str = "",
) -> Generator[str, None, None]:  # fmt: skip
    """What may be shown, piece by piece. Raises Postponed when the model cannot (go on) speak; the turn is kept all the
    same, so that nothing that a person said is lost."""
    # What was noted or said elsewhere and got no reply would read as if it had just been said: memories tell it.
    answered = (turn for turn in context.shown if turn.replied.strip() or (session and turn.session == session))
    history = tuple((turn.said, turn.replied) for turn in answered)
    begun = False
    tags = TagStream()
    with Stream(faculties, settings, message, session=session, time=time, origin=origin) as out:
        with closing(faculties.thinker.stream(Speech(context.text, history, message))) as pieces:
            for piece in pieces:
                if not begun:
                    mark_brought(faculties, settings, context)
                    begun = True
                out.write(piece)
                if visible := tags.feed(piece):
                    yield visible
        if rest := tags.finish().visible:
            yield rest
