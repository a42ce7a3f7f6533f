"""Old days run together into weeks (P3). The days go to the archive and can be brought back; nothing is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import chain
from typing import Any

from omoide.domain.dates import wall_clock
from omoide.domain.episode import Episode, length_for, mean_and_max, strongest_first
from omoide.domain.span import Span
from omoide.errors import Declined, Postponed, because
from omoide.language.detect import language_of
from omoide.ports import Faculties, Progress
from omoide.prompts.merge_week import DayTold, MergeWeek
from omoide.settings import Settings
from omoide.sleep.episodes import within


def weeks_due(faculties: Faculties, settings: Settings, now: datetime) -> list[tuple[Span, list[Episode]]]:
    """Weeks from Monday to Sunday whose days are all old enough and all told, with the accounts to merge.

    A day that was told later (an import, a refusal that was repaired) is merged with the week that is there. A week
    that a person has brought back is left alone.
    """
    scope, zone = faculties.scope, settings.zone(faculties.scope.person)
    newest = wall_clock(now, zone).date() - timedelta(days=settings.episodes.merge_after_days)
    every = faculties.store.episodes.within(scope, None, archived=None)
    brought_back = {e.days.first for e in every if e.compressed and e.archived and e.merged_into is None}
    merged = {e.days.first: e for e in every if e.compressed and not e.archived}
    by_week: dict[date, list[Episode]] = {}
    for episode in every:
        week = Span.week(episode.days.first)
        if episode.kind == "day" and not episode.archived and not episode.failed and week.last <= newest:
            by_week.setdefault(week.first, []).append(episode)
    recorded = {e.days.first for e in every if e.kind == "day"}
    waiting = {Span.week(day).first for day in faculties.store.log.days(scope, zone) if day not in recorded}
    return [
        (Span.week(monday), days + ([merged[monday]] if monday in merged else []))
        for monday, days in sorted(by_week.items())
        if monday not in brought_back and monday not in waiting
    ]


def merge_weeks(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None
) -> dict[str, Any]:
    """Merge what is due, each week as soon as it is told; what no mind can merge now keeps its days."""
    due = weeks_due(faculties, settings, now)
    merged, refused, postponed, why = 0, 0, 0, None
    for done, (week, accounts) in enumerate(due, 1):
        question, length = _question(faculties, settings, week, accounts)
        [answer] = faculties.thinker.ask_all([question])
        if isinstance(answer, Declined):
            refused, why = refused + 1, answer
        elif isinstance(answer, Postponed):
            postponed, why = len(due) - done + 1, answer
            break
        elif faculties.store.episodes.merge(
            _week(faculties, week, accounts, within(answer.summary, length), now, question), [a.id for a in accounts]
        ):
            merged += 1
        if progress:
            progress(done, len(due))
    result: dict[str, Any] = {"merged": merged, "refused": refused, "postponed": postponed}
    return result | because(why)


def _question(
    faculties: Faculties, settings: Settings, week: Span, accounts: Sequence[Episode]
) -> tuple[MergeWeek, Any]:
    rules, scope = settings.episodes, faculties.scope
    ordered = strongest_first(accounts, rules.week_strongest)
    text = "\n".join(episode.summary for episode in ordered)
    length = length_for(len(text), rules.week_shortest, rules.week_longest)
    days = tuple(
        DayTold(e.date, e.summary, e.arousal_max, e.arousal_max is not None and e.arousal_max >= rules.highlight)
        for e in ordered
    )
    detailed = min(rules.week_strongest, len(days))
    question = MergeWeek(
        scope.persona, scope.person, _written(week), days, detailed, length.least, length.most, language_of(text)
    )
    return question, length


def _week(
    faculties: Faculties, week: Span, accounts: Sequence[Episode], summary: str, now: datetime, question: MergeWeek
) -> Episode:
    """A week that is merged anew counts the days that it had already."""
    weights = [(e, e.original_count or 1) for e in accounts]
    mean, _ = mean_and_max([e.arousal for e, count in weights for _ in range(count)])
    return Episode(
        id="",
        scope=faculties.scope,
        kind="week",
        days=week,
        summary=summary,
        arousal=mean,
        arousal_max=mean_and_max([e.arousal_max for e in accounts])[1],
        created=now,
        sources=tuple(dict.fromkeys(chain.from_iterable(e.sources for e in accounts))),
        original_count=sum(count for _, count in weights),
        made_by=faculties.thinker.who(question),
    )


def _written(week: Span) -> str:
    return f"{week.first.isoformat()}~{week.last.isoformat()}"
