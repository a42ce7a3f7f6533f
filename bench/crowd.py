"""A crowd: a village of a thousand memories, one of so many personas of the same home, who remember ten things each."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress

from bench.tales import tales
from bench.village import CACHE, EVENING, SEED, memory_of, open_village, village
from bench.years import live_years
from omoide.domain.dates import memory_day, night_of
from omoide.domain.memory import Memory
from omoide.domain.turn import Scope
from omoide.ports import Store

VILLAGE, EACH = 1_000, 10
_AT_ONCE = 100  # personas in one transaction


def crowd(personas: int, cache: Path = CACHE) -> Path:
    """Its home, built if it is not there yet. The village is the persona that is looked at."""
    least = village(VILLAGE, cache)
    home = cache / f"crowd-{personas}-{least.name}"
    if home.exists():
        return home
    partial = cache / f"building-crowd-{personas}"
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(least, partial)
    _settle(partial, personas - 1)
    partial.rename(home)
    return home


def _settle(home: Path, others: int) -> None:
    stories = tales(np.random.default_rng(SEED + 3), EACH)
    years = live_years(np.random.default_rng(SEED + 4), EACH, night_of(EVENING), EVENING)
    night = night_of(EVENING)
    memories = [memory_of(story, years, at) for at, story in enumerate(stories)]
    with open_village(home) as mind, Progress(console=Console(stderr=True), transient=True) as bar:
        store, embedder = mind.faculties.store, mind.faculties.embedder
        vectors = embedder.embed([memory.text for memory in memories], "memory")
        task = bar.add_task(f"settling {others:,} personas", total=others)
        for start in range(0, others, _AT_ONCE):
            numbers = range(start, min(start + _AT_ONCE, others))
            with store.transaction():
                for number in numbers:
                    scope = Scope(f"persona{number}", f"person{number}")
                    rows = [store.memories.add(_of(scope, memory, store), night, newborn=False) for memory in memories]
                    store.vectors.put(rows, vectors, embedder.name)
                    store.runs.set_last_night(scope, night)
            bar.advance(task, len(numbers))


def _of(scope: Scope, memory: Memory, store: Store) -> Memory:
    return replace(memory, id=store.memories.new_id(memory_day(memory.created)), scope=scope)
