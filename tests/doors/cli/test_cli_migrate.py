"""Moving house by hand (X1, X2): to a server and back, told in words and as JSON, without a password."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide.adapters.files.local_folder import LocalFolder
from tests.servers.databases import PASSWORD, Databases

from .shell import Shell


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    made = databases.make(empty=True)
    yield made
    databases.drop(made)


def test_a_home_moves_to_a_server_and_back(
    shell: Shell, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # X1, X2
    shell.remember("箱根の温泉に行った。とても楽しかった！")
    before = shell.json("list")
    by_hand = LocalFolder(shell.home)
    by_hand.write("personas/Aoi/people/me/notepad.md", "牛乳を買う\n".encode())
    by_hand.write("skills/row.md", b"Row gently.\n")
    aoi = ("--persona", "Aoi", "--person", "me")
    told = shell("migrate", "--to", url)
    assert (told.code, PASSWORD in told.out, "each was compared with its copy" in told.out) == (0, False, True)
    assert "OMOIDE_DATABASE_URL" in told.out
    assert f"It was a copy: omoide.db, personas, skills are still in {shell.home}" in " ".join(told.out.split())
    again = shell("migrate", "--to", url)
    assert "holds memories already" in again.refused(4)
    monkeypatch.setenv("OMOIDE_DATABASE_URL", url)
    assert shell.json("list") == before
    assert shell.json("pages", "show", "notepad", *aoi)["text"] == "牛乳を買う\n"
    by_hand.write("skills/row.md", b"Row hard.\n")
    assert shell.json("pages", "take", str(shell.home)) == {"taken": 1, "conflicts": 0}
    assert "Taken in: 0 files." in shell("pages", "take", str(shell.home)).out
    assert "no folder" in shell("pages", "take", str(tmp_path / "none")).refused(3)
    back = shell.json("migrate", "--to", str(tmp_path / "back"))
    assert back | {"tables": {}} == {
        "to": str(tmp_path / "back" / "omoide.db"), "rows": sum(back["tables"].values()),
        "vectors": back["tables"]["vectors"], "written": back["rows"], "verified": True, "tables": {},
        "files": back["files"],
    }  # fmt: skip
    assert (back["tables"]["memories"], back["tables"]["audit"]) == (1, 2)
    elsewhere = shell("migrate", "--to", str(tmp_path / "other"), "--lang", "ja").out
    assert ("--home" in elsewhere, "元の場所のものはそのまま残っています" in elsewhere) == (True, True)
    monkeypatch.delenv("OMOIDE_DATABASE_URL")
    assert shell.json("list", "--home", str(tmp_path / "back")) == before
    returned = LocalFolder(tmp_path / "back")
    assert len([*returned.walk("personas/"), *returned.walk("people/"), *returned.walk("skills/")]) == back["files"]
    assert returned.read("skills/row.md") == b"Row hard.\n"
    shown = shell.json("pages", "show", "notepad", *aoi, "--home", str(tmp_path / "back"))
    assert shown["text"] == "牛乳を買う\n"
    assert "put them there yourself" in shell("pages", "take", str(tmp_path)).refused(4)
    assert shell.json("audit")["audit"][0]["action"] == "export"


def test_where_nothing_is_and_where_nothing_can_go(shell: Shell, tmp_path: Path) -> None:
    # X1, bad input
    assert "nothing to move" in shell("migrate", "--to", str(tmp_path / "x"), "--home", str(tmp_path / "no")).refused(3)
    shell.remember("A lighthouse.")
    assert "already" in shell("migrate", "--to", str(shell.home)).refused(2)
    assert "へは引っ越せません" in shell("migrate", "--to", "mysql://me:hidden@x/y", "--lang", "ja").refused(2)
