"""Moving house by hand (X1, X2): to a server and back, told in words and as JSON, without a password."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from psycopg import OperationalError

from omoide.adapters.files.local_folder import LocalFolder
from omoide.adapters.sql.server_faults import unreachable
from tests.servers.databases import PASSWORD

from .shell import Shell


@pytest.fixture
def url(empty_url: str) -> str:
    return empty_url


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


def test_each_fault_of_an_address_has_the_remedy_that_fits(shell: Shell, url: str) -> None:
    # X2, I3: in both languages, and never with the password
    shell.remember("A lighthouse.")
    wrong, parts = "not-the-password", urlsplit(url)
    host, port = parts.hostname, parts.port
    said = {
        f"postgresql://{parts.username}:{wrong}@{host}:{port}{parts.path}": (
            "does not let us in", "check name and password in the address that was given", "名前とパスワードを確認",
        ),
        f"{url}_of_nobody": ("no such database", "`CREATE DATABASE`", "そのデータベースがありません"),
        f"postgresql://me:{wrong}@127.0.0.1:1/omoide": (
            "cannot be reached", "check that the server runs", "サーバーの動作を確かめて",
        ),
        f"postgresql://me:{wrong}@host:port/omoide": (
            "the address that was given", "postgresql://name:password@host:5432/database", "指定されたアドレス",
        ),
    }  # fmt: skip
    for address, (what, remedy, ja) in said.items():
        told = [shell("migrate", "--to", address, "--lang", language) for language in ("en", "ja")]
        assert [one.code for one in told] == [2 if "port/" in address else 9] * 2, address
        assert (what in told[0].err, remedy in told[0].err, ja in told[1].err) == (True, True, True), told
        assert [secret for secret in (wrong, PASSWORD) for one in told if secret in one.err + one.out] == []


def test_a_host_that_nobody_knows() -> None:
    # X2, I3: no test asks for names outside, so these are the library's own words
    for said in ("failed to resolve host 'nowhere.invalid': [Errno -2] Name or service not known",
                 'could not translate host name "nowhere.invalid" to address: Name or service not known'):  # fmt: skip
        told = unreachable(OperationalError(said), "postgresql://me@nowhere.invalid:5432/omoide")
        assert "check the host in the address that was given" in told.en
        assert "ホスト名と、ネットワークを確認" in told.ja


def test_where_nothing_is_and_where_nothing_can_go(shell: Shell, tmp_path: Path) -> None:
    # X1, bad input
    assert "nothing to move" in shell("migrate", "--to", str(tmp_path / "x"), "--home", str(tmp_path / "no")).refused(3)
    shell.remember("A lighthouse.")
    assert "already" in shell("migrate", "--to", str(shell.home)).refused(2)
    assert "へは引っ越せません" in shell("migrate", "--to", "mysql://me:hidden@x/y", "--lang", "ja").refused(2)
