"""The fast tier, one contract for rows and for Redis (S1, S2, W5): what is read before a reply, never an old answer."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.adapters.redis.sessions import RedisSessions
from omoide.errors import InvalidSettings, Unavailable
from tests.adapters.valkey import free_port, valkey
from tests.mind.world import Clock, mind_in
from tests.sessions.talks import MATTERS, talk


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with valkey(tmp_path_factory.mktemp("valkey"), free_port()) as url:
        yield url


@pytest.fixture(params=["rows", "redis"])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    if request.param == "rows":
        return {}
    return {"redis": {"url": request.getfixturevalue("server"), "prefix": tmp_path.name}}


def long_talk(mind: Mind, clock: Clock, turns: int = 8) -> None:
    for number in range(turns):
        mind.perceive(f"The tomato of row {number} is red.", f"Row {number}, how red!", session="s")
        clock.forward(minutes=1)


def test_a_talk_goes_on_after_a_restart(tmp_path: Path, tree: dict[str, Any]) -> None:
    # S2, W5: another process, another name of the session
    clock = Clock()
    with mind_in(tmp_path, clock, **tree) as mind:
        assert mind.left_off() is None
        long_talk(mind, clock)
        before = mind.left_off()
        assert before is not None
        rows = mind.faculties.store.threads
        assert before.before == tuple(rows.flushes(mind.scope, before.thread.id))
        assert [message.text for message in before.thread.messages][-1] == "Row 7, how red!"
    for _ in range(2):  # read from the rows, then from a copy where there is one
        with mind_in(tmp_path, clock, **tree) as mind:
            assert mind.left_off() == before
            context = mind.context("Hello again!", session="another", shown=())
            told = next(one.text for one in context.sections if one.name == "sessions")
            assert "Where the talk was left off" in told
            assert [f"row {number}" in told for number in range(8)] == [True] * 8
            assert not [
                one for one in mind.context("Hello again!").sections if one.name == "sessions"
            ]  # stands there raw
    clock.forward(hours=25)
    with mind_in(tmp_path, clock, **tree) as mind:
        assert mind.left_off() is None


def test_an_old_answer_is_never_given(tmp_path: Path, tree: dict[str, Any]) -> None:
    # S1, S5, N1: whatever changes the rows, the next answer has it
    clock = Clock()
    with mind_in(tmp_path, clock, **tree) as mind:
        long_talk(mind, clock, 7)
        sessions, scope = mind.faculties.sessions, mind.scope
        since = clock.now() - timedelta(hours=24)

        def answers() -> tuple[Any, Any]:
            rows = mind.faculties.store.sessions  # type: ignore[attr-defined]
            found = sessions.underway(scope), sessions.recent(scope, since, 9)
            assert found == (sessions.underway(scope), sessions.recent(scope, since, 9))
            assert found == (rows.underway(scope), rows.recent(scope, since, 9))
            return found

        first = answers()
        mind.perceive("One more tomato.", "One more!", session="s")
        second = answers()
        mind.end_session("s")
        third = answers()
        assert len({repr(one) for one in (first, second, third)}) == 3
        forgotten = mind.list()[0]
        mind.forget(forgotten.id)
        mind.move_sessions()
        fourth = answers()
        assert forgotten.trigger not in repr(fourth)
        clock.forward(days=2)
        mind.move_sessions()
        assert answers()[1] == []


def test_others_are_not_told(tmp_path: Path, tree: dict[str, Any]) -> None:
    # N6
    clock = Clock()
    with mind_in(tmp_path, clock, **tree) as mind:
        talk(mind, clock, "violin")
        assert mind.left_off() is not None
    with mind_in(tmp_path, clock, person="somebody else", **tree) as other:
        assert (other.left_off(), other.faculties.sessions.recent(other.scope, clock.now(), 9)) == (None, [])
    with mind_in(tmp_path, clock, persona="nox", **tree) as other:
        assert other.left_off() is None


# ---------------------------------------------------------------- Redis alone


def redis_of(mind: Mind) -> RedisSessions:
    assert isinstance(mind.faculties.sessions, RedisSessions)
    return mind.faculties.sessions


def test_redis_is_what_answers(tmp_path: Path, server: str) -> None:
    # W5, X2: a copy that was changed by hand, under the stamp of its rows, is the one that is given
    clock = Clock()
    with mind_in(tmp_path, clock, redis={"url": server, "prefix": tmp_path.name}) as mind:
        talk(mind, clock, "violin")
        mind.left_off()
        client, key = redis_of(mind)._client, redis_of(mind)._key("me")
        [(field, text)] = [one for one in client.hgetall(key).items() if "underway" in one[0]]  # type: ignore[union-attr]
        copy = json.loads(text)
        copy["copy"]["thread"]["domain"] = "changed by hand"
        client.hset(key, field, json.dumps(copy))
        found = mind.thread()
        assert found is not None
        assert found.domain == "changed by hand"
        assert 0 < client.ttl(key) <= 72 * 3_600  # type: ignore[operator]
        for strange in ("not what we wrote", b"\xff\xfe", "[]", '{"stamp": 1}'):
            client.hset(key, field, strange)
            found = mind.thread()
            assert found is not None
            assert found.domain != "changed by hand"
            assert client.hget(key, field) == text  # and it is written anew
        assert (mind.faculties.sessions.let_go("me"), client.exists(key)) == (1, 0)


def test_redis_that_loses_its_data_or_goes_away(tmp_path: Path) -> None:
    # S1: copies are made anew from the rows; without a server the rows answer
    clock, port = Clock(), free_port()
    tree = {"redis": {"url": f"redis://127.0.0.1:{port}/0"}}
    with mind_in(tmp_path, clock, **tree) as mind:
        with valkey(tmp_path, port):
            talk(mind, clock, "violin")
            before = mind.left_off()
            redis_of(mind)._client.flushall()
            assert mind.left_off() == before is not None
            assert redis_of(mind)._client.dbsize() == 1
        assert mind.left_off() == before  # it is away
        mind.perceive(MATTERS["piano"], "Chopin!", session="after")
        with pytest.raises(Unavailable, match="does not answer"):
            mind.faculties.sessions.let_go("me")  # whoever wants copies gone must know
        with valkey(tmp_path, port):
            redis_of(mind)._silent_until = 0.0  # it is left alone for some seconds
            found = mind.left_off()
            assert found is not None
            assert found.thread.messages[0].text == MATTERS["piano"]
            assert redis_of(mind)._client.dbsize() == 1


def test_a_wrong_password_is_told_and_never_shown(tmp_path: Path) -> None:
    # O3
    clock, port = Clock(), free_port()
    with valkey(tmp_path, port, "--requirepass", "right"):
        for user in (":wrong-secret@", ""):
            with mind_in(tmp_path, clock, redis={"url": f"redis://{user}127.0.0.1:{port}/0"}) as mind:
                talk_ = mind.perceive(MATTERS["violin"], "Play it again!", session="s")
                assert talk_.turn
                with pytest.raises(Unavailable, match="does not let us in") as told:
                    mind.left_off()
                assert "wrong-secret" not in f"{told.value.en} {told.value.ja} {told.value!r}"
                assert f"127.0.0.1:{port}" in told.value.en
        with mind_in(tmp_path, clock, redis={"url": f"redis://:right@127.0.0.1:{port}/0"}) as mind:
            assert mind.left_off() is not None


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody:s3cr3t@there", "redis://me:s3cr3t#x@127.0.0.1:1/0", "redis://:s3cr3t/x@127.0.0.1:1/0",
        "redis://127.0.0.1:1/0?password=s3cr3t&bogus=1", "redis://127.0.0.1:1/0?socket_timeout=s3cr3t",
        "redis://:s3cr3t@127.0.0.1:1/0?ssl_ca_certs=there",
    ],
)  # fmt: skip
def test_an_address_that_is_none(tmp_path: Path, url: str) -> None:
    # O3: and nothing that a program would print of the error quotes it
    with pytest.raises(InvalidSettings, match=r"redis\.url") as told:
        mind_in(tmp_path, redis={"url": url})
    assert "s3cr3t" not in "".join(traceback.format_exception(told.value))
