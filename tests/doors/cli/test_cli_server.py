"""The command line on a server (X2): every command by one variable, and a password that nobody is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doors.hooks.session import GENEROUS, Session
from tests.servers.databases import PASSWORD, ROLE, Databases

from .shell import Shell


@pytest.fixture
def url(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    made = databases.make(empty=True)
    monkeypatch.setenv("OMOIDE_DATABASE_URL", made)
    yield made
    databases.drop(made)


def test_commands_find_the_server_by_one_variable(shell: Shell, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # X2, O1: a life, a backup, and the way back, without a file of rows in the home
    shell.remember("箱根の温泉に行った。とても楽しかった！")
    before = shell.json("list")
    assert len(before["memories"]) == 1
    shell.json("backup", "create")
    [backup] = shell.json("backup", "list")["backups"]
    shell.json("forget", before["memories"][0]["id"], "--yes")
    assert shell.json("list")["memories"] == []
    shell.json("backup", "restore", backup["name"], "--yes")
    assert shell.json("list") == before
    assert "温泉" in shell("recall", "温泉").out
    with monkeypatch.context() as away:  # a place of files that is away hides nothing of the rows
        away.setenv("OMOIDE_S3_URL", "s3://b?endpoint=http://127.0.0.1:1&access_key=K&secret_key=S3CR3T")
        checked = shell("check")
    found = [line.split("\t")[:2] for line in checked.out.splitlines()[1:]]
    assert found == [["ok", "database"], ["warning", "archive"], ["ok", "counts"], ["warning", "backup"]]
    assert ("PostgreSQL" in checked.out, "S3CR3T" in checked.out) == (True, False)
    assert shell("repair").code == 0
    assert "温泉" in shell("recall", "温泉").out
    token = shell.json("erase", "person", "me")["token"]
    assert shell.json("erase", "person", "me", "--token", token)["clean"]
    assert "温泉" not in shell("recall", "温泉").out
    assert not (shell.home / "omoide.db").exists()


def test_a_prompt_finds_what_a_server_keeps_and_goes_on_without_it(shell: Shell, url: str, tmp_path: Path) -> None:
    # X2, I3: by a hook in a process of its own; where the server is not, nothing is said and nothing breaks
    shell.remember("My cat Mike loves tuna more than anything!")
    session = Session(shell.home, tmp_path, environment=GENEROUS | {"OMOIDE_DATABASE_URL": url})
    assert "tuna" in session.ask("What does my cat Mike love?")
    session.environment["OMOIDE_DATABASE_URL"] = "postgresql://omoide:secret@127.0.0.1:1/nowhere"
    assert session.ask("What does my cat Mike love?") == ""
    log = (shell.home / "log" / "hooks.log").read_text(encoding="utf-8")
    assert "cannot be reached" in log
    assert "secret" not in log


def test_nobody_is_shown_the_password(shell: Shell, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # X2: the right one and a wrong one
    said = ""
    for address in (url, url.replace("plain%20secret", "open-sesame")):
        monkeypatch.setenv("OMOIDE_DATABASE_URL", address)
        for command in (["config", "show", "database"], ["config", "show", "--json"], ["doctor"], ["stats"]):
            done = shell(*command)
            said += done.out + done.err
    said += shell("config", "set", "database.url", url).out
    assert ROLE in said
    assert "check name and password" in said
    assert not [secret for secret in ("open-sesame", PASSWORD, "plain%20secret") if secret in said]
