"""Catch up with transcripts that nobody handed in (I1): a client that was killed never tells that its session ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from omoide.encode.memories import Encoded
from omoide.encode.reading_on import Place, left_at
from omoide.encode.transcripts import live_through, transcripts_in
from omoide.errors import InvalidInput
from omoide.ports import Faculties
from omoide.settings import Settings


def catch_up(
    faculties: Faculties, settings: Settings, folder: Path, live: Path | None = None,
    watch: Callable[[], float] = time.monotonic,
) -> Encoded:  # fmt: skip
    """Live through what is new in a project's transcripts, newest first, so many and so long at most; the rest waits
    for the next time. The one that is being written right now is never over, however long it lay before."""
    done, read, until = Encoded(), 0, watch() + settings.hooks.sweep_seconds
    for path in transcripts_in(folder, deep=False):
        if read >= settings.hooks.sweep_files or watch() > until:
            break
        now_written = live is not None and path.absolute() == live.absolute()
        if now_written or not _is_known(faculties, path):
            read += not now_written
            try:
                done += live_through(faculties, settings, path, over=False if now_written else None)
            except InvalidInput as error:  # one that cannot be read must not hide the others
                done += Encoded(problems=(error,))
    return done


def _is_known(faculties: Faculties, path: Path) -> bool:
    """Whether it has been read to its end, with the session over, and has not changed since."""
    left = left_at(faculties, path)
    try:
        return left is not None and left.settles(Place.at(path), over=True)
    except OSError:
        return True  # it is gone
