"""When two short texts say the same for a list: the same goal set twice, the same question asked again."""

from __future__ import annotations

import re
import unicodedata

_MARKS = re.compile(r"[^\w+#]+|_+")  # C, C++ and C# are three things


def sameness(text: str) -> str:
    """One key for texts that differ only in width, case, blanks and punctuation. What is nothing but marks stays."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _MARKS.sub("", folded) or "".join(folded.split())
