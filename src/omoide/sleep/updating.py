"""Episodes made and merged, and entities looked for, by hand, between two nights (I4). Never beside a night."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from omoide.errors import NotFound
from omoide.perceive import alone
from omoide.ports import Faculties, Progress
from omoide.settings import Settings
from omoide.sleep.entities import propose_entities
from omoide.sleep.episodes import tell_days
from omoide.sleep.weeks import merge_weeks


def update_episodes(
    faculties: Faculties, settings: Settings, now: datetime, merge: bool, progress: Progress | None = None
) -> dict[str, dict[str, Any]]:
    """Tell the days that are missing, and merge the weeks that are due when asked to; as the night does."""
    with alone(faculties):
        done = {"episodes": tell_days(faculties, settings, now, progress)}
        if merge:
            done["weeks"] = merge_weeks(faculties, settings, now, progress)
    return done


def update_entities(faculties: Faculties, settings: Settings, now: datetime) -> dict[str, Any]:
    """Look through what was said since the last pass for what belongs on pages, and propose it, as the night does."""
    with alone(faculties):
        return propose_entities(faculties, settings, now, lambda result: None)


def unmerge(faculties: Faculties, episode_id: str, now: datetime) -> int:
    """Bring the days of a merged week back; it is not merged again."""
    with alone(faculties):
        back = faculties.store.episodes.unmerge(faculties.scope, episode_id, now)
    if not back:
        raise NotFound(
            f"{episode_id} is no merged week; see `omoide episodes`.",
            f"{episode_id} はまとめた週ではありません。`omoide episodes` で確かめてください。",
        )
    return back
