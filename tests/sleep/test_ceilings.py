"""A night that reaches its ceiling stops cleanly and goes on the next time (D5); real protocol, real budget."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.model_server import Asked, ModelServer, Sent, answer, serving
from tests.doors.cli.shell import Shell
from tests.mind.world import Clock, mind_in
from tests.sleep.nightly import tell, texts

HAIKU = "anthropic:claude-haiku-4-5"
TOKENS = (2_000, 600)  # half a cent each


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    yield from serving(monkeypatch)


def extracting(asked: Asked) -> Sent:
    """By what the question asks for: one item for an account, and every candidate is borne out."""
    body = str(asked.body)
    if "supported" in body:
        return answer({"supported": True, "reason": "ok"}, TOKENS)(asked)
    if "statements" not in body:
        return answer({"summary": "A quiet day."})(asked)
    number = next(n for n in range(10, 20) if f"boat {n}" in body)
    item = {"title": f"Boat {number}", "statements": [f"The boat {number} is of wood and {number} years old."]}
    return answer({"items": [{**item, "sources": [1], "rewrites": ""}]}, TOKENS)(asked)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [({"max_calls": 3}, "the ceiling of 3 model calls"), ({"max_dollars": 0.02}, "the ceiling of $0.02 per run")],
    ids=["calls", "dollars"],
)
def test_the_ceiling_ends_the_night_and_the_next_one_goes_on(
    tmp_path: Path, server: ModelServer, limit: dict[str, Any], reason: str
) -> None:
    # D5, X7
    server.replies = [extracting]
    clock = Clock()
    tree: dict[str, Any] = {
        "models": {"summary": HAIKU, "retries": 0, "concurrency": 1, "summary_max_tokens": 200, **limit}
    }
    with mind_in(tmp_path, clock, **tree) as mind:
        for day in range(10, 18):
            tell(mind, f"2026-01-{day}", f"We saw the boat {day}. It is of wood and {day} years old.")
    learned, stopped = [], []
    for night in range(19, 30):
        before = len(server.asked)
        with mind_in(tmp_path, clock, **tree) as mind:
            report = mind.sleep(clock.set(f"2026-01-{night}T03:00:00"))
            learned.append(len(texts(mind)))
            step = report.steps["extract"]
            stopped.append(str(step.get("reason", "")))
            assert "failed" not in str(report.steps)
        assert len(server.asked) - before <= limit.get("max_calls", 100)
        if learned[-1] == 8 and not step.get("postponed"):
            break
    assert reason in stopped[0]
    assert learned == sorted(learned)
    assert 0 < learned[1] < learned[-1] == 8
    asked = [str(one.body) for one in server.asked]
    assert sum("statements" in body and "supported" not in body for body in asked) == 8  # none was asked about twice


def test_the_nights_of_all_share_one_ceiling(
    tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # D5: one command is one run
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path))
    server.replies = [extracting]
    clock = Clock()
    for person in ("hana", "ken", "yui"):
        with mind_in(tmp_path, clock, person=person) as mind:
            mind.perceive("Hello.", "Hi.")
            for day in (16, 17):
                tell(mind, f"2026-01-{day}", f"We saw the boat {day}. It is of wood and {day} years old.")
    models = f'[models]\nsummary = "{HAIKU}"\nretries = 0\nconcurrency = 1\nmax_calls = 3\n'
    (tmp_path / "settings.toml").write_text(models)
    shell = Shell(tmp_path)
    nights = shell.json("sleep", "--all", "--now", "2026-01-19T03:00:00+09:00")["nights"]
    assert ([one["person"] for one in nights], len(server.asked)) == (["hana", "ken", "yui"], 3)
    assert ["ceiling of 3" in str(one["steps"]) for one in nights] == [True, True, True]
    shell.json("sleep", "--all", "--now", "2026-01-20T03:00:00+09:00")
    assert len(server.asked) == 6  # the next run has a ceiling of its own


def test_an_answer_that_cannot_even_be_sent_back_only_postpones(tmp_path: Path, server: ModelServer) -> None:
    # F10, D5: a number that JSON does not have, where none is asked for
    server.replies = [answer({"items": "none", "score": float("nan")})]
    clock = Clock()
    with mind_in(tmp_path, clock, models={"summary": HAIKU, "retries": 0}) as mind:
        tell(mind, "2026-01-17", "Miho has a cat.")
        report = mind.sleep(clock.set("2026-01-19T03:00:00"))
        assert report.steps["extract"]["postponed"] == 1
        assert texts(mind) == {}
