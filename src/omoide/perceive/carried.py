"""The emotion that a session carries (R2): that of the memory last recalled in it; none at its start or without one."""

from __future__ import annotations

import json

from omoide.domain.emotion import Emotion
from omoide.ports import Faculties


def carried_emotion(faculties: Faculties, session: str) -> Emotion | None:
    kept = faculties.store.state.get(_key(faculties, session)) if session else None
    if not kept:
        return None
    values = json.loads(kept)
    return Emotion(values["valence"], values["arousal"], tuple(values["tags"]))


def carry_emotion(faculties: Faculties, session: str, emotion: Emotion) -> None:
    if session:
        values = {"valence": emotion.valence, "arousal": emotion.arousal, "tags": list(emotion.tags)}
        faculties.store.state.set(_key(faculties, session), json.dumps(values))


def let_emotion_go(faculties: Faculties, session: str) -> None:
    """The session is over, and with it what it felt like."""
    faculties.store.state.set(_key(faculties, session), None)


def _key(faculties: Faculties, session: str) -> str:
    return faculties.scope.key("emotion", session)
