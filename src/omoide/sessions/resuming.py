"""Where a talk was left off (S2), and what the tiers still have of earlier ones (R16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from omoide.domain.session import Logged, Session, SessionKey, Underway
from omoide.domain.thread import Flush
from omoide.errors import InvalidInput, MissingExtra
from omoide.language.terms import fold
from omoide.ports import Faculties
from omoide.settings import Settings


def left_off(faculties: Faculties, settings: Settings, now: datetime, session: str | None = None) -> Underway | None:
    """The talk that was left off last, as long as it is in the fast store; without what was forgotten since."""
    found = faculties.sessions.underway(faculties.scope, session)
    if found is None or now - found.thread.updated > timedelta(hours=settings.tiers.fast_hours):
        return None
    return replace(found, before=tuple(flush for flush in found.before if unforgotten(faculties, flush)))


def unforgotten(faculties: Faculties, flush: Flush) -> bool:
    """Whether all that it tells may still be told; the next night tells the others anew."""
    return not faculties.store.tiers.touched(SessionKey(flush.person, flush.thread, flush.number))


def flushed(faculties: Faculties, thread: str) -> list[Flush]:
    """Everything that has flowed out of a thread, in whatever tier it is now, in its order. Of what is in an archive
    that cannot be read here, nothing."""
    fast = faculties.store.threads.flushes(faculties.scope, thread)
    kept = [one for one in faculties.store.tiers.kept(faculties.scope) if one.key.thread == thread]
    files = dict.fromkeys(one.file for one in kept if one.tier == "archive")
    keys = {one.key for one in kept if one.tier == "archive"}
    archived = [one.flush for one in _read(faculties, list(files)) if one.key in keys]
    remembered = [faculties.store.tiers.record(one.key) for one in kept if one.tier == "long_term"]
    found = [*fast, *archived, *(one for one in remembered if one)]
    return sorted((one for one in found if unforgotten(faculties, one)), key=lambda one: one.number)


@dataclass(frozen=True, slots=True)
class Searched:
    """What the archive holds of some words: sessions in it, and turns of the full log where there is one (X3 B)."""

    sessions: tuple[Session, ...]
    turns: tuple[Logged, ...]

    def plain(self) -> dict[str, Any]:
        return {
            "sessions": [one.flush.plain() for one in self.sessions],
            "turns": [
                {"key": one.turn, "session": one.session, "said": one.said, "replied": one.replied,
                 "time": one.time.isoformat()}
                for one in self.turns
            ],
        }  # fmt: skip


def search_archive(faculties: Faculties, words: str, most: int) -> Searched:
    """What holds every one of the words, newest first; of this scope alone, and nothing that was forgotten."""
    phrases = [fold(word) for word in words.split()]
    if not phrases:
        raise InvalidInput("name a word to search for.", "検索する言葉を指定してください。")
    scope, tiers, archive = faculties.scope, faculties.store.tiers, faculties.archive()
    kept = {one.key: one.file for one in tiers.kept(scope, "archive")}
    found = archive.find_sessions(dict.fromkeys(kept.values()), phrases, most + len(kept))
    sessions = [one for one in found if one.key in kept and unforgotten(faculties, one.flush)]
    files = tiers.files(scope.person, "log")
    logs = [one.name for one in files if one.persona == scope.persona and one.state == "ready"]
    turns = archive.find_logged(logs, phrases, most * 2)
    told = {turn.key for turn in faculties.store.log.read(scope, [one.turn for one in turns])}
    return Searched(tuple(sessions[:most]), tuple([one for one in turns if one.turn in told][:most]))


def _read(faculties: Faculties, files: Sequence[str]) -> list[Session]:
    if not files:
        return []
    try:
        return faculties.archive().read_sessions(files)
    except MissingExtra:
        return []
