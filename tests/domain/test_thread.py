"""When a thread of talk ends, what flows out of it, and who counts as having spoken."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.thread import Thread, flows_out, joined_by, why_it_ends
from omoide.domain.thread_rules import ThreadRules

NOON = datetime.fromisoformat("2026-01-18T12:00:00+09:00")
IDLE = timedelta(minutes=10)
RULES = ThreadRules()


def thread(domain: str = "", updated: datetime = NOON) -> Thread:
    return Thread("th_001", "me", "s", domain, NOON, updated)


def ending(one: Thread, *, after: timedelta = timedelta(), domain: str = "", turning: bool = False,
           similarity: float | None = 1.0) -> str:  # fmt: skip
    return why_it_ends(
        one, time=one.updated + after, domain=domain, turning=turning, similarity=similarity, idle=IDLE, rules=RULES
    )


@pytest.mark.parametrize(
    ("given_", "why"),
    [
        ({}, ""),
        ({"after": IDLE}, ""),
        ({"after": IDLE + timedelta(microseconds=1)}, "idle"),
        ({"after": timedelta(minutes=-3)}, ""),  # a little out of order
        ({"similarity": 0.75}, ""),
        ({"similarity": 0.7499}, "topic"),
        ({"similarity": None}, ""),
        ({"turning": True}, "turning phrase"),
        ({"domain": "/home/me/app/docs"}, ""),
        ({"domain": "/home/me/other"}, "domain"),
        ({"domain": "emotional"}, ""),
        ({"domain": ""}, ""),
    ],
)
def test_a_thread_ends_at_each_of_its_bounds_and_not_before(given_: dict, why: str) -> None:
    # W2: more than ten idle minutes, less than 0.75 alike, another domain, a turning phrase
    assert ending(thread("/home/me/app"), **given_) == why


def test_a_category_is_no_domain_that_could_end_a_thread() -> None:
    # W2: feelings come up in the middle of work
    assert ending(thread("work"), domain="emotional") == ""
    assert ending(thread("work"), domain="/home/me/app") == ""


@pytest.mark.parametrize(("messages", "held", "out"), [(12, 12, 0), (12, 13, 7), (12, 14, 8), (6, 6, 0), (6, 7, 4)])
def test_the_older_half_flows_out_when_there_are_too_many(messages: int, held: int, out: int) -> None:
    # W1, W3
    full = thread()
    for number in range(held):
        full = joined_by(full, [("person", "me", f"message {number}")], NOON, f"t{number}", "aoi", "")
    assert flows_out(full, ThreadRules(messages=messages)) == out


@pytest.mark.parametrize("messages", [5, 13])
def test_a_thread_holds_six_to_twelve_messages(messages: int) -> None:
    # W1
    with pytest.raises(ValueError, match=r"6\.\.12"):
        ThreadRules(messages=messages)


def test_what_is_said_to_several_personas_is_one_message() -> None:
    # W4: counts per persona, the person's words once
    heard = thread()
    for persona in ("lumina", "clarisse", "nox"):
        said = [("person", "me", "What shall we watch?"), ("persona", persona, f"{persona} has an idea.")]
        heard = joined_by(heard, said, NOON, f"turn-{persona}", persona, "")  # type: ignore[arg-type]
    assert [(m.place, m.speaker) for m in heard.messages] == [(1, "me"), (2, "lumina"), (3, "clarisse"), (4, "nox")]
    assert heard.spoken == {"lumina": 1, "clarisse": 1, "nox": 1}
    again = joined_by(heard, [("person", "me", "What shall we watch?")], NOON, "later", "lumina", "")
    assert [m.speaker for m in again.messages][-1] == "me"  # asked again, of somebody who had answered already
    assert again.spoken == heard.spoken


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 2), st.sampled_from(["aoi", "ren"])), max_size=60), st.integers(6, 12))
def test_every_message_is_in_the_thread_or_in_one_flush_in_order(turns: list[tuple[int, str]], most: int) -> None:
    # W1, W3
    rules, now, flushed, told = ThreadRules(messages=most), thread(), [], []
    for number, (sides, persona) in enumerate(turns):
        said = [("person", "me", f"said {number}"), ("persona", persona, f"replied {number}")][:sides]
        told += [text for _, _, text in said]
        now = joined_by(now, said, NOON, str(number), persona, "")  # type: ignore[arg-type]
        count = flows_out(now, rules)
        if count:
            flushed += now.messages[:count]
            now = replace(now, messages=now.messages[count:])
        assert len(now.messages) <= most
    everything = [*flushed, *now.messages]
    assert [m.text for m in everything] == told
    assert [m.place for m in everything] == list(range(1, len(told) + 1))
    assert sum(now.spoken.values()) == sum(sides == 2 for sides, _ in turns)
