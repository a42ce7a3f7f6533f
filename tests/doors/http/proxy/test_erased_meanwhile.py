"""A person is erased while a reply to them streams through the proxy (O2): nothing of it is kept afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from omoide.errors import Busy, NotFound
from tests.mind.world import mind_in
from tests.servers.databases import Databases

from .chats import chunks, completion, served, until

SAID = "Where did I bury the brass compass?"
CALL = {"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}}


def test_a_reply_that_streams_while_its_person_is_erased(tmp_path: Path, databases: Databases) -> None:
    # O2, I3: here it is refused; on another machine, which cannot see the journal, the reply is not kept
    url = databases.lend()
    here, there = tmp_path / "here", tmp_path / "there"
    settings = f'[database]\nurl = "{url}"\n'
    reply = chunks("Under the ", "third plum tree.", wait_after=2)
    with served(here, reply, completion("One moment.", tool_calls=[CALL]), settings=settings) as ours:
        with mind_in(there, None, person="ken", database={"url": url}) as mind:
            mind.perceive("I buried the brass compass under a plum tree.", "I will remember.")
        with ours.openai() as client:
            speaking = client.chat.completions.create(
                model="m", messages=[{"role": "user", "content": SAID}], user="ken", stream=True
            )
            heard = [next(speaking) for _ in range(2)]
            until(lambda: list(here.rglob("journal/*.jsonl")))
            with ours.mind() as mind, pytest.raises(Busy, match="being spoken"):
                mind.erase("ken", mind.plan_erasure("ken").token)
            client.chat.completions.create(model="m", messages=[{"role": "user", "content": SAID}], user="ken")
            with mind_in(there, None, database={"url": url}) as mind:
                assert mind.erase("ken", mind.plan_erasure("ken").token).clean
            ours.there.goes_on.set()
            heard += list(speaking)
            assert "".join(one.choices[0].delta.content or "" for one in heard if one.choices).endswith("plum tree.")
            until(lambda: all(hearing.over for hearing in ours.proxy._heard))
        assert list(here.rglob("journal/*.jsonl")) == []
        ours.proxy.conversations.close()  # what waits for the answer of a tool
        assert ours.turns("ken") == []
        with ours.mind() as mind, pytest.raises(NotFound, match="erased on"):
            mind.plan_erasure("ken")  # no row, no line of a log, no file
    databases.take_back(url)
