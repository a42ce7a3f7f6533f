"""Long texts in pieces (R15)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.language.cutting import cut

TEXT = st.text(alphabet="あいう漢字。、！\n abc.de ", max_size=900)


def places(text: str, pieces: list[str]) -> list[tuple[int, int]]:
    """Where each piece stands, each after the beginning of the one before."""
    found, start = [], 0
    for piece in pieces:
        start = text.index(piece, start)
        found.append((start, start + len(piece)))
        start += 1
    return found


@given(TEXT, st.integers(20, 120))
@settings(max_examples=60)
def test_pieces_hold_everything_and_none_is_too_long(text: str, size: int) -> None:
    # R15
    pieces = cut(text, size, size // 6)
    assert all(0 < len(piece) <= size for piece in pieces)
    assert pieces == cut(text, size, size // 6)
    covered: set[int] = set()
    for start, end in places(text, pieces):
        covered |= set(range(start, end))
    assert {at for at, character in enumerate(text) if not character.isspace()} <= covered


def test_300_characters_with_50_in_common() -> None:
    # R15: where nothing ends, exactly so
    text = "".join(chr(0x4E00 + at) for at in range(1_000))
    assert cut(text, 300, 50) == [text[0:300], text[250:550], text[500:800], text[750:1000]]


def test_cuts_fall_between_sentences_and_paragraphs() -> None:
    # R15
    sentence = "今日は鴨川を歩いて、古い橋の話をした。"  # 19 characters
    pieces = cut(sentence * 40, 300, 50)
    assert all(piece.endswith("。") and piece.startswith("今日") for piece in pieces)
    assert [len(piece) for piece in pieces[:-1]] == [285] * (len(pieces) - 1)
    first, second = "One thing. " * 18, "Another thing. " * 12
    assert cut(f"{first}\n\n{second}", 300, 50)[0] == first.strip()
    words = "word " * 100
    assert all(set(piece.split()) == {"word"} for piece in cut(words, 300, 50))


def test_short_and_empty_texts() -> None:
    # R15
    assert cut("  短い。 ", 300, 50) == ["短い。"]
    assert cut(" \n ", 300, 50) == []
