"""Moving in and out, backups, keeping house, settings."""

# I3, I7, E7, E11, O1, O5

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide import open_mind

from .shell import Shell, chat


def test_a_chat_is_lived_through_once(shell: Shell, tmp_path: Path) -> None:
    file = str(chat(tmp_path / "chat.jsonl", 4))
    assert shell.json("import", "chat", file) == {"turns": 4, "memories": 4, "skipped": 0, "failed": 0}
    assert shell.json("import", "chat", file) == {"turns": 4, "memories": 0, "skipped": 4, "failed": 0}
    assert shell.json("stats")["total"] == 4


def test_lines_that_cannot_be_read_are_named(shell: Shell, tmp_path: Path) -> None:
    file = chat(tmp_path / "chat.jsonl", 1)
    file.write_bytes(file.read_bytes() + b"not json\n" + b'{"role": "user", "content": "\xff", "time": "x"}\n')
    answer = shell("import", "chat", str(file), "--json")
    assert (answer.code, answer.json) == (2, {"turns": 1, "memories": 1, "skipped": 0, "failed": 2})
    assert [line.split(":")[1].strip() for line in answer.err.splitlines()] == ["line 3", "line 4"]


def test_a_file_without_a_single_readable_line_is_no_success(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "chat.jsonl"
    file.write_text('{"role": "user", "text": "hello"}\n', encoding="utf-8")
    answer = shell("import", "chat", str(file), "--json")
    assert (answer.code, answer.json) == (2, {"turns": 0, "memories": 0, "skipped": 0, "failed": 1})


def test_every_import_that_leaves_something_behind_is_no_success(shell: Shell, tmp_path: Path) -> None:  # N5
    talk = {"create_time": 1_767_582_000, "mapping": {}}
    export, log = tmp_path / "conversations.json", tmp_path / "log.txt"
    export.write_text(json.dumps([talk, "no conversation"]), encoding="utf-8")
    log.write_text("## USER:Ken\n\nI went home.\n\n## AGENT:Aoi\n\nGood.\n", encoding="utf-8")  # on which day?
    for command in (("chatgpt", str(export)), ("claude", str(export)), ("log", str(log))):
        answer = shell("import", *command)
        assert (answer.code, bool(answer.err)) == (2, True), command
        assert "0 failed" not in answer.out
        assert "failed" in answer.out


def test_what_only_waits_for_a_model_has_another_exit_code(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # N5, E11
    file = str(chat(tmp_path / "chat.jsonl", 2))
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("OMOIDE_MODELS__ANALYSIS", "anthropic:claude-haiku-4-5")
    waits = shell.run("import", "chat", file, "--json")  # a process: the model library is not to be loaded in this one
    assert (waits.code, waits.json["failed"], "ANTHROPIC_API_KEY" in waits.err) == (8, 2, True)
    monkeypatch.delenv("OMOIDE_MODELS__ANALYSIS")
    assert shell.json("import", "chat", file)["memories"] == 2


def test_an_export_in_parts_is_taken_by_its_folder(shell: Shell, tmp_path: Path) -> None:  # N5
    def part(number: int) -> list[object]:
        said = [{"sender": "human", "text": f"Stop {number} was Osaka", "created_at": f"2024-05-0{number}T03:00:00Z"}]
        said.append({"sender": "assistant", "text": "Noted.", "created_at": f"2024-05-0{number}T03:00:05Z"})
        return [{"created_at": said[0]["created_at"], "chat_messages": said}]

    for number in (1, 2):
        (tmp_path / f"conversations-00{number}.json").write_text(json.dumps(part(number)), encoding="utf-8")
    for exporter, turns in (("claude", 2), ("chatgpt", 0)):  # who names the wrong one is told of both parts
        answer = shell("import", exporter, str(tmp_path), "--json").json
        assert (answer["turns"], answer["failed"]) == (turns, 2 - turns)


def test_a_missing_file_is_named(shell: Shell) -> None:
    for command in (("import", "chat"), ("import", "old"), ("import", "chatgpt")):
        assert "nowhere.jsonl" in shell(*command, "nowhere.jsonl").refused(3)


def test_memories_go_out_with_their_vectors_and_come_back_through_the_old_form(shell: Shell, tmp_path: Path) -> None:
    shell.json("import", "chat", str(chat(tmp_path / "chat.jsonl", 3)))
    out = json.loads(shell("export", "--format", "memories").out)
    assert [len(memory) for memory in out] == [24, 24, 24]  # the 22 of document 002, origin and personal
    assert all(memory["embedding"] for memory in out)
    file = tmp_path / "all.json"
    assert shell.json("export", "--format", "memories", "--to", str(file)) == {"path": str(file), "memories": 3}
    assert json.loads(file.read_text(encoding="utf-8")) == out
    assert "--force" in shell("export", "--format", "memories", "--to", str(file)).refused(4)
    assert shell.json("export", "--format", "memories", "--to", str(file), "--force")["memories"] == 3
    old = tmp_path / "old.db"
    assert shell.json("export", "--format", "old", "--to", str(old)) == {"path": str(old), "memories": 3}
    shell("export", "--format", "old", "--to", str(old)).refused(4)
    moved = ("--home", str(tmp_path / "second"))
    assert shell.json("import", "old", str(old), *moved)["memories"] == 3
    ids = [memory["id"] for memory in shell.json("list", *moved)["memories"]]
    assert sorted(ids) == [memory["id"] for memory in out]
    assert json.loads(shell("export", "--format", "memories", "--persona", "nobody").out) == []


@pytest.fixture
def _everybody_may_read() -> Iterator[None]:
    """What the system would let others do with every new file."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.stat().st_mode & 0o077]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders apart by itself")
@pytest.mark.usefixtures("_everybody_may_read")
def test_whatever_is_written_is_its_owners_alone(shell: Shell, tmp_path: Path) -> None:
    # O3: exports, backups, logs and every folder on the way to them
    out = tmp_path / "out"
    out.mkdir(mode=0o700)
    shell.home = out / "deep" / "home"
    at_home = ("--home", str(shell.home))
    shell("remember", "I told nobody else.", "--reply", "I keep it.", *at_home)
    shell("sleep", *at_home)
    for form, place in (("memories", "m.json"), ("dialogue", "d.jsonl"), ("old", "old.db"), ("json", "a/b/house")):
        shell.json("export", "--format", form, "--to", str(out / place), *at_home)
    shell.json("config", "set", "backup.folder", str(out / "c/d/backups"), *at_home)
    shell.json("backup", "create", *at_home)
    shell.json("mood", "--png", str(out / "mood.png"), *at_home)
    shell.json("migrate", "--to", str(out / "e/f/moved"), *at_home)
    assert open_to_others(out) == []
    assert len(list(out.rglob("*"))) > 20


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders apart by itself")
@pytest.mark.usefixtures("_everybody_may_read")
def test_what_the_library_writes_out_is_its_owners_alone(shell: Shell, tmp_path: Path) -> None:
    # O3: a program of somebody else's, whose umask is its own matter
    out = tmp_path / "out"
    with open_mind(out / "deep" / "home") as mind:
        mind.remember("I told nobody else.", "I keep it.")
        mind.export_house(out / "a" / "house")
        mind.export_old(out / "old.db")
    assert open_to_others(out) == []


def test_a_backup_is_taken_listed_verified_and_restored(shell: Shell, tmp_path: Path) -> None:
    shell.remember("Before the backup.")
    taken = shell.json("backup", "create", "--reason", "test")
    assert shell.json("backup", "list")["backups"] == [taken]
    assert shell.json("backup", "verify", taken["name"]) == {"name": taken["name"], "sound": True, "problems": []}
    shell.remember("After the backup.")
    assert "--yes" in shell("backup", "restore", taken["name"]).refused(2)
    restored = shell.json("backup", "restore", taken["name"], "--yes")
    assert restored["restored"] == taken["name"]
    assert Path(restored["set_aside"]).exists()
    assert shell.json("stats")["total"] == 1


def test_a_damaged_backup_is_found_out(shell: Shell) -> None:
    shell.remember("Worth keeping.")
    taken = shell.json("backup", "create")
    path = Path(taken["path"])
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 64] = bytes(64)
    path.write_bytes(data)
    answer = shell("backup", "verify", taken["name"], "--json")
    assert (answer.code, answer.json["sound"]) == (6, False)
    shell("backup", "restore", taken["name"], "--yes").refused(6)
    assert shell.json("stats")["total"] == 1


def test_a_sound_house_is_reported_sound(shell: Shell) -> None:
    shell.remember("All is well.")
    for command in ("check", "doctor"):
        findings = shell.json(command)["findings"]
        assert findings
        assert {finding["severity"] for finding in findings} <= {"ok", "warning"}
    sizes = shell.json("vacuum")
    assert sizes["before"] > 0
    assert sizes["after"] > 0
    assert shell.json("reindex") == {"embedded": 0, "memories": 1}


def test_a_damaged_store_is_one_line_and_can_be_repaired(shell: Shell) -> None:
    shell.remember("Before the damage.")
    shell.json("backup", "create")
    (shell.home / "omoide.db").write_bytes(b"this is no database" * 500)
    for suffix in ("-wal", "-shm"):
        (shell.home / f"omoide.db{suffix}").unlink(missing_ok=True)
    assert "repair" in shell("list").refused(6)
    assert shell("check", "--json").code == 6
    shell("repair")
    assert shell.json("stats")["total"] == 1


def test_settings_are_shown_set_and_checked(shell: Shell) -> None:
    assert shell.json("config", "show", "recall.top_k") == 5
    assert shell.json("config", "set", "recall.top_k", "8") == {"key": "recall.top_k", "value": 8}
    assert shell.json("config", "show")["recall"]["top_k"] == 8
    assert shell.json("config", "path") == {"path": str(shell.home / "settings.toml"), "exists": True}
    assert "recall" in shell.json("config", "schema")["$defs"]["Settings"]["properties"]
    assert "recall.top_k" in shell("config", "set", "recall.top_k", "lots").refused(2)
    assert "recall.top_k" in shell("config", "set", "recall.top_kk", "8").refused(2)
    assert shell.json("config", "show", "recall.top_k") == 8
    shell("config", "show", "recall.nothing").refused(2)
    shown = dict(line.split("\t")[:2] for line in shell("config", "show").out.splitlines())
    assert (shown["recall.top_k"], shown["night.hour"]) == ("8", "3")


def test_prices_whose_names_contain_dots_are_found(shell: Shell) -> None:
    shell.home.mkdir()
    (shell.home / "settings.toml").write_text('[prices."acme:giant-4.5"]\ninput = 2.0\n', encoding="utf-8")
    assert shell.json("config", "show", "prices.acme:giant-4.5.input") == 2.0
    assert shell.json("cost", "--model", "acme:giant-4.5")["language_model"]["dollars"] == pytest.approx(462.6)


def test_broken_settings_are_one_line_and_do_not_hide_the_help(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMOIDE_LANG")
    shell.home.mkdir()
    (shell.home / "settings.toml").write_text("recall = [", encoding="utf-8")
    assert "settings.toml" in shell("list").refused(2)
    assert shell("list", "--help").code == 0
    (shell.home / "settings.toml").write_text("[recall]\ntop_k = 0\n", encoding="utf-8")
    assert "top_k" in shell("list").refused(2)
    shell.json("config", "set", "recall.top_k", "5")
    assert shell("list").code == 0


def test_models_can_be_listed(shell: Shell) -> None:
    names = [model["name"] for model in shell.json("models", "list")["models"]]
    assert "builtin" in names
    assert shell("models", "list").code == 0
