"""Where a list goes on: an opaque mark that only we can make, so that nobody pages where a request may not look.

Signed with a key of this process: a mark is for the next request, not for next year.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from omoide.errors import InvalidInput

_KEY = secrets.token_bytes(32)
_SIGNED = 12  # bytes of the signature


class StrangeCursor(InvalidInput):
    """A mark that we did not make, or not for this list."""


def cursor(list_name: str, offset: int) -> str:
    text = f"{list_name}:{offset}".encode()
    return base64.urlsafe_b64encode(_signature(text) + text).decode().rstrip("=")


def offset_of(list_name: str, mark: str | None) -> int:
    """0 without a mark; raises StrangeCursor for one that we did not make for this list."""
    if not mark:
        return 0
    try:
        raw = base64.urlsafe_b64decode(mark + "=" * (-len(mark) % 4))
    except (ValueError, UnicodeEncodeError):
        raise _strange() from None
    signature, text = raw[:_SIGNED], raw[_SIGNED:]
    name, _, offset = text.decode("utf-8", "replace").rpartition(":")
    if not hmac.compare_digest(signature, _signature(text)) or name != list_name:
        raise _strange()
    return int(offset)


def _signature(text: bytes) -> bytes:
    return hmac.new(_KEY, text, hashlib.sha256).digest()[:_SIGNED]


def _strange() -> StrangeCursor:
    return StrangeCursor(
        "this cursor was not given out for this list: begin again without one.",
        "このカーソルはこの一覧のものではありません。カーソルなしで始めからやり直してください。",
    )
