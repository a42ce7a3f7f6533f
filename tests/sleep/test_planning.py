"""What a night would do, cost and forget, without doing anything (D5, F9, K6)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from omoide.domain.event import Event
from omoide.errors import Postponed
from omoide.knowing import mark_low
from omoide.ports import Usage
from omoide.sleep.steps import STEPS
from tests.doors.cli.shell import Shell
from tests.sleep.nightly import FACT, HOW, Clock, at, living, page, tell

NIGHT = "2026-01-19T03:00:00"
HAIKU = "anthropic:claude-haiku-4-5"
MODELS = {"models": {"summary": HAIKU, "analysis": HAIKU, "light": HAIKU}}


def contents(home: Path) -> dict[str, str]:
    """Every file with a hash of what is in it; the side files of an open SQLite database come and go."""
    files = [path for path in home.rglob("*") if path.is_file() and not path.name.endswith(("-wal", "-shm"))]
    return {str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def lived_in(mind: Any, clock: Clock) -> None:
    mind.perceive("Hello.", "Hi.", time=at("2026-01-01T12:00:00"))
    tell(mind, "2026-01-17", f"{FACT}\n\n{HOW}")
    old = "2025-06-01T03:00:00"
    page(mind, "Plumber", "The plumber Sato mends pipes in Nara and answers on Mondays.", made=old)
    page(mind, "Sato", "The plumber Sato mends pipes in Nara and answers on Mondays and Fridays.", made=old)
    gone = page(mind, "Gone", "The bakery closes at six.", made=old)
    mark_low(mind.faculties, [gone], at("2025-09-01T03:00:00"))
    for day in ("14", "15", "16"):
        start = at(f"2026-01-{day}T09:00:00")
        mind.faculties.activity.append(
            mind.scope, Event(start, "tool_use", tool="fetch"), Event(start, "tool_use", tool="sort")
        )


def test_a_plan_names_everything_and_changes_nothing(tmp_path: Path) -> None:
    # D5, F9, K6
    clock = Clock()
    with living(tmp_path, clock, tree=MODELS) as mind:
        lived_in(mind, clock)
    before = contents(tmp_path)
    with living(tmp_path, clock, tree=MODELS) as mind:
        plan = mind.plan_night(clock.set(NIGHT))
        told = plan.plain()
    assert contents(tmp_path) == before
    assert [step["step"] for step in told["steps"]] == list(STEPS)
    steps = {step["step"]: step for step in told["steps"]}
    assert not told["lived"]
    assert steps["episodes"]["names"] == ["2026-01-01"]
    assert (steps["distil"]["items"], steps["distil"]["calls"]) == (1, 1)
    # the account and the day that will be told tonight, and four candidates of each to be judged without a judge
    assert (steps["extract"]["items"], steps["extract"]["calls"]) == (2, 1 + 1 + 8)
    assert steps["downscale"]["names"] == told["marked_low"] == ["knowledge:Plumber", "knowledge:Sato"]
    assert steps["duplicates"]["names"] == ["Plumber + Sato"]
    assert told["merged"] == [["knowledge:Plumber", "knowledge:Sato"]]
    assert steps["patterns"]["names"] == ["TOOL fetch → TOOL sort"]
    assert (steps["forgetting"]["due"], told["forgotten"]) == (False, ["knowledge:Gone"])
    assert steps["forgetting"]["why"] == "not before 2026-01-31"
    assert steps["age"] == {
        "step": "age", "due": True, "why": "", "items": 0, "names": [], "calls": 0, "waiting": 0, "models": [],
        "input_tokens": 0, "output_tokens": 0, "dollars": 0.0,
    }  # fmt: skip
    due = [step for step in told["steps"] if step["due"]]
    assert told["total"]["calls"] == sum(step["calls"] for step in due) > 0
    assert told["total"]["dollars"] == pytest.approx(
        sum(step["input_tokens"] * 1e-6 + step["output_tokens"] * 5e-6 for step in due), abs=1e-5
    )


def test_a_dream_is_planned_only_when_there_is_something_to_dream_of(tmp_path: Path) -> None:
    # D1, D5: by itself or by hand, as the night itself would skip it
    clock = Clock()
    with living(tmp_path, clock, tree=MODELS) as mind:

        def dream(wish: Any) -> tuple[int, str, int]:
            step = next(
                step for step in mind.plan_night(clock.set(NIGHT), wish).plain()["steps"] if step["step"] == "dream"
            )
            return step["items"], step["why"], step["calls"]

        assert [dream(wish) for wish in (None, 1)] == [(0, "nothing new", 0)] * 2
        mind.perceive("Hello.", "Hi.", time=at("2026-01-18T12:00:00"))
        assert [dream(wish) for wish in (None, 1)] == [(1, "", 1)] * 2


def test_measured_use_goes_before_assumptions(tmp_path: Path) -> None:
    # F9
    clock = Clock()
    with living(tmp_path, clock, tree=MODELS) as mind:
        mind.perceive("Hello.", "Hi.", time=at("2026-01-01T12:00:00"))
        assumed = {s.step: s for s in mind.plan_night(clock.set(NIGHT)).steps}["episodes"]
        assert (assumed.input_tokens, assumed.output_tokens) == (3_300, 420)
        mind.faculties.store.state.add_usage(Usage(HAIKU, "summary", 4, 4_000, 800), clock.now().date())
        measured = {s.step: s for s in mind.plan_night(clock.set(NIGHT)).steps}["episodes"]
        assert (measured.input_tokens, measured.output_tokens) == (1_000, 200)
        assert measured.dollars == pytest.approx(0.002)


def test_ceilings_unknown_prices_and_missing_models_are_told(tmp_path: Path) -> None:
    # D5, F9
    clock = Clock()
    trees: list[tuple[dict[str, Any], str, Any]] = [
        ({**MODELS["models"], "max_calls": 1}, "models.max_calls", float),
        ({**MODELS["models"], "max_dollars": 0.000_1}, "models.max_dollars", float),
        ({"summary": "some:model"}, "", type(None)),
        ({"summary": f"{HAIKU}-20251001"}, "", float),
        ({}, "", float),
    ]
    for number, (models, stops, kind) in enumerate(trees):
        with living(tmp_path / str(number), clock, tree={"models": models}) as mind:
            tell(mind, "2026-01-17", f"{FACT}\n\n{HOW}")
            told = mind.plan_night(clock.set(NIGHT), 1).plain()
            assert told["limits"]["stops"] == stops
            assert isinstance(told["total"]["dollars"], kind)
            assert (told["total"]["waiting"] > 0) == (not models)
    with living(tmp_path / "4", clock) as mind:
        mind.sleep(clock.now())
        told = mind.plan_night(clock.now()).plain()
        assert told["lived"]
        assert told["total"]["calls"] == 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_command_tells_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    # D5, I3
    clock = Clock()
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path))
    with living(tmp_path, clock) as mind:
        lived_in(mind, clock)
    shell = Shell(tmp_path)
    told = shell.json("sleep", "--plan", "--now", f"{NIGHT}+09:00", "--persona", "aoi")
    assert set(told) == {"night", "lived", "steps", "marked_low", "merged", "forgotten", "total", "limits"}
    everybody = shell.json("sleep", "--plan", "--all", "--now", f"{NIGHT}+09:00")
    assert [(one["persona"], one["person"]) for one in everybody["nights"]] == [("aoi", "me")]
    said = shell("sleep", "--plan", "--now", f"{NIGHT}+09:00", "--persona", "aoi", "--lang", language).out
    words = {
        "en": ("would do this", "hardly used", "knowledge:Gone"),
        "ja": ("行われること", "印が付く", "knowledge:Gone"),
    }
    assert all(word in said for word in words[language])


def test_a_night_that_had_to_leave_something_is_not_all_done(tmp_path: Path) -> None:
    # D5: a second call would try what was postponed, and only that
    clock, down = Clock(), Postponed("down", "不通")
    with living(tmp_path, clock, tree=MODELS, ExtractKnowledge=down, Dream=down, ProposeEntities=down) as mind:
        tell(mind, "2026-01-17", FACT)
        mind.sleep(clock.set(NIGHT))
        plan = mind.plan_night(clock.forward(hours=1))
        assert plan.lived
        assert [step.step for step in plan.steps if step.due] == ["extract"]
