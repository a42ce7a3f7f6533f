"""What erasing keeps for itself (O2), readable by its owner only and in no backup.

erasures/key                         what tokens are sealed with
erasures/unfinished-<id>.json        only while one is under way: whom, and what to look for afterwards
erasures/20260201T030000-<id>.json   the proof, without a word of the person
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict
from datetime import datetime

from omoide.adapters.files.folder import Folder
from omoide.disk import refused
from omoide.domain.erasure import Traces, Unfinished

FOLDER = "erasures"
_UNFINISHED = "unfinished-"


class FileErasures:
    def __init__(self, files: Folder) -> None:
        self._files = files

    def key(self) -> bytes:
        """Whoever makes it first has made it for all."""
        path = f"{FOLDER}/key"
        if not self._files.is_file(path):
            try:
                self._files.create(path, secrets.token_bytes(32))
            except OSError as error:
                raise refused(self._files.shown(path), error) from error
        return self._files.read(path)

    def begin(self, erasure: Unfinished) -> None:
        values = asdict(erasure) | {"at": erasure.at.isoformat()}
        self._files.write(_place(erasure.id), json.dumps(values, ensure_ascii=False).encode())

    def unfinished(self, person: str | None = None) -> list[Unfinished]:
        found = [_read(self._files.read(path)) for path in self._paths() if _UNFINISHED in path]
        return [one for one in found if person is None or one.person == person]

    def finish(self, id: str) -> None:  # noqa: A002
        self._files.shred(_place(id))
        self._files.scrub()

    def save(self, id: str, text: str) -> str:  # noqa: A002
        path = f"{FOLDER}/{id}.json"
        self._files.write(path, text.encode())
        return self._files.shown(path)

    def proofs(self) -> list[str]:
        paths = sorted(self._paths(), reverse=True)
        return [self._files.read(path).decode("utf-8") for path in paths if _UNFINISHED not in path]

    def _paths(self) -> list[str]:
        """Without what a killed process has left beside them."""
        names = self._files.names(FOLDER)
        return sorted(f"{FOLDER}/{name}" for name in names if name.endswith(".json") and not name.startswith("."))


def _place(id: str) -> str:  # noqa: A002
    return f"{FOLDER}/{_UNFINISHED}{id}.json"


def _read(raw: bytes) -> Unfinished:
    values = json.loads(raw)
    traces = Traces(*(tuple(values["traces"][kind]) for kind in ("ids", "said", "told", "names")))
    return Unfinished(**values | {
        "at": datetime.fromisoformat(values["at"]), "personas": tuple(values["personas"]), "traces": traces,
    })  # fmt: skip
