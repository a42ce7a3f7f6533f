"""Moments that become episodes of their own (P5): told in the first person, and handed to the episodes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from omoide.domain.goal import Goal
from omoide.domain.motive_rules import MotivationRules
from omoide.domain.persona_emotion import Category, PersonaEmotion
from omoide.domain.question import OpenQuestion
from omoide.domain.special_event import MARKS, SpecialEvent
from omoide.domain.turn import Scope
from omoide.language.detect import Language
from omoide.ports import Faculties

_FELT: dict[Category, dict[Language, str]] = {
    "anxious": {"ja": "不安だった", "en": "I was anxious"},
    "protective": {"ja": "守らなければと思っていた", "en": "I felt I had to protect somebody"},
    "contentment": {"ja": "安心している", "en": "I am at ease"},
    "joy": {"ja": "嬉しい", "en": "I am glad"},
}


def achievement(goal: Goal, note: str, at: datetime, rules: MotivationRules, language: Language) -> SpecialEvent:
    if language == "ja":
        text = f"目標に届いた: {goal.goal}" + (f"（{note}）" if note else "")
    else:
        text = f"I reached my goal: {goal.goal}" + (f" ({note})" if note else "")
    text = f"{MARKS['achievement']}{text}"
    return SpecialEvent("achievement", goal.scope, at, text, goal.id, rules.events.achievement, goal.sources)


def discovery(
    question: OpenQuestion, learnt: str, at: datetime, rules: MotivationRules, language: Language
) -> SpecialEvent:
    asked = f"「{question.topic}」の答えが分かった: " if language == "ja" else f'I found out about "{question.topic}": '
    text = f"{MARKS['discovery']}{asked}{learnt}"
    return SpecialEvent("discovery", question.scope, at, text, question.topic, rules.events.discovery, question.sources)


def bonding(
    scope: Scope, before: PersonaEmotion, after: PersonaEmotion, at: datetime, rules: MotivationRules,
    language: Language, sources: Sequence[str],
) -> SpecialEvent:  # fmt: skip
    then, now = _FELT[before.category][language], _FELT[after.category][language]
    told = (
        f"{then}が、いまは{now}。つながりは揺らいでいない。"
        if language == "ja"
        else f"{then}; now {now}. Our bond held."
    )
    change = f"{before.category}→{after.category}"
    text = f"{MARKS['bonding']}{told}"
    return SpecialEvent("bonding", scope, at, text, change, rules.events.bonding, tuple(sources))


def keep(faculties: Faculties, event: SpecialEvent) -> SpecialEvent:
    """In the transaction of whatever brought it about."""
    faculties.store.episodes.add_special(
        event.scope, event.kind, event.text, event.detail, event.at, event.arousal, event.sources
    )
    return event
