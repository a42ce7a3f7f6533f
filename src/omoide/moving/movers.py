"""The part of a Mind that moves in and out: conversations, exports and files of other systems, and its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omoide import encode, moving, perceive, recall, sessions
from omoide.errors import CannotWrite
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

if TYPE_CHECKING:
    from omoide.encode import Encoded, Exporter, LogsRead
    from omoide.moving import FoldersRead, HouseRead, HouseWritten


class Movers:
    """Every line delegates."""

    faculties: Faculties
    settings: Settings

    def import_chat(self, path: Path, progress: Progress | None = None) -> Encoded:
        """Live through a JSONL conversation: {"role", "content", "time"} per line. Twice is the same as once."""
        return self._rounded_off(encode.import_chat(self.faculties, self.settings, path, progress))

    def live_through(self, path: Path, *, over: bool | None = None, progress: Progress | None = None) -> Encoded:
        """Take in what is new in a transcript of Claude Code; `over`: its session has ended (None: the file tells)."""
        done = encode.live_through(self.faculties, self.settings, path, over=over, progress=progress)
        return self._rounded_off(done)

    def catch_up(self, folder: Path, live: Path | None = None) -> Encoded:
        """Take in what nobody handed in of a project's transcripts; `live` is the one that is being written."""
        return self._rounded_off(encode.catch_up(self.faculties, self.settings, folder, live))

    def import_logs(
        self, paths: Sequence[Path], zone: tzinfo | None = None, progress: Progress | None = None
    ) -> LogsRead:
        """Move in from the text logs of document 000's system: files, and folders with all that is in them."""
        return encode.import_logs(self.faculties, self.settings, paths, zone, progress)

    def import_export(self, path: Path, exporter: Exporter, progress: Progress | None = None) -> Encoded:
        """Move in from what ChatGPT or Claude hands out: conversations.json, its parts, or their zip (N5)."""
        return encode.import_export(self.faculties, self.settings, path, exporter, progress)

    def export(self) -> Iterator[dict[str, Any]]:
        """Every memory with all the fields of document 002 (E11)."""
        self._write_down_export("memories")
        return recall.export(self.faculties)

    def export_house(self, folder: Path, now: datetime | None = None) -> HouseWritten:
        """Episodes, insights, goals, inner state, emotions, pages and logs as the files of document 000's system."""
        self._write_down_export("house")
        return moving.export_house(self.faculties, self.settings, folder, now or self.faculties.clock.now())

    def export_dialogue(self, min_intensity: int = 0) -> Iterator[dict[str, Any]]:
        """What was said and answered as examples to train on: one conversation each (O4); what was felt at least so
        strongly."""
        self._write_down_export("dialogue")
        return moving.conversations(self.faculties, self.settings, min_intensity)

    def _write_down_export(self, what: str) -> None:
        """For good (L5), where the disk takes it: one that fails must not keep what can still be saved from it (O7)."""
        with suppress(CannotWrite):
            perceive.audit(self.faculties, "export", what)

    def import_house(self, folder: Path, progress: Progress | None = None) -> HouseRead:
        """Move in from such files. Twice is the same as once."""
        return moving.import_house(self.faculties, self.settings, folder, progress)

    def _rounded_off(self, done: Encoded) -> Encoded:
        """Sessions that have ended with it are noted."""
        return sessions.round_off(self.faculties, self.settings, done)

    def import_folders(
        self, folder: Path, plan: bool = False, now: datetime | None = None, progress: Progress | None = None
    ) -> FoldersRead:
        """Move in from the folders of document 003's system; with `plan` nothing changes. Twice is the same as once."""
        now = now or self.faculties.clock.now()
        return moving.import_folders(self.faculties, self.settings, folder, now, plan, progress)
