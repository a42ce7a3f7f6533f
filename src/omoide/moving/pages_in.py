"""Texts that a persona wrote down in document 000's system become its pages with this person (N5, N6)."""

from __future__ import annotations

import hashlib
from pathlib import Path

from omoide.domain.page import PageName, page_name
from omoide.encode import decoded
from omoide.errors import InvalidInput, OmoideError
from omoide.language.clean import clean
from omoide.moving.places import ENTITIES, MAIN_DIARY, OLD_DIARIES, PAGES
from omoide.moving.reading import Tally
from omoide.pages import in_prompt, overwrite_page
from omoide.perceive import redact
from omoide.ports import Faculties


def read_pages(faculties: Faculties, folder: Path) -> tuple[dict[str, Tally], list[OmoideError]]:
    files: dict[str, Tally] = {}
    problems: list[OmoideError] = []
    for file, name, paths in _found(folder, problems):
        try:
            text = "\n\n".join(part.strip("\n") for path in paths if (part := _text(path, folder)).strip())
            files[file] = _keep(faculties, file, name, f"{text}\n" if text else "")
        except OmoideError as error:
            problems.append(error)
    return files, problems


def _found(folder: Path, problems: list[OmoideError]) -> list[tuple[str, PageName, list[Path]]]:
    """Each page with the files that it is made of: old parts of a diary stand before the present one."""
    found: list[tuple[str, PageName, list[Path]]] = []
    for file, kind in PAGES.items():
        paths = sorted(folder.glob(OLD_DIARIES)) if file == MAIN_DIARY else []
        paths += [folder / file] if (folder / file).is_file() else []
        if paths:
            found.append((file, PageName(kind), paths))
    for path in sorted((folder / ENTITIES).glob("*.md")):
        try:
            found.append((f"{ENTITIES}/{path.name}", page_name("entity", path.stem), [path]))
        except InvalidInput as error:
            shown = f"{ENTITIES}/{path.name}"
            problems.append(InvalidInput(f"{shown}: {error.en}", f"{shown}: {error.ja}"))
    return found


def _text(path: Path, folder: Path) -> str:
    try:
        text, whole = decoded(path.read_bytes())
    except OSError as error:
        whole, text = False, str(error.strerror)
    if not whole:
        shown = path.relative_to(folder).as_posix()
        raise InvalidInput(
            f"{shown} cannot be read as text: save it as UTF-8 and import again; the other files are taken in.",
            f"{shown} をテキストとして読めません。UTF-8 で保存し直してください。ほかのファイルは取り込みます。",
        )
    return clean(text)


def _keep(faculties: Faculties, file: str, name: PageName, text: str) -> Tally:
    """A page that says something else stays as it is, and the text goes to its conflicts (PageConflict says where);
    once: a text that moved in before is known, whatever has become of the page since."""
    mark, key = hashlib.sha256(text.encode()).hexdigest(), faculties.scope.key("moved in page", file)
    present = in_prompt(faculties, name).strip()  # as an export writes it
    if not text or present == redact(text).strip() or faculties.store.state.get(key) == mark:
        return Tally(known=1)
    faculties.store.state.set(key, mark)
    overwrite_page(faculties, name, text, "")
    return Tally(new=1)
