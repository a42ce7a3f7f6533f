"""What a session is told of a machine's clock that has jumped (O6): by the first prompt that comes upon it, and by
every start of a session until it is over. The log keeps it in between, so that a start need not open the store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.doors.hooks.log import Log

if TYPE_CHECKING:
    from omoide.mind import Mind

CLOCK = "clock"  # its lines in the log


def first_told(mind: Mind) -> str:
    """Empty when there is no doubt, or when it was told before."""
    doubt, log = mind.clock_doubt(), Log(mind.home)
    if doubt is None or doubt.settled:
        log.fine(CLOCK)
        return ""
    if _known(log):
        return ""
    from omoide.errors import Refused
    from omoide.perceive import tell_doubt

    told = tell_doubt(doubt, mind.settings.clock)
    log.problem(CLOCK, Refused(told.en, told.ja))
    return told_again(mind.home)


def told_again(home: Path) -> str:
    known = _known(Log(home))
    if known is None:
        return ""
    from omoide.doors.cli.words import choose_language

    return f"omoide: {known['ja' if choose_language(['--home', str(home)]) == 'ja' else 'en']}"


def as_message(text: str) -> str:
    """The answer of a hook that says something to the person, not to the model."""
    return json.dumps({"systemMessage": text}, ensure_ascii=False)


def _known(log: Log) -> dict[str, str] | None:
    return next((line for line in log.unsolved() if line["hook"] == CLOCK), None)
