"""Erasing a person whose rows are on a server: by the same statements, with a search of every row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omoide.adapters.queue.tables import prepare
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_folder import ServerFolder
from omoide.domain.audit import hashed
from omoide.domain.turn import Scope
from omoide.errors import Busy, NotFound, Refused
from tests.mind.world import Clock, mind_in
from tests.servers.databases import Databases

from .lives import NAMING, OTHER, OTHERS, PERSON, SAID, SAID_JA, TOLD, found

LEAK = "It was about the brass compass under the third plum tree behind some house."


def test_on_a_server(tmp_path: Path, databases: Databases) -> None:
    # O2, X2, L5
    url = databases.make()
    tree = {"database": {"url": url}}
    for person, said in ((PERSON, (SAID, SAID_JA)), (OTHER, (OTHERS, NAMING))):
        with mind_in(tmp_path, Clock(), person=person, **tree) as mind:
            for text in said:
                mind.perceive(text, "I see.")
            mind.end_session()
            mind.protect(mind.list()[0].id)
            mind.add_goal(f"Ask {person} about the boat in the harbour")
            mind.sleep()
    row = databases.administer("SELECT MIN(row) FROM memories WHERE person = 'ren'", url)[0][0]
    databases.administer(f"UPDATE texts SET content = '{LEAK}' WHERE row = {row}", url)
    jobs = _ask_for_nights(databases, url)
    files = ServerFolder(PostgresDatabase(url))
    common, others = "personas/aoi/core_memory.md", f"personas/aoi/people/{OTHER}/notepad.md"
    own = files.folder_for("personas/aoi/people", PERSON)
    pages = {
        common: f"I am Aoi. {PERSON} fears thunder. I like rain.\n", others: f"Buy milk. {SAID}\n",
        f"{own}/knowledge/metal.md": f"{TOLD}\n", f"{own}/versions/notepad/000001-x.md": f"{SAID_JA}\n",
        "skills/rowing.md": "Row gently.\n",
    }  # fmt: skip
    for path, text in pages.items():
        files.write(path, text.encode())
    with mind_in(tmp_path, Clock(), person=OTHER, **tree) as mind:
        plan = mind.plan_erasure(PERSON)
        with pytest.raises(Refused):
            mind.erase(PERSON, "wrong")
        with mind.faculties.locks.hold(Scope("aoi", PERSON).key("night")), pytest.raises(Busy):
            mind.erase(PERSON, plan.token)
        held = files.begin(f"{own}/journal/1.jsonl")
        plan = mind.plan_erasure(PERSON)
        with pytest.raises(Busy, match="being spoken"):
            mind.erase(PERSON, plan.token)
        held.close()
        proof = mind.erase(PERSON, plan.token)
        assert (proof.clean, dict(proof.removed.again)) == (True, {"memories": 1, "pages": 2})
        assert (proof.removed.gone["turns"], proof.removed.gone["profiles"]) == (2, 1)
        assert proof.looked.files >= len(pages) - 2
        assert proof.removed.gone["files"] >= 3
        assert [(line.action, line.subject) for line in mind.audited() if line.person == hashed(PERSON)] == [
            ("erase", proof.id), ("protect", ""),
        ]  # fmt: skip
        assert {turn.said for turn in mind.conversation(9)} == {OTHERS, NAMING}
        with pytest.raises(NotFound, match="erased on"):
            mind.plan_erasure(PERSON)
    tables = [
        name for (name,) in databases.administer("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", url)
    ]
    assert [files.read(path).decode() for path in (common, others, "skills/rowing.md")] == [
        "I am Aoi. I like rain.\n", "Buy milk.\n", "Row gently.\n",
    ]  # fmt: skip
    assert files.of_person(PERSON) == []
    assert [path for path in files.walk("erasures/") if "unfinished" in path] == []
    for path in files.walk():
        assert [text for text in (SAID, SAID_JA, TOLD) if text.encode() in files.read(path)] == [], path
    whole = "".join(str(databases.administer(f"SELECT * FROM {name}", url)) for name in tables)
    assert [text for text in (SAID, SAID_JA, LEAK, "plum", "羅針") if text in whole] == []
    assert databases.administer(jobs, url) == [({"scopes": [["aoi", OTHER]]},)]
    assert databases.administer("SELECT person FROM omoide_work.asked", url) == [(OTHER,)]
    assert found(tmp_path, SAID, SAID_JA, f"people/{PERSON}") == set()
    with pytest.raises(Exception, match="only ever added to"):
        databases.administer("UPDATE audit SET subject = 'x'", url)
    databases.drop(url)


def _ask_for_nights(databases: Databases, url: str) -> str:
    """As workers do; returns how to look at what was asked for."""
    database = PostgresDatabase(url)
    prepare(database)
    database.close()
    names = json.dumps({"scopes": [["aoi", PERSON], ["aoi", OTHER]]})
    databases.administer(
        "SET search_path = omoide_work;"
        f"INSERT INTO asked VALUES ('aoi', '{PERSON}', 1, now()), ('aoi', '{OTHER}', 1, now());"
        f"INSERT INTO procrastinate_jobs (queue_name, task_name, priority, args) VALUES ('nights', 'n', 0, '{names}')",
        url,
    )
    return "SELECT args FROM omoide_work.procrastinate_jobs"
