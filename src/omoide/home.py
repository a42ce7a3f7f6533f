"""Where the memory lives. Light enough for a hook that only leaves a note there."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "omoide.db"
RESTORING = "restoring"  # there while a restore is decided and not yet done


def resolve_home(home: Path | str | None = None) -> Path:
    """What was named, else OMOIDE_HOME, else ~/.omoide."""
    return Path(home or os.environ.get("OMOIDE_HOME") or "~/.omoide").expanduser()


def make_folder(folder: Path) -> None:
    """A folder for memories, with those above it that are missing: all of them are nobody else's business."""
    if not folder.is_dir():
        make_folder(folder.parent)  # with `parents`, a mode would hold for the last one alone
        folder.mkdir(mode=0o700, exist_ok=True)
