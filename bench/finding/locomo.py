"""LoCoMo: long conversations of two friends, questions with the ids of the utterances that answer them.

Conversations 1 and 2 of a file are for choosing (thresholds, weights), the others for reporting. Photos that are shared
are told by the caption that the file gives, in every method alike.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.finding.talk import Question, Talk, Utterance, exchanges

KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
TUNING = 2  # conversations
_WHEN = "%I:%M %p on %d %B, %Y"
_ID = re.compile(r"D(\d+):0*(\d+)")


def read(path: Path, split: str) -> list[Talk]:
    samples = json.loads(path.read_text(encoding="utf-8"))
    chosen = {"tune": samples[:TUNING], "report": samples[TUNING:], "all": samples}[split]
    return [_talk(sample, [other for other in chosen if other is not sample]) for sample in chosen]


def _talk(sample: dict[str, Any], others: list[dict[str, Any]]) -> Talk:
    told = sample["conversation"]
    person, persona = told["speaker_a"], told["speaker_b"]
    turns = [
        exchange
        for name, start, spoken in _sessions(told)
        for exchange in exchanges(name, start, person, [_utterance(one) for one in spoken])
    ]
    known = {one.id for turn in turns for one in turn.utterances}
    questions = []
    for asked in sample["qa"]:
        gold = frozenset(f"D{a}:{b}" for place in asked["evidence"] for a, b in _ID.findall(place)) & known
        if gold:
            kind = KINDS[asked["category"]]
            answer = str(asked.get("answer", ""))
            questions.append(Question(asked["question"], kind, gold, refuse=kind == "adversarial", answer=answer))
    strange = [(asked["question"], other["conversation"]) for other in others for asked in other["qa"]]
    return Talk(
        sample["sample_id"], persona, person, tuple(turns), tuple(questions),
        never=tuple(text for text, _ in strange),
        never_renamed=tuple(_renamed(text, theirs, told) for text, theirs in strange),
    )  # fmt: skip


def _sessions(told: dict[str, Any]) -> Iterator[tuple[str, datetime, list[dict[str, Any]]]]:
    number = 1
    while f"session_{number}_date_time" in told:
        if spoken := told.get(f"session_{number}"):
            start = datetime.strptime(told[f"session_{number}_date_time"], _WHEN).replace(tzinfo=UTC)
            yield f"session_{number}", start, spoken
        number += 1


def _utterance(one: dict[str, Any]) -> Utterance:
    a, b = _ID.fullmatch(one["dia_id"]).groups()  # type: ignore[union-attr]
    caption = one.get("blip_caption")
    return Utterance(f"D{a}:{b}", one["speaker"], one["text"] + (f" [photo: {caption}]" if caption else ""))


def _renamed(text: str, theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    for side in ("speaker_a", "speaker_b"):
        text = text.replace(theirs[side], ours[side])
    return text
