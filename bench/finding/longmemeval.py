"""LongMemEval: each question brings its own haystack of sessions; evidence is named by session.

A question whose id ends in `_abs` asks for what was never said: it has no evidence, and nothing should be recalled.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.finding.talk import Exchange, Question, Talk, Utterance, exchanges

_WHEN = "%Y/%m/%d (%a) %H:%M"
PERSON, PERSONA = "user", "assistant"


def read(path: Path, split: str) -> list[Talk]:
    """Every tenth question is for choosing, the others are reported."""
    samples = json.loads(path.read_text(encoding="utf-8"))
    wanted = {"tune": lambda n: n % 10 == 0, "report": lambda n: n % 10 != 0, "all": lambda n: True}[split]
    return [_talk(sample) for number, sample in enumerate(samples) if wanted(number)]


def _talk(sample: dict[str, Any]) -> Talk:
    turns: list[Exchange] = []
    dated = zip(sample["haystack_session_ids"], sample["haystack_dates"], sample["haystack_sessions"], strict=True)
    for name, date, messages in dated:
        start = _time(date)
        told = [one for one in messages if one["content"].strip()]
        spoken = [Utterance(f"{name}#{n}", one["role"], one["content"]) for n, one in enumerate(told)]
        turns += exchanges(name, start, PERSON, spoken)
    refuse = sample["question_id"].endswith("_abs")
    question = Question(
        sample["question"], sample["question_type"], frozenset(sample["answer_session_ids"]), refuse=refuse
    )
    asked = () if refuse else (question,)
    never = (question.text,) if refuse else ()
    return Talk(
        sample["question_id"], PERSONA, PERSON, tuple(turns), asked, never=never, unit="session",
        asked=_time(sample["question_date"]),
    )  # fmt: skip


def _time(date: str) -> datetime:
    return datetime.strptime(date, _WHEN).replace(tzinfo=UTC)
