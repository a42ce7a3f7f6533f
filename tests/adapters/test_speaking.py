"""A reply as it streams, from a provider on loopback that speaks the real protocol."""

# X7

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from omoide.adapters.models.limits import Budget
from omoide.adapters.models.offline import OfflineMind
from omoide.adapters.models.roles import RoleThinker
from omoide.adapters.models.thinker import ModelThinker
from omoide.domain.cost import Price
from omoide.errors import Postponed
from omoide.ports import Speech, Usage
from omoide.prompts.decide_search import DecideSearch
from tests.adapters.model_server import ModelServer, fails, serving, speaks

CLAUDE = "anthropic:claude-haiku-4-5"
SPEECH = Speech("You are Aoi.", (("おはよう", "おはようございます。"), ("", "まだ？"), ("寝てた", "")), "元気？")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    yield from serving(monkeypatch)


class Waits:
    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def thinker(**more: Any) -> ModelThinker:
    return ModelThinker(CLAUDE, **{"wait": Waits(), **more})


def test_pieces_come_as_they_were_sent_and_are_counted(server: ModelServer) -> None:
    server.replies = [speaks("はい、", "元気", "です。", tokens=(70, 9))]
    used: list[Usage] = []
    budget = Budget(prices={CLAUDE: Price(1_000_000.0, 2_000_000.0)})
    mind = RoleThinker(
        {"reply": thinker(temperature=0.7, max_tokens=99, record=used.append, budget=budget)}, OfflineMind()
    )
    assert list(mind.stream(SPEECH)) == ["はい、", "元気", "です。"]
    assert used == [Usage(CLAUDE, "reply", 1, 70, 9)]
    assert (budget.calls, budget.dollars) == (1, 70 + 18)
    [asked] = server.asked
    assert "You are Aoi." in str(asked.body["system"])
    assert (asked.body["temperature"], asked.body["max_tokens"]) == (0.7, 99)
    told = [(message["role"], message["content"][0]["text"]) for message in asked.body["messages"]]
    assert told == [
        ("user", "おはよう"), ("assistant", "おはようございます。"), ("user", "…"), ("assistant", "まだ？"),
        ("user", "寝てた\n\n元気？"),
    ]  # fmt: skip


def test_what_fails_before_a_word_is_tried_again(server: ModelServer) -> None:
    server.replies = [fails(529, "overloaded_error"), fails(429, "rate_limit_error", retry_after="7"), speaks("Hello.")]
    waits = Waits()
    assert list(thinker(wait=waits).stream(SPEECH)) == ["Hello."]
    assert waits.seconds == [2.0, 7.0]


def test_what_breaks_off_is_not_said_again(server: ModelServer) -> None:
    server.replies = [speaks("I was ", "about to", broken=True), speaks("never asked for")]
    pieces = thinker().stream(SPEECH)
    assert [next(pieces), next(pieces)] == ["I was ", "about to"]
    with pytest.raises(Postponed) as broken:
        next(pieces)
    assert len(server.asked) == 1
    assert "sk-ant" not in broken.value.en + broken.value.ja


def test_silence_and_a_wrong_key_are_told(server: ModelServer) -> None:
    server.replies = [speaks()]
    with pytest.raises(Postponed, match=CLAUDE):
        list(thinker().stream(SPEECH))
    server.replies = [fails(401, "authentication_error")]
    with pytest.raises(Postponed, match="API key"):
        list(thinker().stream(SPEECH))
    server.replies = [server.hang]
    with pytest.raises(Postponed, match=r"0\.2 seconds"):
        list(thinker(timeout_seconds=0.2, retries=0).stream(SPEECH))


def test_a_listener_may_leave(server: ModelServer) -> None:
    server.replies = [speaks("One. ", "Two. ", "Three.")]
    with closing(thinker().stream(SPEECH)) as pieces:
        assert next(pieces) == "One. "


def test_a_ceiling_holds_for_replies_too(server: ModelServer) -> None:
    server.replies = [speaks("Hello.")]
    mind = thinker(budget=Budget(max_calls=1))
    assert list(mind.stream(SPEECH)) == ["Hello."]
    with pytest.raises(Postponed, match="max_calls"):
        list(mind.stream(SPEECH))
    assert len(server.asked) == 1


def test_the_offline_mind_does_not_pretend_to_speak() -> None:
    with pytest.raises(Postponed, match=r"models\.reply"):
        OfflineMind().stream(SPEECH)


def test_a_question_that_cannot_wait_is_not_waited_for(server: ModelServer) -> None:
    # R6: also not through repetitions, for which there would be a minute each
    server.replies = [server.hang]
    with pytest.raises(Postponed, match=r"0\.2 seconds"):
        thinker(timeout_seconds=60.0).ask(DecideSearch("Tanaka?", (), "en", 0.2))
