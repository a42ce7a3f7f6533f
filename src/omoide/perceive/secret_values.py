"""Is this value a secret? Checks for what a shape alone cannot tell: check digits, randomness, ordinary words."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]+", re.IGNORECASE)

# (first digits, from, to, lengths): who issues card numbers that begin so, and how long they are.
_ISSUERS = (
    (1, 4, 4, (16, 19)),
    (2, 51, 55, (16,)),
    (4, 2221, 2720, (16,)),
    (2, 34, 34, (15,)),
    (2, 37, 37, (15,)),
    (4, 3528, 3589, (16, 17, 18, 19)),
    (3, 300, 305, (14, 16)),
    (2, 36, 36, (14,)),
    (2, 38, 39, (14, 16)),
    (4, 6011, 6011, (16, 19)),
    (3, 644, 659, (16, 19)),
    (2, 62, 62, (16, 17, 18, 19)),
)

# What stands after "password is" or "password:" when no password follows.
ORDINARY = frozenset(
    word
    for line in (
        "a an the this that these those it its my your his her our their mine yours what which who where when why how",
        "is are was were be been being not no never always still now then also only just very too so quite rather",
        "and or but if as at by for from in into of off on onto out over to up with without after before again really",
        "any bool boolean bytes char empty false field function int integer missing nil nobody none null object",
        "optional str string text true type undefined unset varchar void yes na tbd todo example placeholder",
        "required needed necessary mandatory set reset unchanged changed updated changing expired expiring invalid",
        "valid correct incorrect wrong right same different identical weak strong secure insecure safe unsafe short",
        "long shorter longer easy hard simple complex good bad fine ok okay great important unique random sensitive",
        "secret private public hidden visible shown masked redacted removed known unknown available unavailable",
        "forgotten lost stolen leaked compromised exposed protected encrypted hashed salted stored saved kept written",
        "sent shared generated managed checked validated verified entered typed asked used accepted rejected refused",
        "denied blocked locked old new default temporary secured below above here there everything nothing something",
        "anything bcrypt argon scrypt plaintext plain enough gone back ready done working broken lowercase uppercase",
        "numeric alphanumeric enter input yourpassword password passwd passphrase passcode pwd",
    )
    for word in line.split()
)
_NOT_A_VALUE_JA = re.compile(
    r"文字|桁|以上|以下|以内|必須|必要|不要|任意|なし|無し|未設定|忘れ|変更|同じ|秘密|安全|非公開"
)
_CODE = re.compile(
    r"""[<{\[(] | \$[{(] | \$[A-Z_]+\Z | %\w+%\Z | %[sd(]  # a placeholder
      | \.{0,2}/ | ~/ | --?[a-z]                           # a path, an option
      | [A-Za-z_.]+[({\[]                                  # a call or an index
      | [A-Za-z_]+(?:\.[A-Za-z_]+)+\Z                      # an attribute: settings.password
      | [a-z_]*(?:password|passwd|passphrase|pwd|pass)\Z   # a variable of that name
      | (.)\1*\Z                                           # xxxxxxxx, ********
    """,
    re.VERBOSE,
)


def digits_of(text: str) -> str:
    """Only the digits, full-width ones as ASCII."""
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isdecimal())


def is_card_number(text: str) -> bool:
    """A known issuer, its length, and Luhn's check digit."""
    digits = digits_of(text)
    known = any(len(digits) in lengths and low <= int(digits[:count]) <= high for count, low, high, lengths in _ISSUERS)
    return known and len(set(digits)) > 1 and _luhn(digits)


def _luhn(digits: str) -> bool:
    doubled = (int(d) * 2 for d in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(d - 9 if d > 9 else d for d in doubled)) % 10 == 0


def is_my_number(text: str) -> bool:
    """Twelve digits, the last of which is the check digit of the Japanese individual number."""
    digits = digits_of(text)
    if len(digits) != 12:
        return False
    weighed = sum(int(d) * (n + 1 if n <= 6 else n - 5) for n, d in enumerate(digits[-2::-1], start=1))
    rest = weighed % 11
    return int(digits[-1]) == (0 if rest <= 1 else 11 - rest)


def is_hash_or_uuid(text: str) -> bool:
    return bool(_UUID.fullmatch(text)) or (len(text) in (32, 40, 56, 64, 96, 128) and bool(_HEX.fullmatch(text)))


def is_random(text: str, sure: bool = False) -> bool:
    """Letters and digits change too often for words.

    A name made of words changes about every fifth character, a random key every second. Where the text around is
    `sure` that a secret follows, fewer changes will do.
    """
    changes = 0
    for left, right in pairwise(text):
        into_capital = left.islower() and right.isupper()
        digit_edge = left.isalnum() and right.isalnum() and left.isdigit() != right.isdigit()
        changes += into_capital or digit_edge
    with_digits = any(c.isdigit() for c in text)
    longest = (6 if sure else 4) if with_digits else 3
    return changes * longest >= len(text) and any(c.isalpha() for c in text)


def is_password(value: str, quoted: bool, ends_clause: bool) -> bool:
    """Plain words count only in quotes or at the end of a clause, where a sentence about passwords rarely ends."""
    if not value or value.lower() in ORDINARY or _CODE.match(value) or _NOT_A_VALUE_JA.search(value):
        return False
    plain_word = value.isalpha() and value[1:] == value[1:].lower()
    return quoted or not plain_word or ends_clause
