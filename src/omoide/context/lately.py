"""The channel *activity* (R1, L3): what happened lately, from the log; from the days as they were told while the log
is empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from omoide.context.channels import Found, Item
from omoide.context.moment import Moment, piece
from omoide.domain.activity_lines import lines_for_prompt
from omoide.domain.budget import framed
from omoide.domain.event import Entry
from omoide.domain.span import Span
from omoide.language.quoting import in_a_line

_SAID_ABOVE = 40  # characters of a message that stands in the prompt as it was said: enough to know it again
_EPISODES = 3
_LINE = 200  # characters of an episode


def activity(moment: Moment, budget: int) -> Found:
    f, rules = moment.faculties, moment.settings.activity
    since = moment.now - timedelta(hours=rules.hours)
    entries = f.activity.latest(f.scope, since, rules.most_entries, moment.now)
    if not entries:
        return _days(moment)
    zone = moment.settings.zone(f.scope.person)
    room = budget - f.tokens.count(framed("activity", ""))
    lines = lines_for_prompt(_shortened(moment, entries), room, f.tokens.count, zone, rules)
    why = (f"the log of the last {rules.hours} hours", f"直近 {rules.hours} 時間の記録")
    named = ("happened lately", "最近のできごと")
    return Found(tuple(Item(piece(line), named) for line in lines), why, newest_last=True)


def _shortened(moment: Moment, entries: Sequence[Entry]) -> list[Entry]:
    """The raw turns of the talk follow in the prompt; here it is enough to see when each was said."""
    there = {text.strip() for turn in moment.shown for text in (turn.said, turn.replied)}
    return [
        entry._replace(event=replace(entry.event, content=f"{entry.event.content[:_SAID_ABOVE].rstrip()}…"))
        if len(entry.event.content) > _SAID_ABOVE and entry.event.content.strip() in there
        else entry
        for entry in entries
    ]


def _days(moment: Moment) -> Found:
    """The newest accounts, a line each, oldest first."""
    f = moment.faculties
    today = moment.now.date()
    week = Span(today - timedelta(days=min(7, today.toordinal() - 1)), today)
    told = f.store.episodes.within(f.scope, week, False)[-_EPISODES:]
    items = []
    for episode in told:
        text = in_a_line(episode.summary)
        short = text if len(text) <= _LINE else f"{text[: _LINE - 1].rstrip()}…"
        items.append(
            Item(piece(f"[{episode.date}][{episode.id}] {short}", episode.id), ("told of a day", "日々の記録"))
        )
    why = ("the log is empty; the newest days instead", "記録がないので、最近の日々から")
    return Found(tuple(items), why if items else ("nothing is in the log", "記録がない"), newest_last=True)
