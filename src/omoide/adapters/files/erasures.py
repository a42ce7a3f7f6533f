"""What erasing keeps for itself (O2), readable by its owner only and in no backup.

erasures/key                         what tokens are sealed with
erasures/unfinished-<id>.json        only while one is under way: whom, and what to look for afterwards
erasures/20260201T030000-<id>.json   the proof, without a word of the person
"""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from omoide.adapters.files.shredding import shred
from omoide.domain.erasure import Traces, Unfinished
from omoide.whole_files import write_whole

FOLDER = "erasures"
_UNFINISHED = "unfinished-"


class FileErasures:
    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def key(self) -> bytes:
        path = self._folder / "key"
        if not path.exists():
            self._make()
            with suppress(FileExistsError), path.open("xb") as file:  # another process may be faster
                path.chmod(0o600)
                file.write(secrets.token_bytes(32))
        return path.read_bytes()

    def begin(self, erasure: Unfinished) -> None:
        self._make()
        values = asdict(erasure) | {"at": erasure.at.isoformat()}
        write_whole(self._place(erasure.id), json.dumps(values, ensure_ascii=False))

    def unfinished(self, person: str | None = None) -> list[Unfinished]:
        found = [_read(path) for path in sorted(self._folder.glob(f"{_UNFINISHED}*.json"))]
        return [one for one in found if person is None or one.person == person]

    def finish(self, id: str) -> None:  # noqa: A002
        """With what a killed process has left beside it."""
        place = self._place(id)
        for path in (place, *self._folder.glob(f".{place.name[:40]}*")):
            shred(path)

    def save(self, id: str, text: str) -> str:  # noqa: A002
        self._make()
        path = self._folder / f"{id}.json"
        write_whole(path, text)
        return str(path)

    def proofs(self) -> list[str]:
        paths = sorted(self._folder.glob("*.json"), reverse=True)
        return [path.read_text(encoding="utf-8") for path in paths if not path.name.startswith(_UNFINISHED)]

    def _make(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _place(self, id: str) -> Path:  # noqa: A002
        return self._folder / f"{_UNFINISHED}{id}.json"


def _read(path: Path) -> Unfinished:
    values = json.loads(path.read_text(encoding="utf-8"))
    traces = Traces(*(tuple(values["traces"][kind]) for kind in ("ids", "said", "told", "names")))
    return Unfinished(**values | {
        "at": datetime.fromisoformat(values["at"]), "personas": tuple(values["personas"]), "traces": traces,
    })  # fmt: skip
