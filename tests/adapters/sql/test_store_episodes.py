"""Episodes as rows (P1-P7): once each, repaired in place, merged and brought back, never deleted, never another's."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from omoide.adapters.sql.store import SqlStore
from omoide.domain.episode import REFUSED, Episode
from omoide.domain.span import Span
from omoide.domain.turn import Scope
from tests.adapters.sql.store_things import AOI, NOON, opened

DAY = date(2026, 1, 15)


def told(day: date = DAY, **fields: object) -> Episode:
    values = {"kind": "day", "days": Span.day(day), "arousal": 0.5, "arousal_max": 0.9, "sources": ("t1", "t2")}
    values |= {"id": "", "scope": AOI, "summary": "雨の日に本の話をした。", "created": NOON} | fields
    return Episode(**values)  # type: ignore[arg-type]


def week_of(days: list[Episode], **fields: object) -> Episode:
    span = Span.week(days[0].days.first)
    return told(kind="week", days=span, original_count=len(days), summary="週のこと", **fields)


def test_an_episode_comes_back_as_it_was_kept(store: SqlStore) -> None:
    # P6, P7, E9
    kept = store.episodes.put(told(made_by="offline"))
    assert kept == replace(told(made_by="offline"), id="episode_2026-01-15_001")
    assert store.episodes.get(AOI, "episode_2026-01-15_001") == kept
    assert store.episodes.within(AOI) == [kept]
    unknown = store.episodes.put(told(DAY + timedelta(days=1), arousal=None, arousal_max=None, sources=()))
    assert unknown
    assert (unknown.arousal, unknown.arousal_max, unknown.sources) == (None, None, ())


def test_a_day_is_told_once(store: SqlStore) -> None:
    # P1
    first = store.episodes.put(told())
    assert store.episodes.put(told(summary="again")) is None
    assert store.episodes.within(AOI) == [first]
    assert store.episodes.days_told(AOI, failed=False) == {DAY}


def test_a_refusal_is_repaired_in_place(store: SqlStore) -> None:
    # P2
    failed = store.episodes.put(told(summary=REFUSED, failed=True))
    assert failed
    assert store.episodes.days_told(AOI, failed=False) == set()
    assert store.episodes.days_told(AOI, failed=True) == {DAY}
    repaired = store.episodes.put(told(sources=("t1",)))
    assert repaired == replace(told(sources=("t1",)), id=failed.id)
    assert store.episodes.within(AOI, None, None) == [repaired]


def test_ranges_and_order(store: SqlStore) -> None:
    # P4, P7
    for number in (3, 1, 2):
        store.episodes.put(told(DAY + timedelta(days=number)))
    week = store.episodes.put(week_of([told(DAY + timedelta(days=30))]))
    assert week
    found = store.episodes.within(AOI, Span(DAY + timedelta(days=2), DAY + timedelta(days=3)))
    assert [e.days.first.day for e in found] == [17, 18]
    assert store.episodes.within(AOI, Span.day(week.days.last)) == [week]


def test_merging_archives_and_restoring_brings_back(store: SqlStore) -> None:
    # P3: nothing is deleted
    days = [store.episodes.put(told(DAY + timedelta(days=n))) for n in (0, 1, 2)]
    ids = [day.id for day in days if day]
    week = store.episodes.merge(week_of([told()], created=NOON), ids)
    assert week
    assert store.episodes.within(AOI) == [week]
    archived = store.episodes.within(AOI, None, archived=True)
    assert [(e.id, e.merged_into, e.archived) for e in archived] == [(name, week.id, True) for name in ids]
    assert store.episodes.days_told(AOI, failed=False) == {DAY + timedelta(days=n) for n in (0, 1, 2)}
    assert store.episodes.merge(week_of([told()]), ids) is None, "its days are merged already"
    assert store.episodes.unmerge(AOI, week.id, NOON) == 3
    assert store.episodes.within(AOI) == days
    assert [e.id for e in store.episodes.within(AOI, None, archived=True)] == [week.id]
    assert store.episodes.unmerge(AOI, "episode_2026-01-01_001", NOON) == 0


def test_a_week_merged_anew_has_all_its_days(store: SqlStore) -> None:
    # P3
    first = store.episodes.put(told())
    assert first
    week = store.episodes.merge(week_of([first]), [first.id])
    late = store.episodes.put(told(DAY + timedelta(days=1)))
    assert week
    assert late
    anew = store.episodes.merge(week_of([first, late]), [late.id, week.id])
    assert anew
    assert store.episodes.within(AOI) == [anew]
    assert anew.id != week.id
    assert store.episodes.unmerge(AOI, anew.id, NOON) == 2
    assert [e.id for e in store.episodes.within(AOI)] == [first.id, late.id]


def test_a_trace_moves_arousal_and_the_maximum_never_lies_below(store: SqlStore) -> None:
    # P6
    kept = store.episodes.put(told(arousal=0.5, arousal_max=0.6))
    assert kept
    assert store.episodes.apply_trace(AOI, kept.id, 1.0) is True
    [moved] = store.episodes.within(AOI)
    assert (moved.arousal, moved.arousal_max) == (pytest.approx(0.65), pytest.approx(0.65))
    store.episodes.apply_trace(AOI, kept.id, 0.0, rate=1.0)
    [moved] = store.episodes.within(AOI)
    assert (moved.arousal, moved.arousal_max) == (0.0, pytest.approx(0.65))
    assert store.episodes.apply_trace(AOI, "episode_1999-01-01_001", 1.0) is False
    with pytest.raises(ValueError, match="resonance"):
        store.episodes.apply_trace(AOI, kept.id, 1.5)


@pytest.mark.parametrize(
    ("kind", "detail", "mark"),
    [
        ("achievement", "sh_1", "【達成】"),
        ("discovery", "猫の好物", "【発見】"),
        ("bonding", "anxious→joy", "【絆確認】"),
    ],
)
def test_special_moments_are_kept_once(store: SqlStore, kind: str, detail: str, mark: str) -> None:
    # P5, P7
    def add(at: datetime) -> Episode | None:
        return store.episodes.add_special(AOI, kind, "できごと", detail, at, 0.8, ("t1",))  # type: ignore[arg-type]

    kept = add(NOON)
    assert kept
    assert kept.id == f"episode_{NOON.date()}_001"
    assert (kept.kind, kept.summary, kept.detail) == (kind, f"{mark}できごと", detail)
    assert (kept.arousal, kept.arousal_max, kept.sources, kept.special) == (0.8, 0.8, ("t1",), True)
    assert add(NOON + timedelta(hours=1)) is None
    later = add(NOON + timedelta(days=3))
    assert (later is not None) == (kind == "bonding"), (
        "a bond can be confirmed again another day, a goal is reached once"
    )
    assert store.episodes.put(told(NOON.date())) is not None, "the day itself is still to be told"


@pytest.mark.parametrize("other", [Scope("aoi", "yui"), Scope("ren", "ken"), Scope("", ""), Scope("%", "%")], ids=str)
def test_nothing_comes_out_or_changes_under_another_scope(store: SqlStore, other: Scope) -> None:
    # N6
    kept = store.episodes.put(told())
    assert kept
    week = store.episodes.merge(week_of([kept]), [kept.id])
    assert week
    before = store.episodes.within(AOI, None, None)
    assert store.episodes.within(other, None, None) == []
    assert store.episodes.get(other, kept.id) is None
    assert store.episodes.days_told(other, failed=False) == set()
    assert store.episodes.apply_trace(other, week.id, 1.0) is False
    assert store.episodes.unmerge(other, week.id, NOON) == 0
    assert store.episodes.merge(replace(week, scope=other), [week.id]) is None
    assert store.episodes.put(replace(told(), scope=other)) is not None
    assert store.episodes.within(AOI, None, None) == before


WRITER = """
import sys
from datetime import date
sys.path.insert(0, sys.argv[2])
from tests.adapters.sql.store_things import AOI, NOON, opened
store = opened(sys.argv[1])
for number in range(30):
    print(store.episodes.add_special(AOI, "achievement", "done", f"{sys.argv[3]}-{number}", NOON, 0.8).id)
"""


def test_ids_are_unique_across_processes(place: str) -> None:
    # P6
    opened(place).close()
    root = str(Path(__file__).parents[3])
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, place, root, name], stdout=subprocess.PIPE, text=True)
        for name in "ab"
    ]
    ids = [line for writer in writers for line in writer.communicate()[0].split()]
    assert sorted(ids) == [f"episode_{NOON.date()}_{number:03}" for number in range(1, 61)]
