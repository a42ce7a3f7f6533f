"""Learned pages for tests: written by hand as files, or by the program."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from omoide import Mind
from omoide.domain.learned import FACTS, Learned, LearnedKind
from omoide.knowing import write_learned

FOLDERS = {"knowledge": "knowledge", "procedure": "procedures", "skill": "skills"}


def file_of(home: Path, kind: str, name: str, person: str = "me") -> Path:
    return home / "personas" / "aoi" / "people" / person / FOLDERS[kind] / f"{name}.md"


def by_hand(home: Path, kind: str, name: str, text: str | bytes, person: str = "me") -> Path:
    path = file_of(home, kind, name, person)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def dated(path: Path, days: float) -> None:
    """As if the file had been written so many days after 2026-01-18, 18:00 in Tokyo."""
    moment = 1_768_726_800 + days * 86_400
    os.utime(path, (moment, moment))


def teach(mind: Mind, kind: LearnedKind, name: str, text: str, **facts: Any) -> Learned:
    item = Learned(kind, name, text, FACTS[kind](**facts))
    return write_learned(
        mind.faculties, mind.settings, item, mind.faculties.clock.now(), action="created", reason="learned"
    )
