"""A village: a home with so many memories as a persona has after so many days at a hundred a day.

    python -m bench.village 36500

Everything goes through the real store, embedder and rules; only the words are made up, from a seed. A village is built
once and kept under bench/.cache; it is built anew when whatever it is made by has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from rich.console import Console
from rich.progress import Progress

from bench.report import HERE
from bench.tales import Tale, tales
from bench.years import Years, live_years
from omoide import Mind, open_mind
from omoide.adapters.models.embedders import builtin
from omoide.adapters.sql import schema, words
from omoide.domain.dates import memory_day, night_of
from omoide.domain.emotion import NEGATIVE_TAGS, POSITIVE_TAGS, Emotion
from omoide.domain.memory import CATEGORIES, TRACE, Memory
from omoide.domain.relations import Edges, settle
from omoide.language import terms
from omoide.settings import Settings, build

CACHE = HERE / ".cache"
PERSONA = "aoi"
EVENING = datetime.fromisoformat("2026-01-18T21:00:00+09:00")  # the last day of every village
SEED = 20260118
_AT_ONCE = 4_000
_SOURCES = ("village.py", "tales.py", "vocabulary.py", "years.py")


@dataclass
class Clock:
    """Stands still until it is set."""

    time: datetime = EVENING

    def now(self) -> datetime:
        return self.time


def quiet_settings() -> Settings:
    """The defaults, without the weekly backup: it is measured by itself."""
    return build({"backup": {"every_days": 0}})


def open_village(home: Path, clock: Clock | None = None) -> Mind:
    return open_mind(home, persona=PERSONA, person="me", clock=clock or Clock(), settings=quiet_settings())


def village(size: int, cache: Path = CACHE) -> Path:
    """The home of a village of that size, built if it is not there yet."""
    home = cache / f"village-{size}-{_fingerprint()}"
    if home.exists():
        return home
    for old in cache.glob(f"village-{size}-*"):
        shutil.rmtree(old)
    partial = cache / f"building-{size}"
    shutil.rmtree(partial, ignore_errors=True)
    _build(partial, size)
    partial.rename(home)
    return home


@contextmanager
def visit(home: Path) -> Iterator[Path]:
    """A copy that may be changed: the village itself stays as it was built."""
    with TemporaryDirectory(dir=home.parent, prefix="visit-") as folder:
        copy = Path(folder) / "home"
        shutil.copytree(home, copy)
        yield copy


def told(size: int) -> list[Tale]:
    """What is remembered there, first to last."""
    return tales(np.random.default_rng(SEED), size)


def _fingerprint() -> str:
    paths = [HERE / name for name in _SOURCES]
    paths += [Path(str(module.__file__)) for module in (schema, words, terms, builtin)]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]


def _build(home: Path, size: int) -> None:
    stories = told(size)
    clock = Clock()
    last = night_of(EVENING)
    years = live_years(np.random.default_rng(SEED + 1), size, last, EVENING)
    with open_village(home, clock) as mind, Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"building a village of {size:,} memories", total=size)
        store, embedder = mind.faculties.store, mind.faculties.embedder
        rows: list[int] = []
        for start in range(0, size, _AT_ONCE):
            places = range(start, min(start + _AT_ONCE, size))
            memories = [memory_of(stories[at], years, at) for at in places]
            vectors = embedder.embed([memory.text for memory in memories], "memory")
            with store.transaction():
                day_ids = [store.memories.new_id(memory_day(memory.created)) for memory in memories]
                added = [
                    store.memories.add(replace(memory, id=name), anchor=last, newborn=False)
                    for memory, name in zip(memories, day_ids, strict=True)
                ]
                store.vectors.put(added, vectors, embedder.name)
            rows += added
            bar.advance(task, len(places))
        store.runs.set_last_night(mind.scope, last)
        _link(mind, stories, last)
        store.words.refresh()
        mind.faculties.nearest.refresh(mind.scope)
        remember_links_were_made(mind)


def memory_of(tale: Tale, years: Years, at: int) -> Memory:
    strengths = years.strengths
    rng = np.random.default_rng((SEED, at))
    positive = bool(rng.random() < 0.55)
    felt = rng.choice(POSITIVE_TAGS if positive else NEGATIVE_TAGS, int(rng.integers(1, 4)), replace=False).tolist()
    text_level = int(strengths.text_level[at])
    trigger, content = tale.text(text_level)
    archived = int(strengths.archived_at[at])
    return Memory(
        id="",
        scope=years.scope(PERSONA),
        created=years.created[at],
        trigger=trigger,
        content=content,
        intensity=int(strengths.intensity[at]),
        emotion=Emotion("positive" if positive else "negative", int(rng.integers(10, 95)), tuple(felt)),
        category=CATEGORIES[years.category[at]],  # type: ignore[arg-type]
        coefficient=float(strengths.coefficient[at]),
        days=float(strengths.days[at]),
        retention=0.0,
        keywords=tale.parts[:5],
        level=int(strengths.level[at]),
        text_level=min(text_level, TRACE),
        recalls=int(strengths.recalls[at]),
        archived_at=EVENING - timedelta(microseconds=years.moment - archived) if archived else None,
        sources=(f"turn-{at}",),
        session=f"s{at // 20}",
    )


def _link(mind: Mind, stories: list[Tale], night: int) -> None:
    """Memories that share their name and topic are linked in a chain, as nights before will have linked look-alikes."""
    strengths = mind.faculties.store.memories.strengths(mind.scope)
    groups: dict[tuple[str, str], list[int]] = {}
    for at in np.flatnonzero(strengths.active).tolist():
        groups.setdefault((stories[at].parts[0], stories[at].parts[2]), []).append(int(strengths.row[at]))
    chains = [(later, row, "same_topic", 0.9) for some in groups.values() for row, later in pairwise(some)]
    active = strengths.take(strengths.active)
    edges = Edges.of(chains)  # type: ignore[arg-type]
    settled = settle(edges, active.row, active.retention_at(night), active.created, mind.settings.relations)
    mind.faculties.store.relations.add(settled)


def remember_links_were_made(mind: Mind) -> None:
    """As the links step does: what was embedded so far has been compared with everything."""
    f = mind.faculties
    _, _, revision = f.store.vectors.since(f.scope, f.embedder.name, 2**62)
    f.store.state.set(f.scope.key("linked", f.embedder.name), str(revision))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", type=int, nargs="+")
    parser.add_argument("--cache", type=Path, default=CACHE)
    chosen = parser.parse_args()
    for size in chosen.size:
        home = village(size, chosen.cache)
        with open_village(home) as mind:
            counts = mind.counts()
        size_mb = sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) / 1e6
        print(f"{home}: {counts.total:,} memories, by level {counts.by_level}, {size_mb:,.0f} MB")


if __name__ == "__main__":
    main()
