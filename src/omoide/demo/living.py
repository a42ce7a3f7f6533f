"""The example life is lived, not copied: ninety days of talk and ninety nights, as any persona lives them.

The home keeps what was begun (`demo.json`): killed anywhere, the next start goes on with the same dates. What was heard
stands in the ledger, and a night that was lived is not lived again, so nothing else has to be remembered.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time, timedelta
from pathlib import Path

from omoide import settings as settings_
from omoide.compose import make_home, open_mind, recorded_mind
from omoide.demo.story import Story, Talk, Written, story
from omoide.domain.page import PageEdit, PageName
from omoide.domain.turn import Scope
from omoide.errors import StoreDamaged
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


def wanted(home: Path) -> bool:
    """Only a home where nothing is yet gets it, or one where it was begun: nobody's memories are touched. What a server
    holds is other people's too."""
    begun = _begun(home)
    if settings_.load(home).database.url:
        return False
    return not begun.lived if begun else not any((home / name).exists() for name in (DATABASE, "personas", "people"))


def whose(home: Path) -> Scope | None:
    """Whose life a home was given; None for every other home."""
    begun = _begun(home)
    return _scope(story(begun.language)) if begun else None


def live_demo(home: Path, language: Language, now: datetime, progress: Progress | None = None) -> Scope:
    """Live it, or what is left of it. It ends yesterday, on the calendar of the day that it was begun."""
    make_home(home)
    hour = settings_.load(home).night.hour  # before it, the night that began last is yesterday's
    yesterday = (now - timedelta(hours=hour)).date() - timedelta(days=1)
    begun = _begun(home) or Begun(language, yesterday.isoformat())
    _keep(home, begun)
    told = story(begun.language)
    live(home, told, date.fromisoformat(begun.last_day), now, progress)
    _keep(home, replace(begun, lived=True))
    return _scope(told)


def live(home: Path, told: Story, last_day: date, now: datetime, progress: Progress | None = None) -> None:
    settings = _while_living(settings_.load(home))
    clock = _StoryClock(datetime.combine(told.date_of(0, last_day), time(12), now.tzinfo))
    with (
        open_mind(
            home, persona=told.persona, person=told.person, settings=settings, clock=clock,
            thinker=recorded_mind(told.answers),
        ) as mind,
        mind.faculties.locks.hold("demo"),
    ):  # fmt: skip
        lived = mind.faculties.store.runs.last_night(mind.scope)
        for number in range(1, told.days + 1):
            day = told.date_of(number, last_day)
            if day.toordinal() + 1 < lived:  # the last one may have been killed in the middle
                continue
            for talk in told.talks:
                if talk.day == number:
                    _hold(mind, clock, talk, day)
                    for name in talk.handed:
                        mind.upload_document(name, told.document.encode())
            night = datetime.combine(day + timedelta(days=1), time(settings.night.hour, 30), now.tzinfo)
            clock.time = min(night, now)
            mind.sleep()
            if number <= told.days - UNDECIDED:
                _decide(mind)
            if progress:
                progress(number, told.days)


class _StoryClock:
    """Shows the time of the story instead of ours."""

    def __init__(self, begins: datetime) -> None:
        self.time = begins

    def now(self) -> datetime:
        return self.time


def _while_living(settings: Settings) -> Settings:
    """No backups of days that are only told."""
    return replace(settings, backup=replace(settings.backup, every_days=0, every_days_on_server=0))


def _hold(mind: Mind, clock: _StoryClock, talk: Talk, day: date) -> None:
    """As a companion would: bring to mind what belongs to it before every reply, remember at the end."""
    session = f"{day.isoformat()} {talk.begins:%H:%M}"
    heard = [turn.time for turn in mind.conversation(1)]  # before a start that was killed
    for moment, exchange in talk.on(day, clock.time.tzinfo):
        clock.time = moment
        if not heard or moment > heard[0]:
            mind.context(exchange.said, session=session)
            mind.perceive(exchange.said, exchange.replied, session=session)
    mind.end_session(session)
    for written in talk.written:
        _write(mind, written, day)


def _write(mind: Mind, written: Written, day: date) -> None:
    """Once: a start that was killed here comes by again."""
    if written.page == "profile":
        mind.write_profile(written.text)
        return
    name = PageName(written.page)
    if written.text not in read_page(mind.faculties, name).text:
        dated = f"## {day.isoformat()}\n\n{written.text}\n" if written.page in DIARIES else f"- {written.text}"
        edit_page(mind.faculties, name, PageEdit(dated))


def _decide(mind: Mind) -> None:
    """The persona writes down what the night proposed."""
    for proposal in mind.proposals():
        mind.decide_proposal(proposal.id, accept=True)


def _scope(told: Story) -> Scope:
    return Scope(told.persona, told.person)


def _begun(home: Path) -> Begun | None:
    path = home / FILE
    try:
        return Begun(**json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, TypeError) as error:  # no JSON, or of another form
        raise StoreDamaged(
            f"{path} cannot be read; delete it, and this home is served as it is.",
            f"{path} を読めません。削除すれば、このホームをそのまま使えます。",
        ) from error


def _keep(home: Path, begun: Begun) -> None:
    write_whole(home / FILE, json.dumps(asdict(begun)) + "\n")
