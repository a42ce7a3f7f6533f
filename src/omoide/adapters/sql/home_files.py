"""Files of a home as rows, for machines that share no disk (X2): pages, logs, journals, tokens, what erasing notes.

A file is its parts in order. Appending adds a part, writing replaces all of them by one with a higher number: so a
number never stands for two contents, and whoever appends waits for whoever wrote the part before. In a home without a
server the table stays empty, and the files are files.

Whose a file is, its path says: the two columns repeat the names of the folders, for walls and for erasing.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

TABLE = "home_files"
FORM = 21  # of the home that has it
TABLES = (
    """CREATE TABLE home_files (
        path TEXT NOT NULL, part INTEGER NOT NULL, persona_folder TEXT NOT NULL, person_folder TEXT NOT NULL,
        content BLOB NOT NULL, lines INTEGER NOT NULL, changed BIGINT NOT NULL,
        PRIMARY KEY (path, part)
    )""",
    """CREATE INDEX home_files_by_person ON home_files (person_folder, path)""",
)
NOBODYS = "*"  # the folder of no persona, so that only a connection for all sees what has it: tokens, erasures
ALONE = ("tokens.json", "house.json", "erasures/")  # beginnings of paths that no backup has
_OF_ALL = "skills"


def whose(path: str) -> tuple[str, str]:
    """The folders of the persona and of the person, each empty where a file is common to all."""
    match path.split("/"):
        case ["personas", persona, "people", person, _, *_]:
            return persona, person
        case ["personas", persona, _, *_]:
            return persona, ""
        case ["people", "versions" | "conflicts", person, _, *_]:
            return "", person
        case ["people", name] if name.endswith(".md"):
            return "", name.removesuffix(".md")
        case [top, _, *_] if top == _OF_ALL:
            return "", ""
        case _:
            return NOBODYS, ""


def take_from(database: Any, home: Path) -> None:
    """What an older program has left in the folder of a home on a server; it stays there, and is read no more."""
    if database.dialect.name == "sqlite":
        return
    from omoide.adapters.files.local_folder import LocalFolder
    from omoide.adapters.files.taking_in import take_in
    from omoide.adapters.sql.server_folder import ServerFolder

    here, there = LocalFolder(home), ServerFolder(database)
    take_in(here, there, datetime.now(UTC))
    for path in (path for beginning in ALONE for path in here.walk(beginning)):
        there.create(path, here.read(path))
