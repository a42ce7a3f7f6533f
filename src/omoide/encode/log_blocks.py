"""A text log of document 000's system, read into blocks (N5).

    ## USER:健
    ただいま。
    2026-01-02 (Fri) 22:10:05

    ## AGENT:葵
    おかえりなさい。
    2026-01-02 (Fri) 22:10:31 | some-model

A header begins a block. A line that holds nothing but a time ends it and dates it; one that holds nothing but a date
dates what follows.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

BlockRole = Literal["user", "assistant", "system"]

_ROLES: dict[str, BlockRole] = {"user": "user", "agent": "assistant", "system": "system"}
# With a colon and in capitals: a reply in Markdown may well have a heading "User".
_HEADER = re.compile(r"#{1,4}\s*(USER|AGENT|SYSTEM)\s*:\s*(.*?)\s*")
_DATE = r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?"
_WEEKDAY = r"(?:[,、]?\s*[(\[]?\s*(?:[A-Za-z]{3,9}|[月火水木金土日](?:曜日?)?)\.?\s*[)\]]?)?"
_CLOCK = r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{6}))?)?"
_STAMP = re.compile(rf"[\[(]?\s*{_DATE}\s*{_WEEKDAY}[\sT]*{_CLOCK}\s*[\])]?(?:\s*\|.*)?")
_DAY = re.compile(rf"(?:[#*\-=\s\[(]*)\s*{_DATE}\s*{_WEEKDAY}\s*[*\-=\s\])]*")
_IN_NAME = re.compile(r"(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_MIDNIGHT = 0


@dataclass(frozen=True, slots=True)
class Block:
    """One message. `time` has no zone yet: the log's clock is that of the person who lived by it."""

    role: BlockRole
    name: str
    text: str
    time: datetime | None = None
    dated: bool = True  # False when its time was taken from elsewhere in the file


def decoded(raw: bytes) -> tuple[str, bool]:
    """The text, and whether all of it could be read: UTF-8, UTF-16 (with or without a mark), else CP932.

    A log that several programs wrote may hold UTF-8 and CP932: then each line is read for itself."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace"), True
    if (order := _utf16_order(raw[:4_000])) is not None:
        return raw.decode(order, errors="replace"), True
    if (text := _strictly(raw, "utf-8-sig")) is not None:
        return text, True
    lines = raw.removeprefix(b"\xef\xbb\xbf").split(b"\n")  # no character of either has this byte as its second
    in_utf8 = [_strictly(line, "utf-8") for line in lines]
    # UTF-8 often happens to be valid CP932, hardly ever the other way round once there are kana or kanji in a line.
    if not any(line and max(line) > "\u07ff" for line in in_utf8) and (text := _strictly(raw, "cp932")) is not None:
        return text, True
    read = [_strictly(line, "cp932") if text is None else text for line, text in zip(lines, in_utf8, strict=True)]
    whole = [
        line.decode("utf-8", errors="replace") if text is None else text for line, text in zip(lines, read, strict=True)
    ]
    return "\n".join(whole), None not in read


def _strictly(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def _utf16_order(head: bytes) -> str | None:
    """A log has ASCII in it (its headers): in UTF-16 every second byte of that is zero."""
    if len(head) < 4:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) <= len(head) // 20:
        return None
    return "utf-16-be" if even > odd else "utf-16-le"


def blocks(text: str, file_name: str = "") -> list[Block]:
    """All blocks in order, dated as far as the file tells (see `_dated`)."""
    return _dated(list(_read(text)), _date_in(file_name))


def _read(text: str) -> Iterator[Block | datetime]:
    """Blocks, and between them the days that a line of its own names, at their beginning."""
    current: Block | None = None
    lines: list[str] = []
    for line in text.splitlines():
        plain = unicodedata.normalize("NFKC", line).strip()
        header, day = _HEADER.fullmatch(plain), _moment(_DAY, plain)
        # Inside a message a bare date may be part of what was said; a heading or a rule around it says otherwise.
        if header or (day and (current is None or not plain[0].isdigit())):
            if current:
                yield _closed(current, lines)
            current = Block(_ROLES[header[1].lower()], (header[2] or "").strip(), "") if header else None
            lines = []
            if day and not header:
                yield day
        elif current:
            lines.append(line)
    if current:
        yield _closed(current, lines)


def would_part(line: str) -> bool:
    """Whether a line of a message would be read as the beginning of something else."""
    plain = unicodedata.normalize("NFKC", line).strip()
    return bool(_HEADER.fullmatch(plain) or (_moment(_DAY, plain) and not plain[0].isdigit()))


def _closed(block: Block, lines: list[str]) -> Block:
    """Its text without the time that stands at its end, if one does."""
    kept = list(lines)
    while kept and not kept[-1].strip():
        kept.pop()
    time = _moment(_STAMP, unicodedata.normalize("NFKC", kept[-1]).strip()) if kept else None
    if time:
        kept.pop()
    return replace(block, text="\n".join(kept).strip(), time=time)


def _moment(pattern: re.Pattern[str], text: str) -> datetime | None:
    found = pattern.fullmatch(text)
    if not found:
        return None
    numbers = [int(part) for part in found.groups() if part is not None]
    if len(numbers) == 3:
        numbers.append(_MIDNIGHT)
    try:
        return datetime(*numbers)  # type: ignore[arg-type]
    except ValueError:
        return None


def _date_in(file_name: str) -> datetime | None:
    found = _IN_NAME.search(file_name)
    try:
        return datetime(*(int(part) for part in found.groups()), _MIDNIGHT) if found else None  # type: ignore[arg-type]
    except ValueError:
        return None


def _dated(read: list[Block | datetime], fallback: datetime | None) -> list[Block]:
    """A block without a time takes the last one before it in the file, else the first after it, else that of the
    file's name; a few milliseconds keep the order. Nothing later in a file moves what stands before it, so a log that
    has grown is read as before."""
    first = next((found for one in read if (found := one if isinstance(one, datetime) else one.time)), fallback)
    last, since = first, 0
    done: list[Block] = []
    for one in read:
        if isinstance(one, datetime):
            last, since = one, 0
        elif one.time:
            last, since = one.time, 0
            done.append(one)
        else:
            since += 1
            done.append(replace(one, time=last and last + timedelta(milliseconds=since), dated=False))
    return done
