"""What a person types, as values: numbers, times, spans, files. Nonsense gets one line that says what to type.

Parameters arrive as text: typer would load pydantic for anything else, which takes longer than a recall.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.domain.dates import placed, wall_clock
from omoide.domain.projects import is_folder
from omoide.domain.span import Span
from omoide.doors.cli.printing import note
from omoide.doors.cli.words import say
from omoide.doors.cli.zone import zone_here
from omoide.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from omoide.mind import Mind

LARGEST = 2**31 - 1
LONGEST = timedelta(days=365_000)  # a thousand years from now still has a date


def whole(name: str, text: str | None, least: int = 0, most: int | None = None) -> int | None:
    """A whole number in a range; None when nothing was typed. One that is larger than any store counts as LARGEST."""
    if text is None:
        return None
    try:
        value = min(int(text), LARGEST)
    except ValueError:
        value = None
    if value is None or value < least or (most is not None and value > most):
        raise InvalidInput(
            f"{name} must be a whole number {_range_en(least, most)}, not {text!r}.",
            f"{name} には{_range_ja(least, most)}の整数を指定してください（{text!r} は使えません）。",
        )
    return value


def number(name: str, text: str | None, least: float, most: float) -> float | None:
    """A number in a range; None when nothing was typed."""
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise InvalidInput(
            f"{name} must be a number {_range_en(least, most)}, not {text!r}.",
            f"{name} には{_range_ja(least, most)}の数を指定してください（{text!r} は使えません）。",
        )
    return value


def one_of(name: str, text: str | None, known: Sequence[str]) -> str | None:
    if text is not None and text not in known:
        raise InvalidInput(
            f"{name} must be one of {', '.join(known)}, not {text!r}.",
            f"{name} は {'・'.join(known)} のどれかです（{text!r} は使えません）。",
        )
    return text


def moment(name: str, text: str | None) -> datetime | None:
    """An ISO time. One without an offset is taken as the local time of this machine, and that is said on stderr."""
    if text is None:
        return None
    try:
        value = datetime.fromisoformat(unicodedata.normalize("NFKC", text).strip())  # full-width digits too
    except ValueError as error:
        raise InvalidInput(
            f"{name} must be a time such as 2026-02-01T03:00:00+09:00, not {text!r}.",
            f"{name} は 2026-02-01T03:00:00+09:00 のような日時です（{text!r} は使えません）。",
        ) from error
    if value.tzinfo is not None:
        return placed(value)
    try:
        zone = zone_here()
        local = value.replace(tzinfo=zone) if zone else value.astimezone()
    except (OverflowError, OSError, ValueError) as error:  # years that the system's clock cannot place
        raise InvalidInput(
            f"{name}: {text} cannot be placed; add an offset.", f"{name}: {text} には時差が必要です。"
        ) from error
    note(
        say(
            "{name} has no offset; read as {local}",
            "{name} に時差がないため {local} とみなします",
            name=name,
            local=local.isoformat(),
        )
    )
    return placed(local)


_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def length(name: str, text: str) -> timedelta:
    """90m, 2h, 3d, 1w, or several together: 1d12h."""
    parts = re.findall(r"(\d{1,12})([mhdw])", text)
    if not parts or "".join(f"{count}{unit}" for count, unit in parts) != text or sum(int(c) for c, _ in parts) == 0:
        raise InvalidInput(
            f"{name} must be a length such as 30m, 2h, 1d or 1d12h, not {text!r}.",
            f"{name} は 30m、2h、1d、1d12h のように指定してください（{text!r} は使えません）。",
        )
    try:
        span = sum((timedelta(**{_UNITS[unit]: int(count)}) for count, unit in parts), timedelta())
    except OverflowError:
        span = timedelta.max
    if span > LONGEST:
        raise InvalidInput(f"{name}: {text} is too long.", f"{name}: {text} は長すぎます。")
    return span


def days(name: str, text: str) -> list[float]:
    """Days to look ahead to, as 30,90,180,365."""
    found = [number(name, part.strip(), 0, 100_000) for part in text.split(",")]
    return [day for day in found if day is not None]


def stretch(since: str | None, until: str | None, between: str | None) -> Span | None:
    """The days that --since, --until or --range name; None when nothing was typed."""
    from omoide.domain.episode import read_range

    if between is not None:
        if since is not None or until is not None:
            raise InvalidInput(
                "--range stands for both --since and --until; use one or the other.",
                "--range は --since と --until の代わりです。どちらか一方にしてください。",
            )
        return read_range(between)
    if since is None and until is None:
        return None
    return read_range(f"{since or date.min.isoformat()}~{until or date.max.isoformat()}")


def day_of(mind: Mind, text: str | None) -> date | None:
    """A date, or one of two words, by the person's calendar."""
    if text is None:
        return None
    today = wall_clock(mind.faculties.clock.now(), mind.settings.zone(mind.scope.person)).date()
    words = {"today": today, "今日": today, "yesterday": today - timedelta(days=1), "昨日": today - timedelta(days=1)}
    try:
        return words.get(text.strip().lower()) or date.fromisoformat(text.strip())
    except ValueError as error:
        raise InvalidInput(
            f"--date must be a day such as 2026-11-15, today or yesterday, not {text!r}.",
            f"--date は 2026-11-15 のような日付か、今日・昨日です（{text!r} は使えません）。",
        ) from error


def existing_file(text: str) -> Path:
    path = Path(text).expanduser()
    if path.is_dir():
        raise InvalidInput(
            f"{text} is a folder; name a file in it.", f"{text} はフォルダーです。ファイルを指定してください。"
        )
    return existing(text)


def existing(text: str) -> Path:
    """A file, or a folder."""
    path = Path(text).expanduser()
    if not (path.is_file() or path.is_dir()):
        raise NotFound(
            f"there is no file {text}; check the path.", f"ファイル {text} がありません。パスを確かめてください。"
        )
    return path


def project_folder(text: str | None) -> str:
    """The folder of a project as memories know it: whole, from the root on. It need not be there."""
    if not text:
        return ""
    return text if is_folder(text) else str(Path(text).expanduser().absolute())


def _range_en(least: float, most: float | None) -> str:
    return f"from {least:g} to {most:g}" if most is not None else f"of at least {least:g}"


def _range_ja(least: float, most: float | None) -> str:
    return f" {least:g} から {most:g} まで" if most is not None else f" {least:g} 以上"
