"""What goes into a prompt, and what is left out. # R9, R1"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.models.tokens import Tokens
from omoide.domain.budget import SCRAP, Context, Filled, LeftOut, Piece, Section, fill

TOKENS = Tokens()


def pieces(*texts: str) -> tuple[Piece, ...]:
    return tuple(Piece(text, f"#{place}") for place, text in enumerate(texts))


def letters(text: str) -> int:
    return len(text)


def filled(*sections: Section, total: int = 10_000, **budgets: int) -> Context:
    return fill(sections, budgets, total, letters, lambda text, most: text[:most])


def test_everything_that_fits_is_in() -> None:
    # R9
    context = filled(Section("core", pieces("I am Aoi.")), Section("empty", ()), Section("goals", pieces("a", "b")))
    assert context == Context(
        text="<core>\nI am Aoi.\n</core>\n\n<goals>\na\nb\n</goals>",
        tokens=46,
        sections=(Filled("core", "I am Aoi.", 9), Filled("goals", "a\nb", 3)),
        left_out=(),
    )


def test_a_section_is_cut_from_its_less_important_end() -> None:
    # R9
    ranking = filled(Section("memories", pieces("best", "good", "fair")), memories=9)
    assert (ranking.sections[0].text, ranking.left_out) == ("best\ngood", (LeftOut("memories", "#2", 4),))
    diary = filled(Section("episodes", pieces("Monday", "Tuesday", "today"), keep="last"), episodes=13)
    assert diary.sections[0].text == "Tuesday\ntoday"
    assert diary.left_out == (LeftOut("episodes", "#0", 6),)


def test_a_piece_that_is_too_long_alone_is_begun() -> None:
    # R9
    long = "0123456789" * 2
    context = filled(Section("core", pieces(long, "more")), core=16)
    assert context.sections == (Filled("core", long[:16], 16),)
    assert context.left_out == (LeftOut("core", "#0", 4, cut=True), LeftOut("core", "#1", 4))


def test_no_scrap_that_says_nothing_is_put_in() -> None:
    # R9
    context = filled(Section("past", pieces("- [2026-11-03 09:00][they said] Hello.")), past=SCRAP - 1)
    assert context.sections == ()
    assert context.left_out == (LeftOut("past", "#0", 38),)


def test_the_whole_has_a_budget_and_the_last_sections_pay() -> None:
    # R9
    sections = (Section("a", pieces("x" * 20)), Section("b", pieces("y" * 20)), Section("c", pieces("z" * 20)))
    context = filled(*sections, total=70)
    assert [(s.name, s.tokens) for s in context.sections] == [("a", 20), ("b", 20)]
    assert context.tokens <= 70
    assert [gone.section for gone in context.left_out] == ["c"]
    for total in (0, 1):
        assert filled(*sections, total=total).text == ""


TEXTS = st.text(st.sampled_from("猫が好き。 the cat\n<|endoftext|>🎉é"), max_size=60)


@given(st.lists(st.lists(TEXTS, max_size=6), max_size=4), st.integers(0, 200), st.integers(0, 80))
@settings(max_examples=150, deadline=None)
def test_never_over_the_budget_and_nothing_unaccounted_for(lists: list[list[str]], total: int, each: int) -> None:
    # R9, R1: counted by a real tokenizer
    sections = [Section(f"s{n}", pieces(*texts), keep="first" if n % 2 else "last") for n, texts in enumerate(lists)]
    context = fill(sections, {f"s{n}": each for n in range(4)}, total, TOKENS.count, TOKENS.cut)
    assert TOKENS.count(context.text) == context.tokens <= total
    for section in context.sections:
        assert section.tokens == TOKENS.count(section.text) <= each
    told = {(gone.section, gone.what) for gone in context.left_out if not gone.cut}
    for section in sections:
        for piece in section.pieces:
            text = next((s.text for s in context.sections if s.name == section.name), "")
            assert piece.text.strip() == "" or (section.name, piece.label) in told or text


@given(TEXTS, st.integers(-1, 30))
@settings(max_examples=200, deadline=None)
def test_a_beginning_is_never_longer_than_asked_for(text: str, most: int) -> None:
    # R1
    begun = TOKENS.cut(text, most)
    assert text.startswith(begun)
    assert TOKENS.count(begun) <= max(most, 0)
    assert begun == text or most <= TOKENS.count(text)


def test_counts_of_a_real_tokenizer() -> None:
    # R1: not characters divided by four
    assert TOKENS.count("") == 0
    assert TOKENS.count("hello world") == 2
    assert TOKENS.count("<|endoftext|>") > 1  # what stands in a text is never a mark that steers a model
    assert 3 <= TOKENS.count("思い出") <= 5
