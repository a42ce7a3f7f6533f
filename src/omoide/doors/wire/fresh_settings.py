"""The settings of a home as its files have them now, also while its memory cannot be opened."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from omoide.errors import OmoideError
from omoide.settings import Settings, load

_log = logging.getLogger("omoide.http")


class FreshSettings:
    def __init__(self, home: Path) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._seen: object = None
        self._settings = Settings()

    def __call__(self) -> Settings:
        """Read again when a file has changed; those that worked last, when it holds a mistake."""
        with self._lock:
            seen = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in self._files()]
            if seen != self._seen:
                self._seen = seen
                try:
                    self._settings = load(self._home)
                except OmoideError as error:
                    _log.warning("the settings stay as they were: %s", error)
            return self._settings

    def _files(self) -> list[Path]:
        return sorted(self._home.glob("settings*.toml"))
