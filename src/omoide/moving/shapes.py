"""Records in the shapes of document 000's files, out and in; a shape that is none raises ValueError (P7, M4, D2, M2).

Each shape names the keys that it reads. Whatever else a record holds is kept aside by whoever reads it.
"""

from __future__ import annotations

import json
import unicodedata
from datetime import datetime, time, timedelta, tzinfo
from typing import Any, cast

from omoide.domain.dream import Insight
from omoide.domain.episode import REFUSED, SPECIAL, Episode, EpisodeKind, read_range
from omoide.domain.goal import LOWEST_PRIORITY, Goal, ProgressNote, Status, Term
from omoide.domain.persona_emotion import Category, FeltEmotion, PersonaEmotion
from omoide.domain.span import Span
from omoide.domain.turn import Scope
from omoide.errors import InvalidInput
from omoide.language.clean import clean
from omoide.moving.places import MADE_BY, moment, wall
from omoide.perceive import redact

Shape = dict[str, Any]
DETAIL = {"achievement": "goal_id", "discovery": "source_question", "bonding": "emotion_change"}
GOAL_LISTS: dict[str, tuple[Term | None, Status]] = {
    "short_term": ("short", "active"),
    "long_term": ("long", "active"),
    "completed": (None, "completed"),
    "abandoned": (None, "abandoned"),
}
GOAL_KEYS = ("id", "goal", "created_at", "status", "progress_notes", "priority", "term", "closed_at", "reason")
INSIGHT_KEYS = ("created_at", "trigger_topic", "insight", "strategy", "log_entry")
EMOTION_KEYS = ("timestamp", "type", "category", "intensity")
QUESTION_KEYS = ("topic", "context", "priority", "source_date")
_NAMED = dict.fromkeys
INNER_STATE_KEYS: Shape = {
    "drives": {
        "boredom": _NAMED(("level", "last_interaction", "threshold")),
        "curiosity": _NAMED(("level", "open_questions")),
        "goal_achievement": _NAMED(("level", "active_goal_id")),
        "relatedness": _NAMED(("level", "persona_emotion", "persona_intensity", "last_emotion_change")),
    },
    "motivation_log": _NAMED(("dominant_drive", "dominant_drive_label", "drive_level", "narrative")),
}
LONGEST_ID = 100


# ------------------------------------------------------------ episodes


def episode_out(episode: Episode, zone: tzinfo | None) -> Shape:
    if episode.special:
        told = {"type": episode.kind, DETAIL[episode.kind]: episode.detail}
        arousal, between = {"arousal": episode.arousal, "arousal_max": episode.arousal_max} | told, " "
    elif episode.compressed:
        told = {"compressed": True, "original_count": episode.original_count}
        arousal, between = told | {"arousal_avg": episode.arousal, "arousal_max": episode.arousal_max}, "T"
    else:
        told = {"compressed": False}
        arousal, between = told | {"arousal": episode.arousal, "arousal_max": episode.arousal_max}, "T"
    known = {key: value for key, value in arousal.items() if value is not None}
    head = {"id": episode.id, "date": episode.date, "summary": episode.summary}
    return head | known | {"created_at": wall(episode.created, zone, between)}


def episode_keys(kind: EpisodeKind) -> tuple[str, ...]:
    common = ("id", "date", "summary", "arousal_max", "created_at")
    if kind in SPECIAL:
        return (*common, "arousal", "type", DETAIL[kind])
    return (*common, "compressed", "original_count", "arousal_avg") if kind == "week" else (
        *common, "compressed", "arousal",
    )  # fmt: skip


def episode_in(value: Shape, scope: Scope, zone: tzinfo | None) -> Episode:
    days = read_range(text(value, "date"))
    kind: EpisodeKind = "week" if value.get("compressed") is True or days.first != days.last else "day"
    if value.get("type") in SPECIAL:
        kind, days = value["type"], Span.day(days.first)
    summary = text(value, "summary")
    created = value.get("created_at")
    count = value.get("original_count", 0) if kind == "week" else 0
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 1_000_000:
        raise InvalidInput(
            f"original_count must be a number of days, not {count!r}",
            f"original_count は日数です（{count!r} は使えません）",
        )
    return Episode(
        id=_id(value),
        scope=scope,
        kind=kind,
        days=days,
        summary=summary,
        arousal=_unit(value, "arousal_avg" if kind == "week" else "arousal"),
        arousal_max=_unit(value, "arousal_max"),
        created=moment(created, zone) if created is not None else _morning_after(days, zone),
        original_count=count,
        detail=text(value, DETAIL[kind], "") if kind in SPECIAL else "",
        made_by=MADE_BY,
        failed=summary == REFUSED,
    )


def _morning_after(days: Span, zone: tzinfo | None) -> datetime:
    return moment(datetime.combine(days.last + timedelta(days=1), time()).isoformat(), zone)


# ------------------------------------------------------------ goals


