"""How long a night takes: a whole `Mind.sleep`, a hundred new memories and three hundred recalled, no text to shorten.

    python -m bench.night [--sizes 36500 180000] [--nights 3]

Beside it stands the plain way: every memory's formulas in a Python loop, then one transaction that writes every row.
That baseline only ages, levels and enforces shares; it makes no links and keeps no index. Linking is compared by
itself, with a loop that takes one vector after the other. The weekly backup is a line of its own.
"""

from __future__ import annotations

import argparse
import math
import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np

from bench.report import RESULTS, Line, publish
from bench.tales import tales
from bench.village import CACHE, EVENING, SEED, Clock, memory_of, open_village, village, visit
from bench.years import A_DAY, live_years
from omoide import Mind
from omoide.domain.dates import first_night, initial_days, memory_day, night_of
from omoide.domain.memory import FULL, TRACE, Memory
from omoide.domain.retention import fade, live_until
from omoide.domain.shares import enforce
from omoide.sleep.steps import STEPS

SIZES = (36_500, 180_000)
GOALS = {36_500: 0.5, 180_000: 2.5}
LINK_GOAL = 0.3  # 100 new memories against 36,500
NEW, RECALLED = A_DAY, 300


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--nights", type=int, default=3, help="the median of so many is reported")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    lines: list[Line] = []
    for size in chosen.sizes:
        lines += measure(size, chosen.nights, chosen.cache)
    publish("night", "A night: 100 new memories, 300 recalled, no text to shorten", lines, chosen.results)


def measure(size: int, nights: int, cache: Path) -> list[Line]:
    home = village(size, cache)
    with visit(home) as copy:
        whole = [one_night(copy, number) for number in range(nights)]
        steps = _steps(copy, nights)
        linking, plain_linking = _linking(copy, nights + 1)
        backup = _backup(copy)
    with visit(home) as copy:
        _live_a_day(copy, 0)
        plain = _plain_night(copy)
    seconds, cpu = (statistics.median(column) for column in zip(*whole, strict=True))
    lines = [
        Line(f"{size:,}: a whole night", seconds, "s", GOALS.get(size), note=f"{cpu:.2f} s of processor time"),
        Line(f"{size:,}: baseline, loop and write all", plain, "s", note="age, levels, shares only"),
    ]
    lines += [Line(f"{size:,}:   {name}", seconds, "s") for name, seconds in steps.items()]
    goal = LINK_GOAL if size == 36_500 else None
    return [
        *lines,
        Line(f"{size:,}: link {NEW} new to all", linking, "s", goal),
        Line(f"{size:,}: baseline, vector by vector", plain_linking, "s"),
        Line(f"{size:,}: weekly backup", backup, "s", note="beside the night, once a week"),
    ]


# ---------------------------------------------------------------- ours


def one_night(home: Path, number: int, new: int = NEW) -> tuple[float, float]:
    """Seconds by the clock, and of the processors: the two lie apart on a machine that has other work."""
    with _evening(home, number, new) as (mind, clock):
        began, used = time.perf_counter(), time.process_time()
        report = mind.sleep(clock.time)
        seconds, cpu = time.perf_counter() - began, time.process_time() - used
    faded, embedded = report.steps["texts"], report.steps["vectors"]
    if not report.lived or any(faded.values()) or embedded["embedded"]:
        raise RuntimeError(f"this night was to shorten no text: {report.steps}")
    return seconds, cpu


def _steps(home: Path, number: int) -> dict[str, float]:
    """Seconds by step, from the night's own reports of progress."""
    with _evening(home, number) as (mind, clock):
        ends = [time.perf_counter()]
        mind.sleep(clock.time, lambda done, total: ends.append(time.perf_counter()) if done % 100 == 0 else None)
    seconds = {name: end - start for name, start, end in zip(STEPS, ends, ends[1:], strict=False)}
    arithmetic = sum(seconds.pop(name) for name in ("age", "levels", "shares", "revival"))
    return {"age, levels, shares, revival": arithmetic, **seconds}


def _linking(home: Path, number: int) -> tuple[float, float]:
    """The new memories of a day against all, as the night does it and one vector after the other."""
    rows = _live_a_day(home, number)
    with open_village(home, _clock(number)) as mind:
        f = mind.faculties
        cosine = f.embedder.calibration.cosine_for(mind.settings.relations.auto_link_similarity, "same")
        new_rows, new = f.store.vectors.get(rows, f.embedder.name)
        began = time.perf_counter()
        pairs = f.nearest.alike(f.scope, new_rows, new, cosine, 2 * mind.settings.relations.most)
        ours = time.perf_counter() - began
        others, vectors, _ = f.store.vectors.since(f.scope, f.embedder.name, 0)
    began = time.perf_counter()
    found = 0
    for row, vector in zip(new_rows, new, strict=True):
        near = [other for other, one in zip(others, vectors, strict=True) if other != row and vector @ one >= cosine]
        found += min(len(near), 2 * mind.settings.relations.most)
    plain = time.perf_counter() - began
    if found != len(pairs):
        raise RuntimeError(f"{len(pairs)} pairs were found, the loop finds {found}")
    return ours, plain


