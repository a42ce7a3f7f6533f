"""What a night would do and what it would cost (D5, F9), without doing anything.

Calls are counted from what waits; tokens of a call are those that this model was measured to use in this role, else
those of the question where it can be put together now, else the assumptions of the cost settings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from omoide.domain.cost import price_of
from omoide.domain.dates import night_of, placed
from omoide.ports import Faculties, Role, Usage
from omoide.settings import Settings
from omoide.sleep.dreaming import Wish


@dataclass(frozen=True, slots=True)
class Ask:
    """Calls of one role. `tokens` are those of the questions, where they are known; `offline`: also answered without a
    model."""

    role: Role
    calls: int
    tokens: int | None = None
    offline: bool = False


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a step would find: how many things, which of them by name, and what it would ask. `why` it is not due."""

    items: int = 0
    names: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """`waiting`: calls that cannot be made because no model is set."""

    step: str
    due: bool
    why: str
    items: int
    names: tuple[str, ...]
    calls: int
    waiting: int
    models: tuple[str, ...]
    input_tokens: int
    output_tokens: int
    dollars: float | None

    def plain(self) -> dict[str, Any]:
        return {
            "step": self.step, "due": self.due, "why": self.why, "items": self.items, "names": list(self.names),
            "calls": self.calls, "waiting": self.waiting, "models": list(self.models),
            "input_tokens": self.input_tokens, "output_tokens": self.output_tokens,
            "dollars": None if self.dollars is None else round(self.dollars, 6),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class NightPlan:
    """`stops` says which ceiling would end the night early, if one would."""

    night: date
    lived: bool
    steps: tuple[PlannedStep, ...]
    marked_low: tuple[str, ...]
    merged: tuple[tuple[str, ...], ...]
    forgotten: tuple[str, ...]
    max_calls: int
    max_dollars: float

    @property
    def calls(self) -> int:
        return sum(step.calls for step in self.steps if step.due)

    @property
    def dollars(self) -> float | None:
        """None when a model has no price."""
        spent = [step.dollars for step in self.steps if step.due]
        return None if any(one is None for one in spent) else sum((one for one in spent if one), 0.0)

    @property
    def stops(self) -> str:
        if self.max_calls and self.calls > self.max_calls:
            return "models.max_calls"
        if self.max_dollars and (self.dollars is None or self.dollars > self.max_dollars):
            return "models.max_dollars"
        return ""

    def plain(self) -> dict[str, Any]:
        due = [step for step in self.steps if step.due]
        return {
            "night": self.night.isoformat(),
            "lived": self.lived,
            "steps": [step.plain() for step in self.steps],
            "marked_low": list(self.marked_low),
            "merged": [list(group) for group in self.merged],
            "forgotten": list(self.forgotten),
            "total": {
                "calls": self.calls,
                "waiting": sum(step.waiting for step in due),
                "input_tokens": sum(step.input_tokens for step in due),
                "output_tokens": sum(step.output_tokens for step in due),
                "dollars": None if self.dollars is None else round(self.dollars, 6),
            },
            "limits": {"max_calls": self.max_calls, "max_dollars": self.max_dollars, "stops": self.stops},
        }


def plan_night(faculties: Faculties, settings: Settings, now: datetime, wish: Wish = None) -> NightPlan:
    """Nothing is written by it."""
    from omoide.sleep.sketches import SKETCHES, Ahead
    from omoide.sleep.steps import STEPS

    now = placed(now)
    scope, runs = faculties.scope, faculties.store.runs
    number = night_of(now, settings.night.hour, settings.zone(scope.person))
    run = runs.get(scope, number)
    lived = number < runs.last_night(scope) or bool(run and run.finished)
    again = set() if run is None else {name for name, result in run.steps.items() if result.get("postponed")}
    done = {name for name in STEPS if lived or (run and name in run.steps)} - again
    ahead = Ahead(faculties, settings, now, number, wish)
    figures = Figures(faculties, settings)
    steps = [
        _planned(name, SKETCHES[name](ahead) if name in SKETCHES else Sketch(), name in done, figures) for name in STEPS
    ]
    return NightPlan(
        date.fromordinal(number), lived, tuple(steps), ahead.marked_low, ahead.merged, ahead.forgotten,
        settings.models.max_calls, settings.models.max_dollars,
    )  # fmt: skip


def _planned(name: str, sketch: Sketch, done: bool, figures: Figures) -> PlannedStep:
    why = "done" if done else sketch.why
    step = PlannedStep(name, not why, why, sketch.items, sketch.names, 0, 0, (), 0, 0, 0.0)
    for ask in sketch.asks:
        step = figures.add(step, ask)
    return step


class Figures:
    """What calls use and cost."""

    def __init__(self, faculties: Faculties, settings: Settings) -> None:
        self._settings = settings
        self._measured = {(usage.model, usage.role): usage for usage in faculties.store.state.usage() if usage.calls}

    def add(self, step: PlannedStep, ask: Ask) -> PlannedStep:
        model = getattr(self._settings.models, ask.role)
        if not ask.calls:
            return step
        if not model:
            return step if ask.offline else replace(step, waiting=step.waiting + ask.calls)
        into, out = self._tokens(model, ask)
        price = price_of(self._settings.prices, model)
        spent = None if price is None else float(price.of(into, out))
        return replace(
            step,
            calls=step.calls + ask.calls,
            models=tuple(dict.fromkeys([*step.models, model])),
            input_tokens=step.input_tokens + into,
            output_tokens=step.output_tokens + out,
            dollars=None if spent is None or step.dollars is None else step.dollars + spent,
        )

    def _tokens(self, model: str, ask: Ask) -> tuple[int, int]:
        used: Usage | None = self._measured.get((model, ask.role))
        if used is not None:
            each = used.input_tokens / used.calls, used.output_tokens / used.calls
        else:
            cost = self._settings.cost
            out = (
                cost.analysis_tokens if ask.role == "analysis" else cost.summary_characters * cost.tokens_per_character
            )
            each = cost.full_characters * cost.tokens_per_character, out
        into = round(each[0] * ask.calls) if ask.tokens is None else ask.tokens
        return into, round(each[1] * ask.calls)
