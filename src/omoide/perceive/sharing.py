"""What a person told one persona, and which others may know of it (N7): all of them, or those that the person let know.

One rule for everything that reaches beyond the own scope: topics (U1), settled matters (L4), posts in shared channels.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from omoide.ports import Faculties
from omoide.settings import Settings

if TYPE_CHECKING:
    from omoide.domain.resolution import Resolution


def heard_by(faculties: Faculties, settings: Settings) -> Collection[str] | None:
    """The personas whose talks with the person this one may know of; None means: all (people.share)."""
    if settings.home_shares(faculties.bound):
        return None
    return {faculties.scope.persona, *faculties.store.people.shared(faculties.scope.person)}


def resolved_matters(faculties: Faculties, settings: Settings, since: datetime | None = None) -> list[Resolution]:
    """What was settled with this person, as far as this persona may know of it; oldest first (L4)."""
    heard = heard_by(faculties, settings)
    found = faculties.store.resolutions.recent(faculties.scope.person, since)
    return [one for one in found if heard is None or one.persona in heard]
