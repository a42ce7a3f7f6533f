"""The persona speaks first (M5): outside quiet hours, when a drive has passed its threshold, never twice for the same
impulse, and only so often a day.

What an impulse is about makes it the same one: the question, the goal, the change of mood, the words after which there
was silence. It is claimed before the model is asked, so that two processes never say it twice; when no model can speak,
it is given back.
"""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import Any

from omoide.context.assembling import assemble, mark_brought
from omoide.domain.dates import wall_clock
from omoide.domain.motivation import Drive
from omoide.errors import Postponed
from omoide.language.detect import language_of
from omoide.language.reply_tags import TagStream
from omoide.motivate import Impulse, may_act
from omoide.perceive import Stream, paused
from omoide.ports import Faculties, Speech
from omoide.prompts.speak_first import speak_first as words_for
from omoide.settings import Settings

KEPT = 200  # impulses that were spoken, so that none comes twice
LOOKED_BACK = 50  # turns among which the person's last words are looked for


@dataclass(frozen=True, slots=True)
class Initiative:
    """What the persona said by itself (nothing, mostly), which drive made it, and why it did not."""

    text: str
    impulse: Impulse
    drive: Drive | None = None
    why_not: str = ""

    def plain(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "drive": self.drive,
            "why_not": self.why_not,
            "narrative": self.impulse.state.narrative,
        }


def speak_first(faculties: Faculties, settings: Settings, now: datetime) -> Initiative:
    impulse = may_act(faculties, settings, now)
    if not impulse.may_act:
        return Initiative("", impulse, why_not=impulse.why_not)
    if paused(faculties):
        return Initiative("", impulse, why_not="paused")
    today = wall_clock(now, settings.zone(faculties.scope.person)).date()
    claimed = _claim(faculties, settings, impulse, today)
    if claimed is None:
        return Initiative("", impulse, why_not="said before, or often enough today")
    drive, key = claimed
    heard = list[str]()
    try:
        _speak(faculties, settings, impulse, now, heard)
    except Postponed as error:
        if not heard:  # what was heard was said, even when it broke off
            _give_back(faculties, key)
            return Initiative("", impulse, drive, error.en)
    return Initiative("".join(heard).strip(), impulse, drive)


def _speak(faculties: Faculties, settings: Settings, impulse: Impulse, now: datetime, heard: list[str]) -> None:
    """As a reply to nobody: journalled, without its tags, and kept as a turn in which only the persona speaks."""
    scope, state = faculties.scope, impulse.state
    brought = assemble(
        faculties, settings, state.narrative, session="", project="", shown=None, now=now, kind="heartbeat"
    )
    history = tuple((turn.said, turn.replied) for turn in brought.shown if turn.replied.strip())
    said = " ".join(turn.said for turn in brought.shown) or state.narrative
    language = settings.language if settings.language != "auto" else language_of(said)
    message = words_for(scope.person, state.narrative, state.plain(), language)
    tags = TagStream()
    speech = Speech(brought.text, history, message)
    with closing(faculties.thinker.stream(speech)) as pieces:
        first = next(pieces, "")  # a model that cannot speak leaves no turn behind
        stream = Stream(
            faculties, settings, "", session=f"first-{now:%Y%m%dT%H%M%S}", trigger="autonomy", sender=scope.persona,
            time=now,
        )  # fmt: skip
        with stream as out:
            mark_brought(faculties, settings, brought)
            for piece in chain((first,), pieces):
                out.write(piece)
                heard.append(tags.feed(piece))
            heard.append(tags.finish().visible)


def _claim(faculties: Faculties, settings: Settings, impulse: Impulse, today: date) -> tuple[Drive, str] | None:
    """The strongest impulse that was not spoken before, marked as spoken; None when there is none, or no more today."""
    with faculties.store.transaction():
        faculties.store.state.hold(_key(faculties))  # on a server it may be speaking with somebody else at this moment
        spoken = _spoken(faculties)
        if sum(day == today.isoformat() for day in spoken.values()) >= settings.autonomy.most_per_day:
            return None
        for drive in impulse.drives:
            key = f"{drive}:{_about(faculties, impulse, drive)}"
            if key not in spoken:
                _keep(faculties, {**spoken, key: today.isoformat()})
                return drive, key
    return None


def _about(faculties: Faculties, impulse: Impulse, drive: Drive) -> str:
    state = impulse.state
    match drive:
        case "curiosity":
            return state.open_questions[0].id
        case "goal_achievement":
            return state.goals[0].id
        case "relatedness":
            return state.last_emotion_change.isoformat() if state.last_emotion_change else ""
        case "boredom":
            last = faculties.store.log.last(faculties.scope, LOOKED_BACK)
            return next((turn.key for turn in reversed(last) if turn.said.strip()), "")


def _give_back(faculties: Faculties, key: str) -> None:
    with faculties.store.transaction():
        faculties.store.state.hold(_key(faculties))
        _keep(faculties, {name: day for name, day in _spoken(faculties).items() if name != key})


def _spoken(faculties: Faculties) -> dict[str, str]:
    """Of the persona, whoever it spoke to: boredom and longing are one, and are not told to everybody."""
    return json.loads(faculties.store.state.get(_key(faculties)) or "{}")


def _keep(faculties: Faculties, spoken: dict[str, str]) -> None:
    faculties.store.state.set(_key(faculties), json.dumps(dict(list(spoken.items())[-KEPT:])))


def _key(faculties: Faculties) -> str:
    return json.dumps(["spoke_first", faculties.scope.persona], ensure_ascii=False)
