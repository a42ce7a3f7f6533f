"""A text in pieces never shows a secret that comes in two of them."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from omoide.perceive.redaction import redact
from omoide.perceive.sheltering import WINDOW, Shelter, boundary

SECRETS = (
    "sk-ant-abcdefghijklmnop1234", "4111 1111 1111 1111", "password is hunter2xyz,",
    "パスワードは「ねこ いぬ 42」です。", "my password is correct horse battery staple.", "暗証番号、4649にしたよ。",
    "kaede2023がWi-Fiのパスワードだよ。", "dragon99 is my password.", "The pw for the router = Blue!Falcon99",
    "seed phrase:\n1. orbit\n2. maple\n3. velvet\n4. spoon\n5. tiger\n6. zebra\n7. piano\n8. cloud\n",
    'passphrase: "correct horse battery"',
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7\n-----END PRIVATE KEY-----",
)  # fmt: skip
PLAIN = ("Sure, here it is: ", "はい、どうぞ。", "\n", "and then ", "1984 was a year. ", "<b>bold</b> ", "終わり")
whole = st.lists(st.sampled_from(SECRETS + PLAIN), max_size=12).map(" ".join)


def given_out(text: str, sizes: list[int]) -> list[str]:
    """What stands on disk after each flush, the last one final."""
    shelter, disk, states, at = Shelter(), "", [], 0
    for size in [*sizes, len(text)]:
        shelter.add(text[at : at + size])
        at += size
        ready = shelter.ready(final=at >= len(text))
        if ready:
            disk = ready.text if ready.again else disk + ready.text
        states.append(disk)
        if at >= len(text):
            break
    return states


@settings(max_examples=150, deadline=None)
@given(whole, st.lists(st.integers(1, 25), max_size=60))
@example(" ".join(SECRETS), [1] * 1000)
def test_any_cut_ends_in_the_same_text_and_never_shows_a_secret(text: str, sizes: list[int]) -> None:
    # E8, J1
    states = given_out(text, sizes)
    assert states[-1] == redact(text)
    for secret in (
        "4111 1111", "sk-ant-abc", "hunter2", "MIIEvQIB", "correct horse", "ねこ いぬ", "4649", "kaede2023", "dragon99",
        "Falcon99", "velvet",
    ):  # fmt: skip
        assert not [state for state in states if secret in state]


def test_a_long_reply_is_looked_at_in_a_window_and_stays_whole() -> None:
    # E8: what lies far back is let go of, and nothing changes
    text = "".join(f"Line {n} of a long tale. 東の国の話です。 {SECRETS[n % 4]}\n" for n in range(500))
    assert len(text) > 2 * WINDOW
    assert given_out(text, [333] * 200)[-1] == redact(text)


@pytest.mark.parametrize("begin", ["", "sk-ant-", "-----BEGIN PRIVATE KEY-----\n"])
def test_a_long_reply_without_a_blank_is_not_looked_at_anew_with_every_piece(begin: str) -> None:
    # E8, J1: looked at in every state it would need hours
    text = begin + "QUJDREVG" * 100_000
    assert given_out(text, [100] * 8_000)[-1] == redact(text)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("and then wor", "wor"), ("はい、どう", ""), ("done. ", ""), ("card 4111 1111 ", "4111 1111 "),
        ('password: "a b', None), ("x" * 201, ""), ("-----BEGIN PRIVATE KEY-----\nab cd ", None),
    ],
)  # fmt: skip
def test_only_what_may_be_the_beginning_of_a_secret_is_held_back(text: str, held: str | None) -> None:
    # J1: little is lost to a crash
    assert text[boundary(text) :] == (text if held is None else held)
