"""Two machines with a folder each and one database (X2): what one writes down, the other reads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.adapters.files.local_folder import LocalFolder
from omoide.adapters.sql import home_files
from omoide.adapters.sql.migrations import MIGRATIONS, migrate
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_folder import ServerFolder
from omoide.compose import passes
from omoide.doctor import examine
from omoide.domain.access import Pass
from omoide.domain.page import PageEdit, PageName
from omoide.errors import PageConflict, Refused
from omoide.pages import edit_page, in_prompt, overwrite_page, read_page
from tests.mind.world import Clock, at, mind_in
from tests.servers.databases import Databases
from tests.servers.processes import until

CORE, NOTES = PageName("core_memory"), PageName("notepad")
SPEAKS = """
import sys, threading
from pathlib import Path
from tests.mind.world import mind_in
with mind_in(Path(sys.argv[1]), journal={"characters": 1}, database={"url": sys.argv[2]}) as mind:
    with mind.stream("Tell me a tale.", session="s") as out:
        out.write("Once upon a time")
        print("spoken", flush=True)
        threading.Event().wait()
"""


@pytest.fixture
def homes(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "one", tmp_path / "two"


def on(home: Path, url: str, clock: Clock | None = None, **more: Any) -> Mind:
    return mind_in(home, clock, database={"url": url}, backup={"every_days_on_server": 0}, **more)


def in_folder(home: Path) -> list[str]:
    return sorted(path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file())


def test_a_night_on_another_machine_reads_the_day(homes: tuple[Path, Path], url: str) -> None:
    # X2, L1, T1, N6: pages, log and profile; nothing of it lies in either folder
    one, two = homes
    clock = Clock()
    with on(one, url, clock) as mind:
        mind.perceive("箱根の温泉に行ってきたよ。とても嬉しかった！", "良かったですね。", session="s")
        edit_page(mind.faculties, NOTES, PageEdit("牛乳を買う"))
        mind.end_session("s")
    clock.forward(hours=12)
    with on(two, url, clock) as mind:
        assert mind.recent_events()[0].event.content.startswith("箱根の温泉")
        assert read_page(mind.faculties, NOTES).text == "牛乳を買う\n"
        mind.sleep()
        assert mind.faculties.activity.days(mind.scope) == [at("2026-01-18T18:00:00").date(), clock.now().date()]
        profile = read_page(mind.faculties, PageName("profile"))
    with on(one, url, clock) as mind:
        assert profile.exists
        assert read_page(mind.faculties, PageName("profile")) == profile
    with on(two, url, clock, person="ken") as other:
        assert (read_page(other.faculties, NOTES).exists, other.recent_events()) == (False, [])
    for home in homes:
        assert [name for name in in_folder(home) if not name.startswith(("locks/", "backups/"))] == []


def test_two_machines_never_overwrite_each_other(homes: tuple[Path, Path], url: str) -> None:
    # T1: the text that came second is kept, and named
    with on(homes[0], url) as here, on(homes[1], url) as there:
        edit_page(here.faculties, CORE, PageEdit("I am Aoi."))
        read = read_page(there.faculties, CORE)
        edit_page(here.faculties, CORE, PageEdit("I like rain."))
        with pytest.raises(PageConflict) as caught:
            overwrite_page(there.faculties, CORE, "I like snow.\n", read.revision)
        assert read_page(there.faculties, CORE).text == "I am Aoi.\nI like rain.\n"
        aside = "personas/aoi/people/me/conflicts/core_memory/000001-20260118T180000.md"
        assert aside in caught.value.en
        assert aside in caught.value.ja
    with closing(PostgresDatabase(url)) as database:
        assert ServerFolder(database).read(aside) == b"I like snow.\n"


def test_a_token_holds_on_every_machine(homes: tuple[Path, Path], url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # I3: and is refused on every one when it was revoked on another
    monkeypatch.setenv("OMOIDE_DATABASE_URL", url)
    here, there = (passes(home) for home in homes)
    token = here.issue(Pass("web", "write", "aoi"), at("2026-01-18T18:00:00"))
    assert there.holder(token) == Pass("web", "write", "aoi")
    with pytest.raises(Refused, match="already"):
        there.issue(Pass("web", "read"), at("2026-01-18T18:00:00"))
    with closing(PostgresDatabase(url)) as database:
        assert token.encode() not in ServerFolder(database).read("tokens.json")
    there.revoke("web")
    assert (here.holder(token), here.all(), in_folder(homes[0])) == (None, [], [])


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_reply_that_one_machine_lost_the_other_recovers(homes: tuple[Path, Path], url: str) -> None:
    # J1: not while it is being spoken
    command = [sys.executable, "-c", SPEAKS, str(homes[0]), url]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env=os.environ) as speaking:
        try:
            assert speaking.stdout
            assert speaking.stdout.readline() == "spoken\n"
            with on(homes[1], url) as mind:
                assert (mind.recovered, mind.faculties.journals.waiting(mind.scope)) == ((), True)
        finally:
            speaking.kill()
    until(lambda: _is_free(url), what="a lock that nobody holds any more")
    with on(homes[1], url) as mind:
        assert [(found.text, found.complete) for found in mind.recovered] == [
            ("Once upon a ", False)  # the last word may be the beginning of a secret
        ]
        assert mind.faculties.journals.waiting(mind.scope) is False


def _is_free(url: str) -> bool:
    with closing(PostgresDatabase(url)) as database:
        files = ServerFolder(database)
        (journal,) = [path for path in files.walk("personas/") if "/journal/" in path]
        held = files.hold(journal)
        if held:
            held.close()
        return held is not None


def test_files_of_an_older_program_are_taken_in_once(
    homes: tuple[Path, Path], databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    # N4, X2: with the new form, all or nothing; they stay where they were, and the doctor says that they are not read
    url = databases.make(empty=True)
    with closing(PostgresDatabase(url)) as database:
        migrate(database, migrations=[step for step in MIGRATIONS if step.number < home_files.FORM])
    old = LocalFolder(homes[0])
    old.write("personas/aoi/core_memory.md", b"I am Aoi.\n")
    old.write("personas/aoi/people/me/core_memory.md", b"We met in Hakone.\n")
    old.write("tokens.json", b'{"tokens": []}')
    before = in_folder(homes[0])
    with on(homes[0], url) as mind:
        assert in_prompt(mind.faculties, CORE) == "I am Aoi.\n\nWe met in Hakone."
        assert [backup.reason for backup in mind.backups.list()] == ["upgrade"]
    old.write("personas/aoi/core_memory.md", b"I am somebody else.\n")
    with on(homes[0], url) as here, on(homes[1], url) as there:
        assert in_prompt(here.faculties, CORE) == in_prompt(there.faculties, CORE) == "I am Aoi.\n\nWe met in Hakone."
    assert set(before) <= set(in_folder(homes[0]))
    monkeypatch.setenv("OMOIDE_DATABASE_URL", url)
    unread = [[found.en for found in examine(home) if found.what == "pages"] for home in homes]
    assert unread[1] == []
    assert unread[0][0].startswith(f"personas/ in {homes[0]} are not read")
    databases.drop(url)
