"""What a reply's tags bring about (M2, P6): the emotion is logged, and the episodes that took part learn of it."""

from __future__ import annotations

from omoide.domain.turn import Turn
from omoide.language.reply_tags import Stripped
from omoide.motivate.feelings import feel
from omoide.motivate.wording import tongue
from omoide.ports import Faculties
from omoide.settings import Settings


def hear(faculties: Faculties, settings: Settings, turn: Turn, tags: Stripped) -> None:
    """For a turn that is kept for the first time, in its transaction: a turn that comes twice was felt once, and one
    that must not be remembered was not felt at all. Ids of episodes that are not there are passed over."""
    if tags.emotion:
        language = tongue(settings, turn.said, turn.replied)
        feel(faculties, settings, tags.emotion, turn.time, sources=(turn.key,), language=language)
    for trace in tags.traces:
        faculties.store.episodes.apply_trace(
            faculties.scope, trace.id, trace.resonance, settings.episodes.resonance_rate
        )