def _backup(home: Path) -> float:
    with open_village(home) as mind:
        began = time.perf_counter()
        mind.backups.create(EVENING, "bench")
        return time.perf_counter() - began


# ---------------------------------------------------------------- a day before each night


def _clock(number: int) -> Clock:
    return Clock(EVENING + timedelta(days=number, hours=6))  # 03:00 of the next morning


@contextmanager
def _evening(home: Path, number: int, new: int = NEW) -> Iterator[tuple[Mind, Clock]]:
    """A mind that has just woken, as cron starts one, after a day was lived."""
    _live_a_day(home, number, new)
    clock = _clock(number)
    with open_village(home, clock) as mind:
        yield mind, clock


def _live_a_day(home: Path, number: int, new: int = NEW) -> list[int]:
    """A hundred new memories, three hundred recalled; texts that this night would shorten count as short already."""
    with open_village(home, Clock(EVENING + timedelta(days=number))) as mind:
        store, embedder = mind.faculties.store, mind.faculties.embedder
        rng = np.random.default_rng(SEED + 100 + number)
        memories = list(_newborn(rng, number, new))
        vectors = embedder.embed([memory.text for memory in memories], "memory")
        night = night_of(_clock(number).time)
        with store.transaction():
            held = store.memories.strengths(mind.scope)
            active = held.row[held.active]
            recalled = rng.choice(active, min(RECALLED, len(active)), replace=False).tolist()
            rows = []
            for memory in memories:
                named = replace(memory, id=store.memories.new_id(memory_day(memory.created)))
                rows.append(store.memories.add(named, first_night(memory.created)))
            store.vectors.put(rows, vectors, embedder.name)
            store.memories.mark_recalled(recalled, night)
            _shorten_beforehand(mind, night)
    return rows


def _newborn(rng: np.random.Generator, number: int, new: int) -> Iterator[Memory]:
    today = EVENING + timedelta(days=number)
    years = live_years(rng, new, night_of(today), today + timedelta(days=1))
    newborn = years.strengths.put(slice(None), level=FULL, text_level=FULL, recalls=0, archived_at=0)
    years = replace(years, strengths=newborn)
    for at, tale in enumerate(tales(rng, new)):
        memory = memory_of(tale, years, at)
        yield replace(memory, days=initial_days(memory.created), recalls=0, level=FULL, archived_at=None)


def _shorten_beforehand(mind: Mind, night: int) -> None:
    """Tell which levels fall tonight, by the domain's own rules, and set the level of those texts ahead."""
    s, memories = mind.settings, mind.faculties.store.memories
    before = memories.strengths(mind.scope)
    after = live_until(before, night, s.strengthening, s.retention.max_coefficient)
    after = enforce(fade(after, night, 1, s.levels), night, 1, s.shares)
    ready = before.put(slice(None), text_level=np.maximum(before.text_level, np.minimum(after.level, TRACE)))
    memories.write_strengths(ready, ready.changed(before))


# ---------------------------------------------------------------- the plain way


def _plain_night(home: Path) -> float:
    """What one would write first: read rows, age each, sort for the shares, write all of them back."""
    night = night_of(_clock(0).time)
    began = time.perf_counter()
    connection = sqlite3.connect(home / "omoide.db", isolation_level=None)
    rows = connection.execute(
        "SELECT row, intensity, coefficient, days, anchor, level, recalls, recalled_for, archived_at, protected,"
        " created FROM memories WHERE retired_at = 0"
    ).fetchall()
    aged = [_plain_age(row, night) for row in rows]
    for level, share in ((1, 0.15), (2, 0.30), (3, 0.35)):
        members = sorted((m for m in aged if m["level"] == level and not m["protected"]), key=lambda m: m["order"])
        for member in members[: max(len(members) - math.ceil(share * len(aged)), 0)]:
            member["level"] += 1
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(
        "UPDATE memories SET coefficient = :coefficient, days = :days, anchor = :anchor, level = :level,"
        " recalls = :recalls, recalled_for = 0, archived_at = CASE WHEN :level = 4 THEN 1 ELSE 0 END WHERE row = :row",
        aged,
    )
    connection.execute("COMMIT")
    connection.close()
    return time.perf_counter() - began


def _plain_age(row: tuple, night: int) -> dict:
    number, intensity, coefficient, days, anchor, level, recalls, recalled_for, archived, protected, created = row
    if not archived:
        days, anchor = days + night - anchor, night
        if recalled_for:
            days, coefficient, recalls = days / 2, min(coefficient + 0.02, 0.999), recalls + 1
    retention = intensity * coefficient**days
    if not archived and not protected:
        level = max(level, 1 + (retention <= 50) + (retention <= 20) + (retention <= 5))
    return {
        "row": number, "coefficient": coefficient, "days": days, "anchor": anchor, "level": level, "recalls": recalls,
        "protected": protected, "order": (retention, created, recalls),
    }  # fmt: skip


if __name__ == "__main__":
    main()
