"""How the built-in embedder takes texts apart (X5, X6)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.calibrate import read_pairs
from omoide.adapters.models.embedders.segment import BREAK, NO_ROW, Words, code_points, hashes_of, segment
from omoide.adapters.models.embedders.tokens import Rows, letters_of, rows_of
from omoide.adapters.models.embedders.weights import Weights, save_weights, weights
from omoide.adapters.models.embedders.wordpieces import pieces_of
from omoide.adapters.models.embedders.words import words_and_runs

TABLE = weights()
ROWS = Rows(TABLE.pieces, TABLE.words, TABLE.first_bucket, TABLE.buckets)


def cut(text: str) -> list[str]:
    return [text[found.start : found.end] for found in segment(text, TABLE.words)]


def row(form: str) -> int:
    [found] = segment(form, TABLE.words)
    return found.row


def dictionary(costs: dict[str, int]) -> Words:
    hashed = sorted((int(hashes_of(code_points(word), len(word))[-1][0]), word) for word in costs)
    names = sorted(costs)
    return Words(
        np.array([one for one, _ in hashed], dtype=np.uint32),
        np.array([names.index(word) for _, word in hashed], dtype=np.uint16),
        np.array([costs[word] for _, word in hashed], dtype=np.uint8),
    )


# X6
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("携帯電話を落とした", ["携帯電話", "を", "落とし", "た"]),
        ("台所でカレーを作っている", ["台所", "で", "カレー", "を", "作っ", "て", "いる"]),
        ("ねこがかわいい", ["ねこ", "が", "かわいい"]),
        ("食べません", ["食べ", "ません"]),
    ],
)
def test_japanese_is_cut_into_words(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


# X6
def test_every_form_leads_to_its_word() -> None:
    assert len({row(form) for form in ("食べ", "食べる", "たべる", "食べれ")}) == 1
    assert len({row(form) for form in ("うれしい", "嬉しい", "嬉しく", "うれしかっ")}) == 1
    assert len({row(form) for form in ("ない", "ません", "なかっ")}) == 1
    assert row("猫") != row("犬")


# X6
def test_kanji_and_katakana_are_told_letter_by_letter_beside_their_words() -> None:
    def bucket(letter: str) -> int:
        [only] = letters_of(letter, ROWS.first_bucket, ROWS.buckets)
        return only

    words, letters = [row("猫"), row("と"), row("カレー")], [bucket(letter) for letter in "猫カレー"]
    assert rows_of(["ねこ", "猫とカレー"], ROWS) == [[row("ねこ")], [*words, *letters]]
    assert rows_of(["猫。犬"], ROWS) == [[row("猫"), bucket("猫"), row("犬"), bucket("犬")]]


# X6
def test_the_cheapest_way_is_taken() -> None:
    words = dictionary({"東京": 50, "京都": 50, "都": 60, "東": 90, "東京都": 120})
    names = sorted(["東京", "京都", "都", "東", "東京都"])
    assert [names[found.row] for found in segment("東京都", words)] == ["東京", "都"]
    [strange, known] = segment("ヌ東京", words)
    assert (strange.row, names[known.row]) == (NO_ROW, "東京")
    assert segment("", words) == []


# X5
@settings(max_examples=80, deadline=None)
@given(st.lists(st.text("あいうえお猫犬食べる東京ーヴ\u30ffｱa1. ", max_size=20), max_size=6))
def test_texts_taken_apart_together_are_taken_apart_alone(texts: list[str]) -> None:
    assert rows_of(texts, ROWS) == [rows_of([text], ROWS)[0] for text in texts]


# X5
def test_no_word_crosses_a_break_though_its_hash_may_fit() -> None:
    crossing = f"猫{BREAK}犬"
    found = segment(crossing, dictionary({crossing: 1, "猫": 90, "犬": 90}))
    assert [(one.start, one.end) for one in found] == [(0, 1), (1, 2), (2, 3)]


# X6
@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_any_text_has_rows_within_the_table(text: str) -> None:
    [rows] = rows_of([text], ROWS)
    assert all(0 <= one < len(TABLE.rows) for one in rows)
    assert bool(rows) == any(words_and_runs(text))


# X6
def test_words_fall_into_the_pieces_of_the_real_tokenizer() -> None:
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.models.WordPiece(vocab={**TABLE.pieces, "[UNK]": len(TABLE.pieces)}, unk_token="[UNK]")
    texts = [text for pair in read_pairs() for text in (pair.first, pair.second)]
    words = sorted({word for text in texts for word in words_and_runs(text)[0]})
    strange = ["antidisestablishmentarianism", "zzyzx", "x" * 100, "x" * 101, "пример", "a1b2c3", "unbelievably"]
    assert len(words) > 500
    for word in [*words, *strange]:
        real = [token.id for token in model.tokenize(word)]
        assert pieces_of(word, TABLE.pieces) == ([] if real == [len(TABLE.pieces)] else real), word


# X5
def test_weights_are_read_as_they_were_saved(tmp_path: Path) -> None:
    folder = tmp_path / "weights"
    words = dictionary({"猫": 40, "犬": 41})._replace(rows=np.array([2, 3], dtype=np.uint16))
    made = Weights(
        np.arange(20, dtype=np.int8).reshape(5, 4), np.ones(5, dtype=np.float32), {"a": 0, "##b": 1}, words, 4
    )
    save_weights(made, folder)
    read = weights(folder)
    assert (read.pieces, read.first_bucket, read.buckets) == (made.pieces, 4, 1)
    for one, other in zip((read.rows, read.scales, *read.words), (made.rows, made.scales, *words), strict=True):
        np.testing.assert_array_equal(one, other)
