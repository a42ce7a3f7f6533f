"""What a question is after, told by rules in both languages (R6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from omoide.domain.intent import INTENTS
from omoide.language.intents import intent_of

PHRASES = [line.split("\t") for line in (Path(__file__).parent / "intents.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("intent", "phrase"), PHRASES)
def test_what_a_phrase_is_after(intent: str, phrase: str) -> None:
    # R6: written without looking at the rules, which had 47 of the 50 right at the first try
    assert intent_of(phrase) == intent


def test_every_intent_is_asked_for_in_both_languages() -> None:
    # R6
    told = {(intent, phrase.isascii()) for intent, phrase in PHRASES}
    assert told == {(intent, ascii_) for intent in INTENTS for ascii_ in (True, False)}


def test_an_english_word_has_an_edge_within_japanese() -> None:
    # R6: 「Dockerの」; but no word inside another
    assert intent_of("Dockerの立て方") == "technical"
    assert intent_of("my report") == "factual"
    assert intent_of("ＤＯＣＫＥＲ") == "technical"
