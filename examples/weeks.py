"""Some weeks of two conversations, lived day by day: what stays, what fades, what comes back, and why.

`make run` starts this. It uses only the public library, on a clock of its own, and leaves a home to look around in.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import plotext
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from omoide import Mind, open_mind
from omoide.domain.memory import Memory
from omoide.errors import MissingExtra

HERE = Path(__file__).parent
HOME = Path(".omoide")
LEVELS = {1: "full", 2: "summary", 3: "trace", 4: "archive"}
COLOURS = {1: "green", 2: "cyan", 3: "yellow", 4: "red"}
IDLE = timedelta(minutes=10)


@dataclass(frozen=True)
class Life:
    """A conversation, and cues that show what it has left behind."""

    persona: str
    file: str
    title: str
    cues: tuple[str, ...]


LIVES = (
    Life("aoi", "aoi.ja.jsonl", "葵 (Japanese)", ("三毛猫のもなか", "約束", "由香と金沢")),
    Life("sam", "sam.en.jsonl", "Sam (English)", ("Biscuit the beagle", "the promise", "the database decision")),
)


class DemoClock:
    """Shows the time of the conversation instead of ours."""

    def __init__(self) -> None:
        self.time = datetime.now().astimezone()

    def now(self) -> datetime:
        return self.time


@dataclass(frozen=True)
class Said:
    time: datetime
    said: str
    replied: str


def turns(path: Path) -> Iterator[Said]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    for user, assistant in zip(lines[::2], lines[1::2], strict=True):
        yield Said(datetime.fromisoformat(user["time"]), user["content"], assistant["content"])


def live(mind: Mind, clock: DemoClock, story: list[Said], console: Console) -> list[tuple[datetime, dict[int, int]]]:
    """As a companion would: recall before every reply, remember at the end of a session, sleep every night."""
    course = []
    end = story[-1].time + timedelta(days=30)
    night = story[0].time.replace(hour=3, minute=0, second=0) + timedelta(days=1)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("living …", total=(end - night).days + 1)
        waiting = iter([*story, None])
        upcoming = next(waiting)
        session, last = "", None
        while night <= end:
            while upcoming and upcoming.time < night:
                clock.time = upcoming.time
                if last is None or upcoming.time - last > IDLE:
                    mind.end_session(session or None)
                    session = upcoming.time.isoformat()
                mind.prime(upcoming.said, session=session)
                mind.perceive(upcoming.said, upcoming.replied, session=session)
                last, upcoming = upcoming.time, next(waiting)
            clock.time = night
            mind.end_session()
            mind.sleep()
            course.append((night, mind.counts().by_level))
            bar.advance(task)
            night += timedelta(days=1)
    return course


def show(mind: Mind, life: Life, course: list[tuple[datetime, dict[int, int]]], console: Console) -> None:
    memories = mind.list()
    console.rule(f"[bold]{life.title}: {len(memories)} memories, a month after the last word")
    console.print(_held(memories, console.width))
    _faded(mind, memories, console)
    for cue in life.cues:
        _recalled(mind, cue, console)
    _plot(course, console)


def _held(memories: list[Memory], width: int) -> Table:
    """The strongest few of each level, one line each."""
    table = Table("date", "level", "retention", "what is left of it", box=None, pad_edge=False)
    for level in LEVELS:
        strongest = sorted((m for m in memories if m.level == level), key=lambda m: -m.retention)[:3]
        for memory in strongest:
            bar = "█" * round(memory.retention / 10)
            mark = " ★" if memory.protected else ""
            left = Text(" ".join(f"{memory.trigger} → {memory.content}".split()))
            left.truncate(width - 37, overflow="ellipsis")  # counts Japanese characters as the two cells they take
            table.add_row(
                memory.created.strftime("%m-%d"),
                f"[{COLOURS[level]}]{LEVELS[level]}{mark}",
                f"{memory.retention:5.1f} {bar}",
                left,
            )
    return table


def _faded(mind: Mind, memories: list[Memory], console: Console) -> None:
    """One memory, what was said then and what is left now, with the curve behind it."""
    traces = [m for m in memories if m.level in (3, 4) and m.sources]
    if not traces:
        return
    why = mind.why(max(traces, key=lambda m: len(mind.turns_of(m)[0].said)).id)
    console.print(f"\n[bold]Faded[/]  {why.memory.id}")
    console.print(f"  said then   {_short(why.turns[0].said, 100)}")
    console.print(f"  left now    {_short(f'{why.memory.trigger} → {why.memory.content}', 100)}")
    console.print(
        f"  why         {why.memory.intensity} × {why.memory.coefficient:.3f}^{why.days:.1f} days = {why.retention:.1f}"
        f"   (half of it is gone every {why.half_life:.0f} days; {why.memory.recalls} recalls)"
    )


def _recalled(mind: Mind, cue: str, console: Console) -> None:
    console.print(f"\n[bold]Recall[/]  {cue}")
    for found in mind.recall(cue, limit=2, mark=False).memories:
        why, memory = found.why, found.memory
        mark = " [red](archived)[/]" if memory.archived else ""
        console.print(f"  {found.score:5.1f}{mark}  {_short(f'{memory.trigger} → {memory.content}', 90)}")
        console.print(
            f"         [dim]retention {why.retention:.1f} × relevance {why.relevance:.2f} "
            f"(meaning {why.meaning:.2f}, words {why.words:.2f}) × recalled {why.recall_factor:.1f} "
            f"× category {why.category_factor:.1f} + resonance {why.resonance_bonus:.1f}"
        )


def _plot(course: list[tuple[datetime, dict[int, int]]], console: Console) -> None:
    figure = plotext.figure
    figure.clear()
    figure.plot_size(min(console.width - 2, 90), 16)
    figure.theme("simple")  # the terminal's own background
    for level, name in LEVELS.items():
        counts = [held[level] for _, held in course]
        signal = figure.signal(list(range(1, len(course) + 1)), counts, marker="braille")
        figure.draw(signal.label(name))
    console.print("\n[bold]Memories at each level, night by night")
    figure.show(colorless=not console.is_terminal)


def save_plot(courses: dict[str, list[tuple[datetime, dict[int, int]]]], path: Path) -> Path:
    """The same as a picture."""
    try:
        import matplotlib
    except ImportError as error:
        raise MissingExtra("matplotlib", "plot") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(courses), figsize=(6 * len(courses), 3.6), sharey=True, layout="constrained")
    shades = ("#2a9d8f", "#8ecae6", "#f4a261", "#cccccc")
    for axis, (name, course) in zip(axes, courses.items(), strict=True):
        nights = [night for night, _ in course]
        series = [[counts[level] for _, counts in course] for level in LEVELS]
        axis.stackplot(nights, series, labels=list(LEVELS.values()), colors=shades)
        axis.set_title(name)
        axis.tick_params(axis="x", rotation=30)
    axes[0].set_ylabel("memories")
    axes[-1].legend(loc="upper left", frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
    return path


def _short(text: str, width: int) -> str:
    """One line of remembered text; square brackets in it are text, not colours."""
    text = " ".join(text.split())
    return escape(text if len(text) <= width else text[: width - 1] + "…")


def main() -> None:
    parser = argparse.ArgumentParser(description="Live some weeks of two example conversations.")
    parser.add_argument("--home", type=Path, default=HOME, help="where the memories are kept (made anew)")
    parser.add_argument("--plot", type=Path, default=None, help="where the picture goes (default: HOME/levels.png)")
    options = parser.parse_args()
    console = Console()
    shutil.rmtree(options.home, ignore_errors=True)
    courses = {}
    for life in LIVES:
        clock = DemoClock()
        story = list(turns(HERE / "conversations" / life.file))
        clock.time = story[0].time
        with open_mind(options.home, persona=life.persona, clock=clock) as mind:
            courses[life.persona] = live(mind, clock, story, console)
            show(mind, life, courses[life.persona], console)
    picture = save_plot(courses, options.plot or options.home / "levels.png")
    console.rule()
    console.print(f"The picture is in {picture}. Look around:", highlight=False)
    console.print(
        f'  .venv/bin/omoide --help\n  .venv/bin/omoide recall "由香と金沢" --why --home {options.home} --persona aoi'
    )


if __name__ == "__main__":
    main()
