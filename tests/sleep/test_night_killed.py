"""A night that is killed while it learns ends as if it had not been (D5, X8): real SIGKILL wherever it matters."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from omoide.domain.event import Event
from omoide.knowing import usage
from tests.mind.nights import Nights
from tests.sleep.nightly import FACT, HOW, Clock, at, living, page, tell, texts

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
PLACES: list[tuple[str, int]] = [
    ("before a page", 1), ("before a page", 3), ("after a page", 1), ("after a page", 4), ("after a removal", 1),
    ("before a plan", 1), ("after a plan", 2), ("before it is finished", 2), ("after it is finished", 4),
    ("after a candidate", 1), ("before it is settled", 1), ("after it is settled", 1),
    ("after changes are planned", 1), ("while marking", 1),
    *(("when the mind is asked", n) for n in (1, 3, 5)),
]  # fmt: skip


def lived_in(home: Path) -> None:
    """A home in which every step of learning has something to do in the night that comes."""
    clock = Clock()
    with living(home, clock) as mind:
        mind.perceive("Hello.", "Hi.", time=at("2026-01-01T12:00:00"))
        tell(mind, "2026-01-16", f"{FACT}\n\n{HOW}")
        tell(mind, "2026-01-17", "The ferry leaves at noon.\n\nTo deploy, tag the commit and wait for the build.")
        old = "2025-06-01T03:00:00"
        page(mind, "Plumber", "The plumber Sato mends pipes in Nara and answers on Mondays.", made=old)
        page(mind, "Sato", "The plumber Sato mends pipes in Nara and answers on Mondays and Fridays.", made=old)
        page(mind, "Bakery", "The bakery closes at six.", made=old)
        for day in ("14", "15", "16"):
            start = at(f"2026-01-{day}T09:00:00")
            events = [Event(start, "tool_use", tool="fetch"), Event(start, "cron_executed", task="digest", exit_code=0)]
            mind.faculties.activity.append(mind.scope, *events)
        mind.faculties.store.state.set(mind.scope.key("every", "forgetting"), "2025-12-01")
        gone = page(mind, "Gone", "The mill was sold to a painter.", made=old)
        mind.faculties.store.learned.low(mind.scope, [(gone.kind, gone.name)], at("2025-09-01T03:00:00"))


def state(home: Path) -> dict[str, Any]:
    with living(home) as mind:
        uses = usage(mind.faculties)
        kinds = ("knowledge", "procedure")
        run = mind.faculties.store.runs.get(mind.scope, at("2026-01-19T03:00:00").toordinal())
        return {
            "pages": {kind: texts(mind, kind) for kind in kinds},
            "archived": {kind: texts(mind, kind, archived=True) for kind in kinds},
            "low": sorted(name for (_, name), use in uses.items() if use.low_since),
            "candidates": sorted(
                (kept.candidate.text, kept.state) for kept in mind.faculties.store.candidates.all(mind.scope, None)
            ),
            "planned": mind.faculties.store.page_changes.planned(mind.scope),
            "intents": mind.faculties.store.learned.intents(mind.scope),
            "open": [mind.faculties.store.consolidations.planned(mind.scope, stage) for stage in ("distil", "pattern")],
            "finished": bool(run and run.finished),
        }


@pytest.fixture(scope="module")
def nights() -> Iterator[Nights]:
    opened = Nights("tests.sleep.child")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory, nights: Nights) -> tuple[Path, dict[str, Any]]:
    """A home before a night, and how it looks when that night was lived in one go."""
    folder = tmp_path_factory.mktemp("homes")
    lived_in(folder / "before")
    shutil.copytree(folder / "before", folder / "whole")
    assert nights.live(folder / "whole", "", 0) == 0
    whole = state(folder / "whole")
    assert whole["pages"] == {
        "knowledge": {
            "Bakery": "The bakery closes at six.",
            "Ferry": "The ferry leaves at noon.",
            "Miho's cat": FACT,
            "The plumber Sato": "The plumber Sato mends pipes in Nara. He answers on Mondays and Fridays.",
        },
        "procedure": {
            "Deploy": "1. Tag the commit\n2. Wait for the build",
            "Digest": "1. Fetch the news\n2. Send the digest",
            "Press the button": "1. Open the lid\n2. Press the button",
        },
    }
    assert sorted(whole["archived"]["knowledge"]) == ["Gone", "Plumber", "Sato"]
    assert whole["low"] == ["Bakery"]
    assert (whole["planned"], whole["intents"], whole["open"], whole["finished"]) == ([], {}, [[], []], True)
    return folder / "before", whole


@pytest.mark.parametrize(("place", "number"), PLACES)
def test_a_killed_night_goes_on_and_ends_as_if_nothing_had_happened(
    tmp_path: Path, homes: tuple[Path, dict[str, Any]], nights: Nights, place: str, number: int
) -> None:
    # D5, X8, K4, K6, D3, D4
    before, whole = homes
    shutil.copytree(before, tmp_path / "home")
    assert nights.live(tmp_path / "home", place, number) == -signal.SIGKILL
    assert nights.live(tmp_path / "home", "", 0) == 0
    assert state(tmp_path / "home") == whole
