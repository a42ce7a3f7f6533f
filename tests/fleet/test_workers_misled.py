"""Workers that are told what is not so (F7, O2): by a clock of their own that is wrong, by a job for somebody gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.many_personas import rows, settle
from omoide import open_mind
from omoide.domain.turn import Scope
from omoide.fleet import Workers, how_far
from tests.servers.databases import Databases

# To a server that is two days ahead a worker is two days behind. A function of that name in a schema that is looked
# through first stands before the server's own.
_AHEAD = """CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql
    AS $$ SELECT pg_catalog.clock_timestamp() + interval '2 days' $$"""


def test_the_night_is_the_servers_however_wrong_a_worker_is(
    url: str, databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # F7, X2, bad input: clock skew between workers
    settle(tmp_path, 1)
    with open_mind(tmp_path, persona="persona00000", person="person00000") as mind:
        tonight = mind.sleep().night.toordinal()
    assert how_far(tmp_path)["due"] == 0
    databases.administer(_AHEAD, url)
    monkeypatch.setenv("OMOIDE_DATABASE_URL", f"{url}?options=-c%20search_path%3Dpublic,pg_catalog")
    assert how_far(tmp_path)["due"] == 1
    scope, worker = Scope("persona00000", "person00000"), Workers(tmp_path)
    assert worker._due()[0] == [(scope, tonight + 2)]
    worker._live([scope])
    worker._parts.database.close()
    assert rows(url, "SELECT night, finished > 0 FROM nights ORDER BY night") == [[tonight, True], [tonight + 2, True]]


def test_a_job_for_somebody_who_was_erased_meanwhile_brings_nobody_back(url: str, tmp_path: Path) -> None:
    # F7, O2: no night, and no row that names them
    settle(tmp_path, 1)
    worker = Workers(tmp_path)
    worker._live([Scope("persona00000", "erased"), Scope("persona00000", "person00000")])
    worker._parts.database.close()
    assert worker.lived == 1
    assert rows(url, "SELECT person FROM scopes UNION SELECT person FROM nights UNION SELECT person FROM steps") == [
        ["person00000"]
    ]


def test_a_server_whose_clock_has_jumped_lets_nobody_fade(
    url: str, databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O6: no night is asked for, and a job that was is over without one
    settle(tmp_path, 1)
    with open_mind(tmp_path, persona="persona00000", person="person00000") as mind:
        mind.sleep()
    databases.administer(_AHEAD.replace("2 days", "10 years"), url)
    monkeypatch.setenv("OMOIDE_DATABASE_URL", f"{url}?options=-c%20search_path%3Dpublic,pg_catalog")
    worker = Workers(tmp_path)
    assert worker._due()[0] == []
    worker._live([Scope("persona00000", "person00000")])
    worker._parts.database.close()
    assert (worker.lived, rows(url, "SELECT COUNT(*) FROM nights")) == (0, [[1]])
