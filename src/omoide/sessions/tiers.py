"""What has flowed out of working memory moves on (S1-S3): a day in the fast store, a month in the archive, then the
best of it into long-term memory.

Every move is the same three steps: the target is written and read back, the store records it and lets go of the source
in one transaction, and what is left of the source outside the store is removed. A process that is killed in between
leaves a session in one place, or in two of which the ledger of files says which one does not count; the next run begins
by finishing that (mending_tiers.py). Nothing waits for an expiry to be moved, and nothing is lost by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from omoide.domain.salience import how_many_go_on
from omoide.domain.session import Kept, Session
from omoide.errors import ArchiveFault, Busy, MissingExtra, OmoideError, Unavailable, because
from omoide.perceive import embed_flushes
from omoide.ports import Archive, Faculties
from omoide.sessions.full_log import keep_log
from omoide.sessions.mending_tiers import finish_moves, renew_forgotten
from omoide.sessions.weighing import weighed
from omoide.settings import Settings

_ALL = 1_000_000


def move_sessions(faculties: Faculties, settings: Settings, now: datetime) -> dict[str, Any]:
    """Move on whatever is due. One process at a time for each person, whose talks personas may share: who comes second
    finds it being done. Without the library of the archive sessions stay in the fast store, however old."""
    with ExitStack() as held:
        try:
            held.enter_context(faculties.locks.hold(lock_of(faculties.scope.person)))
        except Busy:
            return {}
        embed_flushes(faculties, services=True)
        renewed = renew_forgotten(faculties, settings)
        told = {"renewed": renewed} if renewed else {}
        if not _something_to_do(faculties, settings, now):
            return told
        try:
            archive = faculties.archive()
        except MissingExtra as missing:
            waiting = len(_due_in_fast(faculties, settings, now))
            return told | ({"kept": waiting} | because(missing) if waiting else {})
        return told | _moved(faculties, settings, archive, now)


def lock_of(person: str) -> str:
    return json.dumps(["tiers", person], ensure_ascii=False)


def _moved(faculties: Faculties, settings: Settings, archive: Archive, now: datetime) -> dict[str, Any]:
    counts = {"finished": finish_moves(faculties, settings, archive, now)}
    counts["archived"] = _to_archive(faculties, settings, archive, now)
    onward = _to_long_term(faculties, settings, archive, now)
    counts["expired"] = _expire(faculties, settings, now)
    finish_moves(faculties, settings, archive, now)
    counts["logged"] = keep_log(faculties, settings, archive, now)
    with suppress(Unavailable):  # copies that nobody can read any more, since their rows have gone
        if counts["archived"]:
            faculties.sessions.let_go(faculties.scope.person)
    return {name: count for name, count in counts.items() if count} | onward


def _something_to_do(faculties: Faculties, settings: Settings, now: datetime) -> bool:
    """Looked at before the library is loaded: most heartbeats find nothing."""
    store, scope = faculties.store, faculties.scope
    if settings.storage.policy == "B" or store.tiers.in_fast(scope, now - _fast(settings), 1):
        return True
    return bool(store.tiers.files(scope.person))


# ---------------------------------------------------------------- from the fast store to the archive


def _to_archive(faculties: Faculties, settings: Settings, archive: Archive, now: datetime) -> int:
    """In batches, by month. The oldest first: whatever stops it leaves the newest where they are read fastest."""
    moved = 0
    for month, some in _batches(_due_in_fast(faculties, settings, now), settings.tiers.batch):
        tiers = faculties.store.tiers
        new = archive.sessions_as_file(faculties.scope, month, some, now)
        tiers.begin_file(new.file)
        archive.put(new)
        if archive.read_sessions([new.file.name]) != list(some):
            raise _differs(new.file.name)
        if tiers.archive(faculties.scope, new.file, some, now):
            moved += len(some)
        else:  # another persona of the same person was faster
            tiers.lose_file(new.file.name, now)
    return moved


def _due_in_fast(faculties: Faculties, settings: Settings, now: datetime) -> list[Session]:
    return faculties.store.tiers.in_fast(faculties.scope, now - _fast(settings), _ALL)


def _batches(sessions: Sequence[Session], size: int) -> Iterator[tuple[str, Sequence[Session]]]:
    for month, group in groupby(sessions, key=lambda one: f"{one.flush.created_at:%Y-%m}"):
        of_month = list(group)
        for start in range(0, len(of_month), size):
            yield month, of_month[start : start + size]


# ---------------------------------------------------------------- from the archive to long-term memory


def _to_long_term(faculties: Faculties, settings: Settings, archive: Archive, now: datetime) -> dict[str, Any]:
    tiers, rules = faculties.store.tiers, settings.tiers
    due = [kept for kept in _archived(faculties) if not kept.passed_over and _age(kept, now) >= _until_due(settings)]
    words = {one.key: one for one in archive.read_sessions(dict.fromkeys(kept.file for kept in due))}
    there = [words[kept.key] for kept in due if kept.key in words]  # the others are for `repair`
    if not there:
        return {}
    try:
        judged = [weighed(faculties, settings, session) for session in there]
    except OmoideError as error:  # no embedder now: all are judged together, another night
        return {"postponed": len(there)} | because(error)
    judged.sort(key=lambda one: (-one[1], one[0].flush.created_at, one[0].key))
    count = how_many_go_on(len(judged), rules.share)
    rest = [(session.key, importance) for session, importance in judged[count:]]
    tiers.promote(faculties.scope, judged[:count], rest, now)
    return {"long_term": count} | ({"passed_over": len(rest)} if rest else {})


def _expire(faculties: Faculties, settings: Settings, now: datetime) -> int:
    """What was passed over has been findable long enough; its turns and memories stay."""
    after = _until_due(settings) + timedelta(days=settings.tiers.rest_days)
    gone = [kept.key for kept in _archived(faculties) if kept.passed_over and _age(kept, now) >= after]
    return faculties.store.tiers.expire(gone) if gone else 0


def _archived(faculties: Faculties) -> list[Kept]:
    return faculties.store.tiers.kept(faculties.scope, "archive")


def _age(kept: Kept, now: datetime) -> timedelta:
    return now - kept.created_at


def _fast(settings: Settings) -> timedelta:
    return timedelta(hours=settings.tiers.fast_hours)


def _until_due(settings: Settings) -> timedelta:
    return _fast(settings) + timedelta(days=settings.tiers.archive_days)


def _differs(name: str) -> ArchiveFault:
    return ArchiveFault(
        f"{name} does not hold what was written into it, and does not count: check the disk, then try again.",
        f"{name} の中身が書いたものと違うため使いません。ディスクを確かめてからやり直してください。",
    )
