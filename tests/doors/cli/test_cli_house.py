"""omoide export --format …, omoide import json: moving out and in from the shell (N5, O4)."""

from __future__ import annotations

import json
from pathlib import Path

from tests.doors.cli.shell import Shell
from tests.mind.test_json_house import files, house

NOW = ("--now", "2026-03-01T12:00:00+00:00")


def test_a_folder_goes_out_as_it_is_asked_for_and_comes_in_elsewhere(shell: Shell, tmp_path: Path) -> None:  # N5
    shell.remember("A walk by the sea.")
    shell.json("goals", "add", "Write a poem")
    out = tmp_path / "out"
    written = shell.json("export", "--format", "json", "--to", str(out), *NOW)
    assert written["path"] == str(out)
    assert sorted(written["files"]) == sorted(files(out))
    assert "--force" in shell("export", "--format", "json", "--to", str(out)).refused(4)
    assert shell("export", "--format", "json", "--to", str(out), "--force", *NOW).code == 0
    moved = ("--home", str(tmp_path / "second"))
    done = shell("import", "json", str(out), "--json", *moved)
    assert (done.code, done.json["files"]["goals.json"], done.json["problems"]) == (
        0, {"new": 1, "known": 0, "aside": 0}, [],
    )  # fmt: skip
    assert "entity_memory" in done.err  # what is not there is told
    shell.json("export", "--format", "json", "--to", str(tmp_path / "again"), *NOW, *moved)
    assert files(tmp_path / "again") == files(out)


def test_a_broken_file_gives_an_exit_code_and_the_others_come_in(shell: Shell, tmp_path: Path) -> None:  # N5
    old = house(tmp_path / "old", goals_json="{")
    done = shell("import", "json", str(old))
    assert done.code == 2
    assert "goals.json is not JSON" in done.err
    assert "episodic_memory.json" in done.out
    assert "JSON として読めません" in shell("import", "json", str(old), "--lang", "ja").err
    assert len(shell.json("episodes", "--range", "2025-01-01~2026-12-31")["episodes"]) == 4
    shell("import", "json", str(tmp_path / "nowhere")).refused(3)
    (tmp_path / "empty").mkdir()
    shell("import", "json", str(tmp_path / "empty")).refused(3)


def test_dialogue_is_one_conversation_per_line_of_this_scope_without_secrets(
    shell: Shell, tmp_path: Path
) -> None:  # O4, N6, E8
    lines = [
        ("user", "Good morning, my card is 4111 1111 1111 1111.", "2026-01-02T08:00:00+09:00"),
        ("assistant", "I will forget that number.", "2026-01-02T08:00:05+09:00"),
        ("user", "Thanks.", "2026-01-02T08:01:00+09:00"), ("assistant", "Gladly.", "2026-01-02T08:01:05+09:00"),
        ("user", "おやすみ。", "2026-01-03T22:00:00+09:00"),
        ("assistant", "おやすみなさい。", "2026-01-03T22:00:05+09:00"),
    ]  # fmt: skip
    chat = tmp_path / "chat.jsonl"
    chat.write_text("\n".join(json.dumps({"role": r, "content": c, "time": t}) for r, c, t in lines), encoding="utf-8")
    shell.json("import", "chat", str(chat))
    shell.remember("A note that nobody answered.")
    shell.json("remember", "Somebody else's words.", "--reply", "Mine.", "--person", "mia")
    told = [json.loads(line) for line in shell("export", "--format", "dialogue").out.splitlines()]
    assert [[(m["role"], m["content"]) for m in one["messages"]] for one in told] == [
        [("user", "Good morning, my card is [redacted: card number]."), ("assistant", "I will forget that number."),
         ("user", "Thanks."), ("assistant", "Gladly.")],
        [("user", "おやすみ。"), ("assistant", "おやすみなさい。")],
    ]  # fmt: skip
    file = tmp_path / "train.jsonl"
    assert shell.json("export", "--format", "dialogue", "--to", str(file)) == {"path": str(file), "conversations": 2}
    assert [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] == told


def test_what_is_missing_or_does_not_fit_is_said(shell: Shell, tmp_path: Path) -> None:  # I3
    assert "memories, json, old, dialogue" in shell("export").refused(2)
    assert "memories, json, old, dialogue" in shell("export", "--format", "xml").refused(2)
    assert "--to" in shell("export", "--format", "json").refused(2)
    assert "--to" in shell("export", "--format", "old", "--to", "-").refused(2)
    assert "--now" in shell("export", "--format", "memories", *NOW).refused(2)
    (tmp_path / "file").write_text("")
    shell("export", "--format", "json", "--to", str(tmp_path / "file"), "--force").refused(4)
