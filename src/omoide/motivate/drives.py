"""The inner state of a moment (M6), and whether it is enough to act by oneself (M5).

Everything is worked out anew from what is kept: the newest turn with anybody, the log of emotions, and the questions
and goals of this scope. So a talk, a night or another process is always taken into account, and nothing can be stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from omoide.domain import motivation
from omoide.domain.dates import placed, wall_clock
from omoide.domain.goal import by_weight
from omoide.domain.inner_state import InnerState
from omoide.domain.motivation import Drive
from omoide.domain.question import by_urgency
from omoide.language.detect import Language
from omoide.motivate.narrative import label, narrative
from omoide.motivate.wording import tongue
from omoide.ports import Faculties
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class Impulse:
    """Whether the persona may start by itself, which drives ask for it (strongest first), and its full state as the
    reason. `why_not` is empty when it may."""

    may_act: bool
    drives: tuple[Drive, ...]
    state: InnerState
    why_not: str = ""


def inner_state(
    faculties: Faculties, settings: Settings, now: datetime, language: Language | None = None
) -> InnerState:
    rules, store, scope = settings.motivation, faculties.store, faculties.scope
    last = store.emotions.last_talk(scope.persona)
    # A clock that was set back makes the last talk lie ahead: then no time has passed.
    idle = None if last is None else max((placed(now) - last).total_seconds() / 60, 0.0)
    questions = by_urgency(store.questions.all(scope))
    goals = by_weight(store.goals.all(scope))
    felt = store.emotions.last(scope.persona)
    emotion = felt.emotion if felt else None
    levels: dict[Drive, float] = {
        "boredom": motivation.boredom(idle, rules),
        "curiosity": motivation.curiosity([question.priority for question in questions], rules),
        "goal_achievement": motivation.goal_achievement([goal.priority for goal in goals], rules),
        "relatedness": motivation.relatedness(emotion, rules),
    }
    drive = motivation.dominant(levels, rules)
    texts = [question.topic for question in questions[:1]] + [goal.goal for goal in goals[:1]]
    language = language or tongue(settings, *texts)
    return InnerState(
        levels=levels,
        last_interaction=last,
        idle_minutes=idle,
        boredom_threshold=rules.thresholds.boredom,
        open_questions=tuple(questions),
        goals=tuple(goals),
        emotion=emotion,
        last_emotion_change=store.emotions.changed_at(scope.persona),
        dominant=drive,
        label=label(drive, language),
        narrative=narrative(drive, idle, questions, goals, emotion, language),
    )


def may_act(faculties: Faculties, settings: Settings, now: datetime, language: Language | None = None) -> Impulse:
    """Outside quiet hours on the person's clock, when a drive has reached its threshold."""
    state = inner_state(faculties, settings, now, language)
    drives = motivation.over_threshold(state.levels, settings.motivation.thresholds)
    local = wall_clock(now, settings.zone(faculties.scope.person))
    why_not = ""
    if not settings.autonomy.enabled:
        why_not = "autonomy is off"
    elif settings.autonomy.quiet(local):
        why_not = "quiet hours"
    elif not drives:
        why_not = "no drive is strong enough"
    return Impulse(not why_not, drives, state, why_not)
