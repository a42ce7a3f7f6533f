"""Erasing a person after the home has moved to a server: the store from before the move lies there still, and holds
them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.servers.databases import Databases

from .shell import Shell

HANAKO = "湖の北側に小さな小屋を建てていて、来年の春には完成する予定です。"
REN = "My ferry to the northern islands leaves on Friday morning at seven."
GOAL = "Ask once more about the old boathouse in the harbour"  # of both


@pytest.fixture
def url(empty_url: str) -> str:
    return empty_url


@pytest.fixture
def moved(shell: Shell, url: str, monkeypatch: pytest.MonkeyPatch) -> Shell:
    for person, text in (("花子", HANAKO), ("ren", REN)):
        shell.remember(text, "--person", person)
        shell.json("goals", "add", GOAL, "--person", person)
    assert shell("migrate", "--to", url).code == 0
    monkeypatch.setenv("OMOIDE_DATABASE_URL", url)
    return shell


def persons(home: Path) -> dict[str, list[str]]:
    """Who is in the old store, by table."""
    with closing(sqlite3.connect(home / "omoide.db")) as database:
        return {
            table: [name for (name,) in database.execute(f"SELECT person FROM {table} ORDER BY person")]
            for table in ("turns", "memories", "goals", "scopes")
        }


def test_they_go_from_the_store_before_the_move_too(moved: Shell, url: str, databases: Databases) -> None:
    # O2, X2: of others nothing goes there, also what they have no more on the server
    home = moved.home
    databases.administer("DELETE FROM goals WHERE person = 'ren'", url)
    assert persons(home)["turns"] == ["ren", "花子"]
    plan = moved.json("erase", "person", "花子")
    assert plan["counted"]["old_store"] >= 4
    proof = moved.json("erase", "person", "花子", "--token", plan["token"])
    assert (proof["clean"], proof["looked"]["found"], proof["removed"]["again"]) == (True, [], {})
    assert proof["removed"]["gone"]["old_store"] == plan["counted"]["old_store"]
    assert persons(home) == {"turns": ["ren"], "memories": ["ren"], "goals": ["ren"], "scopes": ["ren"]}
    assert [path.name for path in home.glob("omoide.db*") if HANAKO[:12].encode() in path.read_bytes()] == []
    assert [memory["trigger"] for memory in moved.json("list", "--person", "ren")["memories"]] != []
    assert "erased on" in moved("erase", "person", "花子").refused(3)


@pytest.mark.parametrize(
    ("language", "remedy"),
    [("en", "delete it or move it elsewhere, then run the same command again"), ("ja", "同じコマンドをもう一度実行")],
)
def test_an_old_store_that_nobody_can_read(moved: Shell, language: str, remedy: str) -> None:
    # O2, I3: it is not ours to delete, so we say what it is, and the remedy works
    old = moved.home / "omoide.db"
    for path in moved.home.glob("omoide.db*"):
        path.unlink()
    old.write_bytes(b"nothing that SQLite knows" * 400)
    told = moved("erase", "person", "花子", "--lang", language).refused(6)
    assert (str(old) in told, remedy in told) == (True, True)
    assert len(moved.json("list", "--person", "花子")["memories"]) == 1
    old.unlink()
    proof = moved.json("erase", "person", "花子", "--token", moved.json("erase", "person", "花子")["token"])
    assert (proof["clean"], "old_store" in proof["removed"]["gone"]) == (True, False)


def test_what_is_not_finished_is_not_called_erased(shell: Shell) -> None:
    # O2, I3
    shell.remember(HANAKO, "--person", "花子")
    note = shell.home / "note.txt"  # nothing of ours, so it stays
    note.write_text(HANAKO, encoding="utf-8")
    token = shell.json("erase", "person", "花子")["token"]
    told = shell("erase", "person", "花子", "--token", token).out.splitlines()
    assert told[:2] == ["The erasure is not finished.", "Erased so far:"]
    again = shell("erase", "person", "花子", "--token", token, "--lang", "ja")  # by now nothing is left to erase
    lines = again.out.splitlines()
    assert (again.code, lines[0], lines[-1]) == (6, "消去は終わっていません。", "  files: note.txt")
    assert [line for line in lines if "消した" in line or "消去しました" in line] == []
    assert "削除してから、同じトークンで再実行してください" in lines[-2]
    note.unlink()
    told = shell("erase", "person", "花子", "--token", token)
    assert (told.code, "not finished" in told.out, "Nothing is left." in told.out) == (0, False, True)
