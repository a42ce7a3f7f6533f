"""The log of events as a prompt reads it (L3): grouped, short, and within a number of tokens.

    [09:00-09:12] DM mio: the plan for spring
      [09:00] DM< Have you seen the plan for spring?
      [09:12] DM> I have. Let us talk tomorrow.
      -> activity_log/2026-11-15.jsonl#L3-L7
    [10:00-10:30] HB: nothing new -> activity_log/2026-11-15.jsonl#L8-L11
    [11:00] CRON sleep: exit=0
    [12:00] MSG< What did we say about the plan?

Whoever wants to know more reads what a pointer names. Where there is no room for all, the newest stay: what happened an
hour ago matters more than what happened in the morning. Texts are only put in one line here; who puts them into a
prompt quotes them (R14).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo

from omoide.domain.activity_rules import ActivityRules
from omoide.domain.dates import wall_clock
from omoide.domain.event import Entry, Event, pointer_to

_DMS = ("dm_sent", "dm_received")
_BEATS = ("heartbeat_start", "heartbeat_end")
_TOPIC = 40  # characters


def lines_for_prompt(
    entries: Iterable[tuple],
    most_tokens: int,
    count: Callable[[str], int],
    zone: tzinfo | None = None,
    rules: ActivityRules | None = None,
) -> list[str]:
    """The lines of (day, line, event), oldest first; joined by line breaks they have at most so many tokens."""
    rules = rules or ActivityRules()
    groups = grouped((Entry(*entry) for entry in entries), rules)
    told = [_Words(zone, rules).of(group) for group in groups][::-1]  # the newest first
    fits = bisect_right(range(1, len(told) + 1), most_tokens, key=lambda n: count(_text(told[:n])))
    shown = told[:fits]
    if fits < len(told) and (talk := told[fits]).children:  # of a talk that is too long, its end
        most = bisect_right(
            range(1, len(talk.children)), most_tokens, key=lambda n: count(_text([*shown, talk.ending(n)]))
        )
        shown = [*shown, talk.ending(most)] if most else shown
    return [line for each in reversed(shown) for line in each.lines]


@dataclass(slots=True, eq=False)
class Group:
    """Events that are told together: a talk with one peer, beats of the heart, runs of one task, or a single one."""

    kind: str
    entries: list[Entry] = field(default_factory=list)

    @property
    def last(self) -> Entry:
        return self.entries[-1]


def grouped(entries: Iterable[Entry], rules: ActivityRules) -> list[Group]:
    """In the order in which they ended. No group reaches over two days: a pointer names one file."""
    groups: list[Group] = []
    open_groups: dict[tuple, Group] = {}
    for entry in sorted(entries, key=lambda e: (e.event.ts, e.day, e.line)):
        key, event = _belongs(entry), entry.event
        group = open_groups.get(key) if key else None
        if group and not _goes_on(group, entry, groups, rules):
            group = None
        if group is None:
            group = Group(key[0] if key else "single")
            if key:
                open_groups[key] = group
        else:
            groups.remove(group)
        group.entries.append(Entry(entry.day, entry.line, event))
        groups.append(group)
    return groups


def _belongs(entry: Entry) -> tuple | None:
    """What an event could be told together with."""
    event = entry.event
    if event.type in _DMS:
        return "dm", entry.day, event.peer
    if event.type in _BEATS:
        return "hb", entry.day
    if event.type == "cron_executed":
        return "cron", entry.day, event.task, event.exit_code
    return None


def _goes_on(group: Group, entry: Entry, groups: Sequence[Group], rules: ActivityRules) -> bool:
    """A talk goes on for half an hour, a beat ends as it began; else only what follows at once belongs together."""
    if group.kind == "dm":
        return entry.event.ts - group.last.event.ts <= timedelta(minutes=rules.group_minutes)
    begun = group.last.event.type == "heartbeat_start" and entry.event.type == "heartbeat_end"
    return groups[-1] is group or (group.kind == "hb" and begun)


@dataclass(frozen=True, slots=True)
class _Told:
    """A group in words: one line, or a talk with its messages and its pointer."""

    head: str
    children: tuple[str, ...] = ()
    foot: str = ""

    @property
    def lines(self) -> list[str]:
        return [self.head, *self.children, *([self.foot] if self.foot else [])]

    def ending(self, count: int) -> _Told:
        """Only the last so many messages; the head and the pointer stay."""
        return _Told(self.head, self.children[len(self.children) - count :], self.foot)


@dataclass(frozen=True, slots=True)
class _Words:
    """Puts groups into words, by a clock and by rules."""

    zone: tzinfo | None
    rules: ActivityRules

    def of(self, group: Group) -> _Told:
        entries, several = group.entries, len(group.entries) > 1
        pointer = f" {_pointer(group)}" if several else ""
        if group.kind == "dm" and several:
            topic = next((e.event.summary for e in entries if e.event.summary), "") or entries[0].event.content
            head = f"{self._span(group)} DM {_line(entries[0].event.peer)}: {_cut(_line(topic), _TOPIC)}"
            return _Told(head, tuple(map(self._child, entries)), f" {pointer}")
        if group.kind == "hb":
            summaries = [text for e in entries if (text := _line(e.event.summary or e.event.content))]
            summary = _cut(summaries[-1], self.rules.line_characters) if summaries else ""
            return _Told(f"{self._span(group)} HB: {summary}".rstrip() + pointer)
        if group.kind == "cron":
            event = group.last.event
            code = "?" if event.exit_code is None else event.exit_code
            return _Told(f"[{self._clock(event.ts)}] CRON {_line(event.task)}: exit={code}{pointer}")
        return _Told(self._single(entries[0]))

    def _single(self, entry: Entry) -> str:
        text = _line(told(entry.event))
        cut = _cut(text, self.rules.line_characters)
        pointer = f" (-> {pointer_to(entry.day)})" if cut != text else ""
        return f"[{self._clock(entry.event.ts)}] {entry.event.label} {cut}".rstrip() + pointer

    def _child(self, entry: Entry) -> str:
        event = entry.event
        text = _cut(_line(event.content or event.summary), self.rules.line_characters)
        return f"  [{self._clock(event.ts)}] {event.label} {text}".rstrip()

    def _span(self, group: Group) -> str:
        first, last = (self._clock(entry.event.ts) for entry in (group.entries[0], group.last))
        return f"[{first}-{last}]"

    def _clock(self, moment: datetime) -> str:
        local = wall_clock(moment, self.zone)
        return f"{local.hour:02}:{local.minute:02}"


def _pointer(group: Group) -> str:
    lines = [entry.line for entry in group.entries]
    return f"-> {pointer_to(group.entries[0].day, min(lines), max(lines))}"


def _text(shown: Sequence[_Told]) -> str:
    """What comes newest first, in the order in which it is read."""
    return "\n".join(line for each in reversed(shown) for line in each.lines)


def told(event: Event) -> str:
    """What an event is about, with what its label does not say: which tool, which channel, to whom."""
    text = event.content or event.summary
    if event.type == "response_sent" and event.content and event.summary:
        return f"({event.summary}) {event.content}"
    before = {
        "tool_use": event.tool, "memory_write": event.tool, "error": event.tool or event.task,
        "human_notify": event.via, "channel_post": event.channel, "channel_read": event.channel,
        "dm_sent": event.peer, "dm_received": event.peer,
    }.get(event.type, "")  # fmt: skip
    return f"{before}: {text}" if before and text else before or text


def _line(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
