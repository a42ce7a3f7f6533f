"""Patterns that a person wrote, such as `/salary|payslip/`: they run in RE2, whose time is linear in the text.

Python's own engine tries every way to match one after another, so `(a+)+$` would stand still on one long line, and with
it the whole server. RE2 has no lookaround and no backreferences for that reason. What means the same in both is written
here for RE2 as Python reads it: above all, letters, digits and blanks are those of every language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

# Parts of a pattern that are read as one. Within brackets an opening one is a plain letter, and so is a closing one
# that comes first.
_ESCAPE = r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)"
_OUTSIDE = re.compile(rf"{_ESCAPE}|\[\^?\]?|\{{,[0-9]+\}}|.", re.DOTALL)
_INSIDE = re.compile(rf"{_ESCAPE}|.", re.DOTALL)
# What Python's \w, \s and \d hold, and what their opposites do, as RE2 names it.
_CLASSES = {
    "w": r"\pL\pN_",
    "W": r"\pM\pS\pZ\pC\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}"  # and all dashes of \p{Pc} but the underscore
    r"\x{203F}\x{2040}\x{2054}\x{FE33}\x{FE34}\x{FE4D}-\x{FE4F}\x{FF3F}",
    "s": r"\t-\r\x1c-\x1f\x85\pZ",
    "S": r"\pL\pM\pN\pP\pS\x00-\x08\x0e-\x1b\x7f-\x{84}\x{86}-\x{9f}\p{Cf}\p{Co}",
    "d": r"\p{Nd}",
    "D": r"\pL\pM\p{Nl}\p{No}\pP\pS\pZ\pC",
}  # fmt: skip
# Counted repeats are written out: `.{900}` is 7200 steps, of which any number may be under way at once, and every one
# costs time at every character.
MOST_STEPS = 2_000


class UnusablePattern(ValueError):
    """Why a pattern cannot be used, in English and in Japanese."""

    def __init__(self, en: str, ja: str) -> None:
        super().__init__(en, ja)


def pattern_in(rule: str) -> str | None:
    """The pattern of a rule that is written between slashes; None when the rule is plain words."""
    return rule[1:-1] if len(rule) > 2 and rule.startswith("/") and rule.endswith("/") else None


@lru_cache(maxsize=256)
def finder(pattern: str) -> Callable[[str], bool]:
    """Whether the pattern is found in a text, in capitals or not."""
    try:
        import re2
    except ImportError as error:
        raise UnusablePattern(
            "patterns between slashes need the package google-re2, which is not installed: run pip install google-re2",
            "/ で囲んだパターンにはパッケージ google-re2 が必要です。pip install google-re2 を実行してください",
        ) from error

    if re.search(r"(?<!\\)(?:\\\\)*\\[bB]", pattern) and not pattern.isascii():
        raise UnusablePattern(
            r"\b knows the edges of words in a to z only: leave it out beside other letters",
            r"\b が分かるのは a から z の語の境目だけです。日本語のパターンからは除いてください",
        )
    options = re2.Options()
    options.case_sensitive, options.never_capture, options.log_errors = False, True, False
    try:
        steps = re2.compile(_translated(pattern, letters_of_all=False), options).programsize
        found = re2.compile(_translated(pattern), options).search
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else str(error)
        if reason.startswith(("invalid perl operator", "invalid escape sequence")):
            raise UnusablePattern(
                f"{reason}; lookahead, lookbehind and backreferences are not available",
                f"{reason}。先読み・後読み・後方参照は使えません",
            ) from error
        raise UnusablePattern(
            f"it is not a regular expression: {reason}", f"正規表現として読めません: {reason}"
        ) from error
    if steps > MOST_STEPS:
        raise UnusablePattern(
            f"it counts too far ({steps:,} steps, {MOST_STEPS:,} are allowed): repeat less often, as in .{{0,100}}",
            f"繰り返しが多すぎます（{steps:,} 段、上限 {MOST_STEPS:,}）。.{{0,100}} のように回数を減らしてください",
        )

    def find(text: str) -> bool:
        held = text.encode("utf-8", "replace")
        return any(found(one) is not None for one in {held, held.removesuffix(b"\n")})  # $ is before a last break too

    return find


def _translated(pattern: str, letters_of_all: bool = True) -> str:
    """The same pattern for RE2; with letters, digits and blanks of ASCII only, it is counted by its own length."""
    parts: list[str] = []
    inside, at = False, 0
    while match := (_INSIDE if inside else _OUTSIDE).match(pattern, at):
        part, at = match[0], match.end()
        kind = part[1:2] if part.startswith("\\") else ""
        if kind in ("u", "U") and len(part) > 2:
            part = rf"\x{{{part[2:]}}}"
        elif kind == "Z":
            part = r"\z"
        elif kind == "b" and inside:
            part = r"\x08"
        elif kind in _CLASSES and kind and letters_of_all:
            part = _CLASSES[kind] if inside else f"[{_CLASSES[kind]}]"
        elif part.startswith("{,"):
            part = f"{{0{part[1:]}"
        elif not inside and part.startswith("["):
            inside = True
        elif inside and part == "]":
            inside = False
        parts.append(part)
    return "".join(parts)
