"""How the offline mind tells a turn, summarises it and keeps a trace of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.models.offline import OfflineMind
from omoide.adapters.models.offline.reading import on_one_line
from omoide.domain.emotion import TAGS
from omoide.language.clean import clean
from omoide.prompts.analyse_turn import AnalyseTurn
from omoide.prompts.compress import Compressed, Summarise, Trace

MIND = OfflineMind()
JA = (
    "来月、娘の美咲の誕生日なんだ。家族で北海道の旭山動物園に行く予定で、ホテルももう予約した。"
    "田中さんも一緒に来るかもしれない。",
    "それは楽しみですね！旭山動物園はペンギンの散歩が有名です。11月から3月にかけて見られます。暖かい服装を忘れずに。"
    "美咲ちゃんはきっと喜びますよ。",
)
EN = (
    "I finally got the offer from Acme Robotics in Berlin! I start on March 3rd and I'm so excited, but leaving my"
    " sister Emi in Osaka makes me sad.",
    "Congratulations! You worked so hard for this. Berlin is a great city for robotics. It's natural to feel sad about"
    " Emi; you could plan a visit in May. Have you found an apartment yet?",
)

PIECES = [
    "猫",
    "が",
    "好き",
    "です",
    "東京タワー",
    "田中さん",
    "。",
    "！",
    "、",
    "「",
    "」",
    "(",
    ")",
    "…",
    "\n",
    " ",
    "悲しい",
    "い",
    "「",
    "」",
]
PIECES += ["Berlin", " was ", "GREAT", " but ", "sad", ". ", "!", "?", ", ", "😀", "```", "code_name", "3.14"]
words = st.lists(st.sampled_from(PIECES), max_size=120).map("".join)
texts = st.one_of(st.text(max_size=300), words)
languages = st.sampled_from(["ja", "en"])


# E1
@pytest.mark.parametrize(("turn", "language"), [(JA, "ja"), (EN, "en")])
def test_a_short_turn_is_told_as_an_account(turn, language):
    answer = MIND.ask(AnalyseTurn(*turn, language))
    assert turn[0] in answer.trigger
    assert turn[0] != answer.trigger
    assert turn[1] in answer.content
    assert turn[1] != answer.content


# E1: words that were said stand in quotation marks, and nothing that every memory would share stands around them
def test_what_was_said_is_quoted_and_not_framed():
    def trigger(said, language):
        return MIND.ask(AnalyseTurn(said, "", language)).trigger

    assert trigger("MongoDBを使うのはどう？", "ja") == "「MongoDBを使うのはどう？」"
    assert trigger("彼は「はい」と言った。", "ja") == "「彼は『はい』と言った。」"
    assert trigger("How are you?", "en") == '"How are you?"'
    assert trigger('He said "yes".', "en") == "\"He said 'yes'.\""


# E1
def test_silence_is_a_dash():
    assert MIND.ask(AnalyseTurn("おはよう", "  ", "ja")).content == "—"
    assert MIND.ask(AnalyseTurn("", "Hi", "en")).trigger == "—"


# E1: a long text is told by its key sentences; names, numbers and terms stay
def test_a_long_reply_keeps_its_facts_and_is_bounded():
    facts = ["佐藤さんは大阪に引っ越した。", "PostgreSQL 16 に移行すると決めた。", "予算は120万円である。"]
    filler = "それからいろいろなことがあったけれど、とくに言うほどのこともなかったと思う。" * 60
    answer = MIND.ask(AnalyseTurn("どうだった？", filler + "".join(facts) + filler, "ja"))
    assert all(fact in answer.content for fact in facts)
    assert len(answer.content) <= 1500
    code = MIND.ask(AnalyseTurn("x " * 1200 + "```\nprint('secret code')\n```", "ok", "en"))
    assert len(code.trigger) <= 1500
    assert "secret code" not in code.trigger


# E1
def test_keywords_put_names_and_terms_first():
    ja = MIND.ask(AnalyseTurn(*JA, "ja")).keywords
    assert ja[:2] == ["田中さん", "美咲ちゃん"]
    assert {"ペンギン", "旭山動物園", "北海道"} <= set(ja)
    en = MIND.ask(AnalyseTurn(*EN, "en")).keywords
    assert {"Berlin", "Emi", "Acme Robotics", "Osaka"} <= set(en)
    tech = MIND.ask(AnalyseTurn("asyncioとスレッドの違いは？", "I/O待ちが多いなら asyncio です。", "ja")).keywords
    assert tech[0] == "asyncio"
    assert MIND.ask(AnalyseTurn("あの時ちゃんとテスト全部落ちた", "", "ja")).keywords == ["テスト"]
    for found in (ja, en, tech):
        assert 3 <= len(found) <= 8
        assert len({word.casefold() for word in found}) == len(found)


# F11
@pytest.mark.parametrize(("turn", "language"), [(JA, "ja"), (EN, "en")])
def test_a_summary_keeps_names_and_is_short(turn, language):
    full = MIND.ask(AnalyseTurn(*turn, language))
    short = MIND.ask(Summarise(full.trigger, full.content, language))
    assert 50 <= len(short.trigger) + len(short.content) <= 200
    for name in ("田中さん", "美咲", "旭山動物園") if language == "ja" else ("Berlin", "Emi", "Osaka", "Acme Robotics"):
        assert name in short.trigger + short.content


# F11
def test_emotional_nuance_stays_in_a_summary():
    full = MIND.ask(AnalyseTurn("父が亡くなってから、毎晩泣いてしまう。" * 3, "そばにいますよ。" * 12, "ja"))
    short = MIND.ask(Summarise(full.trigger, full.content, "ja"))
    assert "悲しみ" in short.content


# F11
def test_what_is_short_already_stays_as_it_is():
    assert MIND.ask(Summarise("「うん」と言われた", "笑って答えた。", "ja")) == Compressed(
        "「うん」と言われた", "笑って答えた。"
    )


# F11
def test_a_trace_is_a_few_words_with_names_first_and_the_tags():
    full = MIND.ask(AnalyseTurn(*EN, "en"))
    short = MIND.ask(Summarise(full.trigger, full.content, "en"))
    trace = MIND.ask(Trace(short.trigger, short.content, ("sadness", "excitement"), "en"))
    trigger, content = trace.trigger.split(", "), trace.content.split(", ")
    assert len(trigger) <= 3
    assert set(trigger) <= {"Acme Robotics", "Berlin", "Emi", "Osaka", "March"}
    assert content[-2:] == ["sadness", "excitement"]
    assert len(content) <= 5
    assert MIND.ask(Trace(trace.trigger, trace.content, ("sadness", "excitement"), "en")) == trace


# F11
def test_a_trace_of_a_trace_loses_nothing():
    first = Compressed("佐藤さん, 上司, 企画書", "MongoDB, 努力, sadness")
    assert MIND.ask(Trace(first.trigger, first.content, ("sadness",), "ja")) == first


# F11: the rule of length holds for every text
@settings(max_examples=150, deadline=None)
@given(trigger=texts, content=texts, language=languages)
def test_any_summary_is_valid(trigger, content, language):
    short = MIND.ask(Summarise(trigger, content, language))
    together = len(short.trigger) + len(short.content)
    assert together <= 200
    assert short == MIND.ask(Summarise(trigger, content, language))
    if len(on_one_line(clean(trigger))) + len(on_one_line(clean(content))) >= 50:
        assert together >= 50


# F11: never empty, tags kept
@settings(max_examples=150, deadline=None)
@given(trigger=texts, content=texts, tags=st.lists(st.sampled_from(TAGS), max_size=4, unique=True), language=languages)
def test_any_trace_is_valid(trigger, content, tags, language):
    trace = MIND.ask(Trace(trigger, content, tuple(tags), language))
    assert trace.content.split(", ")[len(trace.content.split(", ")) - len(tags) :] == tags
    assert len(trace.trigger.split(", ")) <= 3
    assert trace == MIND.ask(Trace(trigger, content, tuple(tags), language))
    again = MIND.ask(Trace(trace.trigger, trace.content, tuple(tags), language))
    assert MIND.ask(Trace(again.trigger, again.content, tuple(tags), language)) == again


# E1, E2: any text gives a valid answer, and always the same
@settings(max_examples=150, deadline=None)
@given(said=texts, replied=texts, language=languages)
def test_any_turn_can_be_felt(said, replied, language):
    answer = MIND.ask(AnalyseTurn(said, replied, language))
    assert answer == MIND.ask(AnalyseTurn(said, replied, language))
    assert len(answer.trigger) <= 1500
    assert len(answer.content) <= 1500
    assert len(answer.keywords) <= 8


@pytest.mark.parametrize(
    "text", ["悲しい猫！" * 200_000, "a" * 1_000_000, "Great but sad. " * 70_000, "「" * 500_000, "、" * 10**6]
)
def test_a_megabyte_is_no_obstacle(text):
    answer = MIND.ask(AnalyseTurn(text, text, "ja"))
    short = MIND.ask(Summarise(text, text, "ja"))
    assert len(answer.trigger) <= 1500
    assert len(short.trigger) + len(short.content) <= 200
    assert MIND.ask(Trace(text, text, (), "ja")).trigger
