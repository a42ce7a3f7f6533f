"""Pages of document 003's system become pages of this scope as they are, front matter and all (N5, N6).

A page that says something else stays, and the text goes beside it under conflicts/. A text that moved in before is
known, whatever has become of the page since: marked after it was written, so that nothing is lost in between.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from omoide.domain.page import PageKind, PageName, page_name
from omoide.domain.turn import Scope
from omoide.errors import InvalidInput, OmoideError, PageConflict
from omoide.language.front_matter import part as parted
from omoide.moving.anima import Anima, Part
from omoide.pages import overwrite_page, profile_page, read_page, write_profile
from omoide.perceive import redact
from omoide.ports import Faculties

FOLDERS: dict[str, PageKind] = {"knowledge": "knowledge", "procedures": "procedure", "skills": "skill"}
TASK = "state/current_task.md"
_SKILL = "skill.md"  # a skill may be a folder with this file in it


def learned_pages(faculties: Faculties, anima: Anima, folder: str, plan: bool) -> Part:
    found, kind = Part(), FOLDERS[folder]
    for path in _pages(anima, folder, found):
        text = anima.text(path, found)
        if text is None or not text.strip():
            found.skipped += text is not None
            continue
        try:
            name = page_name(kind, path.parent.name if path.name.lower() == _SKILL else path.stem)
            _keep(faculties, found, anima.shown(path), name, text, plan)
        except OmoideError as error:
            found.odd(anima.shown(path), error.en, error.ja)
            continue
        problem = parted(text).problem
        if problem:
            found.odd(anima.shown(path), f"{problem[0]}; it is kept as it is", f"{problem[1]}。そのまま残しました")
    return found


def _pages(anima: Anima, folder: str, found: Part) -> Iterator[Path]:
    """Skills lie in files or in folders, in the persona's own and in those of all."""
    places = [anima.folder / folder] + ([anima.common_skills] if folder == "skills" and anima.common_skills else [])
    for place in places:
        yield from anima.files(place, (".md",), found)


def _keep(faculties: Faculties, found: Part, file: str, name: PageName, text: str, plan: bool) -> None:
    text = redact(text).strip("\n") + "\n"
    mark, key = hashlib.sha256(text.encode()).hexdigest(), faculties.scope.key("moved in page", file)
    if read_page(faculties, name).text.strip() == text.strip() or faculties.store.state.get(key) == mark:
        found.known += 1
        return
    found.new += 1
    if plan:
        return
    try:
        overwrite_page(faculties, name, text, "")
    except PageConflict as conflict:
        found.new, found.skipped = found.new - 1, found.skipped + 1
        found.problems.append(conflict)
    faculties.store.state.set(key, mark)


def current_task(faculties: Faculties, anima: Anima, plan: bool) -> Part:
    found, path = Part(), anima.folder / TASK
    if path.is_file() and anima.inside(path, found) and (text := anima.text(path, found)) and text.strip():
        _keep(faculties, found, anima.shown(path), PageName("current_task"), text, plan)
    return found


def people(faculties: Faculties, anima: Anima, now: datetime, plan: bool) -> Part:
    """What was written about each person, shared by all personas (U1): all files of a person's folder as one text."""
    found = Part()
    folders = sorted((anima.shared / "users").glob("*")) if anima.shared else []
    for folder in folders:
        if folder.name.startswith(".") or not folder.is_dir():
            continue
        texts = [anima.text(path, found) for path in anima.files(folder, (".md", ".txt"), found)]
        whole = "\n\n".join(text.strip() for text in texts if text and text.strip())
        if not whole:
            continue
        person = unicodedata.normalize("NFC", folder.name).strip()
        try:
            _profile(replace(faculties, scope=Scope(faculties.scope.persona, person)), found, whole, now, plan)
        except OmoideError as error:
            found.odd(anima.shown(folder), error.en, error.ja)
    return found


def _profile(faculties: Faculties, found: Part, text: str, now: datetime, plan: bool) -> None:
    there, text = profile_page(faculties).text.strip(), redact(text).strip()
    if there == text:
        found.known += 1
    elif there:
        raise InvalidInput(
            "there is another profile of this person, which stays as it is; see `omoide people`",
            "この人のプロフィールは別の内容で既にあり、そのまま残します。`omoide people` で確かめてください",
        )
    else:
        found.new += 1
        if not plan:
            write_profile(faculties, text + "\n", now)
