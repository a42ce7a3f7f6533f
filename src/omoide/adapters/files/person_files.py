"""The files of one person in a home, in a backup that is unpacked, or in what was set aside (O2): their folders with
every persona, their profile, jobs of hooks that are theirs, and locks that carry their name."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from omoide.adapters.files.holding import hold
from omoide.adapters.files.journals import FOLDER as JOURNAL
from omoide.adapters.files.locks import file_name
from omoide.adapters.files.names import folder_for
from omoide.adapters.files.shredding import files_in, shred_folder
from omoide.domain.turn import Scope
from omoide.errors import Busy

_LOCKS = ("night", "notes", "learned", "graph")  # what is held for a scope
_OF_ALL = "tiers"  # what is held for a person, with all personas
_PERSONAS = ("personas", "personas-*")  # a restore that was killed may have set two aside
_PEOPLE = ("people", "people-*")
_ASIDE = ("versions", "conflicts")


def folders(root: Path, person: str) -> list[Path]:
    """Where personas keep what is this person's."""
    personas = [persona for pattern in _PERSONAS for place in root.glob(pattern) for persona in _folders_in(place)]
    found = [folder_for(persona / "people", person) for persona in personas if (persona / "people").is_dir()]
    return sorted(folder for folder in found if os.path.lexists(folder))


def profiles(root: Path, person: str) -> list[Path]:
    """Their profile, what stood there before, and what a write has left unfinished."""
    found: list[Path] = []
    for people in (place for pattern in _PEOPLE for place in root.glob(pattern)):
        page = folder_for(people, person, ".md")
        asides = [people / aside / page.name.removesuffix(".md") for aside in _ASIDE]
        unfinished = [path for path in _files(people) if path.name.startswith(f".{page.name[:40]}.")]
        found += [path for path in (page, *asides, *unfinished) if os.path.lexists(path)]
    return found


def jobs(root: Path, person: str, default: str) -> list[Path]:
    """What hooks left for the worker in their name; a job that names nobody means the default."""
    return [path for path in _files(root / "inbox") if _person_of(path, default) == person]


def locks(person: str, personas: Sequence[str]) -> list[str]:
    """What whoever works on their memory holds."""
    own = [Scope(persona, person).key(what) for persona in personas for what in _LOCKS]
    return [json.dumps([_OF_ALL, person], ensure_ascii=False), *own]


def drop_locks(root: Path, held: Sequence[str]) -> None:
    """The names of the files tell of them. Call it while these are held: nobody waits for a lock, so nobody is let in
    twice."""
    for name in held:
        (root / "locks" / file_name(name)).unlink(missing_ok=True)


def places(root: Path, person: str, default: str) -> list[Path]:
    """All that is theirs."""
    return [*folders(root, person), *profiles(root, person), *jobs(root, person, default)]


def counted(root: Path, person: str, default: str) -> dict[str, int]:
    found = {
        "files": sum(len(list(files_in(folder))) for folder in folders(root, person)),
        "profiles": len(profiles(root, person)),
        "jobs": len(jobs(root, person, default)),
    }
    return {kind: count for kind, count in found.items() if count}


def texts(root: Path, person: str) -> Iterator[str]:
    """What stands in their files."""
    own = [path for folder in folders(root, person) for path in files_in(folder)]
    for path in (*own, *(page for page in profiles(root, person) if page.is_file())):
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # what cannot be read is deleted all the same
        yield spoken(path.name, text)


def erase(root: Path, person: str, default: str) -> dict[str, int]:
    gone = counted(root, person, default)
    for place in places(root, person, default):
        shred_folder(place)
    return gone


def refuse_while_speaking(root: Path, person: str) -> None:
    """A reply that is being spoken would be kept when it ends, with what it answers."""
    for path in (path for folder in folders(root, person) for path in _files(folder / JOURNAL)):
        try:
            handle = os.open(path, os.O_RDWR)
        except OSError:
            continue  # it has just ended
        try:
            free = hold(handle)
        finally:
            os.close(handle)
        if not free:
            raise still_speaking()


def spoken(name: str, text: str) -> str:
    """What a file says: of a log only the texts in it."""
    return "\n".join(_spoken(text)) if name.endswith(".jsonl") else text


def still_speaking() -> Busy:
    return Busy(
        "a reply to this person is being spoken: wait until it is over, then try again. Nothing was erased.",
        "この人への返事が続いています。終わってからやり直してください。何も消していません。",
    )


def _spoken(log: str) -> Iterator[str]:
    """The texts in lines of JSON."""
    for line in log.splitlines():
        try:
            values = json.loads(line)
        except ValueError:
            yield line
            continue
        if isinstance(values, dict):
            yield from (value for value in values.values() if isinstance(value, str))


def _person_of(path: Path, default: str) -> str | None:
    try:
        job = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return (job.get("person") or default) if isinstance(job, dict) else None


def _folders_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []
