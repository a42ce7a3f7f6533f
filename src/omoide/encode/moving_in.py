"""Moving in from document 002's system (N5): its memories keep their age, strength, level and links."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from omoide.domain.dates import memory_day, night_of
from omoide.domain.emotion import TAGS, Emotion
from omoide.domain.memory import RELATION_TYPES, Memory
from omoide.domain.relations import Edges
from omoide.encode.memories import Encoded
from omoide.encode.newborn import protection_is_full
from omoide.encode.vectors import embed_missing
from omoide.errors import InvalidInput
from omoide.language.clean import clean
from omoide.perceive.intake import checked_time
from omoide.perceive.redaction import redact
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

MADE_BY = "import:002"


def move_in(
    faculties: Faculties, settings: Settings, rows: Iterable[dict[str, Any]], progress: Progress | None = None
) -> Encoded:
    """Take each row once. What cannot be read in a row (its keywords, its vector) is named and left out; a row that is
    no memory without it is counted as failed, and the others are kept.

    An id that is free is kept. One that is taken by the same memory is passed over (the same import again); one taken
    by another gets a new id, which is noted for the next time, and links to it follow.
    """
    old_rows = list(rows)
    store, done = faculties.store, Encoded()
    ids: dict[str, int] = {}
    for number, old in enumerate(old_rows, 1):
        try:
            memory, anchor = _memory(faculties, settings, old)
        except (ValueError, TypeError, KeyError, OverflowError, InvalidInput) as error:
            done += Encoded(turns=1, failed=1, problems=(_problem(number, old, old.get("problem") or error),))
            continue
        with store.transaction():
            known = _moved_in_before(faculties, memory)
            kept = known or _keep(faculties, settings, memory, anchor)
            if anchor > store.runs.last_night(faculties.scope):
                store.runs.set_last_night(faculties.scope, anchor)  # the old house lived its nights up to here
        ids[str(old["id"])] = kept.row  # also of those known: an import that was stopped has made no links yet
        if known:
            done += Encoded(turns=1, skipped=1)
        else:
            left_out = (_problem(number, old, old["problem"]),) if old.get("problem") else ()
            done += Encoded(turns=1, memories=1, ids=(kept.id,), problems=left_out)
        if progress:
            progress(number, len(old_rows))
    _link(faculties, old_rows, ids)
    embed_missing(faculties, settings)
    faculties.store.words.refresh(faculties.scope)
    return done


def _problem(number: int, old: dict[str, Any], what: object) -> InvalidInput:
    name = old.get("id", "?")
    return InvalidInput(f"row {number} ({name}): {what}", f"{number} 行目（{name}）: {what}")


def _memory(faculties: Faculties, settings: Settings, old: dict[str, Any]) -> tuple[Memory, int]:
    zone, hour = settings.zone(faculties.scope.person), settings.night.hour
    created = checked_time(_moment(old["created"], faculties), faculties.clock.now())
    days = float(old.get("memory_days") or 0.0)
    if not math.isfinite(days):
        raise ValueError("memory_days is not a number")
    level = int(old.get("current_level") or 1)
    archived_at = _moment(old["archived_at"], faculties) if old.get("archived_at") else None
    if level not in (1, 2, 3, 4):
        raise ValueError(f"current_level must be 1 to 4, not {level}")
    if (level == 4) != (archived_at is not None):
        level = 4 if archived_at else 3
    requested = old.get("revival_requested_at") if old.get("revival_requested") else None
    last_run = old.get("last_compression_run")
    # Without a recorded last run, the age is taken as of now.
    now = faculties.clock.now()
    # A run in the future would let no night be lived until then.
    night = night_of(min(_moment(last_run, faculties), now) if last_run else now, hour, zone)
    memory = Memory(
        id=clean(str(old["id"])),
        scope=faculties.scope,
        created=created,
        trigger=_text(old["trigger"]),
        content=_text(old["content"]),
        intensity=round(old["emotional_intensity"]),
        emotion=Emotion(
            old["emotional_valence"],
            round(old["emotional_arousal"]),
            tuple(tag for tag in old.get("emotional_tags") or () if tag in TAGS),
        ),
        category=old["category"],
        coefficient=_coefficient(old["decay_coefficient"]),
        days=days,
        retention=float(old.get("retention_score") or 0.0),
        keywords=tuple(clean(str(word)) for word in old.get("keywords") or ()),
        level=level,
        text_level=min(level, 3),
        recalls=int(old.get("recall_count") or 0),
        recalled_for=night + 1 if old.get("recalled_since_last_batch") and not archived_at else None,
        archived_at=archived_at,
        protected=bool(old.get("protected")),
        revival_requested_at=_moment(requested, faculties) if requested else None,
        made_by=MADE_BY,
    )
    return memory, night


def _moved_in_before(faculties: Faculties, memory: Memory) -> Memory | None:
    """Under its own id, or under the one that it was given because its own was taken."""
    store = faculties.store
    given = store.state.get(_given_id(memory))
    found = store.memories.get([given or memory.id])
    same = found and (found[0].created, found[0].scope) == (memory.created, memory.scope)
    return found[0] if same else None


def _keep(faculties: Faculties, settings: Settings, memory: Memory, night: int) -> Memory:
    """Inside a transaction. Protection that finds the list full is kept as a pending request, like any other (F6)."""
    store, wanted = faculties.store, memory
    if store.memories.taken(memory.id) or not memory.id.startswith("mem_"):
        day = memory_day(memory.created, settings.zone(memory.scope.person))
        memory = replace(memory, id=store.memories.new_id(day))
        store.state.set(_given_id(wanted), memory.id)
    if memory.protected and protection_is_full(faculties, settings):
        memory = replace(memory, protected=False, protection_pending=True)
    return replace(memory, row=store.memories.add(memory, night, newborn=False))


def _given_id(memory: Memory) -> str:
    return memory.scope.key("moved in", memory.id, memory.created.isoformat())


def _link(faculties: Faculties, old_rows: Iterable[dict[str, Any]], ids: dict[str, int]) -> None:
    links = [
        (ids[str(old["id"])], ids[str(link["id"])], link["type"], 1.0)
        for old in old_rows
        if str(old.get("id")) in ids
        for link in old.get("relations") or ()
        if isinstance(link, dict) and str(link.get("id")) in ids and link.get("type") in RELATION_TYPES
    ]
    if links:
        with faculties.store.transaction():
            faculties.store.relations.add(Edges.of(links))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return redact(clean(value))


def _moment(text: Any, faculties: Faculties) -> datetime:
    """002 means local time where it gives no zone."""
    moment = datetime.fromisoformat(str(text))
    return moment if moment.tzinfo else moment.replace(tzinfo=faculties.clock.now().tzinfo)


def _coefficient(value: Any) -> float:
    number = float(value)
    if not 0 < number < 1:
        raise ValueError(f"decay_coefficient must lie between 0 and 1, not {value!r}")
    return number
