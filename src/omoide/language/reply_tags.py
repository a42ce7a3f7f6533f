"""Tags that a persona writes into its reply for its own memory: what it feels, and which episodes took part (M2, P6).

    <persona_emotion category="protective" intensity="0.8"/>
    <memory_trace id="episode_2026-01-15_001" resonance="0.7"/>

They are read and taken out of what the person sees, from a whole reply (`strip`) or from one that arrives in pieces
(`TagStream`); any cut into pieces gives the same. Models are careless with quotes, slashes and case, so whatever bears
one of the two names and is closed by `>` counts as a tag and vanishes; its values count only where they can be read
without guessing. In code, fenced or right after a backtick, a tag is talked about: it stays, and means nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from omoide.domain.persona_emotion import MemoryTrace, PersonaEmotion
from omoide.language.tag_values import emotion_of, trace_of

NAMES = ("persona_emotion", "memory_trace")
LONGEST = 300  # characters after the name: beyond that no tag is waited for, and nobody waits for the text
_ENOUGH = 2  # letters of a name: a reply that ends in less than that may as well end in "k<m"

_TAG = re.compile(rf"</?({'|'.join(NAMES)})(?![\w-])([^<>]{{0,{LONGEST}}})>", re.IGNORECASE)
_NAMED = re.compile(rf"</?(?:{'|'.join(NAMES)})(?![\w-])([^<>]{{0,{LONGEST}}})", re.IGNORECASE)
_BEGUN = re.compile(r"</?([a-z_]*)", re.IGNORECASE)
_ATTRIBUTES = ("category", "intensity", "id", "resonance")
_FIRST_ATTRIBUTE = re.compile(r"\s*/?\s*([a-z]*)(?:\s*(?:[=＝].*)?)", re.IGNORECASE | re.DOTALL)
_PIECES = re.compile(r"\s+|<|[^\s<]+")
_FENCE = re.compile(r" {0,3}(```|~~~)")
_FENCE_REACH = 6  # of a line, what decides whether it is a fence


class Stripped(NamedTuple):
    """What may be seen, and what was found: every readable emotion in order, and the last trace of each id."""

    visible: str
    emotions: tuple[PersonaEmotion, ...] = ()
    traces: tuple[MemoryTrace, ...] = ()

    @property
    def emotion(self) -> PersonaEmotion | None:
        """The one that counts: a feeling may change while one speaks."""
        return self.emotions[-1] if self.emotions else None


def strip(text: str) -> Stripped:
    """A whole reply without its tags."""
    if "<" not in text:
        return Stripped(text)
    stream = TagStream()
    shown = stream.feed(text)
    rest = stream.finish()
    return Stripped(shown + rest.visible, rest.emotions, rest.traces)


class TagStream:
    """A reply as it arrives. `feed` gives what may be shown by now, `finish` the rest and everything found."""

    def __init__(self) -> None:
        self._waiting = ""  # from a "<" that may still become a tag
        self._blanks = [""]  # white space since the last word; a tag in between begins a new part
        self._begun = False
        self._last = ""
        self._code = _Code()
        self._emotions: list[PersonaEmotion] = []
        self._traces: dict[str, MemoryTrace] = {}

    def feed(self, piece: str) -> str:
        text, self._waiting = self._waiting + piece, ""
        shown: list[str] = []
        at = 0
        while at < len(text):
            if text[at] == "<" and not self._quoted():
                tag = _TAG.match(text, at)
                if tag:
                    self._take(tag)
                    at = tag.end()
                    continue
                if _may_become_a_tag(text[at : at + LONGEST + 30]):
                    self._waiting = text[at:]
                    break
            word = _PIECES.match(text, at)
            assert word is not None  # the three kinds of piece cover every character
            shown.append(self._pass(word.group()))
            at = word.end()
        return "".join(shown)

    def finish(self) -> Stripped:
        """A tag that the end has cut off is not shown; white space at the end stays unless a tag stood there."""
        rest, self._waiting = self._waiting, ""
        cut = bool(rest) and _is_cut_tag(rest)
        shown = "" if cut or not rest else "".join(self._pass(word) for word in _PIECES.findall(rest))
        if len(self._blanks) == 1 and not cut:
            shown += self._blanks[0]
        self._blanks = [""]
        return Stripped(shown, tuple(self._emotions), tuple(self._traces.values()))

    def _quoted(self) -> bool:
        return self._code.inside or (self._last == "`" and self._blanks == [""])

    def _take(self, tag: re.Match[str]) -> None:
        self._blanks.append("")
        if tag[1].lower() == "persona_emotion":
            emotion = emotion_of(tag[2])
            if emotion:
                self._emotions.append(emotion)
        else:
            trace = trace_of(tag[2])
            if trace:
                self._traces.pop(trace.id, None)
                self._traces[trace.id] = trace

    def _pass(self, word: str) -> str:
        """White space is held until a word follows: a tag may follow instead, and take it along."""
        self._code.read(word)
        if word.isspace():
            self._blanks[-1] += word
            return ""
        shown = self._gap() + word
        self._blanks, self._begun, self._last = [""], True, word[-1]
        return shown

    def _gap(self) -> str:
        """What is left of white space around tags: its strongest part, so that no blank line tells of them."""
        if len(self._blanks) == 1:
            return self._blanks[0]
        if not self._begun:  # nothing before: only the indentation of the first line counts
            line_break, indent = self._blanks[-1].rpartition("\n")[1:]
            return indent if line_break else ""
        return max(reversed(self._blanks), key=lambda part: (part.count("\n"), bool(part)))


class _Code:
    """Knows whether the text stands in a fence, from its lines as they come."""

    def __init__(self) -> None:
        self._line = ""
        self._fence = ""

    @property
    def inside(self) -> bool:
        return bool(self._fence) or bool(_FENCE.match(self._line))

    def read(self, word: str) -> None:
        before, line_break, after = word.rpartition("\n")
        if line_break:
            self._extend(before.partition("\n")[0])
            self._end_line()
            self._line = ""
        self._extend(after)

    def _extend(self, text: str) -> None:
        if len(self._line) < _FENCE_REACH:
            self._line += text[: _FENCE_REACH - len(self._line)]

    def _end_line(self) -> None:
        mark = _FENCE.match(self._line)
        if not mark:
            return
        if not self._fence:
            self._fence = mark[1]
        elif self._fence == mark[1]:
            self._fence = ""


def _may_become_a_tag(text: str) -> bool:
    """Does all there is fit the beginning of one?"""
    named = _NAMED.match(text)
    if named:
        return named.end() == len(text) and len(named[1]) <= LONGEST
    begun = _BEGUN.fullmatch(text)
    return bool(begun) and any(name.startswith(begun[1].lower()) for name in NAMES)


def _is_cut_tag(rest: str) -> bool:
    """Prose that mentions a name ("<persona_emotion is a tag") is none: attributes look different."""
    named = _NAMED.fullmatch(rest)
    if named:
        first = _FIRST_ATTRIBUTE.fullmatch(named[1])
        return bool(first) and any(known.startswith(first[1].lower()) for known in _ATTRIBUTES)
    begun = _BEGUN.fullmatch(rest)
    return bool(begun) and len(begun[1]) >= _ENOUGH
