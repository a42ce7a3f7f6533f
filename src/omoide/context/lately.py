"""The channel *activity* (R1, L3): what happened lately, from the log; from the days as they were told, and
from what other personas wrote in shared channels, while the log is empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from omoide.context.channels import Found, Item
from omoide.context.moment import Moment, piece
from omoide.domain.activity_lines import lines_for_prompt
from omoide.domain.budget import framed
from omoide.domain.dates import wall_clock
from omoide.domain.event import Entry
from omoide.domain.span import Span
from omoide.domain.turn import Scope
from omoide.language.quoting import in_a_line
from omoide.pages import profile_page
from omoide.perceive import heard_by

_SAID_ABOVE = 40  # characters of a message that stands in the prompt as it was said: enough to know it again
_WEEK = 7  # days that are looked back on without a log
_EPISODES, _POSTS = 3, 10
_OTHERS = 5  # personas whose posts are looked for, those most talked with
_LINE = 200  # characters of an episode or a post


def activity(moment: Moment, budget: int) -> Found:
    f, rules = moment.faculties, moment.settings.activity
    since = moment.now - timedelta(hours=rules.hours)
    entries = f.activity.latest(f.scope, since, rules.most_entries, moment.now)
    if not entries:
        return _instead(moment)
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


def _instead(moment: Moment) -> Found:
    """What can be known of these days without a log of one's own."""
    days, posts = _days(moment), _posts(moment)
    why = {
        (True, False): ("the log is empty; the newest days instead", "記録がないので、最近の日々から"),
        (False, True): ("the log is empty; shared channels instead", "記録がないので、共有チャンネルから"),
        (True, True): (
            "the log is empty; days and shared channels instead",
            "記録がないので、日々と共有チャンネル",
        ),
        (False, False): ("nothing is in the log", "記録がない"),
    }[bool(days), bool(posts)]
    return Found((*days, *posts), why, newest_last=True)


def _days(moment: Moment) -> list[Item]:
    """The newest accounts, a line each, oldest first."""
    f = moment.faculties
    today = moment.now.date()
    week = Span(today - timedelta(days=min(_WEEK, today.toordinal() - 1)), today)
    told = f.store.episodes.within(f.scope, week, False)[-_EPISODES:]
    why = ("told of a day", "日々の記録")
    return [
        Item(piece(f"[{one.date}][{one.id}] {_short(in_a_line(one.summary))}", one.id), why) for one in told
    ]  # fmt: skip


def _posts(moment: Moment) -> list[Item]:
    """What this person's other personas wrote where all of them read, oldest first; of those that this one may know of
    (N7), and never another person's (N6)."""
    f, rules = moment.faculties, moment.settings.activity
    zone, since = moment.settings.zone(f.scope.person), moment.now - timedelta(days=_WEEK)
    heard = heard_by(f, moment.settings)
    others = [
        name for name in profile_page(f).addressed if name != f.scope.persona and (heard is None or name in heard)
    ]
    with f.store.beyond():  # a server keeps their logs from each other
        found = [
            (entry.event, name)
            for name in others[:_OTHERS]
            for entry in f.activity.latest(Scope(name, f.scope.person), since, rules.most_entries, moment.now)
            if entry.event.type == "channel_post" and entry.event.channel
        ]
    found.sort(key=lambda pair: (pair[0].ts, pair[1]))
    why = ("written in a shared channel", "共有チャンネルへの投稿")
    return [
        Item(
            piece(
                f"[{wall_clock(event.ts, zone):%Y-%m-%d %H:%M}][#{in_a_line(event.channel)}] {in_a_line(name)}:"
                f" {_short(in_a_line(event.content))}"
            ),
            why,
        )
        for event, name in found[-_POSTS:]
    ]


def _short(text: str) -> str:
    return text if len(text) <= _LINE else f"{text[: _LINE - 1].rstrip()}…"
