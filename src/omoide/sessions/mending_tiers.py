"""What a move that was killed left behind is brought to its end, and what was forgotten goes from every tier."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from omoide.domain.counting import counted
from omoide.domain.session import ArchiveFile, Session, SessionKey
from omoide.domain.thread import Flush
from omoide.errors import MissingExtra
from omoide.ports import Archive, Faculties, Finding
from omoide.settings import Settings


def finish_moves(
    faculties: Faculties, settings: Settings, archive: Archive, now: datetime, person: str | None = None
) -> int:
    """By the state of each file alone: one that was never finished, or has been replaced, is removed; one that holds
    what is elsewhere by now is written anew without it. Call it with the person's lock held. Returns how many."""
    tiers, done = faculties.store.tiers, 0
    for file in tiers.files(person or faculties.scope.person):
        if file.state == "ready":
            continue
        if file.state == "stale":
            if archive.fault(file):
                _tell_file_anew(faculties, settings, file)
            else:
                _write_anew(faculties, archive, file, now)
        archive.remove(file.name)
        tiers.drop_file(file.name)
        done += 1
    return done


def _write_anew(faculties: Faculties, archive: Archive, file: ArchiveFile, now: datetime) -> None:
    tiers = faculties.store.tiers
    still = {kept.key for kept in tiers.in_file(file.name)}
    left = [session for session in archive.read_sessions([file.name]) if session.key in still]
    if not left:
        return tiers.replace_file(file.name, None, [])
    scope = replace(faculties.scope, persona=file.persona, person=file.person)
    new = archive.sessions_as_file(scope, file.month, left, now)
    tiers.begin_file(new.file)
    archive.put(new)
    tiers.replace_file(file.name, new.file, [session.key for session in left])


def renew_forgotten(faculties: Faculties, settings: Settings) -> int:
    """A session some of whose turns were forgotten is told anew from the others, and begins again in the fast store;
    one of which nothing is left goes. So no tier keeps words that the ledger does not show any more."""
    store, keys = faculties.store, faculties.store.tiers.forgotten(faculties.scope)
    for key in keys:
        with store.transaction():
            told = _told_anew(faculties, settings, key)
            store.tiers.bring_back([Session(told)]) if told else store.tiers.expire([key])
            store.tiers.let_messages_go(key)
    return len(keys)


def _told_anew(faculties: Faculties, settings: Settings, key: SessionKey) -> Flush | None:
    """From the turns that are left; None when there are none."""
    tiers, rules = faculties.store.tiers, settings.threads
    before, said = tiers.record(key), tiers.said(key)
    if before is None or not said:
        return None
    summary, keywords, made_by = faculties.condense(
        [(speaker, text) for speaker, text, _ in said], rules.summary_characters, rules.keywords
    )
    return replace(
        before, summary=summary, keywords=tuple(keywords), made_by=made_by, turn_count=len(said), embedder="",
        sources=tuple(dict.fromkeys(turn for _, _, turn in said)),
    )  # fmt: skip


def repair_tiers(faculties: Faculties, settings: Settings, now: datetime) -> list[Finding]:
    """Of everybody in the house: finish what was interrupted, tell sessions anew whose file is gone or damaged (their
    turns have them all), and remove files that no ledger knows, such as a restore leaves."""
    with faculties.store.beyond():
        known = faculties.store.tiers.files()
        try:
            archive = faculties.archive()
        except MissingExtra:
            if known:
                raise
            return []
        people = dict.fromkeys(file.person for file in known)
        findings = [found for one in people if (found := _repair_files_of(faculties, settings, archive, now, one))]
        there = archive.names()  # before the ledger, which knows a file before it is there
        kept = {file.name for file in faculties.store.tiers.files()}
        unknown = [name for name in there if name not in kept]
        for name in unknown:
            archive.remove(name)
        return [*findings, *([_removed(len(unknown))] if unknown else [])]


def _repair_files_of(
    faculties: Faculties, settings: Settings, archive: Archive, now: datetime, person: str
) -> Finding | None:
    from omoide.sessions.tiers import lock_of

    tiers = faculties.store.tiers
    with faculties.locks.hold(lock_of(person)):
        lost = 0
        for file in tiers.files(person):
            if file.state in ("ready", "stale") and archive.fault(file):
                lost += _tell_file_anew(faculties, settings, file)
        done = finish_moves(faculties, settings, archive, now, person)
    return _repaired(person, done, lost) if done or lost else None


def _tell_file_anew(faculties: Faculties, settings: Settings, file: ArchiveFile) -> int:
    tiers, store = faculties.store.tiers, faculties.store
    with store.transaction():
        keys = [kept.key for kept in tiers.in_file(file.name)]
        again = [told for key in keys if (told := _told_anew(faculties, settings, key))]
        tiers.expire(keys)
        tiers.bring_back([Session(told) for told in again])
        tiers.lose_file(file.name)
    return max(len(keys), 1)


def _repaired(person: str, done: int, lost: int) -> Finding:
    return Finding(
        "ok", "archive",
        f"of {person}: "
        + counted(
            "{done} interrupted moves of files finished, {lost} sessions told anew from what was said.",
            done=done, lost=lost,
        ),
        f"{person}: 中断していたファイルの移動 {done} 件を完了し、会話 {lost} 件を元の発言から作り直しました。",
    )  # fmt: skip


def _removed(count: int) -> Finding:
    return Finding(
        "ok", "archive", counted("removed {} files without a talk.", count),
        f"どの会話のものでもない保管ファイル {count} 件を取り除きました。",
    )  # fmt: skip
