"""The examples for frameworks run as the page says."""

# I5, I7

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def run(name: str) -> str:
    done = subprocess.run([sys.executable, "-m", f"examples.{name}"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_langgraph_agent_remembers_on_the_second_evening() -> None:
    assert run("langgraph_chat").splitlines() == [
        "ken: We adopted a cat called Mugi today!",
        "aoi: Tell me more!",
        "ken: I am back with the cat.",
        "aoi: How is Mugi?",
        "store: Ken drinks green tea in the evening.",
    ]


def test_the_memory_tool_by_hand() -> None:
    told = run("memory_tool")
    assert "28B\t/memories/entities/Mugi.md" in told
    assert "12B\t/memories/plans/trip.txt" in told
