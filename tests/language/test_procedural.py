"""What tells how something is done, told apart from what tells how things are (D3, K4)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.language.fences import without_fences
from omoide.language.procedural import PATTERNS, Piece, patterns_in, sorted_pieces

GOLDEN = [
    line.split("\t") for line in Path(__file__).with_name("procedural.tsv").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(("kind", "pattern", "text"), GOLDEN)
def test_the_golden_sentences(kind: str, pattern: str, text: str) -> None:
    # D3, K4: each pattern in both languages; figures of speech and single events are no instructions
    found = patterns_in(text.replace("\\n", "\n"))
    assert (pattern in found) if kind == "procedural" else found == []


def test_there_are_twelve_patterns_each_in_both_languages() -> None:
    # D3
    assert len(PATTERNS) == 12
    for name in PATTERNS:
        examples = [text for _, pattern, text in GOLDEN if pattern == name]
        assert sorted(text.isascii() for text in examples) == [False, True], name


def test_an_account_is_sorted_paragraph_by_paragraph() -> None:
    # D3: short instructions are procedural, long prose that holds one is both, so that neither half is lost
    prose = "Miho came by in the evening. She told me how to fold a crane. Her mother had taught her in Nara."
    text = f"Miho has a cat.\n\nThe steps are:\n\n1. Open the lid\n2. Lift it\n\n{prose}\n\n\n"
    assert sorted_pieces(text) == [
        Piece("Miho has a cat.", procedural=False, semantic=True),
        Piece("The steps are:\n1. Open the lid\n2. Lift it", procedural=True, semantic=False),
        Piece(prose, procedural=True, semantic=True),
    ]
    assert sorted_pieces(" \n\n ") == []


@given(st.text(alphabet="まず次に。手順\n1. step first then you", max_size=400))
@settings(max_examples=60, deadline=None)
def test_no_paragraph_is_lost_and_each_is_for_something(text: str) -> None:
    # D3
    pieces = sorted_pieces(text)
    assert all(piece.procedural or piece.semantic for piece in pieces)
    assert "".join("".join(piece.text.split()) for piece in pieces) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("```markdown\n# A\ntext\n```", "# A\ntext"),
        ("```\nplain\n```\n", "plain"),
        ("~~~json\n{}\n~~~", "{}"),
        ("``` \n```\ninner\n```\n```", "inner"),
        ("no fence", "no fence"),
        ("Run this:\n```sh\nmake\n```\nthen wait", "Run this:\n```sh\nmake\n```\nthen wait"),
        ("```sh\nmake\n```\nand\n```sh\ntest\n```", "```sh\nmake\n```\nand\n```sh\ntest\n```"),
        ("```markdown\nhalf of an ans", "half of an ans"),
        ("```", "```"),
        ("", ""),
    ],
)
def test_fences_around_all_go_and_those_within_stay(text: str, clean: str) -> None:
    # D3
    assert without_fences(text) == clean
