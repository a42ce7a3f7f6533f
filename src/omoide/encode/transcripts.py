"""Live through a transcript of Claude Code (I1, E7, N5): what a person typed and all that was written back is a turn.

A transcript is read on from where it was left, and a turn is known by the line that it begins with. So a session that
is handed in again, resumed, forked, compacted or copied yields every turn once, and a file of gigabytes is read once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from omoide.encode.memories import ALL, Encoded, encode_turns
from omoide.encode.reading_on import Place, left_at, remember_place
from omoide.encode.transcript_lines import Line, Tally, spoken_lines
from omoide.errors import InvalidInput, OmoideError, Refused
from omoide.language.slash import is_slash_command
from omoide.perceive import let_emotion_go, paused, take_in, was_erased, was_paused
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

LONGEST_TEXT = 20_000  # characters of one side of a turn; of more, the beginning and the end are kept
AT_ONCE = 100  # turns between two notes of the place: what is read twice after a stop


@dataclass(frozen=True, slots=True)
class Spoken:
    """A turn as the transcript has it. `closed` means that nothing can follow; `answered` that the reply is whole."""

    uuid: str
    said: str
    replied: str
    time: datetime | None
    session: str
    folder: str
    start: int
    end: int  # where the next one begins
    closed: bool
    answered: bool

    @property
    def whole(self) -> bool:
        return self.closed or self.answered


@dataclass(slots=True)
class _Turn:
    """A turn in the making; a command's is silent and swallows its answer (E3)."""

    prompt: Line
    silent: bool
    parts: dict[tuple[str, str], None] = field(default_factory=dict)  # once each: a message may be written twice
    answered: bool = False

    def hear(self, line: Line) -> None:
        self.answered = line.final
        if line.text and not self.silent:
            self.parts[line.message, line.text] = None
            if sum(len(text) for _, text in self.parts) > 10 * LONGEST_TEXT:
                self.parts = {("", _shortened("\n".join(text for _, text in self.parts))): None}

    def spoken(self, end: int, closed: bool) -> Spoken:
        p, replied = self.prompt, _shortened("\n".join(text for _, text in self.parts))
        return Spoken(
            p.uuid, _shortened(p.text), replied, p.time, p.session, p.folder, p.start, end, closed, self.answered
        )  # fmt: skip


def spoken_turns(file: BinaryIO, start: int, tally: Tally, over: bool) -> Iterator[Spoken]:
    """Turns from a place in the file on. What was written back before anything was typed belongs to none."""
    seen: set[str] = set()
    turn: _Turn | None = None
    for line in spoken_lines(file, start, tally, over):
        if line.uuid:
            if line.uuid in seen:
                continue
            seen.add(line.uuid)
        if line.kind == "reply":
            if turn:
                turn.hear(line)
            continue
        if turn and not turn.silent:
            yield turn.spoken(line.start, closed=True)
        turn = _Turn(line, silent=line.kind == "command" or is_slash_command(line.text))
    if turn and not turn.silent:
        yield turn.spoken(tally.end, closed=over)


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    half = LONGEST_TEXT // 2
    return f"{text[:half]}\n…\n{text[-half:]}"


# ---------------------------------------------------------------- into the ledger


def live_through(
    faculties: Faculties, settings: Settings, path: Path, *, over: bool | None = None, progress: Progress | None = None
) -> Encoded:
    """Perceive and encode what is new in a transcript. With `over` the session has ended, and its last turn counts even
    without an answer; None lets the file tell: one that was long left alone has ended."""
    if paused(faculties):
        raise Refused(
            "nothing is remembered during a pause: the transcript waits. End it with `omoide pause --resume`.",
            "休止中は覚えません。会話の記録はそのまま待ちます。`omoide pause --resume` で再開できます。",
        )
    try:
        if path.exists() and not path.is_file():  # a pipe or a device may have no end
            raise _no_transcript(path, "not a file", "ファイルではありません")
        with path.open("rb") as file:
            return _live_through(faculties, settings, path, file, over, progress)
    except OSError as error:
        raise _no_transcript(path, error.strerror, error.strerror) from error


