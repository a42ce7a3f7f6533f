"""Plain statements and when they deny each other: true pairs and near misses in both languages.

R12
"""

from __future__ import annotations

import pytest

from omoide.language.statements import statements


def deny(one: str, other: str) -> bool:
    return any(mine.denies(theirs) for mine in statements(one) for theirs in statements(other))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I live in Osaka.", "I live in Kobe now."),
        ("My office is in Osaka.", "My office is in Kobe now."),
        ("My brother's name is Ken.", "My brother's name is Jun."),
        ("The rent is 80,000 yen.", "The rent is 92,000 yen now."),
        ("My son is 5 years old.", "My son is six years old."),
        ("I like natto.", "I don't like natto anymore."),
        ("I have two cats.", "I have three cats now!"),
        ("She works at Sony.", "She works at Panasonic."),
        ("My favourite colour is red.", "My favourite colour is green."),
        ("I can swim.", "I can't swim."),
        ("Hana is six.", "No, that's wrong, Hana is seven years old."),
        ("Hana lives in Osaka.", "Hana lives in Kobe."),
        ("My son is 6.", "My son is 16."),
        ("ハナは6歳です。", "違うよ、ハナは7歳だよ。"),
        ("大阪に住んでいます。", "今は神戸に住んでいます。"),
        ("私の部署は大阪にあります。", "私の部署は神戸にあります。"),
        ("甥の名前は健です。", "甥の名前は純です。"),
        ("家賃は8万円です。", "家賃は9万円です。"),
        ("納豆が好きです。", "納豆は好きではない。"),
        ("姉は銀行で働いています。", "姉は病院で働いています。"),
        ("猫が好きです。", "猫は好きじゃない。"),
        ("好きな色は赤です。", "好きな色は緑です。"),
        ("お酒は飲みません。", "お酒を飲みます。"),
        ("犬がいます。", "犬はいません。"),
    ],
)
def test_another_value_of_the_same_thing(older: str, newer: str) -> None:
    assert deny(older, newer)
    assert deny(newer, older)
    assert not deny(older, older)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I live in Osaka.", "My sister lives in Kobe."),
        ("I like tea.", "I like coffee."),
        ("I have a cat.", "I have a dog."),
        ("I bought two apples.", "I bought three apples."),
        ("My brother is tall.", "My brother is kind."),
        ("I live in Kobe.", "I live in Kobe, near the port."),
        ("I live in Kobe.", "I live in a small house."),
        ("My meeting is at 3 on Monday.", "My meeting is at 4 on Friday."),
        ("I had two meetings.", "I had three meetings."),
        ("I like natto.", "I like natto a lot."),
        ("My cat is called Luna.", "My dog is called Oliver."),
        ("I don't like rain.", "I like snow."),
        ("Hana is six.", "Hana is 6 years old."),
        ("Hana is six.", "Mia is seven."),
        ("The rent is 80,000 yen.", "The rent is 80000 yen."),
        ("犬が好きです。", "猫が好きです。"),
        ("昨日は3時間歩きました。", "今日は5時間歩きました。"),
        ("大阪に住んでいます。", "妹は神戸に住んでいます。"),
        ("りんごを2個買った。", "りんごを3個買った。"),
        ("猫は可愛いです。", "犬は可愛いです。"),
        ("趣味は読書です。", "趣味はテニスです。"),
        ("月曜の会議は3時からです。", "金曜の会議は4時からです。"),
        ("雨が降った。", "雪が降った。"),
        ("犬がいます。", "猫がいます。"),
        ("映画が好きです。", "映画が好きだよ。"),
    ],
)
def test_what_can_both_be_true(one: str, other: str) -> None:
    assert not deny(one, other)
    assert not deny(other, one)


def test_questions_and_long_sentences_state_nothing() -> None:
    assert statements("Do you live in Kobe? 大阪に住んでいますか？") == []
    assert statements("I live in Kobe " + "and so on " * 20) == []
