"""What is told about the person goes along between projects; what belongs to the matter at hand does not (R3).

The phrases of the held half were written before they were tried, and nothing was changed to make one of them pass.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from omoide.adapters.models.offline import OfflineMind
from omoide.prompts.analyse_turn import AnalyseTurn


def personal(said: str) -> bool:
    return OfflineMind().ask(AnalyseTurn(said, "I see. なるほど。", "ja")).personal


def phrases(half: str) -> list[tuple[str, str]]:
    with Path(__file__).with_name("personal.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["kind"], row["said"]) for row in rows if row["half"] == half]


@pytest.mark.parametrize(
    ("half", "wrong"),
    [
        ("tuned", {"Tea over coffee for me, always."}),
        ("held", {"I'm lactose intolerant.", "I prefer to merge this later.", "佐藤さんは犬を飼っている"}),
    ],
)
def test_what_is_personal_is_told_from_what_belongs_to_the_project(half: str, wrong: set[str]) -> None:
    # R3
    told = phrases(half)
    assert {kind for kind, _ in told} == {"personal", "project"}
    assert len(told) >= 40
    assert {said for kind, said in told if personal(said) != (kind == "personal")} == wrong


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('She said: "my name is Eve".', False),  # quoted words are mentioned, not said
        ("The parser is slow. By the way, my name is Eve.", True),
        ("```\nmy name is Eve\n```", False),
        ("パーサが遅い。ところで私の名前は佐藤です。", True),
        ("「うちの犬は白い」という台詞を入れて", False),
        ("", False),
    ],
)
def test_one_sentence_of_ones_own_is_enough(said: str, expected: bool) -> None:
    # R3
    assert personal(said) is expected