def goal_out(goal: Goal, zone: tzinfo | None) -> Shape:
    shape: Shape = {
        "id": goal.id,
        "goal": goal.goal,
        "created_at": wall(goal.created_at, zone, " "),
        "status": goal.status,
        "progress_notes": [{"time": wall(note.time, zone, " "), "note": note.text} for note in goal.progress_notes],
        "priority": goal.priority,
    }
    if goal.status == "active":
        return shape
    closed = {"closed_at": wall(goal.closed_at, zone, " ")} if goal.closed_at else {}
    return shape | {"term": goal.term} | closed | {"reason": goal.reason}


def goal_in(value: Shape, where: str, scope: Scope, zone: tzinfo | None) -> Goal:
    term, status = GOAL_LISTS[where]
    name = _id(value)
    term = term or ("long" if value.get("term") == "long" or name.startswith("lo_") else "short")
    if status == "active" and value.get("status") in ("completed", "abandoned"):
        status = cast(Status, value["status"])
    created = moment(value.get("created_at"), zone)
    ended = next((value[key] for key in ("closed_at", f"{status}_at") if value.get(key)), None)
    priority = value.get("priority", 1)
    if isinstance(priority, bool) or not isinstance(priority, int) or not 1 <= priority <= LOWEST_PRIORITY:
        raise InvalidInput(
            f"priority must be a whole number from 1 to {LOWEST_PRIORITY}, not {priority!r}",
            f"priority は 1 から {LOWEST_PRIORITY} までの整数です（{priority!r} は使えません）",
        )
    notes = value.get("progress_notes") or []
    if not isinstance(notes, list):
        raise InvalidInput("progress_notes must be a list", "progress_notes はリストにしてください")
    return Goal(
        id=name, scope=scope, term=term, goal=text(value, "goal"), created_at=created, priority=priority, status=status,
        progress_notes=tuple(_note(note, created, zone) for note in notes),
        closed_at=None if status == "active" else moment(ended, zone) if ended else created,
        reason="" if status == "active" else text(value, "reason", ""),
    )  # fmt: skip


def _note(note: Any, created: datetime, zone: tzinfo | None) -> ProgressNote:
    """As Omoide writes one; anything else becomes the text of a note, whole."""
    if isinstance(note, dict) and set(note) == {"time", "note"} and isinstance(note["note"], str):
        return ProgressNote(moment(note["time"], zone), _kept(note["note"]))
    return ProgressNote(created, _kept(note if isinstance(note, str) else json.dumps(note, ensure_ascii=False)))


# ------------------------------------------------------------ insights and emotions


def insight_out(insight: Insight, zone: tzinfo | None) -> Shape:
    return {
        "created_at": wall(insight.created_at, zone, " "),
        "trigger_topic": insight.trigger_topic,
        "insight": insight.insight,
        "strategy": insight.strategy,
        "log_entry": insight.log_entry,
    }


def insight_in(value: Shape, scope: Scope, zone: tzinfo | None) -> Insight:
    created = moment(value.get("created_at"), zone)
    topic, strategy, entry = (text(value, key, "") for key in ("trigger_topic", "strategy", "log_entry"))
    return Insight("", scope, created, topic, text(value, "insight"), strategy, entry, made_by=MADE_BY)


def emotion_out(felt: FeltEmotion, zone: tzinfo | None) -> Shape:
    return {
        "timestamp": wall(felt.timestamp, zone, exact=True),
        "type": "persona",
        "category": felt.emotion.category,
        "intensity": felt.emotion.intensity,
    }


def emotion_in(value: Shape, scope: Scope, zone: tzinfo | None) -> FeltEmotion:
    """Only the persona's own: what it once guessed of the user's is kept aside (Z1)."""
    if value.get("type") != "persona":
        raise InvalidInput("not the persona's own", "ペルソナ自身のものではありません")
    emotion = PersonaEmotion(cast(Category, value.get("category")), value.get("intensity", float("nan")))
    return FeltEmotion(scope, moment(value.get("timestamp"), zone), emotion)


# ------------------------------------------------------------ values


_REQUIRED = None


def text(value: Shape, key: str, default: str | None = _REQUIRED) -> str:
    found = value.get(key, default)
    if not isinstance(found, str):
        if key not in value:
            raise InvalidInput(f"{key} is missing", f"{key} がありません")
        raise InvalidInput(f"{key} must be a text, not {found!r}", f"{key} は文字列です（{found!r} は使えません）")
    if default is _REQUIRED and not found.strip():
        raise InvalidInput(f"{key} is empty", f"{key} が空です")
    return _kept(found)


def _kept(found: str) -> str:
    return redact(clean(found))


def _id(value: Shape) -> str:
    """Empty when there is none that could be kept: then it gets one."""
    found = value.get("id", "")
    if not isinstance(found, str) or len(found) > LONGEST_ID:
        return ""
    return "" if any(unicodedata.category(c)[0] in "CZ" for c in found) else found


def _unit(value: Shape, key: str) -> float | None:
    found = value.get(key)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, (int, float)) or not 0 <= found <= 1:
        raise InvalidInput(
            f"{key} must be a number from 0 to 1, not {found!r}",
            f"{key} は 0 から 1 までの数です（{found!r} は使えません）",
        )
    return float(found)
