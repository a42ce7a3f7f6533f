"""What others wrote, made unable to leave the fence that it is quoted in (R14). The one place where that is done.

A fence is a pair of tags such as <memories> and </memories>. A reader may be lenient about blanks, case and characters
that cannot be seen; so whatever such a reader could take for one of the names loses its bracket.
"""

from __future__ import annotations

import re
from functools import cache

from omoide.domain.context_rules import SECTIONS

_UNSEEN = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*"


def inert(text: str, names: tuple[str, ...] = SECTIONS) -> str:
    """The text with ‹ for < wherever one of these tags would begin or end."""
    return _tags(names).sub("‹", text) if "<" in text else text


def in_a_line(text: str, names: tuple[str, ...] = SECTIONS) -> str:
    """As one line: what is listed line by line cannot pass for two entries."""
    return inert(" ".join(text.split()), names)


@cache
def _tags(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"<(?={_UNSEEN}/?{_UNSEEN}(?:{'|'.join(map(re.escape, names))})\b)", re.IGNORECASE)
