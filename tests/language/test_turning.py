"""Turning phrases, and names that come again."""

from __future__ import annotations

import pytest

from omoide.language.turning import names_again, turns_to_another_subject


@pytest.mark.parametrize(
    "text",
    [
        "ところで、明日の天気は？", "そういえば昨日さ", "ありがとう。ところで映画は見た？", "話は変わるけど",
        "それはそうと、夕飯は？",
        "さて、次は何をしよう", "別件なんだけど", "あ、そういえば", "話題を変えよう",
        "By the way, did you eat?", "btw what's new",
        "Anyway, how is work?", "Thanks! On another note, the garden", "Incidentally I saw him", "OK, moving on",
        "Let's change the subject", "Unrelated: my cat", "That reminds me of the trip", "Oh, before I forget: milk",
    ],
)  # fmt: skip
def test_a_turning_phrase_at_the_beginning_of_a_sentence(text: str) -> None:
    # W2
    assert turns_to_another_subject(text)


@pytest.mark.parametrize(
    "text",
    [
        "今のところでは問題ない", "「ところで」が口癖だ", "話が長いね", "別の店にしよう", "さてと",
        "彼はそういえばと言った", "話すのが好き",
        "I like it anyway", "Anyway you like it", "We passed by the way station", "", "We are moving on Friday to Kobe",
        "He said by the way", "a different question would be better",
    ],
)  # fmt: skip
def test_the_same_words_elsewhere_turn_nothing(text: str) -> None:
    # W2: only at the beginning of a sentence
    assert not turns_to_another_subject(text)


def test_a_name_that_comes_again() -> None:
    # W2
    assert names_again("テネットは難しかった", ["それなら『テネット』かな"])
    assert names_again("I met Yuki again", ["Yuki was here"])
    assert not names_again("I met Yuki again", ["Mika was here"])
    assert not names_again("I told Aoi again", ["Aoi is here"], own=["Aoi"])
    assert not names_again("映画を見た", ["映画の話"])
