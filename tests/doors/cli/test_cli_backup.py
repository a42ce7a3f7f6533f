"""Backups and another embedder, by hand (O1, O3, X5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters import tiny_onnx
from tests.doors.cli.shell import Shell

E5 = "intfloat/multilingual-e5-small"


def test_a_key_is_made_once_and_seals_what_is_taken(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O1, O3
    key = tmp_path / "backup.key"
    made = shell.json("backup", "key", "--to", str(key))
    assert (made["file"], key.stat().st_mode & 0o777) == (str(key), 0o600)
    assert key.read_text().splitlines()[0] == f"# public key: {made['public']}"
    again = shell("backup", "key", "--to", str(key))
    assert (again.code, "that is not there yet" in again.err) == (2, True)
    shell.remember("A lighthouse.")
    shell("config", "set", "backup.key_file", str(key))
    taken = shell.json("backup", "create")
    assert (taken["sealed"], taken["name"].endswith("-manual.sealed.zip")) == (True, True)
    assert shell.json("backup", "verify", taken["name"])["sound"]
    shell("config", "set", "backup.key_file", "")
    locked = shell("backup", "restore", taken["name"], "--yes")
    assert (locked.code, f"sealed (for {made['public']})" in locked.err) == (4, True)
    assert "暗号化されています" in shell("backup", "verify", taken["name"], "--lang", "ja").err
    secret = shell.json("backup", "key")["secret"]
    monkeypatch.setenv("OMOIDE_BACKUP_KEY", secret)
    wrong = shell("backup", "restore", taken["name"], "--yes")
    assert (wrong.code, "cannot be opened with this key" in wrong.err, secret in wrong.err) == (4, True, False)
    monkeypatch.setenv("OMOIDE_BACKUP_KEY", key.read_text())
    assert shell.json("backup", "restore", taken["name"], "--yes")["restored"] == taken["name"]


def test_one_that_was_cut_short_is_named_and_not_hidden(shell: Shell) -> None:
    # O1, I3: in both languages, with what to do
    shell.remember("A lighthouse.")
    whole, cut = shell.json("backup", "create"), shell.json("backup", "create", "--reason", "cut")
    path = Path(cut["path"])
    path.write_bytes(path.read_bytes()[:1000])
    assert shell.json("backup", "list") == {
        "backups": [whole], "damaged": [{"name": cut["name"], "path": cut["path"], "bytes": 1000}],
    }  # fmt: skip
    for language, listed, damaged, remedy in (
        (
            "en",
            "damaged",
            f"{cut['name']} is damaged: the zip file cannot be read",
            "choose another with `omoide backup",
        ),
        ("ja", "破損", f"{cut['name']} は壊れています。途中で切れているか", "`omoide backup create` で取り直して"),
    ):
        shown = shell("backup", "list", "--lang", language)
        (row,) = [line for line in shown.out.splitlines() if cut["name"] in line]
        assert (shown.code, listed in row, "`omoide backup verify" in shown.err) == (0, True, True)
        told = shell("backup", "verify", cut["name"], "--lang", language)
        assert (told.code, told.out.startswith(damaged), remedy in told.out) == (6, True, True), told
    path.with_name(whole["name"]).unlink()
    assert "No backups yet" not in shell("backup", "list").out


def test_due_and_pruned_by_rule(shell: Shell) -> None:
    # O1
    shell.remember("A lighthouse.")
    assert shell.json("backup", "create", "--due")["reason"] == "weekly"
    assert shell.json("backup", "create", "--due") == {"due": False}
    assert shell("backup", "create", "--due").out == "None is due.\n"
    names = [shell.json("backup", "create")["name"] for _ in range(2)]
    shell("config", "set", "backup.keep", "1")
    would = shell.json("backup", "prune", "--dry-run")
    assert (would["dry_run"], len(would["removed"]), len(shell.json("backup", "list")["backups"])) == (True, 2, 3)
    assert shell.json("backup", "prune") == {"removed": would["removed"], "dry_run": False}
    assert [one["name"] for one in shell.json("backup", "list")["backups"]] == [names[1]]
    assert shell("backup", "prune").out == "All of them are kept.\n"


def test_an_object_store_out_of_reach_is_told_without_its_keys(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    # O1, O3
    shell.remember("A lighthouse.")
    monkeypatch.setenv("OMOIDE_S3_URL", "http://127.0.0.1:1?bucket=b&access_key=K3Y&secret_key=S3CR3T")
    for command in (("backup", "create"), ("backup", "list")):
        answer = shell(*command)
        assert (answer.code, "s3://b/backups cannot be used now" in answer.err) == (9, True)
        assert "S3CR3T" not in answer.err + answer.out
    assert "S3CR3T" not in shell("config", "show", "--json").out
    found = {one["what"]: one for one in shell("check", "--json").json["findings"]}
    assert (found["integrity"]["severity"], found["backup"]["severity"]) == ("ok", "warning")


def test_another_embedder_is_told_by_every_command_until_reindex(shell: Shell) -> None:
    # X5
    shell.remember("猫を飼い始めた。名前はミケ。")
    tiny_onnx.lay(shell.home, E5)
    shell("config", "set", "embedding.model", f"onnx:{E5}")
    recalled = shell("recall", "kitten")
    assert recalled.err.startswith(f"omoide: embedding.model is onnx:{E5}, but the vectors were made by builtin-3")
    assert "ミケ" in recalled.out
    assert "引き続き builtin-3 を使います" in shell("recall", "kitten", "--lang", "ja").err
    assert "embedder" in {one["what"] for one in shell("doctor", "--json").json["findings"]}
    assert shell.json("reindex") == {"embedded": 1, "memories": 1}
    assert shell("recall", "ミケ").err == ""
    assert "embedder" not in {one["what"] for one in shell("doctor", "--json").json["findings"]}
