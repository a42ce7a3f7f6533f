"""A reply from the message to the memory of it, with a model on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from omoide import Mind
from omoide.errors import Postponed
from tests.adapters.model_server import ModelServer, fails, serving, speaks
from tests.mind.world import Clock, mind_in

MODELS = {"reply": "anthropic:claude-haiku-4-5", "retries": 0}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    yield from serving(monkeypatch)


def kept(mind: Mind) -> list[tuple[str, str, str]]:
    return [(turn.said, turn.replied, turn.session) for turn in mind.conversation()]


def test_tags_are_felt_and_not_seen(tmp_path: Path, server: ModelServer) -> None:
    # M2, R9, X7: cut into pieces wherever the provider likes
    server.replies = [speaks("Welcome ", "back! <perso", 'na_emotion category="joy" inten', 'sity="0.8"/>')]
    with mind_in(tmp_path, models=MODELS) as mind:
        mind.remember("My cat is called Mochi.")
        assert "".join(mind.talk("How is my cat Mochi?", session="s")) == "Welcome back!"
        assert kept(mind)[-1] == ("How is my cat Mochi?", "Welcome back!", "s")
        assert [(felt.emotion.category, felt.emotion.intensity) for felt in mind.mood()] == [("joy", 0.8)]
        [asked] = server.asked
        assert "My cat is called Mochi." in str(asked.body["system"])
        assert "<persona_emotion category=" in str(asked.body["system"])
        # R18: what was noted, and got no reply, is not said again as if it were new
        assert [message["content"][0]["text"] for message in asked.body["messages"]] == ["How is my cat Mochi?"]


def test_a_persona_with_an_empty_mind_replies_too(tmp_path: Path, server: ModelServer) -> None:
    # R9: providers refuse an empty system prompt
    server.replies = [speaks("Hi.")]
    with mind_in(tmp_path, models=MODELS, context={"tags": False}) as mind:
        assert list(mind.talk("Hello")) == ["Hi."]
    assert "system" not in server.asked[0].body


def test_the_raw_log_is_sent_as_it_was_said(tmp_path: Path, server: ModelServer) -> None:
    # R18: so many exchanges as the settings say
    server.replies = [speaks("One."), speaks("Two."), speaks("Three.")]
    clock = Clock()
    with mind_in(tmp_path, clock, models=MODELS, conversation={"exchanges": 1}) as mind:
        for message in ("first", "second", "third"):
            assert "".join(mind.talk(message, session="s"))
            clock.forward(minutes=1)
    sent = [message["content"][0]["text"] for message in server.asked[-1].body["messages"]]
    assert sent == ["second", "Two.", "third"]


def test_what_was_heard_was_said(tmp_path: Path, server: ModelServer) -> None:
    # R9: a reply that breaks off, a listener who leaves, a model that says nothing at all
    clock = Clock()
    with mind_in(tmp_path, clock, models=MODELS) as mind:
        server.replies = [speaks("I was about", broken=True)]
        with pytest.raises(Postponed):
            list(mind.talk("Tell me.", session="s"))
        clock.forward(minutes=1)
        server.replies = [speaks("One. ", "Two.")]
        with closing(mind.talk("Count.", session="s")) as pieces:
            assert next(pieces) == "One."
        clock.forward(minutes=1)
        server.replies = [fails(500)]
        with pytest.raises(Postponed):
            list(mind.talk("Are you there?", session="s"))
        assert [(said, replied.split()[0] if replied else "") for said, replied, _ in kept(mind)] == [
            ("Tell me.", "I"), ("Count.", "One."), ("Are you there?", ""),
        ]  # fmt: skip


def test_only_a_reply_that_began_strengthens(tmp_path: Path, server: ModelServer) -> None:
    # R4
    clock = Clock()
    with mind_in(tmp_path, clock, models=MODELS) as mind:
        mind.remember("My cat is called Mochi.")
        server.replies = [fails(500)]
        with pytest.raises(Postponed):
            list(mind.talk("How is my cat Mochi?"))
        clock.forward(days=1)
        mind.sleep()
        assert [memory.recalls for memory in mind.list() if "called" in memory.trigger] == [0]
        server.replies = [speaks("Fine.")]
        list(mind.talk("How is my cat Mochi?"))
        clock.forward(days=1)
        mind.sleep()
        assert [memory.recalls for memory in mind.list() if "called" in memory.trigger] == [1]


def test_without_a_model_there_is_no_reply(tmp_path: Path) -> None:
    # X7
    with mind_in(tmp_path) as mind:
        with pytest.raises(Postponed, match=r"models\.reply"):
            list(mind.talk("Hello?"))
        assert kept(mind) == [("Hello?", "", "")]
