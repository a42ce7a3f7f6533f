"""A dead memory never blocks a chat: it goes on without, says so in a header and in the log."""

# I3, O1

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from omoide.adapters.models.embedders import make_embedder
from omoide.doors.wire.minds import Minds

from .chats import TAG, Answer, chunks, completion, served, until

ASK: list[Any] = [{"role": "user", "content": "Tell me about tea"}]


class Ailing:
    """An embedder that does what the test wants before it answers."""

    def __init__(self, ail: Any) -> None:
        self._real, self._ail = make_embedder("builtin", dimensions=0, batch=64, cache=0, folder=Path()), ail
        self.name, self.dimensions, self.calibration = (
            self._real.name, self._real.dimensions, self._real.calibration,
        )  # fmt: skip

    def embed(self, texts: Sequence[str], kind: Any) -> np.ndarray:
        self._ail()
        return self._real.embed(texts, kind)


def fail() -> None:
    raise ZeroDivisionError


def test_a_store_that_is_damaged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "omoide.db").write_bytes(b"this is no database" * 1000)
    with served(tmp_path, completion(f"Tea. {TAG}")) as ours, ours.openai() as client:
        with caplog.at_level(logging.WARNING, "omoide.proxy"):
            answer = client.chat.completions.with_raw_response.create(model="m", messages=ASK)
        assert answer.parse().choices[0].message.content == "Tea."
        assert answer.headers["x-omoide-memory"] == "unavailable; StoreDamaged"
        assert ours.there.asked[0]["messages"] == ASK
    assert "a chat goes on without memory" in caplog.text


@pytest.mark.parametrize("stream", [False, True])
def test_an_error_of_our_own(tmp_path: Path, stream: bool, caplog: pytest.LogCaptureFixture) -> None:
    minds = Minds(tmp_path, "aoi", "me", "en", {"embedder": Ailing(fail)})
    told = chunks("Tea.", TAG) if stream else completion(f"Tea.{TAG}")
    with served(tmp_path, told, minds=minds) as ours, ours.openai() as client:
        answer = client.chat.completions.with_raw_response.create(model="m", messages=ASK, stream=stream)
        assert answer.headers["x-omoide-memory"] == "unavailable; ZeroDivisionError"
        if stream:
            assert "".join(one.choices[0].delta.content or "" for one in answer.parse() if one.choices) == "Tea."
        else:
            assert answer.parse().choices[0].message.content == "Tea."
    assert "an error of our own" in caplog.text


def test_a_memory_that_hangs(tmp_path: Path) -> None:
    free = threading.Event()
    minds = Minds(tmp_path, "aoi", "me", "en", {"embedder": Ailing(free.wait)})
    patient = {"minds": minds, "settings": "patience_seconds = 0.05\n"}
    with served(tmp_path, completion("Tea."), **patient) as ours, ours.openai() as client:
        for _ in range(3):
            answer = client.chat.completions.with_raw_response.create(model="m", messages=ASK)
            assert answer.headers["x-omoide-memory"] == "unavailable; late"
            assert answer.parse().choices[0].message.content == "Tea."
        free.set()  # it comes to itself: what was heard meanwhile is kept
        until(lambda: len(ours.turns()) == 3)


def test_settings_with_a_mistake_leave_those_that_worked(tmp_path: Path) -> None:
    with served(tmp_path, completion("Tea.")) as ours, ours.openai() as client:
        client.chat.completions.create(model="m", messages=ASK)
        (tmp_path / "settings.toml").write_text("[proxy]\nopenai_url = 7\n", encoding="utf-8")
        answer = client.chat.completions.with_raw_response.create(model="m", messages=ASK)
        assert answer.parse().choices[0].message.content == "Tea."
        assert answer.headers["x-omoide-memory"].startswith("unavailable")


ODD: list[list[Any]] = [
    [], [7], [{"role": "user"}], [{"role": "user", "content": [7, {"type": "text"}, {"type": "text", "text": 5}]}],
    [{"role": "system", "content": "alone"}], [{"role": 5, "content": {}}], [None, {"content": "x"}],
    [{"role": "user", "content": "\ud800 half"}], [{"role": "user", "content": "x" * 300_000}],
]  # fmt: skip


def test_odd_messages_reach_the_provider(tmp_path: Path) -> None:
    with served(tmp_path, completion("Hm.")) as ours:
        for messages in ODD:
            for path in ("/v1/chat/completions", "/v1/messages"):
                body = json.dumps({"model": "m", "messages": messages})
                answer = httpx.post(f"{ours.url}{path}", content=body, headers={"content-type": "application/json"})
                assert answer.status_code == 200
                sent = ours.there.asked[-1]["messages"]
                assert [one for one in sent if one in messages] == messages


ODD_EVENTS = [
    "data: 7\n\n", 'data: {"choices": [7]}\n\n', 'data: {"choices": [{"delta": 7}]}\n\n', "event: x\n\n", "\n\n",
    'data: {"type": "content_block_delta"}\n\n', 'data: {"type": "content_block_delta", "delta": 7}\n\n',
    'data: {"type": "content_block_delta", "delta": {"type": "text_delta"}}\n\n', "data: [DONE]\n\n",
    'data: {"type": "content_block_start", "content_block": []}\n\n', 'data: {"type": "content_block_stop"}\n\n',
]  # fmt: skip
ODD_ANSWERS = [
    {"choices": 7},
    {"choices": [None]},
    {"choices": [{"message": "x"}]},
    {"content": [7]},
    {"content": 7},
    {},
]


def test_odd_replies_reach_the_client(tmp_path: Path) -> None:
    told = [Answer(events=ODD_EVENTS), *(Answer(one) for one in ODD_ANSWERS)]
    for path in ("/v1/chat/completions", "/v1/messages"):
        with served(tmp_path / path[4:8], *told) as ours:
            body = {"model": "m", "messages": ASK}
            assert httpx.post(f"{ours.url}{path}", json=body).text == "".join(ODD_EVENTS)
            for one in ODD_ANSWERS:
                assert httpx.post(f"{ours.url}{path}", json=body).json() == one
