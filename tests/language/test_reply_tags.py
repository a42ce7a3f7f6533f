"""Tags in replies: read, taken out, and the same however a reply is cut into pieces."""

# M2, P6

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from omoide.domain.persona_emotion import CATEGORIES, MemoryTrace, PersonaEmotion
from omoide.language.reply_tags import LONGEST, Stripped, TagStream, strip

JOY = PersonaEmotion("joy", 0.5)
TAG = '<persona_emotion category="joy" intensity="0.5"/>'
TRACE = '<memory_trace id="episode_2026-01-15_001" resonance="0.7"/>'


def streamed(pieces: list[str]) -> Stripped:
    stream = TagStream()
    shown = "".join(stream.feed(piece) for piece in pieces)
    rest = stream.finish()
    return Stripped(shown + rest.visible, rest.emotions, rest.traces)


def test_both_tags_of_a_reply_are_read_and_vanish() -> None:
    reply = f'守りたい。\n<persona_emotion category="protective" intensity="0.8"/>\n{TRACE}'
    assert strip(reply) == Stripped(
        "守りたい。", (PersonaEmotion("protective", 0.8),), (MemoryTrace("episode_2026-01-15_001", 0.7),)
    )


@pytest.mark.parametrize(
    "tag",
    [
        "<persona_emotion category='joy' intensity='0.5'/>",
        '<persona_emotion intensity="0.5" category="joy" />',
        '<persona_emotion category="joy" intensity="0.5">',
        '<persona_emotion category="joy" intensity="0.5"></persona_emotion>',
        '<PERSONA_EMOTION CATEGORY="Joy" Intensity="0.5"/>',
        "<persona_emotion category=joy intensity=0.5/>",
        '<persona_emotion category="joy intensity="0.5"/>',
        '<persona_emotion category="joy" intensity="0.5/>',
        "<persona_emotion category=“joy” intensity=“0.5”/>",
        "<persona_emotion category＝＂joy＂ intensity＝＂０．５＂/>",
        "<persona_emotion category=「joy」 intensity=「0.5」/>",
        '<persona_emotion\n  category = "joy"\n  intensity = ".5"\n/>',
        '<persona_emotion category="joy" category="anger" intensity="0.5" mood="x"/>',
    ],
)
def test_what_can_be_read_without_guessing_is_read(tag: str) -> None:
    assert strip(f"Yes. {tag}") == Stripped("Yes.", (JOY,), ())


@pytest.mark.parametrize(
    "tag",
    [
        '<persona_emotion category="devotion" intensity="0.5"/>',
        '<persona_emotion category="joy" intensity="high"/>',
        '<persona_emotion category="joy" intensity="NaN"/>',
        '<persona_emotion category="joy" intensity="inf"/>',
        '<persona_emotion category="joy" intensity="1e999"/>',
        '<persona_emotion category="joy" intensity="0,5"/>',
        '<persona_emotion category="joy" intensity="1_0"/>',
        '<persona_emotion category="joy" intensity=""/>',
        '<persona_emotion category="joy"/>',
        '<persona_emotion intensity="0.5"/>',
        "<persona_emotion/>",
        "<persona_emotion>",
        "</persona_emotion>",
        '<memory_trace resonance="0.7"/>',
        '<memory_trace id="" resonance="0.7"/>',
        '<memory_trace id="episode_2026-01-15_001" resonance="strong"/>',
        f'<memory_trace id="{"x" * 101}" resonance="1"/>',
    ],
)
def test_what_cannot_be_read_still_vanishes_and_means_nothing(tag: str) -> None:
    assert strip(f"Yes. {tag} No.") == Stripped("Yes. No.")


@pytest.mark.parametrize(("told", "taken"), [("7", 1.0), ("-0.2", 0.0), ("1.0", 1.0), ("0", 0.0), ("0.35", 0.35)])
def test_numbers_beyond_the_ends_count_as_the_ends(told: str, taken: float) -> None:
    reply = f'<persona_emotion category="anger" intensity="{told}"/><memory_trace id="e" resonance="{told}"/>'
    assert strip(reply) == Stripped("", (PersonaEmotion("anger", taken),), (MemoryTrace("e", taken),))


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_seven_categories(category: str) -> None:
    assert [e.category for e in strip(f'<persona_emotion category="{category}" intensity="1"/>').emotions] == [category]


