"""Whatever a memory holds comes back as it was (E11, E5)."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.adapters.sql.store import SqlStore
from omoide.domain.emotion import TAGS, VALENCES, Emotion
from omoide.domain.memory import CATEGORIES, Memory
from omoide.domain.turn import Scope
from omoide.ports import Filter
from tests.adapters.sql.store_things import AOI, NOON

TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30)
TEXTS = st.lists(TEXT, max_size=4).map(tuple)
OFFSETS = st.integers(-86_399, 86_399).map(lambda seconds: timezone(timedelta(seconds=seconds)))
# A moment is never the number 0 in a column where 0 means "never".
MOMENT = st.datetimes(timezones=OFFSETS)
SOMETIMES = st.none() | st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=OFFSETS)
NIGHT = NOON.toordinal()
EIGHTHS = st.integers(-80, 8_000).map(lambda n: n / 8)


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    intensity, coefficient, days = draw(st.integers(0, 100)), draw(st.floats(0.5, 0.999)), draw(EIGHTHS)
    archived_at = draw(SOMETIMES)
    return Memory(
        id=draw(st.uuids().map(str)),
        scope=draw(st.sampled_from([AOI, Scope("蒼", "健"), Scope("", " ")])),
        created=draw(MOMENT),
        trigger=draw(TEXT),
        content=draw(TEXT),
        intensity=intensity,
        emotion=Emotion(
            draw(st.sampled_from(VALENCES)),  # type: ignore[arg-type]
            draw(st.integers(0, 100)),
            tuple(draw(st.lists(st.sampled_from(TAGS), max_size=5))),
        ),
        category=draw(st.sampled_from(CATEGORIES)),  # type: ignore[arg-type]
        coefficient=coefficient,
        days=days,
        retention=0.0,
        keywords=draw(TEXTS),
        level=draw(st.integers(1, 4)),
        text_level=draw(st.integers(1, 3)),
        recalls=draw(st.integers(0, 10_000)),
        recalled_for=draw(st.none() | st.integers(1, 3_000_000)),
        archived_at=archived_at,
        protected=draw(st.booleans()),
        protection_pending=draw(st.booleans()),
        revival_requested_at=draw(SOMETIMES),
        sources=draw(TEXTS),
        session=draw(TEXT),
        origin=draw(TEXT),
        personal=draw(st.booleans()),
        made_by=draw(TEXT),
        retired_at=draw(SOMETIMES),
        retired_by=draw(st.none() | TEXT),
    )


@settings(derandomize=True, max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(memory=memories(), newborn=st.booleans())
def test_any_memory_comes_back_as_it_was(store: SqlStore, memory: Memory, newborn: bool) -> None:
    # E11, E5
    store.runs.set_last_night(memory.scope, NIGHT)
    aged = not newborn or memory.archived
    row = store.memories.add(memory, NIGHT if aged else NIGHT + 1, newborn=not aged)
    [back] = store.memories.get([memory.id])
    held = memory.intensity * memory.coefficient**memory.days if aged else float(memory.intensity)
    assert abs(back.retention - held) <= 1e-9 * abs(held)
    assert {f: getattr(back, f) for f in Memory.__slots__ if f not in ("row", "retention")} == {
        f: getattr(memory, f) for f in Memory.__slots__ if f not in ("row", "retention")
    }
    assert back.created.isoformat() == memory.created.isoformat()
    assert back.row == row
    assert back in store.memories.select(memory.scope, Filter(retired=None))
    store.memories.delete([row])
    assert store.memories.get([memory.id]) == []
