"""Dreaming (D1, D2): when the persona dreams by itself, what it has before its eyes, and what it makes of it.

The model is asked first and everything is written afterwards, in one transaction with the record of the step: a dream
that was killed or postponed has left nothing, and the next one looks at the same talk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal

from omoide import motivate
from omoide.domain.dates import wall_clock
from omoide.domain.dream import Level, level_for
from omoide.domain.span import Span
from omoide.domain.turn import Turn
from omoide.errors import Postponed, put_off
from omoide.language.detect import language_of
from omoide.pages import Candidate, weigh
from omoide.ports import Faculties
from omoide.prompts.dream import Dream, Dreamt
from omoide.recall import recall
from omoide.settings import Settings
from omoide.sleep.reflecting import Reflection

# None: by itself, when the conditions hold. By hand always: at a level, or at the one that is due ("auto").
Wish = Level | Literal["auto"] | None
Record = Callable[[dict[str, Any]], None]

LONGEST_TURN = 1_200  # characters of one exchange that a dream looks at
LONGEST_ACCOUNT = 600
EARLIER = {1: 3, 2: 7, 3: 30}  # insights that it looks back on, by level
LISTED = 20  # goals, and questions
NOTHING_NEW = "nothing new"
_NOBODY = "offline"  # who cannot dream: for it nothing is brought to mind, which would be most of a small night


def dream(faculties: Faculties, settings: Settings, now: datetime, wish: Wish, record: Record) -> dict[str, Any]:
    if wish is None and (reason := why_not(faculties, settings, now)):
        return {"skipped": reason}
    level = wished_level(faculties, settings, now, wish)
    try:
        seen = _before_its_eyes(faculties, settings, now, level)
        if seen is None:
            return {"skipped": NOTHING_NEW}
        dreamt: Dreamt = faculties.thinker.ask(seen.question)
    except Postponed as postponed:
        return put_off(postponed)
    made_by = faculties.thinker.who(seen.question)
    facts = [Candidate(entity.name, entity.fact, entity.why) for entity in dreamt.entities]
    weighed = weigh(faculties, settings, facts, now, seen.sources, made_by)
    with faculties.store.transaction():
        kept = Reflection(faculties, settings, level, now, seen.sources, made_by).keep(dreamt, weighed)
        motivate.note_reflection(faculties, level, _today(faculties, settings, now))
        if seen.until:
            faculties.store.state.set(_key(faculties), seen.until.isoformat())
        record(kept)
    return kept


def why_not(faculties: Faculties, settings: Settings, now: datetime) -> str:
    """Why the persona does not dream by itself now (D1); empty when it may. Without quiet hours none are waited for."""
    autonomy = settings.autonomy
    if not autonomy.enabled:
        return "autonomy is off"
    anytime = settings.dream.any_hour or autonomy.quiet_from == autonomy.quiet_until
    if not anytime and not autonomy.quiet(wall_clock(now, settings.zone(faculties.scope.person))):
        return "not in quiet hours"
    last = faculties.store.emotions.last_talk(faculties.scope.persona)
    if last and now - last < timedelta(minutes=settings.dream.idle_minutes):
        return "talked lately"
    return ""


def why_not_tonight(faculties: Faculties, settings: Settings, now: datetime, wish: Wish) -> str:
    """As the dream itself would say it, for whoever plans a night."""
    if wish is None and (reason := why_not(faculties, settings, now)):
        return reason
    level = wished_level(faculties, settings, now, wish)
    anything = _talk(faculties, now, 1) or _accounts(faculties, settings, now, level)
    return "" if anything else NOTHING_NEW


def wished_level(faculties: Faculties, settings: Settings, now: datetime, wish: Wish) -> Level:
    if wish is not None and wish != "auto":
        return wish
    days = faculties.store.log.days(faculties.scope, settings.zone(faculties.scope.person))
    first = days[0] if days else None
    return level_for(_today(faculties, settings, now), motivate.reflections(faculties), first, settings.dream)


@dataclass(frozen=True, slots=True)
class _Seen:
    question: Dream
    sources: tuple[str, ...]
    until: datetime | None  # the newest exchange: the next dream begins after it


def _before_its_eyes(faculties: Faculties, settings: Settings, now: datetime, level: Level) -> _Seen | None:
    """None when nothing was said since the last dream and there is nothing to look back on."""
    scope, store, rules = faculties.scope, faculties.store, settings.dream
    turns = _talk(faculties, now, rules.turns)
    accounts = _accounts(faculties, settings, now, level)
    if not turns and not accounts:
        return None
    lines, shown = told(turns, scope.persona, scope.person, rules.characters)
    language = settings.language if settings.language != "auto" else language_of("\n".join([*lines, *accounts]))
    question = Dream(
        persona=scope.persona,
        person=scope.person,
        day=_today(faculties, settings, now).isoformat(),
        level=level,
        language=language,
        conversation=lines,
        memories=(),
        accounts=accounts,
        insights=tuple(f"- [{i.created_at.date()}] {i.insight}" for i in store.insights.all(scope, EARLIER[level])),
        goals=_goals(faculties),
        questions=_questions(faculties),
        most_goals=rules.most_goals,
        most_questions=rules.most_questions,
        most_entities=rules.most_proposals,
    )
    if faculties.thinker.who(question) != _NOBODY:
        question = replace(question, memories=_memories(faculties, settings, shown, now))
    return _Seen(question, tuple(turn.key for turn in shown), turns[-1].time if turns else None)


def told(turns: Sequence[Turn], persona: str, person: str, most: int) -> tuple[tuple[str, ...], list[Turn]]:
    """Exchanges as lines, the newest as far as there is room; and which they are."""
    lines: list[str] = []
    for turn in reversed(turns):
        line = f"[{turn.time:%Y-%m-%d %H:%M}] {person}: {turn.said}\n{persona}: {turn.replied}"
        line = line if len(line) <= LONGEST_TURN else f"{line[: LONGEST_TURN - 1]}…"
        if lines and len(line) > most:
            break
        most -= len(line)
        lines.append(line)
    return tuple(reversed(lines)), list(turns[len(turns) - len(lines) :])


def _memories(faculties: Faculties, settings: Settings, turns: Sequence[Turn], now: datetime) -> tuple[str, ...]:
    """What the talk brings to mind. A dream leaves no marks: what it looks at is not strengthened by it."""
    if not turns or not settings.dream.memories:
        return ()
    cue = "\n".join(turn.said for turn in reversed(turns))
    found = recall(faculties, settings, cue, limit=settings.dream.memories, session="", now=now, mark=False)
    return tuple(f"- [{r.memory.created.date()}] {r.memory.trigger} → {r.memory.content}" for r in found.memories)


def _talk(faculties: Faculties, now: datetime, most: int) -> Sequence[Turn]:
    """What was said since the last dream."""
    since = faculties.store.state.get(_key(faculties))
    return faculties.store.log.recent(faculties.scope, datetime.fromisoformat(since) if since else None, now, most)


def _accounts(faculties: Faculties, settings: Settings, now: datetime, level: Level) -> tuple[str, ...]:
    """The days behind a weekly or monthly reflection, as the persona has told them."""
    if level == 1:
        return ()
    today = _today(faculties, settings, now)
    days = settings.dream.weekly_days if level == 2 else settings.dream.monthly_days
    found = faculties.store.episodes.within(faculties.scope, Span(today - timedelta(days=days), today))
    lines = [f"- [{e.date}] {e.summary[:LONGEST_ACCOUNT]}" for e in found if not e.failed]
    room = max(settings.dream.characters // LONGEST_ACCOUNT, 1)
    return tuple(lines[-room:])


def _goals(faculties: Faculties) -> tuple[str, ...]:
    lines = []
    for goal in motivate.goals(faculties)[:LISTED]:
        notes = "; ".join(note.text for note in goal.progress_notes[-3:])
        lines.append(f"- {goal.id} ({goal.term}, {goal.priority}) {goal.goal}" + (f" – {notes}" if notes else ""))
    return tuple(lines)


def _questions(faculties: Faculties) -> tuple[str, ...]:
    found = motivate.questions(faculties)[:LISTED]
    return tuple(f"- {q.id} ({q.priority:.2f}) {q.topic}" + (f" – {q.context}" if q.context else "") for q in found)


def _today(faculties: Faculties, settings: Settings, now: datetime) -> date:
    return wall_clock(now, settings.zone(faculties.scope.person)).date()


def _key(faculties: Faculties) -> str:
    return faculties.scope.key("dreamt")
