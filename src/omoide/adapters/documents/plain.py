"""Plain text in the encodings that Japanese and English files come in."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from omoide.errors import InvalidInput

# Characters that no text holds: a file with many of them is a picture or a program, whatever its name says.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MOST_CONTROLS = 0.001


def text_of_bytes(path: Path, raw: bytes) -> str:
    text = decoded(raw)
    if text is None or len(_CONTROLS.findall(text)) > _MOST_CONTROLS * len(text):
        raise InvalidInput(
            f"{path} is no text that can be read: save it as UTF-8.",
            f"{path} は文章として読めません。UTF-8 で保存し直してください。",
        )
    return text


def decoded(raw: bytes) -> str | None:
    """UTF-8, UTF-16 or CP932; None for anything else.

    A mark at the beginning decides. Without one, UTF-8 is tried first, since hardly anything else happens to be valid
    UTF-8; then UTF-16 where every other byte is zero; and CP932, the encoding of older Japanese files, at last.
    """
    if raw.startswith(codecs.BOM_UTF8):
        return _strictly(raw, "utf-8-sig")
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _strictly(raw, "utf-16")
    if b"\0" in raw:
        even, odd = raw[::2].count(0), raw[1::2].count(0)
        return _strictly(raw, "utf-16-be" if even > odd else "utf-16-le") if max(even, odd) > len(raw) / 8 else None
    for encoding in ("utf-8", "cp932"):
        text = _strictly(raw, encoding)
        if text is not None:
            return text
    return None


def _strictly(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None
