"""A person is erased while a reply to them streams through the proxy (O2): nothing of it is kept afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.errors import Busy, NotFound
from tests.mind.world import mind_in

from .chats import chunks, completion, served, until

SAID = "Where did I bury the brass compass?"
CALL = {"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}}


def test_a_reply_that_streams_while_its_person_is_erased(tmp_path: Path, url: str) -> None:
    # O2, I3: on every machine it is refused until the reply is over; what still waits for a tool is not kept after it
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
            until(lambda: _journals(url))
            for opened in (ours.mind(), mind_in(there, None, database={"url": url})):
                with opened as mind, pytest.raises(Busy, match="being spoken"):
                    mind.erase("ken", mind.plan_erasure("ken").token)
            client.chat.completions.create(model="m", messages=[{"role": "user", "content": SAID}], user="ken")
            ours.there.goes_on.set()
            heard += list(speaking)
            assert "".join(one.choices[0].delta.content or "" for one in heard if one.choices).endswith("plum tree.")
            until(lambda: not _journals(url))
        with mind_in(there, None, database={"url": url}) as mind:
            assert mind.erase("ken", mind.plan_erasure("ken").token).clean
        ours.proxy.conversations.close()  # what waits for the answer of a tool
        assert ours.turns("ken") == []
        with ours.mind() as mind, pytest.raises(NotFound, match="erased on"):
            mind.plan_erasure("ken")  # no row, no line of a log, no file


def _journals(url: str) -> list[Any]:
    database = PostgresDatabase(url)
    try:
        return database.execute("SELECT path FROM home_files WHERE path LIKE '%/journal/%.jsonl'").fetchall()
    finally:
        database.close()
