"""Words that mean nearly the same: found for the words of a cue, never for its names.

R12
"""

from __future__ import annotations

from omoide.language.near_words import FILE, near_words


def terms_near(cue: str) -> dict[tuple[str, ...], set[tuple[str, ...]]]:
    return {word: {other for other, _ in near} for word, near in near_words(cue).items()}


def test_both_languages_have_near_words() -> None:
    assert ("children",) in terms_near("Do the kids sing?")[("kid",)]
    assert ("母親",) in terms_near("母の話")[("母",)]
    assert ("ネコ",) in terms_near("猫がいた")[("猫",)]


def test_a_run_of_kanji_is_read_word_by_word_and_a_single_kanji_only_by_itself() -> None:
    assert set(near_words("子供映画")) == {("子供",), ("映画",)}
    assert ("母",) in near_words("母の話")
    assert ("母",) not in near_words("母国")


def test_names_have_none() -> None:
    assert ("hope",) not in near_words("Did we meet Hope there?")
    assert ("hope",) in near_words("Did we hope for that?")


def test_nearness_lies_between_nothing_and_the_word_itself() -> None:
    every = [value for near in near_words("kids buy paintings on trips, 猫と旅行と仕事").values() for _, value in near]
    assert len(every) > 10
    assert all(0 < value <= 1 for value in every)


def test_the_list_is_whole() -> None:
    # every line: a word, a tab, near words with hundredths, nearest first; no word is near itself
    lines = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert len({word for word, _ in lines}) == len(lines) > 5_000
    for word, listed in lines:
        pairs = [one.rpartition(":") for one in listed.split()]
        values = [int(value) for _, _, value in pairs]
        assert values == sorted(values, reverse=True)
        assert all(50 <= value <= 100 for value in values)
        assert word not in [other for other, _, _ in pairs]
