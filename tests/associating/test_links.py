"""Links on pages and names in running text."""

# G3

from __future__ import annotations

import pytest

from omoide.associating.links import LinksFound, links_in
from omoide.associating.naming import holds, names_within
from omoide.domain.page import folded


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("A [[cat]] and [[green tea|some tea]].", ("cat", "green tea")),
        ("[[Cat]] [[cat]] [[ＣＡＴ]]", ("Cat",)),  # however it is written
        ("[[猫]]と[[散歩|歩くこと]]", ("猫", "散歩")),
        ("[[a#part]] [[  b   c ]] [[ ]] [[]]", ("a", "b c")),
        ("```\n[[code]]\n```\n[[text]]", ("text",)),
        ("~~~ python\n[[code]]\n~~~\n[[text]]", ("text",)),
        ("```\n[[never closed]]", ()),
        ("`[[inline]]` and ``[[more]]`` but [[this]]", ("this",)),
        ("[[half [[whole]] ]]", ("whole",)),
        ("[[line\nbreak]]", ()),
        (f"[[{'x' * 101}]]", ()),
    ],
)
def test_what_a_page_names(text: str, names: tuple[str, ...]) -> None:
    assert links_in(text) == LinksFound(names, len(names))


def test_of_ten_thousand_links_the_first_are_followed() -> None:
    found = links_in(" ".join(f"[[page {n}]]" for n in range(10_000)), 1_000)
    assert (len(found.names), found.names[-1], found.total) == (1_000, "page 999", 10_000)


@pytest.mark.parametrize(
    ("text", "name", "there"),
    [
        ("a party", "art", False),
        ("modern art, loud", "art", True),
        ("ken's bicycle", "ken", True),
        ("黒猫がいた", "猫", True),
        ("kenが来た", "ken", True),
        ("kento came", "ken", False),
    ],
)
def test_a_name_in_a_text(text: str, name: str, there: bool) -> None:
    assert holds(text, name) == there
    assert (name in names_within(text)) == there


def test_a_single_letter_or_kana_names_nothing() -> None:
    assert {"a", "は"}.isdisjoint(names_within("a は 猫"))
    assert "猫" in names_within("a は 猫")
    assert all(name == folded(name) for name in names_within("ＫＥＮと Tama"))
