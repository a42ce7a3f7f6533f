"""The state of things (W7): what is to be done and what is resolved, on the page `current_task`, which people edit."""

from __future__ import annotations

from datetime import datetime, timedelta

from omoide import perceive
from omoide.domain.dates import wall_clock
from omoide.domain.page import PageName
from omoide.domain.resolution import Resolution
from omoide.domain.sameness import sameness
from omoide.domain.task import LONGEST, Task, TaskState, tasks_of
from omoide.errors import InvalidInput, NotFound
from omoide.language.detect import language_of
from omoide.pages import overwrite_page, read_page
from omoide.perceive import fit, resolve
from omoide.ports import Faculties
from omoide.settings import Settings

PAGE = PageName("current_task")
_HEADING = {"ja": "# いまの課題", "en": "# Tasks"}


def current_task(faculties: Faculties) -> TaskState:
    """As the page has it now: what was changed by hand counts."""
    return tasks_of(read_page(faculties, PAGE).text)


def resolved_matters(faculties: Faculties, settings: Settings, now: datetime) -> list[Resolution]:
    """What was settled with this person lately, as far as this persona may know of it; oldest first (L4, N7)."""
    return perceive.resolved_matters(faculties, settings, now - timedelta(days=settings.session.resolved_days))


def update_tasks(
    faculties: Faculties, settings: Settings, new: tuple[str, ...], resolved: tuple[str, ...], now: datetime
) -> TaskState:
    """Write what is new and what is resolved on the page, unless it stands there. PageConflict when somebody edits it
    at this very moment."""
    page = read_page(faculties, PAGE)
    day = wall_clock(now, settings.zone(faculties.scope.person)).date()
    state = before = tasks_of(page.text)
    for text in new:
        state = state.adding(text, day)
    for text in resolved:
        state = state.resolving(text, day, settings.session.resolved_kept)
    if state != before:
        text = state.text()
        if not page.text.strip():
            text = f"{_HEADING[language_of(text)]}\n\n{text.lstrip()}"
        overwrite_page(faculties, PAGE, text, page.revision)
    return state


def add_task(faculties: Faculties, settings: Settings, text: str, now: datetime) -> tuple[Task, bool]:
    """False when it is open already."""
    text = " ".join(fit(text, LONGEST).split())
    if not text:
        raise InvalidInput("a task needs a text.", "課題の文を書いてください。")
    known = next((task for task in current_task(faculties).open if sameness(task.text) == sameness(text)), None)
    after = update_tasks(faculties, settings, (text,), (), now).open
    return known or next(task for task in after if task.text == text), known is None


def finish_task(faculties: Faculties, settings: Settings, number: int, now: datetime) -> Task:
    """The open task of that number, counted from 1 as the page has them, is done; the person's other personas
    may know (L4)."""
    opened = current_task(faculties).open
    if not 1 <= number <= len(opened):
        raise NotFound(
            f"there is no open task {number}; see `omoide tasks`.",
            f"{number} 番の課題はありません。`omoide tasks` で確かめてください。",
        )
    task = opened[number - 1]
    state = update_tasks(faculties, settings, (), (task.text,), now)
    resolve(faculties, settings, task.text, ts=now)
    return next((one for one in reversed(state.resolved) if one.text == task.text), task)
