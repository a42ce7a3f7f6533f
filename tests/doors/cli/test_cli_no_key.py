"""A model is set and its key is missing: what is said of it, and what becomes of what was said meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from .shell import Shell

OPENAI = ["openai:text-embedding-3-small", "openai:text-embedding-3-large"]
GOOGLE = ["google:gemini-embedding-001", "google:text-embedding-004"]


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize("later", ["heartbeat", "sleep"])
def test_what_was_said_is_kept_and_becomes_one_memory(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, later: str
) -> None:  # F10, E4
    monkeypatch.setenv("OMOIDE_MODELS__ANALYSIS", "anthropic:claude-haiku-4-5")
    said = "2026-01-18T12:00:00+09:00"
    # a process: the library for models is not to be loaded in this one
    told = shell.run("remember", "My cat is called Mochi.", "--time", said, "--intensity", "61").refused(8)
    assert told == (
        "anthropic:claude-haiku-4-5 needs the environment variable ANTHROPIC_API_KEY: set it; the work waits until"
        " then. What you said is kept, and becomes a memory at the first heartbeat or night after that: do not"
        " say it again."
    )
    assert shell.json("list")["memories"] == []
    monkeypatch.delenv("OMOIDE_MODELS__ANALYSIS")
    for hours in (13, 14, 37):
        shell(later, "--now", (datetime.fromisoformat(said) + timedelta(hours=hours)).isoformat())
    [memory] = shell.json("list")["memories"]
    assert (memory["emotional_intensity"], memory["created"]) == (61, said)


def test_a_service_names_the_variable_that_it_needs(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:  # X6
    def ready() -> dict[str, str]:
        rows = [row.split("\t") for row in shell("models", "list").out.splitlines()]
        return {row[0]: row[-1] for row in rows if row[0] in (*OPENAI, *GOOGLE, "builtin")}

    asked = dict.fromkeys(OPENAI, "needs OPENAI_API_KEY") | dict.fromkeys(GOOGLE, "needs GOOGLE_API_KEY")
    assert ready() == {"builtin": "yes"} | asked
    listed = {one["name"]: one["needs"] for one in shell.json("models", "list")["models"]}
    assert {name: needs for name, needs in listed.items() if needs} == {
        name: told.removeprefix("needs ") for name, told in asked.items()
    }
    monkeypatch.setenv("GEMINI_API_KEY", "k")
    assert ready() == {"builtin": "yes"} | asked | dict.fromkeys(GOOGLE, "yes")
