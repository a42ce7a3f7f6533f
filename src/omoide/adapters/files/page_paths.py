"""Where pages lie (N6). What belongs to one person lies in that person's folder; what was written by hand for all
persons, or for all personas, lies above it.

    people/<person>.md                                      who a person is, for all personas
    skills/<name>.md                                        by hand, for all personas
    personas/<persona>/core_memory.md  notepad.md           by hand, for all persons
        skills/<name>.md
    personas/<persona>/people/<person>/core_memory.md …     what was written with this person
        diary/main.md  diary/secret.md  entities/<name>.md
        knowledge/<name>.md  procedures/<name>.md  skills/<name>.md
        archive/knowledge/<name>.md …                       what was put away
        conflicts/  versions/
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from omoide.adapters.files.names import folder_for
from omoide.domain.learned import Place
from omoide.domain.page import PageKind, PageName
from omoide.domain.turn import Scope

FILES: dict[PageKind, str] = {
    "core_memory": "core_memory.md",
    "notepad": "notepad.md",
    "main_diary": "diary/main.md",
    "secret_diary": "diary/secret.md",
    "current_task": "current_task.md",
}
FOLDERS: dict[PageKind, str] = {
    "entity": "entities", "knowledge": "knowledge", "procedure": "procedures", "skill": "skills",
}  # fmt: skip


class PagePaths:
    def __init__(self, home: Path) -> None:
        self._home = home
        self._personas = home / "personas"

    def persona(self, scope: Scope) -> Path:
        return folder_for(self._personas, scope.persona)

    def own(self, scope: Scope) -> Path:
        return folder_for(self.persona(scope) / "people", scope.person)

    def path(self, scope: Scope, page: PageName) -> Path:
        """Where it is written."""
        if page.kind == "profile":
            return folder_for(self._home / "people", scope.person, ".md")
        if page.kind in FILES:
            return self.own(scope) / FILES[page.kind]
        return self._folder(scope, page.kind, page.archived) / f"{page.name}.md"

    def found(self, scope: Scope, page: PageName) -> tuple[Path, Place]:
        """Where it is read: this person's own comes before what was written for all."""
        own = self.path(scope, page)
        if page.kind == "skill" and not page.archived and not own.is_file():
            for place, folder in self.folders(scope, page.kind)[1:]:
                if (path := folder / f"{page.name}.md").is_file():
                    return path, place
        return own, "own"

    def folders(self, scope: Scope, kind: PageKind, archived: bool = False) -> list[tuple[Place, Path]]:
        """The folders of a kind, nearest first."""
        own: list[tuple[Place, Path]] = [("own", self._folder(scope, kind, archived))]
        if kind != "skill" or archived:
            return own
        return [*own, ("persona", self.persona(scope) / FOLDERS[kind]), ("home", self._home / FOLDERS[kind])]

    def aside(self, scope: Scope, page: PageName, what: str) -> Path:
        """The folder for versions or conflicts of a page."""
        root = self._home / "people" if page.kind == "profile" else self.own(scope)
        return root / what / str(self.path(scope, page).relative_to(root)).removesuffix(".md")

    def _folder(self, scope: Scope, kind: PageKind, archived: bool) -> Path:
        return self.own(scope) / ("archive" if archived else "") / FOLDERS[kind]


def pages_in(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """The names of the pages in a folder, with what the file system knows about each; none of one that is not there."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".md") and not entry.name.startswith(".") and entry.is_file():
                    try:
                        facts = entry.stat()
                    except FileNotFoundError:  # taken away while we looked
                        continue
                    yield entry.name.removesuffix(".md"), facts
    except (FileNotFoundError, NotADirectoryError):
        return
