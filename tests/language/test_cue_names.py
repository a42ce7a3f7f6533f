"""The names of the two who talk are no matter of their own, but tell whose words are asked for.

R12
"""

from __future__ import annotations

import pytest

from omoide.domain.turn import Scope
from omoide.language.cue_names import without_names


@pytest.mark.parametrize(
    ("cue", "scope", "rest", "about"),
    [
        ("What did Caroline research?", Scope("Melanie", "Caroline"), "What did research?", "person"),
        ("What are Melanie's pets' names?", Scope("Melanie", "Caroline"), "What are pets' names?", "persona"),
        ("Did Caroline and Melanie paint?", Scope("Melanie", "Caroline"), "Did and paint?", None),
        ("葵さんの好きな花", Scope("葵", "ken"), "の好きな花", "persona"),
        ("kenji likes tea", Scope("aoi", "ken"), "kenji likes tea", None),
        ("Tell me about me", Scope("default", "me"), "Tell me about me", None),
        ("Aoi", Scope("aoi", "ken"), "Aoi", "persona"),
        ("Mr Smith moved", Scope("aoi", "John Smith"), "Mr moved", "person"),
    ],
)
def test_names_are_taken_out(cue: str, scope: Scope, rest: str, about: str | None) -> None:
    named = without_names(cue, scope)
    assert (named.rest, named.about) == (rest, about)


def test_the_terms_of_both_names_are_light() -> None:
    assert without_names("tea", Scope("葵", "John Smith")).light == {"葵", "john", "smith"}
    assert without_names("tea", Scope()).light == frozenset()