def test_the_last_emotion_counts_and_the_last_trace_of_each_episode() -> None:
    found = strip(
        f'{TAG}a<persona_emotion category="anger" intensity="1"/>b<persona_emotion category="?" intensity="1"/>'
        '<memory_trace id="a" resonance="0.4"/><memory_trace id="b" resonance="0"/><memory_trace id="a" resonance="1"/>'
    )
    assert found.emotion == PersonaEmotion("anger", 1.0)
    assert found.emotions == (JOY, PersonaEmotion("anger", 1.0))
    assert found.traces == (MemoryTrace("b", 0.0), MemoryTrace("a", 1.0))
    assert strip("nothing").emotion is None


@pytest.mark.parametrize(
    ("reply", "visible"),
    [
        (f"Hello\n\n{TAG}\n\nBye", "Hello\n\nBye"),
        (f"Hello\n{TAG}\nBye", "Hello\nBye"),
        (f"Hello {TAG} world", "Hello world"),
        (f"Hello{TAG}world", "Helloworld"),
        (f"Hello {TAG}\n{TRACE}\n\nBye", "Hello\n\nBye"),
        (f"{TAG}\n\nHello", "Hello"),
        (f"  \n{TAG}\n    code first", "    code first"),
        (f"Hello\n\n{TAG}\n", "Hello"),
        (f"- a\n{TAG}\n  - b", "- a\n  - b"),
        (f"終わり。\n{TAG}\n　次の段落", "終わり。\n　次の段落"),
        ("  kept \n\n", "  kept \n\n"),
        (TAG, ""),
        ("", ""),
    ],
)
def test_no_blank_line_tells_of_a_tag(reply: str, visible: str) -> None:
    assert strip(reply).visible == visible


@pytest.mark.parametrize(
    "text",
    [
        "I <3 you",
        "a < b and c > d",
        "<b>bold</b> <persona_emotions/> <memory_tracer id='1'>",
        "<persona-emotion/>",
        "x <persona_emotion " + "y" * (LONGEST + 1) + ">",
        "<persona_emotion <b>",
        "for k<m",
        "ends with <",
        "The tag <persona_emotion is one of mine",
        "タグは<persona_emotion。これは説明です",
        f"```xml\n{TAG}\n```",
        f"~~~\n{TAG}\n```\n{TAG}\n~~~",
        f"Write `{TAG}` at the end.",
        f"```\nunclosed {TAG}",
    ],
)
def test_what_is_no_tag_stays_as_it_is(text: str) -> None:
    assert strip(text) == Stripped(text)
    assert streamed(list(text)) == Stripped(text)


def test_after_a_fence_tags_count_again() -> None:
    assert strip(f"```\n{TRACE}\n```\nSo. {TAG}") == Stripped(f"```\n{TRACE}\n```\nSo.", (JOY,))


@pytest.mark.parametrize("cut", range(3, len(TAG)))
def test_a_tag_cut_by_the_end_is_not_shown(cut: int) -> None:
    assert strip(f"Good night.\n\n{TAG[:cut]}") == Stripped("Good night.")


def test_nothing_is_held_back_longer_than_a_tag_can_be() -> None:
    stream = TagStream()
    assert stream.feed("k <") == "k"
    assert stream.feed("3 and") == " <3 and"
    assert stream.feed(" <persona_emotion ") == ""
    held = [stream.feed("x") for _ in range(LONGEST)]  # with the blank after the name, one more than a tag may have
    assert held == [""] * (LONGEST - 1) + [" <persona_emotion " + "x" * LONGEST]
    assert stream.feed("y") == "y"


PARTS = st.sampled_from(
    [
        TAG, TRACE, "<", "</", ">", "<persona_emotion", " category=", '"', "joy", "<memory_tr", "ace", " ", "\n",
        "\n\n", "```", "\n```\n", "`", "~~~", "あ", "word", " is", "/>", "x" * 150, "=", "intensity=1", "<b>", "\u3000",
        "\r\n",
    ]
)  # fmt: skip


@given(st.lists(PARTS, max_size=14).map("".join), st.data())
@settings(max_examples=300, deadline=None)
@example("a <persona_emotion category='joy' intensity='1'/> b", None)
def test_any_cut_into_pieces_gives_the_same(text: str, data: st.DataObject | None) -> None:
    whole = strip(text)
    assert streamed(list(text)) == whole
    if data is not None:
        cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
        pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        assert streamed(pieces) == whole


@given(st.text(st.sampled_from("<>/ab \n`\"'=_"), max_size=60))
@settings(max_examples=200, deadline=None)
def test_text_without_our_names_is_never_touched(text: str) -> None:
    assert strip(text) == Stripped(text)


def test_a_million_characters_take_no_time_worth_measuring() -> None:
    # Only that it ends: a reply of that size was enough to hang a parser that looks back
    text = "<" * 200_000 + "word " * 160_000 + TAG
    assert strip(text) == Stripped(text.removesuffix(" " + TAG), (JOY,))
