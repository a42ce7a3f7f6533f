"""The persona's own emotions: logged as it names them (M2), and what a change of them can mean (P5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from omoide.domain.dates import placed
from omoide.domain.persona_emotion import FeltEmotion, PersonaEmotion, bonded
from omoide.domain.special_event import SpecialEvent
from omoide.language.detect import Language
from omoide.motivate import events
from omoide.motivate.wording import tongue
from omoide.ports import Faculties
from omoide.settings import Settings


def feel(
    faculties: Faculties, settings: Settings, emotion: PersonaEmotion, now: datetime, *,
    sources: Sequence[str] = (), language: Language | None = None,
) -> SpecialEvent | None:  # fmt: skip
    """Log it. From unease to ease with the same person a bond was confirmed: that is returned, and kept as an episode.

    What is compared is the last emotion before this moment, so that an old conversation that is lived through later
    tells its own story and not that of today.
    """
    store, scope = faculties.store, faculties.scope
    felt = FeltEmotion(scope, placed(now), emotion)
    with store.transaction():
        before = store.emotions.last(scope.persona, scope.person, before=felt.timestamp)
        store.emotions.add(felt)
        if before is None or not bonded(before.emotion, emotion):
            return None
        language = language or tongue(settings)
        event = events.bonding(scope, before.emotion, emotion, now, settings.motivation, language, sources)
        return events.keep(faculties, event)


def mood(faculties: Faculties, since: datetime | None = None) -> list[FeltEmotion]:
    """For eyes only, oldest first: the log is never put into a prompt."""
    return faculties.store.emotions.since(faculties.scope.persona, placed(since) if since else None)
