"""omoide config: what is refused, with which remedy, and the way back (I7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from omoide.doctor import examine

from .shell import Shell


@pytest.mark.parametrize(
    ("key", "name", "remedy"),
    [
        ("embedding.model", "foo", "`omoide config unset embedding.model`"),
        ("embedding.model", "openai:", "`omoide config unset embedding.model`"),
        ("embedding.model", "builtin+builtin", "`omoide config unset embedding.model`"),
        ("models.analysis", "gpt-4", "`omoide config set models.analysis anthropic:claude-haiku-4-5`"),
        ("models.reply", "none", "`omoide config unset models.reply`"),
        ("models.light", "anthropic:", "`omoide config unset models.light`"),
        ("models.nli", "foo", "`omoide config set models.nli mdeberta`"),
    ],
)
def test_a_model_that_there_cannot_be_is_refused_and_found(shell: Shell, key: str, name: str, remedy: str) -> None:
    # I7, X6, X7
    told = shell("config", "set", key, name).refused(2)
    assert told.startswith(f"setting {key}: ")
    assert remedy in told
    section, _, last = key.partition(".")
    assert shell("config", "set", f'"{section}".{last}', name).refused(2) == told
    assert not shell.home.exists()
    shell.home.mkdir()
    (shell.home / "settings.toml").write_text(f'[{section}]\n{last} = "{name}"\n', encoding="utf-8")
    [found] = [finding for finding in examine(shell.home) if finding.what == key]
    assert (found.severity, found.en) == ("error", told)
    assert found.ja != found.en
    assert shell.json("config", "unset", key)["was_set"] is True
    assert not [finding for finding in examine(shell.home) if finding.what == key and finding.severity != "ok"]


def test_a_provider_that_nobody_knows_is_refused(shell: Shell) -> None:  # I7, X7
    answer = shell.run("config", "set", "models.reply", "bogus:x")  # a process: the library is not loaded in this one
    assert "'bogus:x' names no model" in answer.refused(2)


@pytest.mark.parametrize(
    ("key", "name"),
    [("embedding.model", "builtin+onnx:a/b"), ("models.nli", "mdeberta"), ("models.nli", "owner/judge")],
)
def test_names_that_can_be_meant_are_taken(shell: Shell, key: str, name: str) -> None:  # X6
    assert shell.json("config", "set", key, name) == {"key": key, "value": name}


def test_a_wrong_name_does_not_keep_from_setting_another_key(shell: Shell) -> None:  # I7
    shell.home.mkdir()
    (shell.home / "settings.toml").write_text('[models]\nreply = "gpt-4"\n', encoding="utf-8")
    assert shell.json("config", "set", "models.retries", "1") == {"key": "models.retries", "value": 1}


def test_a_service_without_its_key_is_told_by_the_doctor(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:  # X6
    for variable in ("GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("OMOIDE_EMBEDDING__MODEL", "builtin+google:gemini-embedding-001")

    def told() -> list[tuple[str, str]]:
        return [(one.severity, one.en) for one in examine(shell.home) if one.what == "embedding.model"]

    missing = "google:gemini-embedding-001 needs GOOGLE_API_KEY in the environment; until then its work is postponed"
    assert told() == [("error", missing)]
    monkeypatch.setenv("GEMINI_API_KEY", "k")
    assert told() == [("ok", "builtin+google:gemini-embedding-001")]


@pytest.mark.parametrize(
    ("model", "dimensions", "severity", "remedy"),
    [
        ("onnx:owner/name", 0, "warning", "`omoide models pull owner/name`"),
        ("openai:foo", 0, "error", "`omoide config set embedding.dimensions NUMBER`"),
        ("builtin", 5, "error", "`omoide config unset embedding.dimensions`"),
    ],
)
def test_an_embedder_that_is_not_ready_is_told_by_the_doctor(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, model: str, dimensions: int, severity: str, remedy: str
) -> None:  # X6
    monkeypatch.setenv("OMOIDE_EMBEDDING__MODEL", model)
    monkeypatch.setenv("OMOIDE_EMBEDDING__DIMENSIONS", str(dimensions))
    [found] = [one for one in examine(shell.home) if one.what == "embedding.model"]
    assert (found.severity, remedy in found.en) == (severity, True)


def test_the_way_back(shell: Shell) -> None:  # I7
    shell("config", "set", "recall.top_k", "8")
    shell("config", "set", "recall.linked", "1")
    assert shell("config", "unset", "recall.top_k").out == "recall.top_k = 5\n"
    assert shell("config", "unset", "recall.top_k").out == "recall.top_k = 5  (was not set)\n"
    assert shell.json("config", "unset", "night.hour") == {"key": "night.hour", "was_set": False, "value": 3}
    assert shell("config", "unset", "recall").out == "recall is no longer set\n"
    assert shell("config", "unset", "recall").out == "recall was not set\n"
    assert shell.json("config", "show", "recall.linked") == 3
    assert "Did you mean recall?" in shell("config", "unset", "recal").refused(2)
    assert "recall のことですか？" in shell("config", "unset", "recal", "--lang", "ja").refused(2)


def test_offline_is_taken_for_a_model(shell: Shell) -> None:  # X7
    assert shell.json("config", "set", "models.reply", "offline") == {"key": "models.reply", "value": ""}
    assert shell.json("config", "show", "models.reply") == ""


def test_a_value_may_begin_with_a_minus(shell: Shell) -> None:  # I7
    told = shell("config", "set", "recall.top_k", "-1").refused(2)
    assert told.startswith("setting recall.top_k: top_k must be at least 1")
    assert shell.json("config", "set", "redis.prefix", "-x") == {"key": "redis.prefix", "value": "-x"}
    assert "--jsn" in shell("config", "set", "recall.top_k", "8", "--jsn").refused(2)


@pytest.mark.parametrize(("typed", "meant"), [("recal", "recall"), ("recall.topk", "recall.top_k"), ("zzz", "")])
def test_showing_suggests_what_was_meant(shell: Shell, typed: str, meant: str) -> None:  # I7
    hint = f" Did you mean {meant}?" if meant else ""
    told = shell("config", "show", typed).refused(2)
    assert told == f"there is no setting {typed}.{hint} `omoide config show` lists them all."


def test_the_file_is_left_alone_by_a_key_that_is_not_there(shell: Shell) -> None:  # I7
    shell("config", "unset", "recall.top_k")
    assert not Path(shell.home).exists()
