"""Letting a memory fade without a model: a summary taken from its sentences, a trace made of its topics (F11)."""

from __future__ import annotations

import re

from omoide.adapters.models.offline.choosing import clipped, key_sentences
from omoide.adapters.models.offline.reading import on_one_line, within_reach
from omoide.adapters.models.offline.topics import keywords, names
from omoide.domain.emotion import TAGS
from omoide.language.sentences import sentences
from omoide.prompts.question import Language

LEAST, MOST = 50, 200  # characters of a summary, trigger and content together
_TRIGGER_SENTENCES, _CONTENT_SENTENCES = 2, 3
_TRIGGER_SHARE = 0.45
_TRACED = 3
_SAID = 20
_NOTE = 40  # characters for names that a summary would lose
_NOTHING = {"ja": "（言葉なし）", "en": "(no words)"}
# What account.py makes: words in quotation marks, and after them how it felt. Only the words are shortened.
_QUOTATIONS = tuple(
    re.compile(quotation, re.DOTALL)
    for quotation in (
        r"^(?P<head>「)(?P<body>.*)(?P<tail>」)(?P<rest>[^「」]*)$",
        r'^(?P<head>")(?P<body>.*)(?P<tail>")(?P<rest>[^"]*)$',
    )
)
# A trace already: a few short pieces with commas between, and no end of a sentence.
_LIST = re.compile(r"[^,。\n]{1,40}(?:, [^,。\n]{1,40}){1,9}(?<![.。])")
_PUNCTUATION = re.compile(r"\s*[,。\n]\s*")
_BRACKETS = re.compile(r" \(([^()]{1,40})\)$")
_ENDS = re.compile(r"[。！？!?.…\s]+(?=[^\s」』\"')）。！？!?.…])")


def summarise(trigger: str, content: str, language: Language) -> tuple[str, str]:
    """Level 2: at most 200 characters together, at least 50 where there were so many."""
    trigger, content = (on_one_line(within_reach(text)) or _NOTHING[language] for text in (trigger, content))
    if len(trigger) + len(content) < LEAST:
        return trigger, content
    for_trigger = max(round(MOST * _TRIGGER_SHARE), MOST - len(content))
    short_content = _shortened(content, MOST - min(len(trigger), for_trigger), _CONTENT_SENTENCES)
    short_trigger = _shortened(trigger, MOST - len(short_content), _TRIGGER_SENTENCES)
    if len(short_trigger) + len(short_content) >= LEAST:
        return short_trigger, short_content
    # Many tiny sentences: two or three of them would say nothing, so they become one.
    joined = _one_sentence(trigger), _one_sentence(content)
    if len(joined[0]) + len(joined[1]) >= LEAST:
        trigger, content = joined
    short_content = clipped(content, MOST - min(len(trigger), for_trigger))
    return clipped(trigger, MOST - len(short_content)), short_content


def trace(trigger: str, content: str, tags: tuple[str, ...], language: Language) -> tuple[str, str]:
    """Level 3: two or three words each, names first, and how it felt. A trace of a trace is the same trace."""
    felt = [tag for tag in dict.fromkeys(tags) if tag in TAGS]
    first = _traced(trigger, ()) or [_NOTHING[language]]
    second = [word for word in _traced(content, tuple(felt)) if word not in felt]
    return ", ".join(first), ", ".join([*second, *felt] or [_NOTHING[language]])


def _shortened(text: str, room: int, most: int) -> str:
    """The sentences that say most; names that they leave out follow in brackets, for names stay."""
    named = names(_unquoted(text)[1])
    short, note = _extract(text, room, most), ""
    for _ in range(3):  # room for a note may bring other sentences, which leave out other names
        left_out = _in_brackets([name for name in named if name not in short])
        if left_out == note:
            break
        if room < 3 * len(left_out):
            return _extract(text, room, most)
        short, note = _extract(text, room - len(left_out), most), left_out
    return short + note


def _in_brackets(words: list[str]) -> str:
    kept: list[str] = []
    for word in words:
        if len(", ".join([*kept, word])) <= _NOTE:
            kept.append(word)
    return f" ({', '.join(kept)})" if kept else ""


def _extract(text: str, room: int, most: int) -> str:
    head, body, tail, rest = _unquoted(text)
    if len(text) <= room and len(sentences(body)) + bool(rest.strip()) <= most:
        return text
    marks = len(head) + len(tail)
    if rest and marks + len(rest) + 12 <= room:  # how it felt stays
        inner = key_sentences(body, room - marks - len(rest), max(1, most - 1))
        return f"{head}{inner}{tail}{rest}" if inner else rest.strip()
    if marks + 12 <= room:
        inner = key_sentences(body, room - marks, most)
        return f"{head}{inner}{tail}" if inner else clipped(text, room)
    return key_sentences(body, room, most) or clipped(text, room)


def _unquoted(text: str) -> tuple[str, str, str, str]:
    for quotation in _QUOTATIONS:
        match = quotation.match(text)
        if match:
            return match["head"], match["body"], match["tail"], match["rest"]
    return "", text, "", ""


def _noted(text: str) -> tuple[str, str]:
    """A summary, and the names in brackets after it."""
    match = _BRACKETS.search(text)
    return (text[: match.start()], match[1]) if match else (text, "")


def _one_sentence(text: str) -> str:
    return _ENDS.sub(lambda match: " " if match.group().isascii() else "、", text)


def _traced(text: str, felt: tuple[str, ...]) -> list[str]:
    text = within_reach(text).strip()
    pieces = [piece.strip() for piece in text.split(", ")] if _LIST.fullmatch(text) else []
    if pieces and all(len(piece) <= _SAID or len(piece.split()) <= _TRACED for piece in pieces):
        return list(dict.fromkeys(piece for piece in pieces if piece not in felt))[:_TRACED]
    text, note = _noted(text)
    _, body, _, _ = _unquoted(text)
    found = [word.replace(",", "").strip() for word in keywords(body, note, most=_TRACED, named_only=True)]
    # words that name nothing (やった、できた！) are kept as they were said
    said = clipped(_PUNCTUATION.sub(" ", on_one_line(body or text)).strip(" ."), _SAID)
    return [word for word in found if word] or ([said] if said else [])
