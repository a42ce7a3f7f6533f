"""Settings about people: what can be set, and taking out what files say of one person (O2)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

Rewrite = Callable[[Path, bytes], None]


@dataclass(frozen=True, slots=True)
class PersonSettings:
    timezone: str = ""

    def __post_init__(self) -> None:
        zone_of(self.timezone)


@dataclass(frozen=True, slots=True)
class PeopleSettings:
    """Who of a person's personas knows what that person told another (N7): `home` means all of them, `ask` only those
    that the person let know. `auto` is `home` where one person owns all personas, in a folder of their own, and `ask`
    where rows are on a server or a token for one persona asks. `named` are settings of single persons."""

    share: Literal["auto", "home", "ask"] = "auto"
    named: dict[str, PersonSettings] = field(default_factory=dict)


def zone_of(name: str) -> tzinfo | None:
    """The zone of that name; None for no name."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"timezone must be a name such as Asia/Tokyo, not {name!r}") from error


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
