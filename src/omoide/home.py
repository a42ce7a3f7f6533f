"""Where the memory lives. Light enough for a hook that only leaves a note there."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "omoide.db"


def resolve_home(home: Path | str | None = None) -> Path:
    """What was named, else OMOIDE_HOME, else ~/.omoide."""
    return Path(home or os.environ.get("OMOIDE_HOME") or "~/.omoide").expanduser()
