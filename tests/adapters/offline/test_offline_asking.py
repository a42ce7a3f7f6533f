"""A request to keep, and a correction: told apart from mere mentions."""

import pytest

from omoide.adapters.models.offline import OfflineMind
from omoide.prompts.analyse_turn import AnalyseTurn


def analysed(said: str):
    return OfflineMind().ask(AnalyseTurn(said, "うん。", "ja"))


# E4
@pytest.mark.parametrize(
    "said",
    [
        "これは覚えておいて",
        "覚えておいて",
        "忘れないで",
        "重要だから記憶して",
        "絶対に忘れないで",
        "私の誕生日は5月3日だから覚えといてね",
        "この番号、おぼえておいてください。",
        "鍵は植木鉢の下。忘れるなよ！",
        "卵アレルギーだってこと、忘れちゃだめだよ",
        "来週の約束を覚えておいてくれる？",
        "これだけは記憶しておいてほしい",
        "頭に入れておいてね、会議は木曜だから",
        "「覚えておいて」",
        "Remember this.",
        "remember this: the door code is 4711",
        "Don't forget",
        "Please don't forget my birthday is May 3rd.",
        "Keep in mind that I'm allergic to eggs.",
        "My sister is called Emi, please remember that.",
        "Never forget what I told you today!",
        "I want you to remember my address.",
        "Could you remember that I hate cilantro?",
        "It's important, so remember it.",
        "Bear in mind that the office closes at five.",
        "Do not forget: backups run on Sunday.",
        "Make sure you remember the deadline.",
    ],
)
def test_a_request_to_keep_protects(said):
    assert analysed(said).protect


# E4: a mention is not an assertion
@pytest.mark.parametrize(
    "said",
    [
        "覚えてる？",
        "去年の旅行のこと、覚えていますか？",
        "母に「忘れないで」と言われた",
        "忘れないでって言われた",
        "覚えておいてと頼まれたけど無理だった",
        "全然覚えてない",
        "あの日のことは忘れない",
        "約束を覚えていてくれてありがとう",
        "ちゃんと覚えておいてよかった",
        "単語を覚えておこうと思う",
        "傘を忘れた",
        "会議だけは忘れないようにしてます！",
        "子どもが覚えててくれるだけで嬉しい",
        "Do you remember our trip?",
        "I can't remember his name.",
        "I don't remember this at all.",
        "I'll never forget that day.",
        "She told me don't forget the milk.",
        "My mom always said 'remember this'.",
        "Remember when we went to Kyoto?",
        "I keep in mind that he is old.",
        "I'll always remember those moments.",
        "I'll make sure to remember this.",
        "We need to remember that he is old.",
        "He forgot my birthday.",
        "Did you forget?",
        "I try to remember that everyone is busy.",
        "了解、やっておく",
    ],
)
def test_a_mention_of_remembering_protects_nothing(said):
    assert not analysed(said).protect


# N1
@pytest.mark.parametrize(
    "said",
    [
        "違う、火曜だよ",
        "違うよ、妹の名前はエミだよ。",
        "いや、月曜じゃなくて火曜だよ",
        "月曜日じゃなくて火曜日です。",
        "訂正：会議は三時からです",
        "訂正します。住所は大阪です。",
        "それは間違いです。正しくは1998年です。",
        "ごめん、さっきの番号は間違い。4711だった",
        "いいえ、それは違います。私は看護師です。",
        "That's wrong, it is Tuesday.",
        "No, it's Tuesday, not Monday.",
        "That's not right. My sister's name is Emi.",
        "Actually, it's in Osaka.",
        "It's Tuesday, not Monday.",
        "You got that wrong, I'm a nurse.",
        "Correction: the meeting is at three.",
        "Sorry, I meant 1998.",
        "No, my name is Emi.",
        "Let me correct that: we have two dogs.",
        "You are mistaken. I live in Osaka.",
        "No, that's wrong, Hana is seven years old.",
        "I made a mistake, the rent is 900 euros.",
        "Sorry, I got that wrong. My sister lives in Kyoto.",
        "Scratch that, the meeting starts at nine.",
        "No, Hana is seven.",
        "Hana isn't six, she's seven.",
        "間違えた、姉が住んでいるのは京都。",
        "ごめん、歯医者の予約は火曜だった。",
        "あ、コンサートはCホールの間違いだった。",
        "ハナは6歳じゃない、7歳だよ",
    ],
)
def test_a_correction_is_noticed(said):
    assert analysed(said).corrects


# N1: a disagreement in a story corrects nothing
@pytest.mark.parametrize(
    "said",
    [
        "彼は「違う、火曜だ」と言い張った",
        "それは違うと思ったけど黙っていた",
        "上司に間違ってると言われて落ち込んだ",
        "この二つは何が違うの？",
        "いや、大丈夫だよ",
        "そうじゃないかな",
        "担当じゃなくて良かったです。",
        "今度は人間じゃなくて動物になってみたいです。",
        "かわいい言い間違いとか、ありますよね。",
        "アーキテクチャはマイクロサービスではなくモノリスで行くと決定します",
        "He said no, it's Tuesday, and left.",
        "I told him that's wrong.",
        "No, it's fine.",
        "No, I'm not going.",
        "What is wrong with this code?",
        "My boss insisted it was wrong to leave early.",
        "No problem, thanks!",
        "I was wrong about love.",
        "It's raining again.",
        "That's wrong.",
        "That's wrong, isn't it?",
        "No one is here.",
        "Actually, my sister is also a painter.",
        "違うクラスになった。",
        "違う、よね？",
        "了解、やっておく",
    ],
)
def test_a_disagreement_in_a_story_corrects_nothing(said):
    assert not analysed(said).corrects
