"""A matter is settled (L4): the own log tells of it, and the person's other personas may know (people.share)."""

from __future__ import annotations

from datetime import datetime

from omoide.domain.sameness import sameness
from omoide.perceive.activity import note_event
from omoide.perceive.fitting import fit
from omoide.perceive.pausing import paused
from omoide.perceive.privacy import not_to_be_remembered
from omoide.ports import Faculties
from omoide.settings import Settings


def resolve(
    faculties: Faculties, settings: Settings, matter: str, *, ts: datetime | None = None, key: str = ""
) -> bool:
    """Whether it is news. What was resolved just before, by whichever persona, is neither kept nor logged again; where
    personas do not know of each other, each has its own news (N7)."""
    matter = fit(matter, settings.activity.kept_characters)
    if not matter or paused(faculties) or not_to_be_remembered(settings.privacy, matter, "", ""):
        return False
    scope, at = faculties.scope, ts or faculties.clock.now()
    if not settings.home_shares(faculties.bound):
        key = f"{scope.persona}\n{key or sameness(matter)}"
    new = faculties.store.resolutions.add(scope.person, scope.persona, matter, at, key)
    if new:
        note_event(faculties, settings, "issue_resolved", ts=at, content=matter)
    return new
