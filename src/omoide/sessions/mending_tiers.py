"""What a move that was killed left behind is brought to its end, what was forgotten goes from every tier, and what the
archive has lost is told anew as far as the ledger still knows it (O1).

Files leave in two steps: nothing of them counts any more, and when their grace is over they are removed (X10). So a
backup of a few days ago finds what it knows of. What may hold something that was forgotten does not wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from omoide.domain.counting import counted
from omoide.domain.owning import of_another
from omoide.domain.session import ArchiveFile, Kept, Session, SessionKey
from omoide.domain.thread import Flush
from omoide.errors import MissingExtra, OmoideError
from omoide.ports import Archive, Faculties, Finding
from omoide.sessions.full_log import keep_again
from omoide.sessions.weighing import embedded
from omoide.settings import Settings


def finish_moves(
    faculties: Faculties, settings: Settings, archive: Archive, now: datetime, person: str | None = None
) -> int:
    """By the state of each file alone: one that was never finished is on its way out; one that holds what is elsewhere
    by now is written anew without it; one whose grace is over is removed. Call it with the person's lock held. Returns
    how many moves were finished."""
    tiers, whose = faculties.store.tiers, person or faculties.scope.person
    files = tiers.files(whose)
    for file in files:  # before any is written: what is written anew may be the very file that was never finished
        if file.state == "writing" or (file.state == "lost" and not tiers.in_file(file.name)):
            tiers.lose_file(file.name, now)
    for file in files:
        if file.state == "stale":
            if archive.fault(file):
                _tell_file_anew(faculties, settings, archive, file, now)
            else:
                _write_anew(faculties, archive, file, now)
    grace = timedelta(days=settings.storage.grace_days)
    for file in tiers.files(whose):
        if file.state == "leaving" and _may_go(archive, file, now - grace):
            archive.remove(file.name)
            tiers.drop_file(file.name)
    return sum(file.state in ("writing", "stale") for file in files)


def _may_go(archive: Archive, file: ArchiveFile, before: datetime) -> bool:
    """Of what is not there, or another house's, the ledger has nothing to say any more."""
    if file.left_at is None or file.left_at <= before or not archive.is_mine(file.name):
        return True
    return archive.written_at(file.name) is None


def _write_anew(faculties: Faculties, archive: Archive, file: ArchiveFile, now: datetime) -> None:
    still = {kept.key for kept in faculties.store.tiers.in_file(file.name)}
    left = [session for session in archive.read_sessions([file.name]) if session.key in still]
    _replace(faculties, archive, file, left, now)


def _replace(
    faculties: Faculties, archive: Archive, file: ArchiveFile, sessions: Sequence[Session], now: datetime
) -> None:
    """By one that holds these."""
    tiers = faculties.store.tiers
    if not sessions:
        return tiers.replace_file(file.name, None, [], now)
    scope = replace(faculties.scope, persona=file.persona, person=file.person)
    new = archive.sessions_as_file(scope, file.month, sessions, now)
    tiers.begin_file(new.file)
    archive.put(new)
    tiers.replace_file(file.name, new.file, [session.key for session in sessions], now)


def renew_forgotten(faculties: Faculties, settings: Settings) -> int:
    """A session some of whose turns were forgotten is told anew from the others, and begins again in the fast store;
    one of which nothing is left goes. So no tier keeps words that the ledger does not show any more."""
    store, keys = faculties.store, faculties.store.tiers.forgotten(faculties.scope)
    for key in keys:
        with store.transaction():
            told = _told_anew(faculties, settings, key)
            store.tiers.bring_back([Session(told)]) if told else store.tiers.expire([key])
            store.tiers.let_messages_go(key)
            store.tiers.hasten(key.person)
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


# ---------------------------------------------------------------- repair


def repair_tiers(faculties: Faculties, settings: Settings, now: datetime) -> list[Finding]:
    """Of everybody in the house: finish what was interrupted, tell sessions anew whose file is gone or damaged, put
    them back into the archive, and remove files of this house that no ledger knows, such as a restore leaves, when
    they are older than the grace. What cannot be told anew is said, and stays in the ledger as lost."""
    with faculties.store.beyond():
        known = faculties.store.tiers.files()
        try:
            archive = faculties.archive()
        except MissingExtra:
            if known:
                raise
            return []
        people = dict.fromkeys(file.person for file in known)
        findings = [found for one in people for found in _repair_files_of(faculties, settings, archive, now, one)]
        there = archive.names()  # before the ledger, which knows a file before it is there
        kept = {file.name for file in faculties.store.tiers.files()}
        unknown = [name for name in there if name not in kept and archive.is_mine(name)]
        return [*findings, *_swept(archive, unknown, settings.storage.grace_days, now)]


