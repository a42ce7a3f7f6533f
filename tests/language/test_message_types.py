"""What kind of message it is, told by rules in both languages (R1)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.priming_rules import MESSAGE_TYPES
from omoide.language.message_types import LONGEST, message_type

PHRASES = [line.split("\t") for line in (Path(__file__).parent / "message_types.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("kind", "phrase"), PHRASES)
def test_what_kind_of_message_it_is(kind: str, phrase: str) -> None:
    # R1
    assert message_type(phrase) == kind


def test_every_type_is_told_in_both_languages() -> None:
    # R1: a heartbeat has no words
    told = {(kind, phrase.isascii()) for kind, phrase in PHRASES if phrase}
    assert told == {(kind, ascii_) for kind in MESSAGE_TYPES if kind != "heartbeat" for ascii_ in (True, False)}


def test_width_and_case_do_not_matter() -> None:
    # R1
    assert message_type("ＧＯＯＤ　ＭＯＲＮＩＮＧ！") == "greeting"
    assert message_type("PLEASE FIX IT") == "request"


def test_a_heartbeat_is_never_guessed_from_words() -> None:
    # R1
    assert [message_type(text) for text in ("heartbeat", "HEARTBEAT_OK", "定期巡回", " \n\t")] == [
        "question", "question", "question", "heartbeat",
    ]  # fmt: skip


def test_a_long_message_is_known_by_its_beginning_and_its_end() -> None:
    # R1
    told = "It was a quiet year by the sea. " * 1_000
    assert len(told) > 2 * LONGEST
    assert message_type(told) == "question"
    assert message_type(told + "Please write it down.") == "request"


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_text_has_a_type(text: str) -> None:
    # R1
    assert message_type(text) in MESSAGE_TYPES
