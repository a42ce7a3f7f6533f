"""The names of the two who talk are no matter of their own; other names are what a cue is about.

R12
"""

from __future__ import annotations

import pytest

from omoide.domain.turn import Scope
from omoide.language.cue_names import names_in, without_names


@pytest.mark.parametrize(
    ("cue", "scope", "rest"),
    [
        ("What did Caroline research?", Scope("Melanie", "Caroline"), "What did research?"),
        ("What are Melanie's pets' names?", Scope("Melanie", "Caroline"), "What are pets' names?"),
        ("Did Caroline and Melanie paint?", Scope("Melanie", "Caroline"), "Did and paint?"),
        ("葵さんの好きな花", Scope("葵", "ken"), "の好きな花"),
        ("kenji likes tea", Scope("aoi", "ken"), "kenji likes tea"),
        ("Tell me about me", Scope("default", "me"), "Tell me about me"),
        ("Aoi", Scope("aoi", "ken"), "Aoi"),
        ("Mr Smith moved", Scope("aoi", "John Smith"), "Mr moved"),
    ],
)
def test_names_are_taken_out(cue: str, scope: Scope, rest: str) -> None:
    assert without_names(cue, scope).rest == rest


@pytest.mark.parametrize(
    ("cue", "others"),
    [
        ("Where did Caroline meet Aunt May?", {"aunt", "may"}),
        ("Where did Caroline meet Melanie?", set()),
        ("Cameras of the old school", set()),
        ("佐藤さんとカメラを買った？", {"佐藤"}),
        ("カメラを買った？", set()),
    ],
)
def test_other_names_are_told_apart(cue: str, others: set[str]) -> None:
    assert without_names(cue, Scope("Melanie", "Caroline")).others == others


def test_the_terms_of_both_names_are_light() -> None:
    assert without_names("tea", Scope("葵", "John Smith")).light == {"葵", "john", "smith"}
    assert without_names("tea", Scope()).light == frozenset()


def test_what_begins_a_sentence_is_no_name() -> None:
    # R12: a step further must not lead from "There was joy in it" to everything that was felt
    told = '"I lost the ring on the ferry to Naoshima, and I cried." "How sad." There was sadness in it.'
    assert names_in(told) == ["Naoshima"]
