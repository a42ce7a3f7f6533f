"""Disks that take no writing (O7): read-only and full ones, as real as the machine allows.

Root does not see permissions, so it mounts; a plain user may not mount, so it takes the permissions away. Where neither
is possible (root in a container that may not mount), the test is skipped and says so.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

_WRITABLE, _READABLE = 0o700, 0o500


class ReadOnly:
    """`read_only(folder)` shows the folder on such a disk; `said` is what the disk's refusal must name, by language."""

    def __init__(self, at: Path) -> None:
        self._at, self._shown = at, list[Path]()
        self.mounted = os.name == "posix" and os.getuid() == 0
        self.said = (
            {"en": "is read-only", "ja": "読み取り専用"}
            if self.mounted
            else {"en": "cannot be opened or written", "ja": "書き込めません"}
        )

    def __call__(self, folder: Path) -> Path:
        if not self.mounted:
            _permit(folder, _READABLE)
            self._shown.append(folder)
            return folder
        place = self._at / f"read-only-{len(self._shown)}"
        place.mkdir()
        _mount("--bind", str(folder), str(place))
        self._shown.append(place)
        _mount("-o", "remount,ro,bind", str(place))
        return place

    def writable_again(self, folder: Path) -> None:
        if self.mounted:
            _mount("-o", "remount,rw,bind", str(folder))
        else:
            _permit(folder, _WRITABLE)

    def close(self) -> None:
        for place in self._shown:
            if self.mounted:
                subprocess.run(["umount", "-l", str(place)], check=True)
            else:
                _permit(place, _WRITABLE)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[ReadOnly]:
    if sys.platform == "win32":
        pytest.skip("folders of Windows know no such permissions")
    disks = ReadOnly(tmp_path)
    try:
        yield disks
    finally:
        disks.close()


class SmallDisk:
    """A disk of a few megabytes, to be filled to the last byte."""

    def __init__(self, at: Path) -> None:
        self.at = at

    def fill(self) -> None:
        with (self.at / "filling").open("ab", buffering=0) as file:
            for size in (65_536, 4_096, 1):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def free(self) -> None:
        (self.at / "filling").unlink()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    if sys.platform != "linux" or os.getuid() != 0:
        pytest.skip("only root on Linux can mount a small disk")
    place = tmp_path / "small"
    place.mkdir()
    _mount("-t", "tmpfs", "-o", "size=6m", "tmpfs", str(place))
    try:
        yield SmallDisk(place)
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def _mount(*arguments: str) -> None:
    if not shutil.which("mount"):
        pytest.skip("there is no program `mount` on this machine")
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"root may not mount here, and sees no permissions: {done.stderr.strip()}")


def _permit(folder: Path, mode: int) -> None:
    folder.chmod(_WRITABLE)  # to look into it at all
    for place in sorted(folder.rglob("*")):
        place.chmod(mode if place.is_dir() else mode & 0o600)
    folder.chmod(mode)
