"""Taking in what was dreamt (D2, M3, M4): every entry is checked by itself, and what cannot be used is counted.

Called in the transaction that records the dream, so that a dream happens once or not at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from omoide import motivate
from omoide.domain.dream import Insight, Level
from omoide.domain.goal import LOWEST_PRIORITY
from omoide.pages import Weighed, keep_proposals
from omoide.perceive import fit
from omoide.ports import Faculties
from omoide.prompts.dream import Dreamt, GoalNote, NewGoal, NewQuestion, ResolvedQuestion
from omoide.settings import Settings

SHORT, LONG = 300, 2_000  # characters of a line, and of a passage


@dataclass(slots=True)
class Tally:
    """What came of it. `unknown`: ids of nothing that is open; `unusable`: no text, no number, not for this level."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, what: str, number: int = 1) -> None:
        if number:
            self.counts[what] = self.counts.get(what, 0) + number


@dataclass(frozen=True, slots=True)
class Reflection:
    """One dream, about to be kept."""

    faculties: Faculties
    settings: Settings
    level: Level
    now: datetime
    sources: tuple[str, ...]
    made_by: str

    def keep(self, dreamt: Dreamt, weighed: Weighed) -> dict[str, Any]:
        tally = Tally()
        self._insight(dreamt)
        tally.add("insights")
        self._goals(dreamt, tally)
        self._questions(dreamt.questions.resolved, dreamt.questions.new, tally)
        tally.add("proposed", keep_proposals(self.faculties, weighed))
        tally.add("unusable", weighed.unusable)
        tally.add("too_many", weighed.too_many)
        tally.add("abandoned", len(motivate.enforce_limit(self.faculties, self.settings, self.level, self.now)))
        return {"level": self.level, **tally.counts}

    def _insight(self, dreamt: Dreamt) -> None:
        told = dreamt.insight
        self.faculties.store.insights.add(
            Insight(
                id="",
                scope=self.faculties.scope,
                created_at=self.now,
                trigger_topic=fit(told.trigger_topic, SHORT),
                insight=fit(told.insight, LONG),
                strategy=fit(told.strategy, SHORT),
                log_entry=fit(told.log_entry, LONG),
                level=self.level,
                sources=self.sources,
                made_by=self.made_by,
            )
        )

    def _goals(self, dreamt: Dreamt, tally: Tally) -> None:
        """Ended first, so that a goal which is set anew is not taken for the one that has just ended."""
        active = {goal.id for goal in self.faculties.store.goals.all(self.faculties.scope)}
        for entry in _known(dreamt.goals.completed, active, tally):
            note = fit(entry.note, SHORT)
            motivate.complete_goal(self.faculties, self.settings, entry.id, self.now, note)
            active.discard(entry.id)
            tally.add("completed")
        for entry in _known(dreamt.goals.abandoned, active, tally):
            motivate.abandon_goal(self.faculties, entry.id, self.now, fit(entry.note, SHORT))
            active.discard(entry.id)
            tally.add("abandoned")
        for entry in _known(dreamt.goals.progress, active, tally):
            if note := fit(entry.note, SHORT):
                motivate.note_progress(self.faculties, entry.id, note, self.now)
            tally.add("progress" if note else "unusable")
        for goal in _best_goals(dreamt.goals.new, self.level, self.settings.dream.most_goals, tally):
            text, rank = fit(goal.goal, SHORT), _rank(goal)
            _, new = motivate.add_goal(
                self.faculties, text, self.now, term=goal.term, priority=rank, sources=self.sources
            )
            tally.add("new_goals", new)

    def _questions(self, resolved: Sequence[ResolvedQuestion], new: Sequence[NewQuestion], tally: Tally) -> None:
        open_ = {question.id for question in self.faculties.store.questions.all(self.faculties.scope)}
        for entry in resolved:
            answer = fit(entry.answer, LONG)
            if entry.id not in open_:
                tally.add("unknown")
            elif not answer:
                tally.add("unusable")
            else:
                motivate.resolve_question(self.faculties, entry.id, answer, self.now)
                open_.discard(entry.id)
                tally.add("resolved")
        for question in _best_questions(new, self.settings.dream.most_questions, tally):
            _, fresh = motivate.ask_question(
                self.faculties, self.settings, fit(question.topic, SHORT), self.now,
                context=fit(question.context, SHORT), priority=min(max(question.priority, 0.0), 1.0),
                sources=self.sources,
            )  # fmt: skip
            tally.add("new_questions", fresh)


def _known(entries: Sequence[GoalNote], active: set[str], tally: Tally) -> list[GoalNote]:
    """Those that name an active goal, each goal once."""
    found = {entry.id: entry for entry in reversed(entries) if entry.id in active}
    tally.add("unknown", len(entries) - len(found))
    return list(reversed(found.values()))


def _best_goals(goals: Sequence[NewGoal], level: Level, most: int, tally: Tally) -> list[NewGoal]:
    """The most important; far ones are for the monthly reflection."""
    usable = [
        goal
        for goal in goals
        if fit(goal.goal, SHORT) and math.isfinite(goal.priority) and (goal.term == "short" or level == 3)
    ]
    tally.add("unusable", len(goals) - len(usable))
    tally.add("too_many", max(len(usable) - most, 0))
    return sorted(usable, key=lambda goal: goal.priority)[:most]


def _best_questions(questions: Sequence[NewQuestion], most: int, tally: Tally) -> list[NewQuestion]:
    usable = [question for question in questions if fit(question.topic, SHORT) and math.isfinite(question.priority)]
    tally.add("unusable", len(questions) - len(usable))
    tally.add("too_many", max(len(usable) - most, 0))
    return sorted(usable, key=lambda question: -question.priority)[:most]


def _rank(goal: NewGoal) -> int:
    return round(min(max(goal.priority, 1), LOWEST_PRIORITY))
