"""Letting a memory fade without a model: a summary taken from its sentences, a trace made of its topics (F11)."""

from __future__ import annotations

import re

from omoide.adapters.models.offline.choosing import clipped, key_sentences
from omoide.adapters.models.offline.reading import on_one_line, within_reach
from omoide.adapters.models.offline.topics import keywords
from omoide.domain.emotion import TAGS
from omoide.prompts.question import Language

LEAST, MOST = 50, 200  # characters of a summary, trigger and content together
_TRIGGER_SENTENCES, _CONTENT_SENTENCES = 2, 3
_TRIGGER_SHARE = 0.45
_TRACED = 3
_NOTHING = {"ja": "（言葉なし）", "en": "(no words)"}
# The frames that account.py puts around words: taken off to shorten what is inside, and put on again.
_FRAMES = tuple(
    re.compile(frame, re.DOTALL)
    for frame in (
        r"^(?P<head>「)(?P<body>.*)(?P<tail>」と(?:言われた|聞かれた|頼まれた))。?(?P<rest>)$",
        r"^(?P<head>「)(?P<body>.*)(?P<tail>」と答えた。)(?P<rest>[^「」]*)$",
        r"^(?:長い(?:話をされた|説明とともに(?:聞かれた|頼まれた))|詳しく答えた)。(?P<head>「)(?P<body>.*)(?P<tail>」)(?P<rest>[^「」]*)$",
        r'^(?P<head>They (?:said|asked|asked of me)(?: at length)?: ")(?P<body>.*)(?P<tail>")(?P<rest>)$',
        r'^(?P<head>I replied(?: at length)?: ")(?P<body>.*)(?P<tail>")(?P<rest>[^"]*)$',
    )
)
_LIST = re.compile(r"[^,、。.!?！？\n]{1,40}(?:, [^,、。!?！？\n]{1,40}){0,7}")
_ENDS = re.compile(r"[。！？!?.…\s]+(?=\S)")


def summarise(trigger: str, content: str, language: Language) -> tuple[str, str]:
    """Level 2: at most 200 characters together, at least 50 where there were so many."""
    trigger, content = (on_one_line(within_reach(text)) or _NOTHING[language] for text in (trigger, content))
    if len(trigger) + len(content) < LEAST:
        return trigger, content
    for_trigger, for_content = _shares(len(trigger), len(content))
    short = (_shortened(trigger, for_trigger, _TRIGGER_SENTENCES), _shortened(content, for_content, _CONTENT_SENTENCES))
    if len(short[0]) + len(short[1]) >= LEAST:
        return short
    # Many tiny sentences: two or three of them would say nothing, so they become one.
    return clipped(_one_sentence(trigger), for_trigger), clipped(_one_sentence(content), for_content)


def trace(trigger: str, content: str, tags: tuple[str, ...], language: Language) -> tuple[str, str]:
    """Level 3: two or three words each, names first, and how it felt. A trace of a trace is the same trace."""
    felt = [tag for tag in dict.fromkeys(tags) if tag in TAGS]
    first = _traced(trigger, ()) or [_NOTHING[language]]
    second = [word for word in _traced(content, tuple(felt)) if word not in felt]
    return ", ".join(first), ", ".join([*second, *felt] or [_NOTHING[language]])


def _shares(trigger: int, content: int) -> tuple[int, int]:
    """How many characters each may have; what one does not need the other gets."""
    for_trigger = min(trigger, max(round(MOST * _TRIGGER_SHARE), MOST - content))
    return for_trigger, min(content, MOST - for_trigger)


def _shortened(text: str, room: int, most: int) -> str:
    head, body, tail, rest = _unframed(text)
    frame = len(head) + len(tail)
    if rest and frame + len(rest) + 12 <= room:  # how it felt stays
        inner = key_sentences(body, room - frame - len(rest), max(1, most - 1))
        return f"{head}{inner}{tail}{rest}" if inner else rest.strip()
    if frame + 12 <= room:
        inner = key_sentences(body, room - frame, most)
        return f"{head}{inner}{tail}" if inner else clipped(text, room)
    return key_sentences(body, room, most) or clipped(text, room)


def _unframed(text: str) -> tuple[str, str, str, str]:
    for frame in _FRAMES:
        match = frame.match(text)
        if match:
            return match["head"], match["body"], match["tail"], match["rest"]
    return "", text, "", ""


def _one_sentence(text: str) -> str:
    return _ENDS.sub(lambda match: " " if match.group().isascii() else "、", text)


def _traced(text: str, felt: tuple[str, ...]) -> list[str]:
    text = within_reach(text).strip()
    if _LIST.fullmatch(text):
        pieces = [piece.strip() for piece in text.split(", ")]
        if len(pieces) > 1 or len(text) <= 12:
            words = [piece for piece in pieces if piece and piece not in felt]
            return list(dict.fromkeys(words))[:_TRACED]
    _, body, _, _ = _unframed(text)
    found = [word.replace(",", "") for word in keywords(body, most=_TRACED)]
    return [word for word in found if word] or ([clipped(on_one_line(text).replace(",", " "), 20)] if text else [])
