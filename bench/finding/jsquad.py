"""JSQuAD: Japanese questions about paragraphs. Each paragraph is told as one turn, in a session of its own."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.finding.talk import Exchange, Question, Talk, Utterance

_START = datetime(2025, 1, 1, 9, tzinfo=UTC)
HELD_BACK = 10  # of so many articles, one is told by nobody: its questions are about what was never said


def read(path: Path, split: str) -> list[Talk]:
    """One article in five is for choosing, the others are reported."""
    articles = json.loads(path.read_text(encoding="utf-8"))["data"]
    wanted = {"tune": lambda n: n % 5 == 0, "report": lambda n: n % 5 != 0, "all": lambda n: True}[split]
    return [_talk([article for number, article in enumerate(articles) if wanted(number)])]


def _talk(articles: list[dict]) -> Talk:
    turns: list[Exchange] = []
    questions: list[Question] = []
    never: list[str] = []
    for number, article in enumerate(articles):
        for place, paragraph in enumerate(article["paragraphs"]):
            name = f"{number}:{place}"
            asked = [qa["question"] for qa in paragraph["qas"]]
            if number % HELD_BACK == HELD_BACK - 1:
                never += asked
                continue
            text = paragraph["context"].replace(" [SEP] ", "。")
            time = _START + timedelta(hours=len(turns))
            turns.append(Exchange(name, time, Utterance(name, "me", text), None))
            questions += [Question(one, "paragraph", frozenset([name])) for one in asked]
    return Talk("jsquad", "reader", "me", tuple(turns), tuple(questions), never=tuple(never))
