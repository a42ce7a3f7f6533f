"""A day and a week told by rules (P1, P3): in the first person, quoting what was said, what stirred most in detail.

It has no voice of its own: the persona's tone is in the words that are quoted. What is shorter than its room is told
whole, so that a day with enough in it fills 800 to 1,500 characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from omoide.adapters.models.offline.account import in_quotes
from omoide.adapters.models.offline.choosing import clipped
from omoide.adapters.models.offline.filling import Worded, fill
from omoide.adapters.models.offline.reading import on_one_line, prose, within_reach
from omoide.adapters.models.offline.stock import more_exchanges
from omoide.prompts.merge_week import DayTold, MergeWeek
from omoide.prompts.question import Language
from omoide.prompts.summarise_day import STAR, Exchange, JoinDay, SummariseDay

_STIRRING, _PLAIN = 6.0, 1.0  # how much room a starred exchange gets beside another
_HALF = 0.5
NOBODY = "me"  # the person of a home that has named nobody
# The first line of a day as `_head` writes it: it says little about a week.
_OPENING = re.compile(r"\d+月\d+日、.*と\d+回やりとりをした。|\d+ \w+: I talked with .* (?:once|twice|\d+ times)\.")
_CODE = {"ja": "（コード）", "en": "(code)"}


def tell_day(question: SummariseDay) -> str:
    things = [_Told.of(exchange, question) for exchange in question.exchanges]
    head = (
        _head(question.day, _called(question.person, question.language), len(things), question.language)
        if question.part == 1
        else ""
    )
    return fill(head, things, question.most, lambda rest: more_exchanges(rest, question.language))


def join_day(question: JoinDay) -> str:
    things = [
        _Line(line, _STIRRING if STAR in line else _PLAIN) for line in question.text().splitlines() if line.strip()
    ]
    return fill("", things, question.most, lambda rest: more_exchanges(rest, question.language))


def tell_week(question: MergeWeek) -> str:
    things = [
        _Day.of(day, _STIRRING if place < question.detailed else _PLAIN, question.language)
        for place, day in enumerate(question.days)
    ]
    return fill("", things, question.most, lambda rest: "")


@dataclass(frozen=True, slots=True)
class _Told:
    """One exchange: who said what, and what I answered."""

    clock: str
    mark: str
    person: str
    said: Worded
    replied: Worded
    language: Language
    weight: float

    @classmethod
    def of(cls, exchange: Exchange, question: SummariseDay) -> _Told:
        said, replied = (_plain(text, question.language) for text in (exchange.said, exchange.replied))
        weight = (_STIRRING if exchange.starred else _PLAIN) + (exchange.arousal or 0.0) * _HALF
        person = _called(question.person, question.language)
        return cls(exchange.clock, exchange.mark(), person, said, replied, question.language, weight)

    def told(self, room: int) -> str:
        said, replied = self.said.within(room), ""
        left = room - len(said)
        # A passing remark is one line; what stirred is told with the answer, and so is whatever finds room.
        if self.mark or not said or left >= 24:
            half = max(room // 2, room - len(self.replied.text))
            said = self.said.within(half) if len(self.said.text) > half else said
            replied = self.replied.within(room - len(said))
        sentence = _sentence(self, in_quotes(said, self.language), in_quotes(replied, self.language))
        return f"{self.mark} {sentence}" if self.mark else sentence


def _sentence(told: _Told, said: str, replied: str) -> str:
    clock, person = told.clock, told.person
    if told.language == "ja":
        if said and replied:
            return f"{clock}、{person}が{said}と話し、私は{replied}と答えた。"
        if said:
            return f"{clock}、{person}と{said}という話をした。"
        return f"{clock}、私から{replied}と話した。"
    if said and replied:
        return _ended(f"At {clock} {person} said {said} and I answered {replied}")
    if said:
        return _ended(f"At {clock} {person} and I talked about {said}")
    return _ended(f"At {clock} I said {replied}")


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(('."', '?"', '!"', '…"')) else f"{sentence}."


@dataclass(frozen=True, slots=True)
class _Day:
    """One day of a week."""

    head: str
    summary: Worded
    weight: float

    @classmethod
    def of(cls, day: DayTold, weight: float, language: Language) -> _Day:
        mark = f"{day.mark()} " if day.mark() else ""
        lines = day.summary.splitlines()
        told = lines[1:] if len(lines) > 1 and _OPENING.fullmatch(lines[0]) else lines
        summary = Worded.of("\n".join(told), by_line=len(told) > 1)
        return cls(f"{mark}{_day(day.day, language)}{'：' if language == 'ja' else ': '}", summary, weight)

    def told(self, room: int) -> str:
        return self.head + on_one_line(self.summary.within(room))


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    weight: float

    def told(self, room: int) -> str:
        return clipped(self.text, room)


def _plain(text: str, language: Language) -> Worded:
    return Worded.of(on_one_line(prose(within_reach(text), _CODE[language])))


def _called(person: str, language: Language) -> str:
    """Whoever has given no name is spoken to."""
    return person if person != NOBODY else {"ja": "あなた", "en": "you"}[language]


def _head(day: str, person: str, count: int, language: Language) -> str:
    if language == "ja":
        return f"{_day(day, language)}、{person}と{count}回やりとりをした。"
    times = {1: "once", 2: "twice"}.get(count, f"{count} times")
    return f"{_day(day, language)}: I talked with {person} {times}."


def _day(day: str, language: Language) -> str:
    try:
        then = date.fromisoformat(day)
    except ValueError:
        return day
    return f"{then.month}月{then.day}日" if language == "ja" else f"{then.day} {then:%B}"
