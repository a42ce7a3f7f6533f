"""Keeping up with the files (T3): an edit by hand, a new file and one that was taken away are noticed by comparing
what the file system says with what was last seen. Nothing is read that has not changed.

Whoever writes a page says first what is about to be done (an *intent*), then touches the file, then comes here like
everybody else. So a change is recorded in one place, by whomever it was made; and what a killed process left half done
is finished by the next one that looks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from omoide.disk import where_it_can_be_kept
from omoide.domain.dates import placed
from omoide.domain.learned import LEARNED, Learned, LearnedKind
from omoide.domain.page import PageName, PageStamp
from omoide.domain.passage import Material, PassageKind
from omoide.errors import InvalidInput, StoreDamaged
from omoide.indexing import Embedding
from omoide.knowing.history import record_change
from omoide.knowing.reading import indexed_text, learned_from
from omoide.language.cutting import cut
from omoide.perceive import redact
from omoide.ports import Faculties, Progress
from omoide.ports.learning import Key, Seen
from omoide.settings import Settings


def refresh_learned(
    f: Faculties, s: Settings, now: datetime, most: int | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Take in what has changed: all of it, or so many pages, with so many vectors as a prompt can wait for."""
    return _refresh(f, s, placed(now), f.store.learned.seen(f.scope), most, progress)


def seen_now(f: Faculties, s: Settings, now: datetime) -> dict[Key, Seen]:
    """What is known of every page, after so many changes were taken in as a prompt can wait for."""
    seen = f.store.learned.seen(f.scope)
    with where_it_can_be_kept():
        done = _refresh(f, s, placed(now), seen, s.learning.pages_at_once)
        return f.store.learned.seen(f.scope) if any(done.values()) else seen
    return seen


def _refresh(
    f: Faculties, s: Settings, now: datetime, seen: Mapping[Key, Seen], most: int | None,
    progress: Progress | None = None,
) -> dict[str, Any]:  # fmt: skip
    from omoide.knowing.retiring import finish_moves  # it comes back here

    if finish_moves(f, s, now):
        seen = f.store.learned.seen(f.scope)
    stamps = _stamps(f)
    changed = [key for key, stamp in stamps.items() if key not in seen or seen[key].stamp != stamp.stamp]
    gone = [key for key in seen if key not in stamps]
    if not changed and not gone:
        return {"changed": 0, "gone": 0}
    for key in gone:
        _lose(f, key, now)
    todo = sorted(changed)[:most]
    embedded = take_in(f, s, {key: stamps[key] for key in todo}, now, most is not None, progress)
    return {"changed": len(todo), "gone": len(gone), "left": len(changed) - len(todo)} | embedded


