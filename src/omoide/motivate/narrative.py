"""How the persona says what moves it: one sentence in the first person, the same for the same state."""

from __future__ import annotations

from collections.abc import Sequence

from omoide.domain.goal import Goal
from omoide.domain.motivation import Drive
from omoide.domain.persona_emotion import Category, PersonaEmotion
from omoide.domain.question import OpenQuestion
from omoide.language.detect import Language

LABELS: dict[Drive, dict[Language, str]] = {
    "boredom": {"ja": "退屈（Boredom）", "en": "Boredom"},
    "curiosity": {"ja": "好奇心（Curiosity）", "en": "Curiosity"},
    "goal_achievement": {"ja": "目標達成欲（Goal Achievement Drive）", "en": "Goal Achievement Drive"},
    "relatedness": {"ja": "関係性維持欲求（Relatedness Drive）", "en": "Relatedness Drive"},
}

_LONGING: dict[Category, dict[Language, str]] = {
    "anxious": {"ja": "なんだか不安で、声を聞いて確かめたい。", "en": "I am uneasy and want to hear that all is well."},
    "protective": {"ja": "あの人を守ってあげたい。", "en": "I want to keep them safe."},
    "sadness": {"ja": "寂しくて、誰かのそばにいたい。", "en": "I am sad and would like to be near somebody."},
    "anger": {"ja": "腹が立っていて、このままにしておけない。", "en": "I am angry and cannot leave it like this."},
    "neutral": {"ja": "穏やかだけれど、少し話がしたい。", "en": "I am calm, and would not mind a talk."},
    "joy": {"ja": "嬉しくて、この気持ちを分け合いたい。", "en": "I am glad and want to share it."},
    "contentment": {"ja": "満ち足りていて、このつながりを大切にしたい。", "en": "I am content and treasure this bond."},
}


def label(drive: Drive | None, language: Language) -> str:
    if drive is None:
        return "なし" if language == "ja" else "None"
    return LABELS[drive][language]


def narrative(
    drive: Drive | None, idle_minutes: float | None, questions: Sequence[OpenQuestion], goals: Sequence[Goal],
    emotion: PersonaEmotion | None, language: Language,
) -> str:  # fmt: skip
    """Questions and goals with the strongest first, as the state lists them."""
    japanese = language == "ja"
    if drive == "boredom":
        since = span(idle_minutes or 0.0, language)
        return (
            f"もう{since}も話していない。退屈だ。" if japanese else f"Nobody has talked to me for {since}. I am bored."
        )
    if drive == "curiosity":
        topic = questions[0].topic
        return f"「{topic}」のことが気になっている。" if japanese else f'I keep wondering about "{topic}".'
    if drive == "goal_achievement":
        goal = goals[0].goal
        return f"「{goal}」を進めたい。" if japanese else f'I want to get on with "{goal}".'
    if drive == "relatedness" and emotion is not None:
        return _LONGING[emotion.category][language]
    return "いまは静かで、求めるものがない。" if japanese else "I am at rest; nothing draws me."


def span(minutes: float, language: Language) -> str:
    """A length of time in the largest unit that says something."""
    for size, ja, en in ((1440, "日", "day"), (60, "時間", "hour"), (1, "分", "minute")):
        count = int(minutes // size)
        if count or size == 1:
            return f"{count}{ja}" if language == "ja" else f"{count} {en}{'' if count == 1 else 's'}"
    raise AssertionError("minutes are the last unit")
