"""omoide doctor: what it says of a place that cannot be a home."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from omoide.doctor import examine


def told(home: Path) -> list[tuple[str, str, str]]:
    """What is said of the place, and all that is not well about how it is kept."""
    unwell = {("disk", "error"), ("at rest", "warning"), ("at rest", "error")}
    findings = [one for one in examine(home) if one.what == "home" or (one.what, one.severity) in unwell]
    return [(one.severity, one.en, one.ja) for one in findings]


def test_a_home_that_can_be_made_leaves_no_trace(tmp_path: Path) -> None:  # I7
    home = tmp_path / "a" / "b"
    assert told(home) == [("ok", f"{home} can be written", f"{home} に書き込めます")]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("below", ["", "inside"])
def test_a_file_is_no_home(tmp_path: Path, below: str) -> None:  # I7
    file = tmp_path / "file"
    file.write_text("")
    file.chmod(0o666)  # no reason to advise anything about who may read it
    assert told(file / below) == [
        (
            "error",
            f"{file} is a file, not a folder; choose another place with OMOIDE_HOME",
            f"{file} はファイルで、フォルダーではありません。OMOIDE_HOME で別の場所を選んでください",
        )
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="needs the places of Linux that are no folders to write to")
@pytest.mark.parametrize(
    ("home", "en"),
    [
        ("/dev/null", "/dev/null is no folder; choose another place with OMOIDE_HOME"),
        (
            "/proc/nope",
            "/proc cannot be opened or written (No such file or directory): check the permissions of the file and its"
            " folder, or choose another home with OMOIDE_HOME.",
        ),
    ],
)
def test_places_that_take_nothing(home: str, en: str) -> None:  # I7
    assert [(severity, said) for severity, said, _ in told(Path(home))] == [("error", en)]