def _no_transcript(path: Path, en: str | None, ja: str | None) -> InvalidInput:
    return InvalidInput(
        f"the transcript {path} cannot be read ({en}); check that it is a file that you may read.",
        f"会話の記録 {path} を読めません（{ja}）。読み取りのできるファイルか確かめてください。",
    )


def _live_through(
    faculties: Faculties, settings: Settings, path: Path, file: BinaryIO, over: bool | None, progress: Progress | None
) -> Encoded:
    place = Place.at(file.fileno())
    left = left_at(faculties, path)
    if over is None:
        idle = faculties.clock.now().timestamp() - place.modified / 1e9
        over = idle > settings.hooks.quiet_minutes * 60
    if left and left.settles(place, over):
        return Encoded()
    start = left.offset if left and left.continues_in(file, place) else 0
    tally, done, sessions, waits, offset = Tally(), Encoded(), dict[str, None](), False, start
    turns = spoken_turns(file, start, tally, over)
    while batch := list(islice(turns, AT_ONCE)):
        whole = [turn for turn in batch if turn.whole]
        done += _take_in(faculties, settings, path, whole, place)
        sessions |= dict.fromkeys(turn.session or path.stem for turn in batch)
        waits = len(whole) < len(batch)
        offset = batch[-1].start if waits else batch[-1].end
        remember_place(faculties, path, file, replace(place, offset=offset))
        if progress:
            progress(offset, max(offset, place.size))
    offset = offset if waits else tally.end
    remember_place(faculties, path, file, replace(place, offset=offset, all=True, over=over))
    if over:
        for session in sessions:
            let_emotion_go(faculties, session)
        done += Encoded(sessions=tuple(sessions))
    return done + _unreadable(path, tally)


def _take_in(faculties: Faculties, settings: Settings, path: Path, turns: list[Spoken], place: Place) -> Encoded:
    """Each turn once; turns that a stopped reading left behind are known already, but still wait, and are encoded."""
    keys: set[str] = set()
    problems: list[OmoideError] = []
    written = datetime.fromtimestamp(place.modified / 1e9, UTC)
    zone = settings.zone(faculties.scope.person)
    for turn in turns:
        time = (turn.time or written).astimezone(zone)
        if was_paused(faculties, time) or was_erased(faculties, time):
            continue
        try:
            perceived = take_in(
                faculties, settings, turn.said, turn.replied, time=time, session=turn.session or path.stem,
                origin=turn.folder, key=f"claude-code:{turn.uuid}" if turn.uuid else None, incognito=False,
            )  # fmt: skip
        except InvalidInput as error:
            problems.append(error)
            continue
        if perceived.turn:
            keys.add(perceived.turn.key)
    waiting = [t for t in faculties.store.turns.waiting(faculties.scope, None, ALL) if t.key in keys] if keys else []
    encoded = encode_turns(faculties, settings, waiting)
    return replace(
        encoded,
        turns=len(turns),
        skipped=max(len(turns) - encoded.memories - encoded.failed - len(problems), 0),
        failed=encoded.failed + len(problems),
        problems=encoded.problems + tuple(problems),
    )


def _unreadable(path: Path, tally: Tally) -> Encoded:
    if not tally.unreadable:
        return Encoded()
    lines = InvalidInput(
        f"{path.name}: {tally.unreadable} lines could not be read and were passed over.",
        f"{path.name}: 読めない行を {tally.unreadable} 行飛ばしました。",
    )
    return Encoded(failed=tally.unreadable, problems=(lines,))


def transcripts_in(place: Path, deep: bool = True) -> list[Path]:
    """The transcripts of a folder, newest first, and with `deep` of the folders in it; a file stands for itself."""
    if place.is_file():
        return [place]
    found: list[tuple[float, Path]] = []
    for path in place.rglob("*.jsonl") if deep else place.glob("*.jsonl"):
        with suppress(OSError):  # one may vanish while it is looked at
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]
