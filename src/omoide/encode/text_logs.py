"""Move in from document 000's system: its conversations, kept as text files (N5). Twice is the same as once (E7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from omoide.encode.chat import Line, live_lines
from omoide.encode.log_blocks import Block, blocks, decoded
from omoide.encode.memories import Encoded
from omoide.errors import InvalidInput, OmoideError
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

ENDINGS = (".txt", ".log", ".md")
LARGEST = 200_000_000  # bytes: a larger file is no conversation


@dataclass(frozen=True, slots=True)
class LogsRead:
    """What became of the files: turns and memories as in any import, and what was passed over."""

    encoded: Encoded
    files: int
    other_files: int  # without a single header: no logs
    messages: int
    system: int
    undated: int  # took a time from elsewhere in their file
    timeless: int  # left out: no date anywhere in the file
    unanswered: int  # at the very end: taken once it is answered


@dataclass(slots=True)
class _Counts:
    files: int = 0
    other_files: int = 0
    messages: int = 0
    system: int = 0
    undated: int = 0
    timeless: int = 0
    unanswered: int = 0
    problems: list[OmoideError] = field(default_factory=list)


def import_logs(
    faculties: Faculties, settings: Settings, paths: Sequence[Path], zone: tzinfo | None = None,
    progress: Progress | None = None,
) -> LogsRead:  # fmt: skip
    """Read files and folders (with all folders in them: log_archives/ too), and live through them in their order.

    The times of a log have no zone: they are read in the one given, else in the person's, else in this machine's.
    """
    zone = zone or settings.zone(faculties.scope.person)
    counts = _Counts()
    logs = [log for path in files_in(paths) if (log := _log(path, zone, counts))]
    logs.sort(key=lambda log: log[0].time)
    if logs:
        _leave_unanswered(logs, counts)
    encoded = Encoded(problems=tuple(counts.problems), failed=len(counts.problems))
    for log in logs:
        encoded += live_lines(faculties, settings, log, [], progress)
    return LogsRead(
        encoded, counts.files, counts.other_files, counts.messages, counts.system, counts.undated, counts.timeless,
        counts.unanswered,
    )  # fmt: skip


def files_in(paths: Iterable[Path]) -> list[Path]:
    """The files named, and those of the folders named whose names look like text; each once, in order."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = (p for p in path.rglob("*") if p.suffix.lower() in ENDINGS and p.is_file())
            found.update(dict.fromkeys(sorted(inside)))
        else:
            found[path] = None
    return list(found)


def _log(path: Path, zone: tzinfo | None, counts: _Counts) -> list[Line]:
    try:
        if path.stat().st_size > LARGEST:
            raise OSError(None, "too large for a conversation")
        text, whole = decoded(path.read_bytes())
    except OSError as error:
        counts.problems.append(
            InvalidInput(
                f"{path} cannot be read ({error.strerror}); it was passed over.",
                f"{path} を読めません（{error.strerror}）。飛ばしました。",
            )
        )
        return []
    read = blocks(text, path.name)
    if not read:
        counts.other_files += 1
        return []
    counts.files += 1
    if not whole:
        counts.problems.append(
            InvalidInput(
                f"{path} is neither UTF-8, UTF-16 nor CP932; what could not be read is shown as �.",
                f"{path} は UTF-8・UTF-16・CP932 のどれでもありません。読めない文字は � になりました。",
            )
        )
    return _lines(read, path, zone, counts)


def _lines(read: Sequence[Block], path: Path, zone: tzinfo | None, counts: _Counts) -> list[Line]:
    """What was said, by whoever said it. Where several personas speak, each keeps its name before its words."""
    agents = {block.name for block in read if block.role == "assistant" and block.name}
    lines: list[Line] = []
    timeless = 0
    for block in read:
        if block.role == "system":
            counts.system += 1
        elif block.time is None:
            timeless += bool(block.text)
        else:  # an empty one says that somebody said nothing: what comes next is no part of what was before
            counts.messages += bool(block.text)
            counts.undated += bool(block.text) and not block.dated
            named = block.role == "assistant" and len(agents) > 1 and block.name and block.text
            text = f"{block.name}: {block.text}" if named else block.text
            lines.append(Line(block.role, text, _placed(block.time, zone)))
    if timeless:
        counts.timeless += timeless
        counts.problems.append(
            InvalidInput(
                f"{path} holds no date: {timeless} messages were left out. Put a line such as 2026-01-02 at its head.",
                f"{path} には日付がなく {timeless} 件を飛ばしました。先頭に 2026-01-02 のような行を足してください。",
            )
        )
    return lines


def _placed(time: datetime, zone: tzinfo | None) -> datetime:
    """By way of UTC, so that an hour that summer time skipped becomes the one that clocks showed."""
    if zone is None:
        return time.astimezone()
    return time.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def _leave_unanswered(logs: list[list[Line]], counts: _Counts) -> None:
    """The newest log may still be going on: a last message that nobody has answered yet is taken with its answer."""
    newest = max(logs, key=lambda log: log[-1].time)
    while newest and newest[-1].role == "user":
        newest.pop()
        counts.unanswered += 1
    if not newest:
        logs.remove(newest)
