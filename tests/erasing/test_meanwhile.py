"""What was on its way while a person was erased does not bring them back: a copy for Redis, a reading of the graph, a
reply that was being spoken on another machine."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis

from omoide.adapters.redis.sessions import RedisSessions
from omoide.associating import refresh_graph
from omoide.domain.page import PageName
from omoide.domain.turn import Scope
from omoide.errors import Busy
from omoide.perceive import note_event
from tests.mind.world import at, mind_in
from tests.servers.fixtures import ServerAt

from .lives import OTHER, PERSON, PERSONAS, clock, eraser, found, opened


class Meanwhile:
    """A real part; whenever something was read from it, something else happens before anybody sees the answer."""

    def __init__(self, part: Any, names: tuple[str, ...], happens: Callable[[], None]) -> None:
        self._part, self._names, self._happens = part, names, happens

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._part, name)
        if name not in self._names:
            return real

        def read(*arguments: Any, **more: Any) -> Any:
            answer = real(*arguments, **more)
            self._happens()
            return answer

        return read


def test_a_copy_for_redis_that_comes_too_late(small: Path, server_at: ServerAt) -> None:
    # O2, W5: its rows were read before the erasure, and it would be written after it
    prefix = f"late {secrets.token_hex(4)}"
    tree: dict[str, Any] = {"redis": {"url": server_at("redis"), "prefix": prefix}}
    scope, since = Scope(PERSONAS[0], PERSON), at("2026-01-01T00:00:00")

    def erase() -> None:
        with mind_in(small, clock(), person=OTHER, **tree) as mind:
            assert mind.erase(PERSON, mind.plan_erasure(PERSON).token).clean

    with opened(small, PERSON) as mind, redis.Redis.from_url(server_at("redis")) as client:
        rows = mind.faculties.store.sessions  # type: ignore[attr-defined]
        sessions = RedisSessions(rows, server_at("redis"), prefix)
        assert sessions.underway(scope) is not None
        assert [key.decode() for key in client.scan_iter(f"{prefix}:*")] == [f"{prefix}:sessions:{PERSON}"]
        client.delete(f"{prefix}:sessions:{PERSON}")
        late = RedisSessions(Meanwhile(rows, ("underway",), erase), server_at("redis"), prefix)  # type: ignore[arg-type]
        assert late.underway(scope) is not None  # what it had read is answered, and kept nowhere
        assert sessions.recent(scope, since, 9) == []
        assert [key.decode() for key in client.scan_iter(f"{prefix}:*")] == [f"{prefix}:generation"]
        client.delete(f"{prefix}:generation")


def test_a_graph_that_is_being_read_is_waited_for(small: Path) -> None:
    # O2, G3: nothing that was read before the erasure is written after it, nor anything while one is half done
    erasing = eraser(small)
    token = erasing.plan(PERSON).token
    refused: list[str] = []

    def erase() -> None:
        with pytest.raises(Busy, match="Nothing was erased") as busy:
            erasing.erase(PERSON, token)
        refused.append(busy.value.ja)

    with opened(small, PERSON) as mind:
        page = PageName("entity", "the compass")
        mind.faculties.pages.write(mind.scope, page, "It lies under [[a plum tree]].\n", "", clock().now())
        token = erasing.plan(PERSON).token
        reading = Meanwhile(mind.faculties.pages, ("read",), erase)
        assert refresh_graph(replace(mind.faculties, pages=reading), mind.settings)["nodes"]
        assert refused
        assert "何も消していません" in refused[0]
        erasing._holdings.bar(PERSON)
        with pytest.raises(Busy, match="being erased"):
            mind.refresh_graph()
    assert erasing.erase(PERSON, erasing.plan(PERSON).token).clean
    assert found(small, "a plum tree", "the compass") == set()


def test_a_reply_that_was_cut_off_before_the_erasure(small: Path) -> None:
    # O2, J1: a journal that comes from elsewhere, or from before, is deleted and not taken in; a later one is
    with opened(small, PERSON) as mind, mind.stream("Do you know where it lies?") as out:
        out.write("Under a plum tree, as far as I know.")
        [journal] = small.rglob("journal/*.jsonl")
        lines = journal.read_bytes()
    early = [json.loads(line) for line in lines.splitlines()]
    assert early[0]["erased"] == ""
    erasing = eraser(small)
    erasing.erase(PERSON, erasing.plan(PERSON).token)
    for start, kept in ((early[0], 0), ({**early[0], "erased": None}, 0), ({**early[0], "erased": _last(small)}, 1)):
        journal.parent.mkdir(parents=True, exist_ok=True)
        journal.write_text("".join(json.dumps(one) + "\n" for one in (start, *early[1:])))
        with opened(small, PERSON) as mind:
            assert len(mind.conversation(9)) == kept
        assert not journal.exists()


def test_a_reply_that_ends_while_its_person_is_being_erased(small: Path) -> None:
    # O2, J1, L1: whoever speaks is told, and neither a journal nor a line of the log stays behind
    with opened(small, PERSON) as mind:
        out = mind.stream("Do you know where it lies?").__enter__()
        out.write("Under a plum tree, as far as I know.")
        eraser(small)._holdings.bar(PERSON)
        with pytest.raises(Busy, match="being erased"):
            out.__exit__(None, None, None)
        assert note_event(mind.faculties, mind.settings, "error", content="She asked where it lies.") is None
        assert mind.perceive("Do you know where it lies?", "No.", incognito=True).skipped == "incognito"
    assert found(small, "where it lies", "as far as I know") == set()


def _last(home: Path) -> str:
    with opened(home, PERSON) as mind:
        return next(line.at.isoformat() for line in mind.audited() if line.action == "erase")
