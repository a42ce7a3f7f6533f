"""The persona's emotions over time, a row for each: in the terminal by plotext, in a file by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from omoide.domain.persona_emotion import FeltEmotion
from omoide.doors.cli.printing import line
from omoide.doors.cli.words import say
from omoide.errors import MissingExtra

# From the most settled below to the most uneasy on top; the colours are those that terminals and matplotlib share.
ROWS = {
    "contentment": "green", "joy": "orange", "neutral": "gray", "anger": "red", "sadness": "blue",
    "protective": "magenta", "anxious": "cyan",
}  # fmt: skip
MARKS = ((0.0, "·"), (0.4, "•"), (0.7, "●"))  # the stronger, the larger


def names() -> dict[str, str]:
    return {
        "joy": say("joy", "喜び"),
        "contentment": say("contentment", "満足"),
        "protective": say("protective", "庇護"),
        "anxious": say("anxious", "不安"),
        "sadness": say("sadness", "悲しみ"),
        "anger": say("anger", "怒り"),
        "neutral": say("neutral", "平常"),
    }


def draw(felt: Sequence[FeltEmotion], now: datetime, days: float) -> None:
    import shutil
    import sys

    import plotext

    if not felt:
        return line(say("No emotions in that time.", "その間の感情の記録はありません。"))
    figure = plotext.figure
    figure.clear()
    figure.plot_size(
        min(shutil.get_terminal_size().columns - 2, 90), 2 * len(ROWS) + 4
    )  # every second line, with its axes
    figure.theme("simple")  # the terminal's own background
    for height, (category, colour) in enumerate(ROWS.items(), 1):
        for least, mark in MARKS:
            chosen = [one for one in felt if one.emotion.category == category and _mark(one) == least]
            if chosen:
                dots = figure.signal(
                    _days_ago(chosen, now), [height] * len(chosen), marker=plotext.marker(mark, colour)
                )
                figure.draw(dots)
    figure.ruler("y").lim(0.5, len(ROWS) + 0.5)
    figure.ruler("y").ticks(list(range(1, len(ROWS) + 1)), [names()[category] for category in ROWS])
    figure.ruler("x").lim(-days, 0)
    ticks = [-days * part / 4 for part in (4, 3, 2, 1, 0)]
    figure.ruler("x").ticks(ticks, [_date(now, ago, days) for ago in ticks])
    figure.show(colorless=not sys.stdout.isatty())


def save(path: Path, felt: Sequence[FeltEmotion], now: datetime, days: float) -> None:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("matplotlib", "plot") from error
    # Labels are English in both languages: the fonts that come with matplotlib have no Japanese.
    figure = Figure(figsize=(8, 4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for height, (category, colour) in enumerate(ROWS.items(), 1):
        chosen = [one for one in felt if one.emotion.category == category]
        sizes = [12 + 120 * one.emotion.intensity for one in chosen]
        axes.scatter(_days_ago(chosen, now), [height] * len(chosen), s=sizes, c=colour, alpha=0.6)
    axes.set_yticks(range(1, len(ROWS) + 1), list(ROWS))
    ticks = [-days * part / 4 for part in (4, 3, 2, 1, 0)]
    axes.set_xticks(ticks, [_date(now, ago, days) for ago in ticks])
    axes.set(xlim=(-days * 1.02, days * 0.02), ylim=(0.5, len(ROWS) + 0.5))
    axes.grid(axis="y", color="lightgray", linewidth=0.5)
    figure.savefig(path)


def _days_ago(felt: Sequence[FeltEmotion], now: datetime) -> list[float]:
    return [(one.timestamp - now) / timedelta(days=1) for one in felt]


def _mark(one: FeltEmotion) -> float:
    return max(least for least, _ in MARKS if one.emotion.intensity >= least)


def _date(now: datetime, ago: float, days: float) -> str:
    return (now + timedelta(days=ago)).strftime("%m-%d" if days >= 4 else "%m-%d %H:%M")
