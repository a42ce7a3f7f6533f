"""What each embedder's cosines mean (R13): the points that ship with the project, and a home's own.

Points marked "fitted" come from bench/calibrate.py. Those marked "prior" are read off published examples of models
that could not be run when this was written: `python -m bench.calibrate --model NAME` replaces them, for one home.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

from omoide.domain.calibration import Calibration, Scale
from omoide.errors import InvalidSettings
from omoide.whole_files import write_whole

SCALES: tuple[Scale, ...] = get_args(Scale)
SHIPPED = Path(__file__).with_name("calibrations.json")
OWN_FILE = "calibrations.json"  # in the home
UNKNOWN = "unknown"  # the entry for models that nobody has looked at yet


def calibration_of(name: str, folder: Path | None = None) -> Calibration:
    """The home's own points, else the shipped ones, else those of the full-length model, else a cautious guess."""
    own = _read(folder / OWN_FILE) if folder else {}
    shipped = _read(SHIPPED)
    full_length = name.partition("@")[0]
    entry = own.get(name) or shipped.get(name) or own.get(full_length) or shipped.get(full_length) or shipped[UNKNOWN]
    return _calibration(entry, folder)


def has_points(name: str, folder: Path | None = None) -> bool:
    """Whether someone wrote points down for just this embedder, fitted or not."""
    return name in (_read(folder / OWN_FILE) if folder else {}) or name in _read(SHIPPED)


def is_fitted(name: str, folder: Path | None = None) -> bool:
    """Whether the points in use were measured with this very model."""
    own = _read(folder / OWN_FILE) if folder else {}
    return (own.get(name) or _read(SHIPPED).get(name) or {}).get("basis") == "fitted"


def write_calibration(name: str, calibration: Calibration, path: Path) -> None:
    """Put fitted points into a file of calibrations, keeping the others."""
    entries = _read(path)
    entries[name] = {"basis": "fitted"} | {scale: getattr(calibration, scale) for scale in SCALES}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, _dump(entries))


def _dump(entries: dict[str, Any]) -> str:
    """One scale per line, so that a person can read and compare them."""
    models = []
    for name, entry in sorted(entries.items()):
        lines = [f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in entry.items()]
        models.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(models) + "\n}\n"


def _read(path: Path) -> dict[str, Any]:
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):  # of a home that is none, others tell
        return {}
    except ValueError as error:
        raise _unreadable(path, error) from error
    if not isinstance(entries, dict):
        raise _unreadable(path, TypeError("not a table"))
    return entries


def _calibration(entry: Any, folder: Path | None) -> Calibration:
    try:
        points = {s: tuple((float(x), float(y)) for x, y in entry[s]) for s in SCALES}
        return Calibration(**points)
    except (KeyError, TypeError, ValueError) as error:
        raise _unreadable(folder / OWN_FILE if folder else SHIPPED, error) from error


def _unreadable(path: Path, error: Exception) -> InvalidSettings:
    return InvalidSettings(
        f"{path} cannot be used ({error!r}): delete it, or make it anew with `python -m bench.calibrate`.",
        f"{path} を使えません（{error!r}）。消すか、`python -m bench.calibrate` で作り直してください。",
    )
