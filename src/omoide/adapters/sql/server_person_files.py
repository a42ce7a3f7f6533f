"""The files of one person on a server (O2): what person_files.py finds on a disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from omoide.adapters.files.journals import FOLDER as JOURNAL
from omoide.adapters.files.person_files import spoken, still_speaking

if TYPE_CHECKING:
    from omoide.adapters.sql.server_folder import ServerFolder


def counted(files: ServerFolder, person: str) -> dict[str, int]:
    found = Counter("profiles" if path.startswith("people/") else "files" for path in files.of_person(person))
    return dict(found)


def texts(files: ServerFolder, person: str) -> Iterator[str]:
    for path in files.of_person(person):
        with suppress(FileNotFoundError):  # taken away while we looked
            yield spoken(path, files.read(path).decode("utf-8", "replace"))


def erase(files: ServerFolder, person: str) -> dict[str, int]:
    gone = counted(files, person)
    for path in files.of_person(person):
        files.shred(path)
    return gone


def refuse_while_speaking(files: ServerFolder, person: str) -> None:
    for path in files.of_person(person):
        if path.split("/")[-2] != JOURNAL:
            continue
        held = files.hold(path)
        if held is not None:
            held.close()
        elif files.is_file(path):
            raise still_speaking()
