"""The token that an erasure asks for: it says that somebody has seen what will go, and means it.

It is sealed over the person, the home, what was counted and when it expires, with a key that never leaves the home. So
it needs no list of tokens, fits no other person or home, and is void as soon as there is more to lose than was shown.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from omoide.errors import Refused

VALID = timedelta(minutes=30)
_LENGTH = 20


def token_for(key: bytes, home: Path, person: str, counted: Mapping[str, int], expires: datetime) -> str:
    minute = int(expires.timestamp() // 60)
    sealed = json.dumps([person, str(home.resolve()), sorted(counted.items()), minute], ensure_ascii=False)
    digest = hmac.new(key, sealed.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return f"{minute:x}-{base64.b32encode(digest).decode().lower()[:_LENGTH]}"


def expires_at(now: datetime) -> datetime:
    """The end of a minute."""
    return datetime.fromtimestamp((now + VALID).timestamp() // 60 * 60, UTC).astimezone(now.tzinfo)


def check(token: str, key: bytes, home: Path, person: str, counted: Mapping[str, int], now: datetime) -> None:
    minute, _, _ = token.strip().partition("-")
    try:
        expires = datetime.fromtimestamp(int(minute, 16) * 60, UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise wrong() from error
    if not hmac.compare_digest(token_for(key, home, person, counted, expires).encode(), token.strip().encode()):
        raise wrong()
    if expires < now:
        raise Refused(
            "the token has expired: call it without --token for a new one. Nothing was erased.",
            "トークンの期限が切れています。--token なしで実行すると新しいものが出ます。何も消していません。",
        )


def wrong() -> Refused:
    return Refused(
        "this is not the token for this person, or there is more by now than it was given for: call it without --token"
        " to see what is there and to get a new one. Nothing was erased.",
        "この人のトークンではないか、発行後に内容が変わっています。--token なしで実行して、内容と新しいトークンを"
        "確かめてください。何も消していません。",
    )
