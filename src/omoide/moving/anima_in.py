"""Moving in from the folders of document 003's system (N5). Twice is the same as once, and a plan changes nothing.

Every file is read for itself: one that is broken is named, and the others come in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from omoide.encode import Encoded
from omoide.errors import OmoideError
from omoide.knowing import refresh_learned
from omoide.moving.anima import Part, find_anima
from omoide.moving.anima_days import days
from omoide.moving.anima_lines import activity, resolutions
from omoide.moving.anima_pages import FOLDERS, current_task, learned_pages, people
from omoide.moving.anima_talk import conversation, interrupted
from omoide.ports import Faculties, Progress
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class FoldersRead:
    """What became of each part, or would (`plan`)."""

    folder: Path
    parts: dict[str, Part]
    encoded: Encoded
    plan: bool

    @property
    def problems(self) -> tuple[OmoideError, ...]:
        return (*(problem for part in self.parts.values() for problem in part.problems), *self.encoded.problems)


def import_folders(
    faculties: Faculties, settings: Settings, folder: Path, now: datetime, plan: bool = False,
    progress: Progress | None = None,
) -> FoldersRead:  # fmt: skip
    """The talk first, so that days know the turns they tell of, and events the messages that are logged already."""
    anima, zone = find_anima(folder, faculties.scope.persona), settings.zone(faculties.scope.person)
    parts: dict[str, Part] = {}
    parts["conversation"], encoded = conversation(faculties, settings, anima, zone, plan)
    steps: dict[str, Callable[[], Part]] = {
        "journal": lambda: interrupted(faculties, settings, anima, zone, plan),
        "episodes": lambda: days(faculties, anima, zone, plan),
        "activity_log": lambda: activity(faculties, settings, anima, zone, plan),
        **{name: lambda name=name: learned_pages(faculties, anima, name, plan) for name in FOLDERS},
        "current_task": lambda: current_task(faculties, anima, plan),
        "people": lambda: people(faculties, anima, now, plan),
        "resolutions": lambda: resolutions(faculties, settings, anima, zone, plan),
    }
    for number, (name, read) in enumerate(steps.items(), 1):
        parts[name] = read()
        if progress:
            progress(number, len(steps))
    if not plan:
        refresh_learned(faculties, settings, now)
    return FoldersRead(anima.folder, parts, encoded, plan)
