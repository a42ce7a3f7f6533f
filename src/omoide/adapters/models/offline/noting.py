"""A session noted by rules (W7): the exchanges quoted as in the account of a day, and what clear phrases settle.

Whether a procedure went well is a judgement, so nothing is said about it: unclear is not counted.
"""

from __future__ import annotations

from omoide.adapters.models.offline.days import tell_day
from omoide.adapters.models.offline.resolving import settled, to_do
from omoide.adapters.models.offline.topics import keywords
from omoide.prompts.session_note import Noted, SessionNote
from omoide.prompts.summarise_day import SummariseDay

_TOPICS = 5


def note(question: SessionNote) -> Noted:
    said = [exchange.said for exchange in question.exchanges]
    told = tell_day(
        SummariseDay(
            question.persona, question.person, question.day, question.exchanges, 0, question.most, question.language,
            part=2, parts=2,
        )
    )  # fmt: skip
    resolved = settled(said, question.tasks)
    return Noted(
        summary=told,
        resolved=resolved,
        tasks=to_do(said, question.tasks, resolved),
        topics=keywords(*(f"{one.said}\n{one.replied}" for one in question.exchanges), most=_TOPICS),
    )