def take_in(
    f: Faculties, s: Settings, which: Mapping[Key, PageStamp], now: datetime, hurried: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Read these pages, record what changed on them, and index them."""
    kinds: set[LearnedKind] = {kind for kind, _ in which}
    known = {kind: f.store.passages.known(f.scope, shelf(kind)) for kind in kinds}
    seen = f.store.learned.seen(f.scope)
    embedding, room = Embedding(f, s), s.learning.pieces_at_once
    for done, (key, stamp) in enumerate(which.items(), 1):
        try:
            read = _read(f, key)
        except (
            StoreDamaged
        ):  # by its permissions, say: tried again at the next look, and no reason to find nothing else
            continue
        rows, pieces = _take_in(f, s, key, stamp, read, now, known[key[0]], seen.get(key))
        if hurried:
            rows, pieces = rows[:room], pieces[:room]
            room -= len(rows)
        embedding.of(rows, pieces)
        if progress:
            progress(done, len(which))
    return {"embedded": embedding.made} | embedding.told()


def catch_up(f: Faculties, s: Settings, key: Key, now: datetime) -> None:
    """Take in what a person did to a page before the program changes it, so that each change has its own record."""
    stamp, seen = stamp_of(f, key), f.store.learned.seen(f.scope).get(key)
    if stamp and (seen is None or seen.stamp != stamp.stamp):
        take_in(f, s, {key: stamp}, now)


def stamp_of(f: Faculties, key: Key) -> PageStamp | None:
    return f.pages.stamps(f.scope, key[0]).get(key[1])


def shelf(kind: LearnedKind) -> PassageKind:
    return cast("PassageKind", f"learned_{kind}")


def unindex(f: Faculties, keys: Collection[Key]) -> None:
    for kind in LEARNED:
        f.store.passages.remove(f.scope, shelf(kind), [name for one, name in keys if one == kind])


def _stamps(f: Faculties) -> dict[Key, PageStamp]:
    return {(kind, name): stamp for kind in LEARNED for name, stamp in f.pages.stamps(f.scope, kind).items()}


@dataclass(frozen=True, slots=True)
class _Read:
    item: Learned
    text: str  # the whole page, without secrets
    changed: datetime


def _take_in(
    f: Faculties, s: Settings, key: Key, stamp: PageStamp, read: _Read | str | None, now: datetime,
    known: Mapping[str, str], last: Seen | None,
) -> tuple[list[int], list[str]]:  # fmt: skip
    """In one transaction; returns the rows and pieces that have no vectors yet."""
    pages = f.store.learned
    with f.store.transaction():
        if read is None or isinstance(read, str):
            unindex(f, [key])
            if read is not None:  # kept with its stamp, so that it is not tried again before it changes
                pages.see(f.scope, key, Seen(stamp.stamp, "", None, problem=read), "")
            return [], []
        before = pages.text(f.scope, key)
        by_hand = _record(f, key, stamp, before, read, now)
        item, changed = read.item, _changed(read, before, by_hand, last)
        seen = Seen(stamp.stamp, item.revision, changed, redact(item.description), item.problem)
        pages.see(f.scope, key, seen, read.text)
        return _index(f, s, key, item, changed, known)


def _read(f: Faculties, key: Key) -> _Read | str | None:
    """What stands there; why it cannot be read; or None when it is gone."""
    try:
        page = f.pages.read(f.scope, PageName(*key))
    except InvalidInput as error:
        return error.en.rstrip(".")
    if not page.exists or page.changed is None:
        return None
    return _Read(learned_from(page, key[0]), redact(page.text), page.changed)


def _record(f: Faculties, key: Key, stamp: PageStamp, before: str | None, read: _Read, now: datetime) -> bool:
    """Why the page says something else now; True when nobody told us, and so it was a person."""
    if before == read.text:
        return False
    intent = f.store.learned.intents(f.scope).get(key)
    if intent and intent.get("revision") == read.item.revision:
        f.store.learned.intend(f.scope, key, None)
        if intent["action"]:
            record_change(
                f, *key, intent["action"], intent["reason"], intent["sources"], before, read.text, now,
                by=intent["by"], related=intent["related"],
            )  # fmt: skip
        return False
    if stamp.place == "own":
        action = "created" if before is None else "edited"
        record_change(f, *key, action, "", (), before, read.text, now, by="person")
    return True


def _changed(read: _Read, before: str | None, by_hand: bool, last: Seen | None) -> datetime:
    """When it last said something else: a person who edits a page seldom thinks of its date."""
    if before == read.text and last and last.changed:
        return last.changed
    told = read.item.facts.updated_at or read.changed
    return max(told, read.changed) if by_hand and before is not None else told


def _index(
    f: Faculties, s: Settings, key: Key, item: Learned, changed: datetime, known: Mapping[str, str]
) -> tuple[list[int], list[str]]:
    rules = s.passages
    material = Material(shelf(key[0]), key[1], redact(indexed_text(item)), changed.date(), title=key[1])
    fingerprint = material.fingerprint(rules)
    if known.get(key[1]) == fingerprint:
        f.store.passages.retouch(f.scope, [material])
        return [], []
    pieces = cut(material.text, rules.chunk, rules.overlap)
    return f.store.passages.put(f.scope, material, fingerprint, pieces), pieces


def _lose(f: Faculties, key: Key, now: datetime) -> None:
    """A person took the file away: it is not known any more, and its history says until when it was."""
    with f.store.transaction():
        before = f.store.learned.text(f.scope, key)
        if before is not None and f.pages.stamps(f.scope, key[0]).get(key[1]) is None:
            record_change(f, *key, "removed", "", (), before, None, now, by="person")
        unindex(f, [key])
        f.store.learned.lose(f.scope, key)


def intent(action: str, reason: str, sources: Sequence[str], by: str, related: str, **more: str) -> dict[str, Any]:
    """What is about to be done; an empty action means that the caller keeps its own record."""
    told = {"action": action, "reason": reason, "sources": list(sources), "by": by, "related": related}
    return told | more
