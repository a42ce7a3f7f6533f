"""What a model sees under /memories: the persona's pages, and whatever files it makes beside them.

    /memories/core_memory.md  notepad.md                       always in the persona's mind
    /memories/entities/  knowledge/  procedures/  skills/      pages: found, primed, told anew and forgotten at night
    /memories/anything else                                    kept as it is, with the person of this memory

Nothing here is a path of the file system, so none can lead out of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from omoide.domain.learned import LEARNED
from omoide.domain.page import PageKind, PageName, page_name
from omoide.errors import InvalidInput
from omoide.mind import Mind
from omoide.pages import overwrite_page, read_page

ROOT = "/memories"
_NAMESPACE = "memory_tool"
_PAGES: dict[str, PageKind] = {"core_memory.md": "core_memory", "notepad.md": "notepad"}
_FOLDERS: dict[str, PageKind] = {
    "entities": "entity", "knowledge": "knowledge", "procedures": "procedure", "skills": "skill",
}  # fmt: skip
Place = tuple[str, ...]  # the parts of a path below /memories


class MemoryFiles:
    """Texts by their places. A folder is there as long as something lies in it."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    def read(self, place: Place) -> str | None:
        if page := _page(place):
            found = read_page(self._mind.faculties, page)
            return found.text if found.exists else None
        item = self._mind.item((_NAMESPACE, *place[:-1]), place[-1]) if place else None
        return item.value["text"] if item else None

    def write(self, place: Place, text: str) -> None:
        """In place of what stands there this moment; somebody else's edit in between is a PageConflict."""
        page = _page(place)
        if page is None:
            self._mind.put_item((_NAMESPACE, *place[:-1]), place[-1], {"text": text}, [text])
            return
        revision = read_page(self._mind.faculties, page).revision
        if page.kind in LEARNED:
            self._mind.write_page(page, text, revision)
        else:
            overwrite_page(self._mind.faculties, page, text, revision)

    def remove(self, place: Place) -> None:
        """What was learned goes to the archive, other pages into their versions, a file for good."""
        page, faculties = _page(place), self._mind.faculties
        if page is None:
            self._mind.remove_item((_NAMESPACE, *place[:-1]), place[-1])
        elif page.kind in LEARNED:
            self._mind.retire_page(page.kind, page.name, "the memory tool")  # type: ignore[arg-type]
        else:
            revision = read_page(faculties, page).revision
            faculties.pages.remove(faculties.scope, page, revision, faculties.clock.now())

    def below(self, folder: Place) -> dict[Place, int]:
        """Everything that lies in a folder, with its size in bytes, by place."""
        found = {place: size for place, size in self._all() if len(place) > len(folder)}
        return {place: found[place] for place in sorted(found) if place[: len(folder)] == folder}

    def _all(self) -> Iterator[tuple[Place, int]]:
        names = {kind: name for name, kind in _PAGES.items()}
        folders = {kind: folder for folder, kind in _FOLDERS.items()}
        for one in self._mind.faculties.pages.places(self._mind.scope):
            if one.name.kind in folders:
                yield (folders[one.name.kind], f"{one.name.name}.md"), one.bytes
            elif one.name.kind in names and not one.shared:
                yield (names[one.name.kind],), one.bytes
        for item in self._mind.items((_NAMESPACE,)):
            yield (*item.namespace[1:], item.key), len(item.value["text"].encode())


def place_of(path: str) -> Place:
    """Refuses what is no path below /memories."""
    root, _, rest = path.partition(ROOT)
    if root or (rest and not rest.startswith("/")):
        raise InvalidInput(f"Path must start with {ROOT}, got: {path}", f"パスは {ROOT} で始めてください: {path}")
    parts = tuple(part for part in rest.split("/") if part)
    if any(part.startswith(".") or part != part.strip() or not part.isprintable() or "\\" in part for part in parts):
        raise InvalidInput(
            f"{path} cannot be a path: leave out hidden names, backslashes and blanks at the edges.",
            f"{path} はパスに使えません。隠し名・バックスラッシュ・端の空白は使わないでください。",
        )
    return parts


def told(place: Place) -> str:
    return "/".join((ROOT, *place))


def _page(place: Place) -> PageName | None:
    if len(place) == 1 and place[0] in _PAGES:
        return PageName(_PAGES[place[0]])
    folder, *rest = place or ("",)
    if folder not in _FOLDERS or not rest:
        return None
    if len(rest) > 1 or not rest[0].endswith(".md"):
        raise InvalidInput(
            f"{told(place)} cannot be made: in {ROOT}/{folder} lie pages such as name.md, without folders.",
            f"{told(place)} は作れません。{ROOT}/{folder} には name.md の形のページだけを置けます。",
        )
    return page_name(_FOLDERS[folder], rest[0].removesuffix(".md"))
