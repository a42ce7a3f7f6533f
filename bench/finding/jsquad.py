"""JSQuAD: Japanese questions about paragraphs. Each paragraph is told as one turn, in a session of its own.

Every paragraph of the file is told, so that figures can be compared with published ones; the split says whose questions
are asked. What was never said is asked in a second talk, in which one article in ten is told by nobody.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.finding.talk import Exchange, Question, Talk, Utterance

_START = datetime(2025, 1, 1, 9, tzinfo=UTC)
HELD_BACK = 10  # of so many articles, one is told by nobody: its questions are about what was never said


def read(path: Path, split: str) -> list[Talk]:
    """The questions of one article in five are for choosing, those of the others are reported."""
    articles = json.loads(path.read_text(encoding="utf-8"))["data"]
    wanted = {"tune": lambda n: n % 5 == 0, "report": lambda n: n % 5 != 0, "all": lambda n: True}[split]
    return [_all_told(articles, wanted), _some_held_back(articles, wanted)]


def _all_told(articles: list[dict], wanted: Callable[[int], bool]) -> Talk:
    questions = [
        Question(qa["question"], "paragraph", frozenset([f"{number}:{place}"]))
        for number, article in enumerate(articles)
        for place, paragraph in enumerate(article["paragraphs"])
        for qa in (paragraph["qas"] if wanted(number) else ())
    ]
    return Talk("jsquad", "reader", "me", _turns(articles, lambda number: True), tuple(questions))


def _some_held_back(articles: list[dict], wanted: Callable[[int], bool]) -> Talk:
    def told(number: int) -> bool:
        return number % HELD_BACK != HELD_BACK - 1

    asked = [
        qa["question"]
        for number, article in enumerate(articles)
        for paragraph in (article["paragraphs"] if wanted(number // HELD_BACK) and not told(number) else ())
        for qa in paragraph["qas"]
    ]
    return Talk("jsquad-held-back", "reader", "me", _turns(articles, told), (), never=tuple(asked))


def _turns(articles: list[dict], told: Callable[[int], bool]) -> tuple[Exchange, ...]:
    turns: list[Exchange] = []
    for number, article in enumerate(articles):
        for place, paragraph in enumerate(article["paragraphs"] if told(number) else ()):
            name = f"{number}:{place}"
            text = paragraph["context"].replace(" [SEP] ", "。")
            turns.append(Exchange(name, _START + timedelta(hours=len(turns)), Utterance(name, "me", text), None))
    return tuple(turns)
