"""What is under way with this person, what is settled (L4), and what the sessions that are over brought (W7, R16)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from omoide import sessions as room
from omoide.context.moment import Moment, headed, piece
from omoide.domain.budget import Piece, Section
from omoide.domain.dates import wall_clock
from omoide.domain.resolution import Resolution
from omoide.language.quoting import in_a_line

_NOTED_DAYS = 7  # a day that no night has told within a week will hardly be asked after


def resolved_matters(moment: Moment) -> tuple[Resolution, ...]:
    """Those of the person who is speaking, by whichever persona that this one may know of; the newest first."""
    return tuple(reversed(room.resolved_matters(moment.faculties, moment.settings, moment.now)))


def resolved(moment: Moment, matters: Sequence[Resolution]) -> Section:
    zone = moment.settings.zone(moment.faculties.scope.person)
    heading = moment.say("Settled; do not ask after these again:", "解決済み（もう尋ねなくてよい）:")
    own = moment.faculties.scope.persona
    lines = []
    for one in matters:
        by = "" if one.persona == own else f" ({in_a_line(one.persona)})"
        lines.append(piece(f"- [{wall_clock(one.ts, zone):%Y-%m-%d}] {in_a_line(one.matter)}{by}", one.matter))
    return Section("resolved", headed(heading, lines))


def current_task(moment: Moment) -> Section:
    """What is open, as the page has it; what was begun last matters most."""
    opened = room.current_task(moment.faculties).open
    heading = moment.say("Still to be done:", "まだ済んでいないこと:")
    lines = [piece(in_a_line(task.line()), task.text) for task in reversed(opened)]
    return Section("current_task", headed(heading, lines))


def sessions(moment: Moment, told: Section) -> Section:
    """The newest notes, oldest first. A note stands in for its day until that is told, so none of a day that is; and
    none of a talk that stands in the prompt as it was said."""
    rules, f = moment.settings.priming, moment.faculties
    zone = moment.settings.zone(f.scope.person)
    today = wall_clock(moment.now, zone).date()
    back = min(moment.settings.episodes.lookback_days, _NOTED_DAYS, today.toordinal() - 1)
    notes = f.store.notes.since(f.scope, today - timedelta(days=back))
    days = {one.label.split("_")[1] for one in told.pieces if one.label.startswith("episode_")}
    shown = {turn.key for turn in moment.shown}
    newest = [
        note
        for note in notes
        if note.day <= today and note.day.isoformat() not in days and not shown.issuperset(note.sources)
    ]
    newest = newest[len(newest) - min(rules.sessions, len(newest)) :]
    lines = [piece(f"- [{note.day.isoformat()}] {in_a_line(note.text)}", note.id) for note in newest]
    told_turns = shown.union(*(note.sources for note in newest))
    return Section("sessions", (*lines, *_left_off(moment, told_turns, days)), keep="last")


def _left_off(moment: Moment, told: Collection[str], days: Collection[str]) -> list[Piece]:
    """The talk that was interrupted (S2): what has flowed out of it, then its last messages, as far as the prompt does
    not have them; neither as raw turns nor in a note, nor from a day that is told."""
    f, zone = moment.faculties, moment.settings.zone(moment.faculties.scope.person)
    talk = room.left_off(f, moment.settings, moment.now)
    if talk is None:
        return []
    lines = [
        (flush.created_at, in_a_line(flush.summary)) for flush in talk.before if not set(told).issuperset(flush.sources)
    ]
    lines += [
        (one.time, f"{one.speaker}: {in_a_line(one.text)}") for one in talk.thread.messages if one.turn not in told
    ]
    lines = [(wall_clock(at, zone), text) for at, text in lines]
    lines = [(at, text) for at, text in lines if at.date().isoformat() not in days]
    heading = moment.say("Where the talk was left off:", "話の続き（中断したところまで）:")
    return list(headed(heading, [piece(f"- [{at:%Y-%m-%d %H:%M}] {text}") for at, text in lines]))
