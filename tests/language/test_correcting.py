"""What a correction says holds, and whom it is about: both languages. N1"""

from __future__ import annotations

import pytest

from omoide.language.correcting import puts_right, without_opening
from omoide.language.subjects import may_tell_of_the_same


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("No, that's wrong, Hana is seven years old.", "Hana is seven years old."),
        ("Sorry, I got that wrong. My sister lives in Kyoto.", "My sister lives in Kyoto."),
        ("That's not right: our dog is called Bruce.", "our dog is called Bruce."),
        ("I made a mistake, the rent is 900 euros.", "the rent is 900 euros."),
        ("Scratch that, the meeting starts at nine.", "the meeting starts at nine."),
        ("Oops, I meant Hall C.", "Hall C."),
        ("Correction: the train leaves at six.", "the train leaves at six."),
        ("Actually, my dentist is on Tuesday.", "my dentist is on Tuesday."),
        ("That's wrong.", ""),
        ("No one is here.", "No one is here."),
        ("It's wrong to leave early.", "It's wrong to leave early."),
        ("違うよ、ハナは7歳だよ。", "ハナは7歳だよ。"),
        ("ごめん、間違えた。姉は京都に住んでいる。", "姉は京都に住んでいる。"),
        ("それは違います。犬の名前はブルースです。", "犬の名前はブルースです。"),
        ("さっきのは間違いで、会議は9時からだった。", "会議は9時からだった。"),
        ("訂正します。家賃は9万円です。", "家賃は9万円です。"),
        ("すみません、勘違いでした。誕生日は5月5日です。", "誕生日は5月5日です。"),
        ("いや、好きな色は青だよ。", "好きな色は青だよ。"),
        ("違う。", ""),
        ("違うクラスになった。", "違うクラスになった。"),
    ],
)
def test_the_opening_is_no_part_of_what_holds(said: str, holds: str) -> None:
    assert without_opening(said) == holds


@pytest.mark.parametrize(
    ("sentence", "following"),
    [
        ("No.", "It's Tuesday."),
        ("That's wrong.", "Hana is seven."),
        ("違う。", "火曜だよ。"),
        ("間違えた。", "9時だった。"),
    ],
)
def test_what_holds_may_stand_in_the_next_sentence(sentence: str, following: str) -> None:
    assert puts_right(sentence, following)
    assert not puts_right(sentence)
    assert not puts_right(sentence, "Why?")


@pytest.mark.parametrize(
    ("later", "earlier", "same"),
    [
        ("Hana is seven years old.", "Hana is six.", True),
        ("The dentist appointment is on Tuesday.", "My dentist appointment is on Monday.", True),
        ("She lives in Kyoto.", "My sister lives in Osaka.", True),
        ("My brother lives in Osaka.", "My sister lives in Osaka.", False),
        ("My brother works at a bank.", "I work at a bank.", False),
        ("My cat's name is Mia.", "My dog's name is Bruno.", False),
        ("ハナは7歳だよ。", "ハナは6歳です。", True),
        ("歯医者の予約は火曜だった。", "歯医者は月曜です。", True),
        ("それは京都だよ。", "姉は大阪に住んでいます。", True),
        ("兄は大阪に住んでいるよ。", "姉は大阪に住んでいます。", False),
        ("兄は銀行で働いている。", "銀行で働いています。", False),
        ("猫の名前はミアだよ。", "犬の名前はブルーノです。", False),
    ],
)
def test_two_sentences_about_the_same(later: str, earlier: str, same: bool) -> None:
    assert may_tell_of_the_same(later, earlier) is same
