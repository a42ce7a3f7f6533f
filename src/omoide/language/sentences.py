"""Sentences of Japanese and English texts, also mixed ones."""

from __future__ import annotations

import re

_CLOSERS = "」』）】〉》”’)\\]\"'"
# 。！？… end a sentence wherever they stand; ! ? only before a blank, an end or Japanese; . only before a blank.
_END = re.compile(
    rf"(?:[。！？…]+[!?]*|[!?]+(?=[{_CLOSERS}]*(?:\s|$|[\u3041-\u9fff]))|\.+(?=[{_CLOSERS}]*(?:\s|$)))[{_CLOSERS}]*|\n+"
)
# What is quoted or bracketed is not cut open, and neither is an address.
_WHOLE = re.compile(
    r"https?://[^\s、。「」]*[^\s、。「」.,!?]|「[^「」\n]{1,300}」|『[^『』\n]{1,300}』|（[^（）\n]{1,300}）|\([^()\n]{1,300}\)"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|sr|jr|st|vs|etc|e\.g|i\.e|cf|no|vol|fig|approx|dept|inc|ltd|co|corp|jan|feb|mar|apr|jun|"
    r"jul|aug|sept?|oct|nov|dec|a\.m|p\.m)|(?:^|[\s(])[a-z](?:\.[a-z])*)\.$",
    re.IGNORECASE,
)
_LOWER_NEXT = re.compile(r"\s+[a-z]")


def sentences(text: str) -> list[str]:
    """The sentences in order, trimmed, none empty; together they hold every character of the text but blanks."""
    closed = [match.span() for match in _WHOLE.finditer(text)]
    found, start, at = [], 0, 0
    for match in _END.finditer(text):
        while at < len(closed) and closed[at][1] <= match.start():
            at += 1
        inside = at < len(closed) and closed[at][0] <= match.start() and not _closes(text, match.end(), closed[at][1])
        if inside or _goes_on(text, start, match):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def _closes(text: str, end: int, bracket_end: int) -> bool:
    """A quotation ends the sentence only when nothing follows it directly: 「行くよ。」と言った is one."""
    return end >= bracket_end and (end >= len(text) or text[end].isspace() or text[end] in "「『（(")


def _goes_on(text: str, start: int, match: re.Match[str]) -> bool:
    """A full stop that is part of an abbreviation, or that a small letter follows, ends nothing."""
    end = match.group()
    if end[0] != ".":
        return False
    if _LOWER_NEXT.match(text, match.end()):
        return True
    if end == "." and match.end() < len(text.rstrip()):
        # the few characters before suffice: the longest abbreviation is short
        return bool(_ABBREVIATION.search(text[max(start, match.end() - 12) : match.end()]))
    return False
