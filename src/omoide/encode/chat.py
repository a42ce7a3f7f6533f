"""Live through a conversation kept as JSON lines (E7): {"role": "user"|"assistant", "content": "…", "time": "…"}."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from omoide.domain.turn import turn_key
from omoide.encode.memories import ALL, Encoded, encode_turns
from omoide.errors import InvalidInput, OmoideError
from omoide.language.clean import clean
from omoide.language.slash import is_slash_command
from omoide.perceive import redact, take_in
from omoide.ports import Faculties, Progress
from omoide.settings import Settings

_MOMENT, _FEW = timedelta(microseconds=1), 100


@dataclass(frozen=True, slots=True)
class Line:
    role: str
    content: str
    time: datetime


@dataclass(slots=True)
class Exchange:
    """One turn in the making: consecutive messages of one side are told together."""

    time: datetime
    last: datetime
    said: list[str] = field(default_factory=list)
    replied: list[str] = field(default_factory=list)
    is_last: bool = False


def import_chat(faculties: Faculties, settings: Settings, path: Path, progress: Progress | None = None) -> Encoded:
    """Perceive every turn of a file, then encode them. Lines that cannot be read are counted, and the others kept."""
    problems: list[OmoideError] = []
    return live_lines(faculties, settings, _lines(path, problems), problems, progress)


def live_lines(
    faculties: Faculties, settings: Settings, lines: Iterable[Line], problems: list[OmoideError],
    progress: Progress | None = None,
) -> Encoded:  # fmt: skip
    """Take in messages as turns and encode these. `problems` may grow while the lines are read.

    A last turn without a reply waits for it, unread, until a silence has ended its session: remembered without the
    reply, it would be another turn when the same lines come again with it.
    """
    read, keys = 0, set()
    session, last = "", None
    idle = timedelta(minutes=settings.session.idle_minutes)
    now = faculties.clock.now()
    for exchange in _exchanges(lines, idle):
        if last is None or exchange.time - last > idle:
            session = f"chat:{exchange.time.isoformat()}"
        last = exchange.last
        if exchange.is_last and not exchange.replied and abs(now - last) <= idle:
            read += 1
            continue
        try:
            perceived = take_in(
                faculties, settings, "\n".join(exchange.said), "\n".join(exchange.replied), time=exchange.time,
                session=session, origin="", key=_known_key(faculties, exchange), incognito=False,
            )  # fmt: skip
        except InvalidInput as error:
            problems.append(error)
            continue
        read += 1
        if perceived.turn:
            keys.add(perceived.turn.key)
        if progress and read % 100 == 0:
            progress(0, read)
    # Turns that a stopped import left behind are known already, but still wait: they are encoded now.
    waiting = [t for t in faculties.store.turns.waiting(faculties.scope, None, ALL) if t.key in keys]
    encoded = encode_turns(faculties, settings, waiting, progress)
    faculties.store.words.refresh(faculties.scope)  # so that words which the file made common are known as such
    return replace(
        encoded,
        turns=read,
        skipped=max(read - encoded.memories - encoded.failed, 0),
        failed=encoded.failed + len(problems),
        problems=encoded.problems + tuple(problems),
    )


def _known_key(faculties: Faculties, exchange: Exchange) -> str | None:
    """The key of this turn if it is known by another one: taken in before its reply came, or in another way (from a
    transcript, whose keys are its own). Then it is the same turn."""
    said, replied = (redact(clean("\n".join(texts))) for texts in (exchange.said, exchange.replied))
    if replied:
        key = turn_key(faculties.scope, exchange.time, said, "")
        if faculties.store.turns.get([key], faculties.scope):
            return key
    at_once = faculties.store.turns.between(faculties.scope, exchange.time, exchange.time + _MOMENT, _FEW)
    alike = (said.strip(), replied.strip())
    return next((t.key for t in at_once if (t.said.strip(), t.replied.strip()) in (alike, (alike[0], ""))), None)


def _lines(path: Path, problems: list[OmoideError]) -> Iterator[Line]:
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, 1):
                if raw.strip():
                    line = _line(raw)
                    if isinstance(line, Line):
                        yield line
                    else:
                        problems.append(InvalidInput(f"line {number}: {line[0]}", f"{number} 行目: {line[1]}"))
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read ({error.strerror}); check the name.",
            f"{path} を読めません（{error.strerror}）。名前を確かめてください。",
        ) from error


def _line(raw: bytes) -> Line | tuple[str, str]:
    """A message, or what is wrong with the line in both languages."""
    try:
        value = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return "not UTF-8; convert the file", "UTF-8 ではありません。ファイルを変換してください（Shift_JIS など）"
    except (ValueError, RecursionError) as error:
        why = getattr(error, "msg", "too deep")
        return f"not JSON ({why}); correct the line", f"JSON ではありません（{why}）。その行を直してください"
    if not isinstance(value, dict):
        return "expected an object with role, content and time", "role、content、time を持つオブジェクトにしてください"
    role, content, time = value.get("role"), value.get("content"), value.get("time")
    if role not in ("user", "assistant"):
        return f'role must be "user" or "assistant", not {role!r}', f"role は user か assistant です（{role!r} は不可）"
    if not isinstance(content, str):
        return "content must be a text", "content は文字列にしてください"
    try:
        moment = datetime.fromisoformat(str(time))
    except ValueError:
        example = "2026-01-18T22:54:39+09:00"
        return f"time must look like {example}, not {time!r}", f"time は {example} の形です（{time!r} は不可）"
    if moment.tzinfo is None:
        return (
            f"the time {time} has no time zone; add an offset such as +09:00",
            f"時刻 {time} に時差がありません。+09:00 のように付けてください",
        )
    return Line(role, content, moment)


def _exchanges(lines: Iterable[Line], idle: timedelta) -> Iterator[Exchange]:
    """A turn ends where a user speaks again after a reply, or after a silence that ends a session. A command stands
    alone: it must not swallow real words."""
    current: Exchange | None = None
    for line in lines:
        if current and line.role == "user":
            commands = is_slash_command(line.content) or any(is_slash_command(text) for text in current.said)
            if current.replied or commands or line.time - current.last > idle:
                yield current
                current = None
        current = current or Exchange(line.time, line.time)
        current.last = line.time
        (current.said if line.role == "user" else current.replied).append(line.content)
    if current:
        current.is_last = True
        yield current
