"""Talks for the tests of tiers: some that have flowed out of working memory at known hours."""

from __future__ import annotations

from pathlib import Path

from omoide import Mind
from omoide.domain.session import ArchiveFile, SessionKey
from tests.mind.world import Clock

MATTERS = {
    "tomato": "I planted a tomato in the garden behind the house today.",
    "violin": "My violin teacher praised the way I played the sonata.",
    "harbour": "We watched the fishing boats come into the harbour at dawn.",
    "piano": "弟がピアノの発表会でショパンを弾きました。",
}


def talk(mind: Mind, clock: Clock, matter: str, session: str = "") -> SessionKey:
    """One short talk that is over: its two messages have flowed out as one flush."""
    mind.perceive(MATTERS[matter], f"Tell me more about the {matter}.", session=session or matter)
    mind.end_session(session or matter)
    found = mind.thread()
    assert found is not None
    assert found.ended
    clock.forward(minutes=30)
    return SessionKey(mind.scope.person, found.id, found.flushes)


def places(mind: Mind) -> dict[str, list[str]]:
    """Where each talk is, by every look that can be taken: rows, ledger, and the bytes of files that count."""
    store, scope = mind.faculties.store, mind.scope
    found: dict[str, list[str]] = {}
    for session in store.tiers.in_fast(scope, mind.faculties.clock.now(), 1_000):
        found.setdefault(str(session.key), []).append("fast")
    for kept in store.tiers.kept(scope):
        found.setdefault(str(kept.key), []).append(kept.tier)
    ready = [file.name for file in mind.archive_files() if file.state == "ready" and file.kind == "sessions"]
    for session in mind.faculties.archive().read_sessions(ready):
        found.setdefault(str(session.key), []).append("file")
    return {key: sorted(where) for key, where in sorted(found.items())}


def on_disk(home: Path) -> set[str]:
    folder = home / "archive"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def states(files: list[ArchiveFile]) -> list[str]:
    return [file.state for file in files]
