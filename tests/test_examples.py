"""The example conversations can be lived through: whole turns, in order, on clocks that say where they stand.

E3, E4, E5, E8, N3
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from omoide.perceive.redaction import redact

FOLDER = Path(__file__).parents[1] / "examples" / "conversations"
NAMES = ("aoi.ja.jsonl", "sam.en.jsonl")
IDLE = timedelta(minutes=10)


class Line(NamedTuple):
    role: str
    content: str
    time: datetime


def lines(name: str) -> list[Line]:
    found = []
    for text in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        message = json.loads(text)
        assert list(message) == ["role", "content", "time"]
        found.append(Line(message["role"], message["content"], datetime.fromisoformat(message["time"])))
    return found


def sessions(name: str) -> list[list[Line]]:
    found: list[list[Line]] = []
    for line in lines(name):
        if found and line.time - found[-1][-1].time <= IDLE:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def test_the_folder_holds_these_and_no_others() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_whole_turns_of_text(name: str) -> None:  # W1
    roles = [line.role for line in lines(name)]
    assert roles == ["user", "assistant"] * (len(roles) // 2)
    assert 60 <= len(roles) // 2 <= 80
    assert all(line.content == line.content.strip() != "" for line in lines(name))


@pytest.mark.parametrize("name", NAMES)
def test_times_have_a_zone_and_go_forward(name: str) -> None:  # E5
    times = [line.time for line in lines(name)]
    assert all(time.tzinfo is not None for time in times)
    assert all(earlier < later for earlier, later in pairwise(times))
    assert timedelta(weeks=7) < times[-1] - times[0] < timedelta(weeks=9)


@pytest.mark.parametrize("name", NAMES)
def test_sessions_of_two_to_five_turns_on_many_days_and_hours(name: str) -> None:  # W6
    found = sessions(name)
    assert {len(session) // 2 for session in found} <= {2, 3, 4, 5}
    assert all(session[0].role == "user" and session[-1].role == "assistant" for session in found)
    assert len({session[0].time.date() for session in found}) >= 20
    assert len({session[0].time.hour for session in found}) >= 8


def test_sam_travels() -> None:  # N3
    offsets = {line.time.utcoffset() for line in lines("sam.en.jsonl")}
    assert offsets == {timedelta(hours=1), timedelta(hours=-5)}


@pytest.mark.parametrize(
    ("name", "asks", "secret"),
    [
        ("aoi.ja.jsonl", "忘れないで", "Haru-shio#8841"),
        ("sam.en.jsonl", "Remember this", "fk_test_9aQz71LmXw28RtYv55Kd"),
    ],
)
def test_they_hold_a_command_a_promise_and_a_secret(name: str, asks: str, secret: str) -> None:  # E3, E4, E8
    said = [line.content for line in lines(name) if line.role == "user"]
    assert sum(text.startswith("/") for text in said) == 1
    assert any(asks in text for text in said)
    (telling,) = [text for text in said if secret in text]
    assert secret not in redact(telling)
    others = [line.content for line in lines(name) if line.content != telling]
    assert [redact(text) for text in others] == others  # nothing else is taken for a secret
