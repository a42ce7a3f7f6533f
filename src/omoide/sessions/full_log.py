"""The full log as Parquet (X3, policy B): every turn, in files by month, beside the ledger and never instead of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import groupby

from omoide.domain.session import ArchiveFile
from omoide.domain.turn import Scope, Turn
from omoide.ports import Archive, Faculties
from omoide.settings import Settings


def keep_log(faculties: Faculties, settings: Settings, archive: Archive, now: datetime) -> int:
    """Write what no file has yet, and write files anew that hold what was forgotten. Under policy A files that are
    there stay, and are kept free of what was forgotten too."""
    _let_forgotten_go(faculties, archive, now)
    if settings.storage.policy != "B":
        return 0
    written, size = 0, settings.storage.turns_per_file
    while turns := faculties.store.tiers.to_log(faculties.scope, size):
        for month, group in groupby(turns, key=_month):
            some = list(group)
            _keep(faculties, archive, month, some, now)
            written += len(some)
    return written


def keep_again(faculties: Faculties, archive: Archive, file: ArchiveFile, now: datetime) -> int:
    """A file of the log that is gone or damaged, written anew from the ledger of turns. Returns how many turns."""
    scope = Scope(file.persona, file.person)
    own = replace(faculties, scope=scope)
    turns = own.store.log.read(scope, own.store.tiers.logged_in(file.name))
    if turns:
        _keep(own, archive, file.month, turns, now, instead_of=file.name)
    else:
        own.store.tiers.lose_file(file.name, now)
    return len(turns)


def _keep(
    faculties: Faculties, archive: Archive, month: str, turns: list[Turn], now: datetime, instead_of: str = ""
) -> None:
    tiers, scope = faculties.store.tiers, faculties.scope
    new = archive.log_as_file(scope, month, turns, now)
    tiers.begin_file(new.file)
    archive.put(new)
    tiers.logged(scope, new.file, [turn.key for turn in turns], instead_of)


def _let_forgotten_go(faculties: Faculties, archive: Archive, now: datetime) -> None:
    store, scope = faculties.store, faculties.scope
    files = {file.name: file for file in store.tiers.files(scope.person, "log")}
    forgotten = store.tiers.log_forgotten(scope)
    if forgotten:
        store.tiers.hasten(scope.person)
    for name, turns in forgotten.items():
        held = [one.turn for one in archive.read_log([name])]
        left = store.log.read(scope, [key for key in held if key not in set(turns)])
        if name in files and left:
            _keep(faculties, archive, files[name].month, left, now, instead_of=name)
        else:
            store.tiers.lose_file(name, now)
        archive.remove(name)
        store.tiers.drop_file(name)


def _month(turn: Turn) -> str:
    return f"{turn.time:%Y-%m}"