def fit_archive(faculties: Faculties, settings: Settings, now: datetime) -> list[Finding]:
    """After a restore: no backup holds the files of the archive, and those that are there may be of another time. Where
    they are another house's, as on another machine, they are read where they are, and nothing is touched (X10)."""
    if strange := of_other_houses(faculties):
        return [Finding("warning", "archive", *of_another(strange))]
    return repair_tiers(faculties, settings, now)


def of_other_houses(faculties: Faculties) -> list[str]:
    """Files that the ledger has and this house only reads."""
    with faculties.store.beyond():
        names = [file.name for file in faculties.store.tiers.files()]
    return [name for name in names if not faculties.archive().is_mine(name)]


def _repair_files_of(
    faculties: Faculties, settings: Settings, archive: Archive, now: datetime, person: str
) -> list[Finding]:
    from omoide.sessions.tiers import lock_of

    tiers = faculties.store.tiers
    with faculties.locks.hold(lock_of(person)):
        told, lost = 0, list[Kept]()
        for file in tiers.files(person):
            if file.state not in ("ready", "stale", "lost"):
                continue
            if archive.fault(file):
                again, gone = _tell_file_anew(faculties, settings, archive, file, now)
                told, lost = told + again, [*lost, *gone]
            elif file.state == "lost":  # it was found again
                tiers.look_again(file.name)
        done = finish_moves(faculties, settings, archive, now, person)
    return [
        *([_repaired(person, done, told)] if done or told else []),
        *([_lost(person, len(lost), lost[0].file)] if lost else []),
    ]


def _tell_file_anew(
    faculties: Faculties, settings: Settings, archive: Archive, file: ArchiveFile, now: datetime
) -> tuple[int, list[Kept]]:
    """Put into a file again as far as turns still tell of it. Returns how much that is, and what is lost: of that the
    ledger goes on telling."""
    tiers = faculties.store.tiers
    if file.kind == "log":
        return keep_again(faculties, archive, file, now), []
    kept = tiers.in_file(file.name)
    told = {one.key: flush for one in kept if (flush := _told_anew(faculties, settings, one.key))}
    forgotten = [one.key for one in kept if one.key not in told and tiers.touched(one.key)]
    tiers.expire(forgotten)
    _replace(faculties, archive, file, [_embedded(faculties, flush) for flush in told.values()], now)
    return len(told), [one for one in kept if one.key not in told and one.key not in forgotten]


def _embedded(faculties: Faculties, flush: Flush) -> Session:
    """As far as it can be now; else when it is due for long-term memory."""
    try:
        return embedded(faculties, Session(flush))
    except OmoideError:
        return Session(flush)


def _swept(archive: Archive, unknown: Sequence[str], days: int, now: datetime) -> list[Finding]:
    before = now - timedelta(days=days)
    old = [name for name in unknown if (written := archive.written_at(name)) and written <= before]
    for name in old:
        archive.remove(name)
    findings = [_removed(len(old))] if old else []
    return [*findings, _waiting(len(unknown) - len(old), days)] if len(unknown) > len(old) else findings


def _repaired(person: str, done: int, told: int) -> Finding:
    return Finding(
        "ok", "archive",
        f"of {person}: "
        + counted(
            "{done} interrupted moves of files finished, {told} sessions told anew from what was said.",
            done=done, told=told,
        ),
        f"{person}: 中断していたファイルの移動 {done} 件を完了し、会話 {told} 件を元の発言から作り直しました。",
    )  # fmt: skip


def _lost(person: str, count: int, file: str) -> Finding:
    return Finding(
        "error", "archive",
        f"of {person}: "
        + counted("{} talks are lost", count)
        + f", since their file is gone and nothing that was said in them is left ({file}). Put the file back, or"
        " restore a backup; `omoide check` goes on naming them.",
        f"{person}: 会話 {count} 件が失われています。保管ファイルがなく、元の発言も残っていません（{file}）。ファイルを"
        "戻すか、バックアップを復元してください。`omoide check` はこれを示し続けます。",
    )  # fmt: skip


def _removed(count: int) -> Finding:
    return Finding(
        "ok", "archive", counted("removed {} files without a talk.", count),
        f"どの会話のものでもない保管ファイル {count} 件を取り除きました。",
    )  # fmt: skip


def _waiting(count: int, days: int) -> Finding:
    return Finding(
        "ok", "archive",
        counted("{count} files without a talk stay until they are {days} days old (storage.grace_days).",
                count=count, days=days),
        f"どの会話のものでもない保管ファイル {count} 件は、書かれて {days} 日たつまで残します（storage.grace_days）。",
    )  # fmt: skip
