"""What is to be done (W7): a page of boxes that a person can read, tick and edit.

    - [ ] Book the hotel (2026-01-18)
    - [x] Fix the login (2026-01-17 → 2026-01-18)

The page is the truth and is parsed back each time. A line that is no task stays as and where it is; a bullet without a
box is an open task, since that is what people write.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from omoide.domain.sameness import sameness

_TASK = re.compile(r"[-*+・]\s*(?:\[(?P<box>[ xX✓✔済]?)\]\s*)?(?P<text>(?!\[.?\]\s*$)\S.*)")
_DATES = re.compile(r"\s*[(（](?P<since>\d{4}-\d\d-\d\d)?(?:\s*→\s*(?P<resolved>\d{4}-\d\d-\d\d))?[)）]\s*$")
LONGEST = 300  # characters of one task


@dataclass(frozen=True, slots=True)
class Task:
    text: str
    since: date | None = None
    resolved: date | None = None
    done: bool = False

    def line(self) -> str:
        when = " → ".join(day.isoformat() if day else "" for day in (self.since, self.resolved)[: 1 + self.done])
        told = f" ({when.strip()})" if self.since or self.resolved else ""
        return f"- [{'x' if self.done else ' '}] {self.text}{told}"

    def plain(self) -> dict[str, str | None]:
        return {
            "text": self.text,
            "since": self.since.isoformat() if self.since else None,
            "resolved": self.resolved.isoformat() if self.resolved else None,
        }


@dataclass(frozen=True, slots=True)
class TaskState:
    """A page of tasks as its lines: a Task where a line is one, else the line itself."""

    lines: tuple[Task | str, ...] = ()

    @property
    def open(self) -> tuple[Task, ...]:
        return tuple(line for line in self.lines if isinstance(line, Task) and not line.done)

    @property
    def resolved(self) -> tuple[Task, ...]:
        return tuple(line for line in self.lines if isinstance(line, Task) and line.done)

    def text(self) -> str:
        return "\n".join(line.line() if isinstance(line, Task) else line for line in self.lines).rstrip("\n") + "\n"

    def adding(self, text: str, day: date) -> TaskState:
        """With a new open task at the end of the open ones; one that is open already is not added again."""
        if any(sameness(task.text) == sameness(text) for task in self.open):
            return self
        after = max((at for at, line in enumerate(self.lines) if isinstance(line, Task) and not line.done), default=-1)
        if after < 0:  # before those that are resolved, behind whatever else stands there
            first = next((at for at, line in enumerate(self.lines) if isinstance(line, Task)), len(self.lines))
            after = first - 1
        return TaskState((*self.lines[: after + 1], Task(text, day), *self.lines[after + 1 :]))

    def resolving(self, text: str, day: date, kept: int) -> TaskState:
        """The open task of that name ticked; what nobody had written down before is noted as resolved all the same. Of
        resolved ones so many of the newest are kept on the page."""
        same = sameness(text)
        if any(sameness(task.text) == same and task.resolved == day for task in self.resolved):
            return self
        opened = next((task for task in self.open if sameness(task.text) == same), None)
        done = Task(opened.text if opened else text, opened.since if opened else None, day, done=True)
        lines = [line for line in self.lines if line is not opened]
        lines.append(done)
        gone = {id(task) for task in _oldest(lines, kept)}
        return TaskState(tuple(line for line in lines if id(line) not in gone))


def _oldest(lines: list[Task | str], kept: int) -> list[Task]:
    resolved = [line for line in lines if isinstance(line, Task) and line.done]
    resolved.sort(key=lambda task: task.resolved or date.min)
    return resolved[: len(resolved) - kept] if len(resolved) > kept else []


def tasks_of(page: str) -> TaskState:
    return TaskState(tuple(_read(line) for line in page.rstrip("\n").split("\n")))


def _read(line: str) -> Task | str:
    found = _TASK.fullmatch(line.rstrip())
    if not found:
        return line
    box, text = found["box"], found["text"]
    dates = _DATES.search(text)
    since, resolved = (_day(dates["since"]), _day(dates["resolved"])) if dates else (None, None)
    bare = text[: dates.start()].strip() if dates and (since or resolved) else text.strip()
    if not bare:
        return line
    return Task(bare, since, resolved, done=bool(box and box.strip()))


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
