"""Elastic injection (R8): where the raw log of a prompt begins, episodes end. No overlap, no gap.

    look-back ──────────── boundary ─────────────── now
              episodes             raw log

The boundary is the day of the oldest raw message. The look-back counts from there, so a shorter raw log brings newer
episodes and a longer one pushes them back. What the boundary's own day holds before the raw log begins is told apart
from both (see recall/episodes.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from omoide.domain.episode import Episode
from omoide.domain.span import Span


def injected(episodes: Sequence[Episode], oldest: date, lookback_days: int) -> list[Episode]:
    """The episodes that stand before the raw log, oldest first.

    `episodes` may hold archived ones: when a merged week reaches over the boundary, its days before the boundary are
    told by their own accounts instead, which the archive has kept.
    """
    if lookback_days < 1 or oldest == date.min:
        return []
    window = Span(max(oldest - timedelta(days=lookback_days), date.min), oldest - timedelta(days=1))
    chosen: list[Episode] = []
    for episode in episodes:
        if episode.archived or episode.failed or not episode.days.meets(window):
            continue
        if episode.compressed and episode.days.last >= oldest:
            days = [e for e in episodes if e.kind == "day" and e.merged_into == episode.id and not e.failed]
            # A week whose days all lie before the boundary only seems to reach over it.
            if any(day.days.last >= oldest for day in days):
                chosen += [day for day in days if day.days.meets(window)]
                continue
        chosen.append(episode)
    return sorted(chosen, key=lambda e: (e.days.first, e.days.last, e.id))
