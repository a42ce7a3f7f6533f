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

import re
from collections.abc import Iterable
from datetime import datetime

from omoide.adapters.files.folder import Folder
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

_NUMBERED = re.compile(r"\d{6}-.*\.md", re.ASCII)


class PagePaths:
    def __init__(self, files: Folder) -> None:
        self._files = files

    def persona(self, scope: Scope) -> str:
        return self._files.folder_for("personas", scope.persona)

    def own(self, scope: Scope) -> str:
        return self._files.folder_for(f"{self.persona(scope)}/people", scope.person)

    def path(self, scope: Scope, page: PageName) -> str:
        """Where it is written."""
        if page.kind == "profile":
            return self._files.folder_for("people", scope.person, ".md")
        if page.kind in FILES:
            return f"{self.own(scope)}/{FILES[page.kind]}"
        return f"{self._folder(scope, page.kind, page.archived)}/{page.name}.md"

    def found(self, scope: Scope, page: PageName) -> tuple[str, Place]:
        """Where it is read: this person's own comes before what was written for all."""
        own = self.path(scope, page)
        if page.kind == "skill" and not page.archived and not self._files.is_file(own):
            for place, folder in self.folders(scope, page.kind)[1:]:
                if self._files.is_file(path := f"{folder}/{page.name}.md"):
                    return path, place
        return own, "own"

    def folders(self, scope: Scope, kind: PageKind, archived: bool = False) -> list[tuple[Place, str]]:
        """The folders of a kind, nearest first."""
        own: list[tuple[Place, str]] = [("own", self._folder(scope, kind, archived))]
        if kind != "skill" or archived:
            return own
        return [*own, ("persona", f"{self.persona(scope)}/{FOLDERS[kind]}"), ("home", FOLDERS[kind])]

    def aside(self, scope: Scope, page: PageName, what: str) -> str:
        """The folder for versions or conflicts of a page."""
        root = "people" if page.kind == "profile" else self.own(scope)
        within = self.path(scope, page).removeprefix(f"{root}/").removesuffix(".md")
        return f"{root}/{what}/{within}"

    def _folder(self, scope: Scope, kind: PageKind, archived: bool) -> str:
        return "/".join((self.own(scope), *(("archive",) if archived else ()), FOLDERS[kind]))


def numbered(kept: Iterable[str], now: datetime) -> str:
    """The name of what is kept next, behind those that are: by number, since a clock may jump back."""
    last = max((int(name[:6]) for name in kept if _NUMBERED.fullmatch(name)), default=0)
    return f"{last + 1:06}-{now:%Y%m%dT%H%M%S}.md"
