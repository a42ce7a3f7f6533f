"""A night that loses its lock: the server ended the connection that held it, and another process lived the night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from omoide import Mind
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.sleep.steps import STEPS
from tests.mind.world import Clock, mind_in
from tests.servers.databases import Databases

# All advisory locks of the database; the call comes back when those who held them are gone.
# Of this database alone: other tests use the same server.
_FREE = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_database d ON d.oid = database"
    " WHERE locktype = 'advisory' AND granted AND d.datname = current_database()"
)
_LEFT = "SELECT id, level, text_level, days, anchor, coefficient, recalls FROM memories ORDER BY id"
_RECORD = "SELECT step, result FROM steps ORDER BY night, position"


def lived(home: Path, url: str, databases: Databases, cut_after: str = "") -> tuple[list[Any], list[Any]]:
    """What two nights leave, the second of which may be cut off after a step and lived by another mind meanwhile."""
    clock, tree = Clock(), {"database": {"url": url}, "backup": {"every_days": 0}}
    with mind_in(home, clock, **tree) as mind, mind_in(home, clock, **tree) as other:
        for number in range(3):
            mind.perceive(f"My cat number {number} is ill, I am terribly worried!", "Oh no.", session="s")
        mind.end_session("s")
        clock.forward(hours=24)
        mind.sleep()
        mind.recall("the cat is ill")
        clock.forward(hours=24 * 40)
        _sleep(mind, other, databases, url, cut_after)
        database = PostgresDatabase(url)
        found = database.execute(_LEFT).fetchall(), database.execute(_RECORD).fetchall()
        database.close()
        return found


def _sleep(mind: Mind, other: Mind, databases: Databases, url: str, cut_after: str) -> None:
    taken_over: list[bool] = []

    def progress(done: int, total: int) -> None:
        if cut_after and not taken_over and done == (list(STEPS).index(cut_after) + 1) * 100:
            databases.administer(_FREE, url)
            taken_over.append(other.sleep().lived)

    mind.sleep(progress=progress)
    assert taken_over == ([True] if cut_after else [])


def test_what_another_has_done_meanwhile_is_not_done_or_recorded_again(
    url: str, databases: Databases, tmp_path: Path
) -> None:
    # F7, D5, X2: bad input, a server that goes away in the middle
    calm = lived(tmp_path / "calm", url, databases)
    again = databases.lend()
    try:
        assert lived(tmp_path / "cut", again, databases, cut_after="contradictions") == calm
    finally:
        databases.take_back(again)
