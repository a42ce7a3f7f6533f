"""Results in words. What was remembered is data (R14): one line each, inside a fence that it cannot close."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from omoide.language.quoting import in_a_line, inert
from omoide.recall.injection import CLOSE, OPEN
from omoide.tools.shapes import MemoryShape, TurnShape


def said(language: str, en: str, ja: str, **values: Any) -> str:
    text = ja if language == "ja" else en
    return text.format(**values) if values else text


def fenced(lines: Iterable[str]) -> str:
    """Every line must have gone through `in_a_line`; the functions below see to that."""
    return "\n".join([OPEN, *lines, CLOSE])


def whole(text: str) -> str:
    """A text of several lines, such as a page, inside the same fence."""
    return "\n".join([OPEN, inert(text.rstrip()), CLOSE])


def memory_line(memory: MemoryShape, *more: str) -> str:
    """`- mem_20260118_001 [2026-01-18][L1] trigger → content`"""
    marks = [memory.created[:10], f"L{memory.level}"]
    marks += [name for name in ("archived", "protected", "protection_pending") if getattr(memory, name)]
    marks += [_mark(mark) for mark in (memory.origin, *more) if mark]
    return f"- {memory.id} {''.join(f'[{mark}]' for mark in marks)} {_pair(memory.trigger, memory.content)}"


def turn_line(turn: TurnShape) -> str:
    """`- [2026-01-18T18:00+09:00] what was said → what was replied`"""
    marks = [turn.time, *([_mark(turn.origin)] if turn.origin else []), *(["source"] if turn.source else [])]
    return f"- {''.join(f'[{mark}]' for mark in marks)} {_pair(turn.said, turn.replied)}"


def _mark(text: str) -> str:
    """A folder's name must not pass for other marks."""
    return in_a_line(text).replace("[", "(").replace("]", ")")


def _pair(first: str, second: str) -> str:
    return f"{in_a_line(first)} → {in_a_line(second)}" if second else in_a_line(first)
