"""A home with a few memories in it, made at a known time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mind.world import Clock, mind_in

TALK = (
    ("I adopted a cat named Mochi, I am so happy!", "Congratulations on Mochi!"),
    ("Mochi only eats tuna, never chicken.", "A cat with a taste of its own."),
    ("新しい職場は横浜にあります。", "横浜なら通いやすいですね。"),
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Three turns of one conversation, at 18:00, 18:10 and 18:20 in Tokyo."""
    clock = Clock()
    with mind_in(tmp_path / "home", clock) as mind:
        for said, replied in TALK:
            mind.perceive(said, replied, session="s1")
            clock.forward(minutes=10)
        mind.end_session("s1")
    return tmp_path / "home"
