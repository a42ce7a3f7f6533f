"""The log of events at the size of years: how fast several processes append, and what a prompt waits for.

    python -m bench.activity [--events 1000000] [--runs 50]

Appending is measured with four processes that write to the same day. Reading is measured on a log of so many events in
a year: the last day as a prompt reads it, within 1300 tokens, beside reading every file to the same end. The tokenizer
is loaded before anything is timed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import numpy as np

from bench.report import RESULTS, Line, publish
from bench.village import SEED
from omoide import Mind, open_mind
from omoide.domain.activity_lines import lines_for_prompt
from omoide.domain.event import FOLDER, Entry, Event
from omoide.settings import Settings

EVENTS, DAYS, PROCESSES, EACH, TOKENS = 1_000_000, 365, 4, 5_000, 1_300
READ, APPENDED = 50.0, 5_000.0  # goals: milliseconds, and events a second
NOW = datetime(2026, 11, 15, 20, 0, tzinfo=UTC)
SAID = (
    "Have you seen the plan for spring? I moved the pears to the south wall and the figs into the pots by the door.",
    "春の計画を見ましたか。梨は南の壁に、いちじくは戸口の鉢に植え替えました。明日もう一度土を見てから決めましょう。",
)


class Stopped:
    """A clock at the end of the year that was written."""

    def now(self) -> datetime:
        return NOW


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--each", type=int, default=EACH, help="events that each process appends")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-activity-") as folder:
        lines = appending(Path(folder, "append"), chosen.each)
        lines += reading(Path(folder, "read"), chosen.events, chosen.runs)
    publish("activity", f"The log of events, {chosen.events:,} over a year", lines, chosen.results)


def appending(home: Path, each: int) -> list[Line]:
    """All at once, to one file; every line must be there afterwards, whole."""
    with open_mind(home):
        pass
    start = multiprocessing.get_context("spawn")
    gate, seconds = start.Barrier(PROCESSES), start.Queue()
    writers = [start.Process(target=append_some, args=(home, each, gate, seconds)) for _ in range(PROCESSES)]
    for writer in writers:
        writer.start()
    slowest = max(seconds.get() for _ in writers)
    for writer in writers:
        writer.join()
    with open_mind(home, settings=Settings(), clock=Stopped()) as mind:
        there = sum(1 for _ in mind.faculties.activity.on(mind.scope, NOW.date()))
    if there != PROCESSES * each:
        raise SystemExit(f"{PROCESSES * each - there} of {PROCESSES * each} events are missing")
    rate = there / slowest
    return [Line(f"appending, {PROCESSES} processes, one day", rate, "events/s", APPENDED, at_least=True)]


def append_some(home: Path, each: int, gate, seconds) -> None:  # type: ignore[no-untyped-def]
    with open_mind(home, settings=Settings(), clock=Stopped()) as mind:
        gate.wait()
        began = time.perf_counter()
        for number in range(each):
            mind.faculties.activity.append(mind.scope, Event(NOW, "message_received", SAID[number % 2], from_="me"))
        seconds.put(time.perf_counter() - began)


def reading(home: Path, events: int, runs: int) -> list[Line]:
    with open_mind(home, settings=Settings(), clock=Stopped()) as mind:
        size = year(home, events)
        mind.faculties.tokens.count("warm")
        shown = last_day(mind)
        everything = all_read(mind)
        if mind.faculties.tokens.count("\n".join(shown)) > TOKENS or shown != everything:
            raise SystemExit("the two ways do not tell the same")
        last = timed(partial(last_day, mind), runs)
        whole = timed(partial(all_read, mind), 3)
        return [
            Line(f"the last day within {TOKENS} tokens, p50", statistics.median(last), "ms", READ,
                 note=f"{len(shown)} lines; the log has {size / 1e6:,.0f} MB"),
            Line(f"the last day within {TOKENS} tokens, p95", float(np.percentile(last, 95)), "ms"),
            Line("baseline: every file read, then the same", statistics.median(whole), "ms"),
        ]  # fmt: skip


def year(home: Path, events: int) -> int:
    """Files as they would stand after a year; returns their size. Written whole: appending is measured elsewhere."""
    folder = home / "personas" / "default" / "people" / "me" / FOLDER
    folder.mkdir(parents=True)
    chance = np.random.default_rng(SEED)
    kinds = np.array(["message_received", "response_sent", "tool_use", "dm_sent", "dm_received", "memory_write"])
    size = 0
    for day in range(DAYS):
        date = (NOW - timedelta(days=DAYS - 1 - day)).date()
        count = events // DAYS + (day < events % DAYS)
        seconds = np.sort(chance.integers(0, 20 * 3600 if date == NOW.date() else 86_400, count))
        lines = []
        for second, kind in zip(seconds.tolist(), chance.choice(kinds, count).tolist(), strict=True):
            ts = datetime(date.year, date.month, date.day, tzinfo=UTC) + timedelta(seconds=second)
            event = Event(
                ts, kind, SAID[second % 2], from_="mio" if kind == "dm_received" else "", to="mio" * (kind == "dm_sent")
            )
            lines.append(json.dumps(event.plain(), ensure_ascii=False))
        text = "\n".join(lines) + "\n" if lines else ""
        (folder / f"{date}.jsonl").write_text(text, encoding="utf-8")
        size += len(text.encode())
    return size


def last_day(mind: Mind) -> list[str]:
    return lines_for_prompt(mind.recent_events(NOW), TOKENS, mind.faculties.tokens.count, None, mind.settings.activity)


def all_read(mind: Mind) -> list[str]:
    """The plain way: every event of every day, and then those that count."""
    activity, rules = mind.faculties.activity, mind.settings.activity
    every = [
        Entry(day, line, event) for day in activity.days(mind.scope) for line, event in activity.on(mind.scope, day)
    ]
    since = NOW - timedelta(hours=rules.hours)
    newest = [entry for entry in every if since <= entry.event.ts <= NOW][-rules.most_entries :]
    return lines_for_prompt(newest, TOKENS, mind.faculties.tokens.count, None, rules)


def timed(act: Callable[[], object], runs: int) -> list[float]:
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        act()
        taken.append((time.perf_counter() - began) * 1_000)
    return taken


if __name__ == "__main__":
    main()
