"""Which language, which sentences, which command, which time: small readings of what was said."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.language.clean import clean
from omoide.language.detect import language_of
from omoide.language.sentences import sentences
from omoide.language.slash import is_slash_command
from omoide.language.timewords import means_last_time, without_last_time


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("こんにちは", "ja"),
        ("猫", "ja"),
        ("ｺﾝﾆﾁﾊ", "ja"),
        ("GitHubのActionsでCIが失敗", "ja"),
        ("PythonのバージョンをAWSで確認した", "ja"),
        ("hello there", "en"),
        ("What does it mean when she says ありがとう?", "en"),
        ("I love 寿司 and ラーメン very much", "en"),
        ("", "en"),
        ("123 !?", "en"),
    ],
)
def test_the_language_of_a_text(text: str, language: str) -> None:
    # R12: Japanese and English are equals, also mixed
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("今日は晴れ。明日は雨！本当？うん…そうだね", ["今日は晴れ。", "明日は雨！", "本当？", "うん…", "そうだね"]),
        ("「行くよ。楽しみ！」と言った。終わり", ["「行くよ。楽しみ！」と言った。", "終わり"]),
        ("「行くよ。」「うん。」", ["「行くよ。」", "「うん。」"]),
        ("えっ！？すごい！！！", ["えっ！？", "すごい！！！"]),
        ("a\nb\n\nc", ["a", "b", "c"]),
        ("He left! Really? Yes.", ["He left!", "Really?", "Yes."]),
        ("Mr. Smith paid $3.50 at 5 p.m. today. Ok", ["Mr. Smith paid $3.50 at 5 p.m. today.", "Ok"]),
        ("See https://a.b/c?d=e!f. It is v2.3.1. Fine", ["See https://a.b/c?d=e!f.", "It is v2.3.1.", "Fine"]),
        ("J. R. Tolkien wrote it. It is long.", ["J. R. Tolkien wrote it.", "It is long."]),
        ("Wait... what? Hmm... Then he came.", ["Wait... what?", "Hmm...", "Then he came."]),
        ('"Stop!" He ran.', ['"Stop!"', "He ran."]),
        ("CI失敗!直した?", ["CI失敗!", "直した?"]),
        ("", []),
    ],
)
def test_sentences(text: str, split: list[str]) -> None:
    assert sentences(text) == split


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(st.sampled_from("あ猫aB1 .。!?！？…\n「」『』()（）\"'。") | st.characters()))
def test_sentences_lose_nothing(text: str) -> None:
    split = sentences(text)
    assert re.sub(r"\s", "", "".join(split)) == re.sub(r"\s", "", text)
    assert all(sentence == sentence.strip() != "" for sentence in split)


@pytest.mark.parametrize(
    "cue",
    [
        "前回の話の続き", "以前言ってた店", "この前の件", "この間はありがとう", "こないだの猫", "先日の会議",
        "さっき話したやつ", "さっきの話だけど", "前に話した温泉", "前にも言ったよね", "昨日の続き",
        "What did we say last time?", "Previously you liked it", "the other day", "Earlier you said so",
        "as you told me before", "a while ago", "in our last conversation", "Last week we decided",
        "前言ってた店", "さっき猫の話をしたよね", "last time we spoke", "Did I mention it before?",
        "when we last talked",
    ],
)  # fmt: skip
def test_cues_that_reach_back(cue: str) -> None:
    # R3
    assert means_last_time(cue)


@pytest.mark.parametrize(
    "cue",
    [
        "最後のページ", "駅の前に立つ", "目の前に", "寝る前に歯を磨く", "3日以前に提出", "前向きに", "さっきから雨",
        "寝る前に話した薬", "江戸以前の地図", "それ以前の問題", "前回りの練習", "名前も言った", "この前後の文",
        "the last page", "last", "at last", "before the meeting", "the previous version", "the other side", "",
        "my previous job", "the last time zone", "Before we leave, buy milk",
        "I told you about the day before the exam", "the last session of the course",
    ],
)  # fmt: skip
def test_cues_that_do_not(cue: str) -> None:
    # R3: "last" alone is no time they talked
    assert not means_last_time(cue)


@pytest.mark.parametrize(
    ("cue", "rest"),
    [
        ("前回の会議の議事録", "会議の議事録"),
        ("この前、博物館について何を話した？", "博物館について何を話した?"),
        ("博物館のこと前に話したよね", "博物館のこと 話したよね"),
        ("以前にも言ったけど猫は苦手", "言ったけど猫は苦手"),
        ("先週の話の続き", "先週の話の続き"),  # a time that has a name is a window (R22)
        ("What did I tell you about the museum last time?", "What did I tell you about the museum ?"),
        ("What did Juno say the last time we spoke about Kobe?", "What did Juno say about Kobe?"),
        ("I told you earlier about my previous job.", "I told you about my previous job."),
        ("You’ve already mentioned the cello", "You've mentioned the cello"),
        ("What did I say about the exam when we last talked about it?", "What did I say about the exam ?"),
        ("What was the weather the day before the exam?", "What was the weather the day before the exam?"),
        ("前回", "前回"),
        ("last time", "last time"),
        ("", ""),
    ],
)
def test_words_that_reach_back_leave_the_cue(cue: str, rest: str) -> None:
    # R3: all of it stays when nothing else would be left
    assert without_last_time(cue) == rest


@pytest.mark.parametrize("text", ["/help", "/plugin:cmd a/b", "  /clear\n", "/", "/ x", "/compact 要約して", "/home"])
def test_slash_commands(text: str) -> None:
    # E3
    assert is_slash_command(text)


@pytest.mark.parametrize("text", ["/usr/local is full", "/etc/hosts を直して", "//comment", "", " ", "a /help", "1/2"])
def test_no_slash_commands(text: str) -> None:
    # E3: only what clearly is a path is spared
    assert not is_slash_command(text)


def test_clean_text() -> None:
    assert clean("a\x00b\r\nc\rd\te\x1b[31m\x7f\ud83c温泉\u2028x\x85") == "ab\nc\nd\te[31m\ufffd温泉\nx\n"


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=()) | st.characters(max_codepoint=0x9F)))
def test_clean_text_can_always_be_kept(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert cleaned.encode().decode() == cleaned
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", cleaned)
