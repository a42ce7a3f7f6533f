"""Text as it may be kept: whatever a terminal, a broken file or a model handed in, storing it must not fail."""

from __future__ import annotations

import re

_NEWLINES = re.compile("\r\n?|\u2028|\u2029|\x0b|\x0c|\x85")
# NUL ends a C string inside SQLite; the other controls can move a terminal's cursor or ring its bell.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """The text with plain newlines, no control characters but newline and tab, and nothing UTF-8 cannot hold."""
    text = _NEWLINES.sub("\n", text)
    text = _CONTROLS.sub("", text)
    return _LONE_SURROGATES.sub("\ufffd", text)
