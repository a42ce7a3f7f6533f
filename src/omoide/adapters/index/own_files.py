"""Index files by whose they are (O2). Only those that belong to somebody who is still there stay: others may be read
by a process at this moment, and overwriting theirs would mislead it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from omoide.adapters.files.shredding import files_in, shred
from omoide.adapters.index.files import IndexFile
from omoide.domain.turn import Scope


def shred_all_but(folder: Path, kept: Iterable[tuple[Scope, str]]) -> int:
    """`kept` are scopes with the embedder of their vectors; returns how many files went."""
    stems = {IndexFile(folder, scope, embedder, 1).path.name.split(".")[0] for scope, embedder in kept}
    gone = [path for path in files_in(folder) if path.name.split(".")[0] not in stems]
    for path in gone:
        shred(path)
    return len(gone)
