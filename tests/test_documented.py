"""Every command, option and setting is documented, and the documented defaults are the real ones."""

# I3, I7

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from omoide import settings
from omoide.doors.cli.catalogue import COMMANDS
from omoide.doors.cli.commands import leaf
from omoide.doors.cli.program import _root
from omoide.doors.cli.words import speak

DOCS = Path(__file__).parents[1] / "docs"


def section(name: str) -> str:
    """The part of cli.md under the heading of a command."""
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    found = re.search(rf"^### `omoide {re.escape(name)}[ `].*?(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"docs/cli.md has no heading for `omoide {name}`"
    return found[0]


def options(command: Any) -> set[str]:
    return {name for parameter in command.params for name in parameter.opts if name.startswith("-")}


@cache
def common() -> set[str]:
    """What root and every command share, and --help."""
    return set.intersection(*(options(leaf(entry)) for entry in COMMANDS)) | {"--help"}


@pytest.fixture(autouse=True)
def _english() -> None:
    speak("en")


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_option_of_a_command_is_documented(entry: Any) -> None:
    documented = section(entry.name)
    own = options(leaf(entry)) - common()
    assert {name for name in own if f"`{name}" not in documented} == set()
    mentioned = set(re.findall(r"^\| `(--[a-z-]+)", documented, re.MULTILINE))
    assert mentioned == {name for name in own if name.startswith("--")}, "an option is documented that does not exist"


def test_what_every_command_takes_is_documented() -> None:
    text = (DOCS / "cli.md").read_text(encoding="utf-8").split("## Living with it")[0]
    assert common() >= {"--home", "--persona", "--person", "--json", "--lang", "--debug"}
    assert {name for name in options(_root()) | common() if f"`{name}" not in text} == set()


def test_no_documented_command_is_missing() -> None:
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### `omoide ([a-z -]+?)(?: [A-Z][A-Z ]*)?`$", text, re.MULTILINE)
    assert headings == [entry.name for entry in COMMANDS]


def test_every_exit_code_is_documented() -> None:
    from omoide import errors

    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.OmoideError)]
    assert {kind.exit_code for kind in kinds if f"| {kind.exit_code} |" not in text} == set()


def documented_settings() -> dict[str, str]:
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([a-z_.]+)` \| (.+?) \| .+ \|$", text, re.MULTILINE))


def test_every_setting_is_documented_and_no_other() -> None:
    assert set(documented_settings()) == set(settings.keys())


def test_the_documented_defaults_are_the_real_ones() -> None:
    standard = json.loads(json.dumps(settings.plain(settings.Settings())))  # as a file would hold it

    def default(key: str) -> Any:
        value: Any = standard
        for part in key.split("."):
            value = value[part]
        return value

    told = {key: json.loads(text.strip("`")) for key, text in documented_settings().items() if text.startswith("`")}
    assert {key: value for key, value in told.items() if value != default(key)} == {}
    assert set(documented_settings()) - set(told) == {"prices"}
