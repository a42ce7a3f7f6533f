"""Days become episodes (P1, P2): one account per finished day, from the raw log, in the persona's own voice.

What is missing is read off the store each time, and every day is written as soon as it is told: a run that was killed
or postponed goes on with the days that are left, and asks for none twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from omoide.domain.dates import wall_clock
from omoide.domain.episode import REFUSED, Episode, Length, length_for, mean_and_max
from omoide.domain.episode_rules import EpisodeRules
from omoide.domain.span import Span
from omoide.domain.turn import Turn
from omoide.errors import Declined, Postponed, because
from omoide.language.clean import clean
from omoide.language.detect import language_of
from omoide.language.sentences import sentences
from omoide.ports import Faculties, Progress
from omoide.prompts.question import Language
from omoide.prompts.summarise_day import Account, Exchange, JoinDay, SummariseDay
from omoide.settings import Settings

AT_ONCE = 4  # days that are asked for together: what a killed run loses at most
_TOO_LONG = 1.2  # an account may be a little longer than asked for; beyond that it is shortened


def missing_days(faculties: Faculties, settings: Settings, now: datetime) -> list[date]:
    """Finished days that have turns and no account, newest first: those that a prompt needs soonest.

    The record of a refusal counts as none (P2). Today is never among them.
    """
    scope, zone = faculties.scope, settings.zone(faculties.scope.person)
    today = wall_clock(now, zone).date()
    told = faculties.store.episodes.days_told(scope, failed=False)
    return [day for day in reversed(faculties.store.log.days(scope, zone)) if day < today and day not in told]


def tell_days(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None
) -> dict[str, Any]:
    """Tell what is missing. A model that is out of reach ends the run: the other days are left for the next one."""
    waiting = missing_days(faculties, settings, now)
    made, refused, postponed, why = 0, 0, 0, None
    for start in range(0, len(waiting), AT_ONCE):
        days = [
            day for day in (_lived(faculties, settings, date_) for date_ in waiting[start : start + AT_ONCE]) if day
        ]
        answers = _told(faculties, settings, days)
        for day, answer in zip(days, answers, strict=True):
            if isinstance(answer, Postponed):
                why = answer
                if isinstance(answer, Declined):
                    refused += 1
                    _keep(faculties, day, REFUSED, now, failed=True)
            elif _keep(faculties, day, answer, now):
                made += 1
        left = [answer for answer in answers if isinstance(answer, Postponed) and not isinstance(answer, Declined)]
        postponed += len(left)
        if progress:
            progress(min(start + AT_ONCE, len(waiting)), len(waiting))
        if left and len(left) == len(answers):
            postponed += max(len(waiting) - start - AT_ONCE, 0)
            break
    result: dict[str, Any] = {"told": made, "refused": refused, "postponed": postponed}
    return result | because(why)


@dataclass(frozen=True, slots=True)
class _Day:
    """A day as it was lived: its turns, and what each stirred."""

    day: date
    turns: tuple[Turn, ...]
    exchanges: tuple[Exchange, ...]
    language: Language
    length: Length
    made_by: str


def _lived(faculties: Faculties, settings: Settings, day: date) -> _Day | None:
    """None when all that was said that day has been forgotten."""
    scope, zone, rules = faculties.scope, settings.zone(faculties.scope.person), settings.episodes
    turns = faculties.store.log.of_day(scope, day, zone)
    if not turns:
        return None
    arousals = faculties.store.log.arousals(scope, [turn.key for turn in turns])
    exchanges = tuple(
        _exchange(turn, wall_clock(turn.time, zone), arousals.get(turn.key), rules.highlight) for turn in turns
    )
    characters = sum(len(turn.said) + len(turn.replied) for turn in turns)
    language = language_of("\n".join(turn.replied or turn.said for turn in turns))
    length = length_for(characters, rules.shortest, rules.longest)
    probe = SummariseDay(scope.persona, scope.person, day.isoformat(), (), length.least, length.most, language)
    return _Day(day, tuple(turns), exchanges, language, length, faculties.thinker.who(probe))


def _exchange(turn: Turn, local: datetime, arousal: float | None, highlight: float) -> Exchange:
    starred = arousal is not None and arousal >= highlight
    return Exchange(f"{local:%H:%M}", turn.said, turn.replied, arousal, starred)


def _told(faculties: Faculties, settings: Settings, days: Sequence[_Day]) -> list[Any]:
    """The account of each day, or why there is none. All parts of all days are asked for together, then joined."""
    scope = faculties.scope
    parts = [_parts(day.exchanges, settings.episodes) for day in days]
    questions = [
        SummariseDay(scope.persona, scope.person, day.day.isoformat(), part, day.length.least // len(pieces),
                     day.length.most, day.language, number, len(pieces))
        for day, pieces in zip(days, parts, strict=True)
        for number, part in enumerate(pieces, 1)
    ]  # fmt: skip
    answers = iter(faculties.thinker.ask_all(questions))
    told = [_together([next(answers) for _ in pieces]) for pieces in parts]
    long = [at for at, text in enumerate(told) if _needs_joining(text, len(parts[at]), days[at].length)]
    joins = [
        JoinDay(scope.persona, scope.person, days[at].day.isoformat(), tuple(told[at]), days[at].length.least,
                days[at].length.most, days[at].language)
        for at in long
    ]  # fmt: skip
    for at, answer in zip(long, faculties.thinker.ask_all(joins), strict=True):
        told[at] = [answer.summary] if isinstance(answer, Account) else answer
    return [
        text if isinstance(text, Postponed) else within(text[0], day.length)
        for text, day in zip(told, days, strict=True)
    ]


def _together(answers: Sequence[Any]) -> Any:
    """The texts of all parts, or the first reason why one is missing; a refusal weighs more than a delay."""
    failures = [answer for answer in answers if isinstance(answer, Postponed)]
    if failures:
        return next((failure for failure in failures if isinstance(failure, Declined)), failures[0])
    return [answer.summary for answer in answers]


def _needs_joining(text: Any, parts: int, length: Length) -> bool:
    return not isinstance(text, Postponed) and (parts > 1 or len(text[0]) > length.most * _TOO_LONG)


def _parts(exchanges: Sequence[Exchange], rules: EpisodeRules) -> list[tuple[Exchange, ...]]:
    """Cut by the room of one question. An exchange that is longer than that by itself loses its middle."""
    found: list[list[Exchange]] = [[]]
    room = rules.part_characters
    for exchange in exchanges:
        fitted = _fitted(exchange, rules.part_characters)
        needed = len(fitted.said) + len(fitted.replied)
        if found[-1] and needed > room:
            found.append([])
            room = rules.part_characters
        found[-1].append(fitted)
        room -= needed
    return [tuple(part) for part in found]


def _fitted(exchange: Exchange, most: int) -> Exchange:
    if len(exchange.said) + len(exchange.replied) <= most:
        return exchange
    said = _without_middle(exchange.said, max(most // 2, most - len(exchange.replied)))
    replied = _without_middle(exchange.replied, most - len(said))
    return Exchange(exchange.clock, said, replied, exchange.arousal, exchange.starred)


def _without_middle(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3]} … {text[-(most - most * 2 // 3 - 3) :]}"


def within(text: str, length: Length) -> str:
    """An account that stayed too long also when asked again ends after the last whole sentence that has room."""
    text = clean(text).strip()
    if len(text) <= length.most * _TOO_LONG:
        return text
    kept = ""
    for sentence in sentences(text):
        end = text.find(sentence, len(kept)) + len(sentence)
        if end > length.most:
            break
        kept = text[:end]
    return kept or f"{text[: length.most - 1]}…"


def _keep(faculties: Faculties, day: _Day, summary: str, now: datetime, failed: bool = False) -> bool:
    mean, most = mean_and_max([exchange.arousal for exchange in day.exchanges])
    kept = faculties.store.episodes.put(
        Episode(
            id="",
            scope=faculties.scope,
            kind="day",
            days=Span.day(day.day),
            summary=summary,
            arousal=mean,
            arousal_max=most,
            created=now,
            sources=tuple(turn.key for turn in day.turns),
            made_by=day.made_by,
            failed=failed,
        )
    )
    return kept is not None
