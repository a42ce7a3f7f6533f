"""Where omoide itself is installed, as a path that works without a PATH."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from omoide.errors import NotFound


def installed() -> str:
    """The whole path of the omoide program that is running, or that belongs to the Python that is running.

    Links are kept: ~/.local/bin/omoide stays where it is when the environment behind it is replaced.
    """
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user"))]
    for place in places(sys.argv[0], folders, sys.platform, os.getcwd()):
        if Path(place).is_file():
            return str(place)
    if found := shutil.which("omoide"):
        return os.path.abspath(found)
    raise NotFound(
        f"the omoide program was not found beside {sys.executable}: run `omoide` from where it was installed.",
        f"{sys.executable} のそばに omoide のプログラムがありません。入れた場所の `omoide` を実行してください。",
    )


def places(called: str, folders: Iterable[str], platform: str, folder: str) -> list[PurePath]:
    """Where to look, best first: how it was called, then the script folders of this Python."""
    kind = PureWindowsPath if platform == "win32" else PurePosixPath
    name = "omoide.exe" if platform == "win32" else "omoide"
    found: list[PurePath] = []
    if kind(called).name.lower() in ("omoide", "omoide.exe"):
        found.append(kind(folder) / kind(called).with_name(name))
    return [*found, *(kind(scripts) / name for scripts in folders)]
