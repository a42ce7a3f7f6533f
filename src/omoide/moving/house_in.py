"""Moving in from the files of document 000's system (N5). Twice is the same as once.

Every file is read for itself: one that is broken is named, and the others come in. What cannot be kept as a record is
kept aside (see aside), never dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path

from omoide.encode import Encoded, LogsRead, import_logs
from omoide.errors import InvalidInput, NotFound, OmoideError
from omoide.moving import records_in
from omoide.moving.pages_in import read_pages
from omoide.moving.places import (
    EMOTIONS,
    ENTITIES,
    EPISODES,
    FOREIGN_LOGS,
    GOALS,
    INNER_STATE,
    INSIGHTS,
    LOG,
    MAIN_DIARY,
    OLD_LOGS,
)
from omoide.moving.reading import Tally, read_json
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

# Goals before episodes: an achievement points to its goal.
_RECORDS: tuple[tuple[str, Callable[..., Tally]], ...] = (
    (GOALS, records_in.goals),
    (EPISODES, records_in.episodes),
    (INSIGHTS, records_in.insights),
    (INNER_STATE, records_in.inner_state),
    (EMOTIONS, records_in.emotions),
)
_EXPECTED = (
    EPISODES,
    INSIGHTS,
    GOALS,
    INNER_STATE,
    EMOTIONS,
    "core_memory.txt",
    "notepad.txt",
    MAIN_DIARY,
    ENTITIES,
    LOG,
)


@dataclass(frozen=True, slots=True)
class HouseRead:
    """What became of each file, which were not there, and what went wrong."""

    files: dict[str, Tally]
    logs: LogsRead | None
    missing: tuple[str, ...] = ()
    problems: tuple[OmoideError, ...] = field(default=())

    @property
    def encoded(self) -> Encoded:
        return self.logs.encoded if self.logs else Encoded()


def import_house(faculties: Faculties, settings: Settings, folder: Path, progress: Progress | None = None) -> HouseRead:
    missing = tuple(name for name in _EXPECTED if not _there(folder, name))
    if len(missing) == len(_EXPECTED):
        raise NotFound(
            f"{folder} holds none of the files to move in: name the persona's folder, with {EPISODES} or {LOG} in it.",
            f"{folder} に取り込めるファイルがありません。{EPISODES} や {LOG} のあるフォルダーを指定してください。",
        )
    zone = settings.zone(faculties.scope.person)
    logs = _logs(faculties, settings, folder, zone, progress)
    problems = list(logs.encoded.problems) if logs else []
    files: dict[str, Tally] = {}
    for name, keep in _RECORDS:
        for path in _paths(folder, name):
            shown = path.relative_to(folder).as_posix()
            try:
                value = read_json(path, shown)
                with faculties.store.transaction():
                    files[shown] = keep(faculties, value, zone)
            except InvalidInput as error:
                problems.append(error)
                continue
            problems += files[shown].problems
    pages, odd = read_pages(faculties, folder)
    return HouseRead(files | pages, logs, missing, (*problems, *odd))


def _paths(folder: Path, name: str) -> list[Path]:
    """Episodes may also lie in a folder of their own, as several files."""
    found = [folder / name] if (folder / name).is_file() else []
    return found + (sorted((folder / "episodic_memory").glob("*.json")) if name == EPISODES else [])


def _there(folder: Path, name: str) -> bool:
    if name == LOG:
        return any((folder / place).exists() for place in (LOG, OLD_LOGS, FOREIGN_LOGS))
    return (folder / name).is_dir() if name == ENTITIES else bool(_paths(folder, name))


def _logs(
    faculties: Faculties, settings: Settings, folder: Path, zone: tzinfo | None, progress: Progress | None
) -> LogsRead | None:
    """First, so that episodes find the turns that they tell of."""
    paths = [folder / name for name in (LOG, OLD_LOGS, FOREIGN_LOGS) if (folder / name).exists()]
    return import_logs(faculties, settings, paths, zone, progress) if paths else None
