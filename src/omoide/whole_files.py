"""Files that are written whole or not at all: who reads meanwhile, or dies while writing, never meets half of one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str | bytes) -> None:
    """Written beside, then put in its place, with the permissions that it had. A new file is its owner's alone."""
    import shutil
    import tempfile  # both here: settings are read at every start, and hardly ever written

    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(path, beside)
        os.replace(beside, path)
    finally:
        Path(beside).unlink(missing_ok=True)  # what could not be finished
