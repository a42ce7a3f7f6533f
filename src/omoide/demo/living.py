"""The example life is lived, not copied: ninety days of talk and ninety nights, as any persona lives them.

The home keeps what was begun (`demo.json`): killed anywhere, the next start goes on with the same dates. A turn handed
in twice is one turn, and a night that was lived is not lived again, so nothing else has to be remembered.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time, timedelta
from pathlib import Path

from omoide import settings as settings_
from omoide.compose import make_home, open_mind, recorded_mind
from omoide.demo.story import DAYS, Story, Talk, Written, life, story
from omoide.domain.page import PageEdit, PageName
from omoide.domain.turn import Scope
from omoide.home import DATABASE
from omoide.language.detect import Language
from omoide.mind import Mind
from omoide.pages import edit_page, read_page
from omoide.ports import Progress
from omoide.settings import Settings
from omoide.whole_files import write_whole

FILE = "demo.json"
DIARIES = ("main_diary", "secret_diary")
UNDECIDED = 6  # days at the end whose proposals wait for whoever looks at them


@dataclass(frozen=True, slots=True)
class Begun:
    language: Language
    last_day: str
    lived: bool = False


class _StoryClock:
    """Shows the time of the story instead of ours."""

    def __init__(self, begins: datetime) -> None:
        self.time = begins

    def now(self) -> datetime:
        return self.time


def whose(home: Path) -> Scope | None:
    """Whose life a home was given; None for every other home."""
    begun = _begun(home)
    if begun is None:
        return None
    told = story(begun.language)
    return Scope(told.persona, told.person)


def wanted(home: Path) -> bool:
    """Only a home where nothing is yet gets it, or one where it was begun: nobody's memories are touched."""
    begun = _begun(home)
    return not begun.lived if begun else not any((home / name).exists() for name in (DATABASE, "personas", "people"))


def live_demo(home: Path, language: Language, now: datetime, progress: Progress | None = None) -> Scope:
    """Live it, or what is left of it. It ends yesterday, on the calendar of the day that it was begun."""
    make_home(home)
    settings = _while_living(settings_.load(home))
    begun = _begun(home) or Begun(language, _yesterday(now, settings).isoformat())
    _keep(home, begun)
    told, last_day = story(begun.language), date.fromisoformat(begun.last_day)
    clock = _StoryClock(datetime.combine(last_day - timedelta(days=DAYS), time(12), now.tzinfo))
    recorded = recorded_mind(life(f"{begun.language}.json"))
    with (
        open_mind(
            home, persona=told.persona, person=told.person, settings=settings, clock=clock, thinker=recorded
        ) as mind,
        mind.faculties.locks.hold("demo"),
    ):
        for number, day in _days_left(mind, last_day):
            _live_day(mind, clock, told, number, last_day)
            clock.time = min(datetime.combine(day + timedelta(days=1), time(settings.night.hour, 30), now.tzinfo), now)
            mind.sleep()
            _decide(mind, number)
            if progress:
                progress(number, DAYS)
    _keep(home, replace(begun, lived=True))
    return Scope(told.persona, told.person)


def _while_living(settings: Settings) -> Settings:
    """No backups of days that are only told."""
    return replace(settings, backup=replace(settings.backup, every_days=0))


def _yesterday(now: datetime, settings: Settings) -> date:
    """Of the night that began last: before its hour, the day before yesterday."""
    return (now - timedelta(hours=settings.night.hour)).date() - timedelta(days=1)


def _days_left(mind: Mind, last_day: date) -> Iterator[tuple[int, date]]:
    """From the day whose night was lived last: it may have been killed in the middle."""
    lived = mind.faculties.store.runs.last_night(mind.scope)
    for number in range(1, DAYS + 1):
        day = last_day - timedelta(days=DAYS - number)
        if day.toordinal() + 1 >= lived:
            yield number, day


def _live_day(mind: Mind, clock: _StoryClock, told: Story, number: int, last_day: date) -> None:
    for talk in told.talks:
        if talk.day == number:
            _hold(mind, clock, talk, last_day)


def _hold(mind: Mind, clock: _StoryClock, talk: Talk, last_day: date) -> None:
    """As a companion would: bring to mind what belongs to it before every reply, remember at the end."""
    session = f"day-{talk.day}-{talk.begins:%H%M}"
    for moment, exchange in talk.at(last_day, clock.time.tzinfo):
        clock.time = moment
        mind.context(exchange.said, session=session)
        mind.perceive(exchange.said, exchange.replied, session=session)
    mind.end_session(session)
    for written in talk.written:
        _write(mind, written, clock.time.date())


def _write(mind: Mind, written: Written, day: date) -> None:
    """Once: a start that was killed here comes by again."""
    name = PageName(written.page)
    if written.text not in read_page(mind.faculties, name).text:
        dated = f"## {day.isoformat()}\n\n{written.text}\n" if written.page in DIARIES else f"- {written.text}"
        edit_page(mind.faculties, name, PageEdit(dated))


def _decide(mind: Mind, number: int) -> None:
    """The persona writes down what the night proposed; the last proposals are left for the person who looks."""
    if number <= DAYS - UNDECIDED:
        for proposal in mind.proposals():
            mind.decide_proposal(proposal.id, accept=True)


def _begun(home: Path) -> Begun | None:
    try:
        return Begun(**json.loads((home / FILE).read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        return None


def _keep(home: Path, begun: Begun) -> None:
    write_whole(home / FILE, json.dumps(asdict(begun)) + "\n")
