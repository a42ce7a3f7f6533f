"""What workers share on a server: a pace for model providers, and jobs that outlive a worker (D5, F7)."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic_ai.models import override_allow_model_requests

from bench.many_personas import rows, settle
from omoide import open_mind
from omoide.adapters.queue.pace import SAVED_SECONDS, SharedPace
from omoide.adapters.queue.tables import prepare
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.domain.turn import Scope
from omoide.errors import InvalidSettings, Postponed
from omoide.fleet import Workers, how_far


def test_all_workers_together_keep_the_pace(url: str) -> None:
    # D5: sixty a minute, asked for by several at once: each gets a second of its own, after what was saved up
    database = PostgresDatabase(url)
    prepare(database)
    pace = SharedPace(database, 60.0)
    with ThreadPoolExecutor(4) as workers:
        waits = sorted(workers.map(pace, ["openai:gpt-4.1"] * 20))
    ahead = waits[-1]
    assert 20 - SAVED_SECONDS - 5 < ahead <= 20 - SAVED_SECONDS
    assert waits.count(0.0) >= SAVED_SECONDS
    assert all(later - earlier > 0.5 for earlier, later in zip(waits[-10:], waits[-9:], strict=False))
    assert pace("anthropic:claude-haiku-4-5") == 0.0  # another provider
    with pytest.raises(Postponed, match="calls_per_minute"):
        SharedPace(database, 60.0, longest=1.0)("openai:gpt-4.1-mini")
    database.close()


def test_a_mind_on_a_server_calls_its_models_at_that_pace(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # D5: the setting reaches the calls
    monkeypatch.setenv("OMOIDE_MODELS__ANALYSIS", "openai:gpt-4.1")
    monkeypatch.setenv("OMOIDE_MODELS__CALLS_PER_MINUTE", "0.05")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("OMOIDE_MODELS__RETRIES", "0")
    with override_allow_model_requests(True), open_mind(tmp_path) as mind:
        for _ in range(2):
            with pytest.raises(Postponed):
                mind.remember("We walked to the lighthouse, it was wonderful!")
    assert rows(url, "SELECT provider, free > now() + interval '19 minutes' FROM omoide_work.paces") == [
        ["openai", True]
    ]


def test_nights_are_asked_for_once_and_seen_from_outside(url: str, tmp_path: Path) -> None:
    # D5, F7: a second worker asks for nothing anew; what is dropped with the queue is found again
    settle(tmp_path, 3)
    assert how_far(tmp_path)["due"] == 3
    first, second = Workers(tmp_path), Workers(tmp_path)

    async def look(worker: Workers) -> int:
        async with worker._parts.jobs.app.open_async():
            return (await worker.look())[0]

    assert [asyncio.run(look(first)), asyncio.run(look(second))] == [3, 3]
    assert how_far(tmp_path) == {
        "scopes": 3, "due": 3, "over": 0, "jobs_waiting": 1, "jobs_working": 0, "jobs_given_up": 0, "workers": 0,
    }  # fmt: skip
    rows(url, "WITH gone AS (DELETE FROM omoide_work.asked RETURNING 1) SELECT COUNT(*) FROM gone")
    rows(url, "WITH gone AS (DELETE FROM omoide_work.procrastinate_jobs RETURNING 1) SELECT COUNT(*) FROM gone")
    assert Workers(tmp_path).run(once=True) == 3
    assert Workers(tmp_path).run(once=True) == 0
    assert how_far(tmp_path)["over"] == 3


def test_very_many_are_asked_for_at_once_and_none_twice(url: str, tmp_path: Path) -> None:
    # D5: one statement for some hundreds; where a job waits already, those beside it are asked for all the same
    worker = Workers(tmp_path)

    async def ask(numbers: range) -> int:
        async with worker._parts.jobs.app.open_async():
            return await worker._parts.jobs.ask([[Scope(f"persona{number}", "me")] for number in (*numbers, *numbers)])

    assert [asyncio.run(ask(some)) for some in (range(450), range(440, 460), range(460))] == [450, 10, 0]
    names = "SELECT COUNT(*), COUNT(DISTINCT args), COUNT(DISTINCT lock) FROM omoide_work.procrastinate_jobs"
    assert rows(url, names) == [[460, 460, 460]]
    worker._parts.database.close()


def test_who_has_lived_the_newest_night_is_not_looked_at_again(url: str, tmp_path: Path) -> None:
    # F7, D5: what a look costs goes by the nights that are left; one that was cut short is left, whenever that was
    settle(tmp_path, 4)
    worker = Workers(tmp_path)
    due, now = worker._parts.due, worker._parts.due.now()
    ahead = (now + timedelta(hours=14)).toordinal()  # on the first clock on earth to show it
    for persona, night, finished in (("persona00000", ahead, 1), ("persona00001", ahead, 0), ("persona00002", 1, 1)):
        scope = f"persona = '{persona}'"
        rows(
            url, f"WITH s AS (UPDATE scopes SET last_night = {night} WHERE {scope} RETURNING 1) SELECT COUNT(*) FROM s"
        )
        rows(
            url,
            "WITH n AS (INSERT INTO nights (persona, person, night, started, finished)"
            f" SELECT persona, person, {night}, 1, {finished} FROM scopes WHERE {scope} RETURNING 1)"
            " SELECT COUNT(*) FROM n",
        )
    assert [sleeper.scope.persona for sleeper in due.sleepers(now)] == [f"persona0000{number}" for number in (1, 2, 3)]
    assert due.count() == 4
    worker._parts.database.close()


def test_workers_need_a_server(tmp_path: Path) -> None:
    # I6: said with the remedy
    with pytest.raises(InvalidSettings, match="OMOIDE_DATABASE_URL"):
        Workers(tmp_path)
