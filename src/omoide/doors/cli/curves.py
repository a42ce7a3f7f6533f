"""Forgetting curves as pictures: in the terminal by plotext, in a file by matplotlib (the extra `plot`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from omoide.domain.retention import LevelRules, retention
from omoide.errors import MissingExtra

POINTS = 200


@dataclass(frozen=True, slots=True)
class Curve:
    name: str
    intensity: float
    coefficient: float
    age: float


def points(curve: Curve, until: float) -> tuple[list[float], list[float]]:
    days = [until * step / POINTS for step in range(POINTS + 1)]
    return days, [retention(curve.intensity, curve.coefficient, curve.age + day) for day in days]


def draw(curves: Sequence[Curve], until: float, rules: LevelRules) -> None:
    """Grey lines are the thresholds between levels."""
    import shutil
    import sys

    import plotext

    figure = plotext.figure
    figure.clear()
    figure.plot_size(min(shutil.get_terminal_size().columns - 2, 90), 14)
    figure.theme("simple")  # the terminal's own background
    for threshold in (rules.full_above, rules.summary_above, rules.trace_above):
        figure.line(threshold, pixel="gray")
    for curve in curves:
        days, scores = points(curve, until or 1.0)
        signal = figure.signal(days, scores, marker="braille")
        if len(curves) > 1:
            signal.label(curve.name)
        figure.draw(signal)
    figure.ruler("y").lim(0, 100)
    figure.ruler("y").ticks([0, rules.trace_above, rules.summary_above, rules.full_above, 100])
    figure.ruler("x").ticks([round(until * part / 5) for part in range(6)])
    if len(curves) > 1:
        figure.legend(x=until, y=100, ha="right", va="top", relative=True)  # where no curve comes
    figure.show(colorless=not sys.stdout.isatty())


def save(path: Path, curves: Sequence[Curve], until: float, rules: LevelRules) -> None:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("matplotlib", "plot") from error
    # Labels are English in both languages: the fonts that come with matplotlib have no Japanese.
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for threshold in (rules.full_above, rules.summary_above, rules.trace_above):
        axes.axhline(threshold, color="lightgray", linewidth=1, zorder=0)
    for curve in curves:
        axes.plot(*points(curve, until), label=curve.name)
    axes.set(xlabel="days without a recall", ylabel="retention", ylim=(0, 100), xlim=(0, until or 1.0))
    axes.legend()
    figure.savefig(path)
