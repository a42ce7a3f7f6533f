"""What settings files say of one person, and taking it out (O2)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

Rewrite = Callable[[Path, bytes], None]


def in_settings(folder: Path, person: str, rewrite: Rewrite | None = None) -> int:
    """In how many files of a folder a person has settings; with `rewrite` they have none afterwards."""
    found = [path for path in sorted(folder.glob("settings*.toml")) if person in _people(path)]
    if rewrite:
        import tomlkit  # only here: reading needs no such library

        for path in found:
            document = tomlkit.parse(path.read_text(encoding="utf-8"))
            del document["people"][person]  # type: ignore[union-attr]
            rewrite(path, tomlkit.dumps(document).encode())
    return len(found)


def _people(path: Path) -> dict[str, object]:
    try:
        people = tomllib.loads(path.read_text(encoding="utf-8")).get("people", {})
    except (OSError, ValueError):
        return {}  # whoever loads the settings says what is wrong with it; the bytes are searched all the same
    return {name: own for name, own in people.items() if isinstance(own, dict)} if isinstance(people, dict) else {}
