"""Is this value a secret? Checks for what a shape alone cannot tell: check digits, randomness, ordinary words."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from omoide.language.function_words import ENGLISH

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

TRAILING = ".,;:!?)]}>\"'`、。，．；：！？）」』”’"
# What a number counts when it is no code.
UNITS = (
    "文字|桁|年|月|日|回|個|つ|種類|以上|円|人|番目|時|分|秒|本|枚|件|歳|号|台|%|％"
    "|(?:characters?|chars?|digits?|letters?|symbols?|words?|bits?|bytes?|seconds?|minutes?|mins?|hours?|days?|weeks?"
    "|months?|years?|times|attempts?|tries|people|users?|or more|percent|yen|dollars|euros)(?![a-z])"
)

# What stands after "password is" or "password:" when no password follows.
_ORDINARY = """
    mine always without onto everyone everybody someone anyone people usually often bool boolean bytes char empty
    false field function int integer missing nil nobody none null object optional str string text true type undefined
    unset varchar void na n/a tbd todo example placeholder value required needed necessary mandatory set reset
    unchanged changed updated changing expired expiring invalid valid correct incorrect wrong right different
    identical weak strong secure insecure safe unsafe short long shorter longer easy hard simple complex good bad fine
    great important unique random sensitive secret private public hidden visible shown masked redacted removed known
    unknown available unavailable forgotten lost stolen leaked compromised exposed protected encrypted hashed salted
    stored saved kept written sent shared generated managed checked validated verified entered typed asked used
    accepted rejected refused denied blocked locked old new default temporary secured everything nothing anything
    bcrypt argon scrypt plaintext plain enough gone back ready working broken lowercase uppercase numeric alphanumeric
    enter input yourpassword password passwd passphrase passcode pwd passwords login username easier harder better
    worse best worst stronger weaker ancient terrible awful horrible stupid silly dumb lame ridiculous clever smart
    weird strange funny boring annoying perfect solid clear obvious outdated obsolete stale crap garbage trash
    nonsense gibberish rubbish joke mess pain nightmare problem trouble issue mystery super pretty kinda sorta way far
    extremely fairly totally completely absolutely incredibly somewhat almost nearly probably possibly likely
    definitely certainly currently simply basically literally apparently already soon later today tomorrow yesterday
    tonight forever worthless useless due pending active inactive enabled disabled common knowledge policy company
    work personal case top dead rock brand crystal pure ask check contact use try keep write read look find via per
    unless since except google apple microsoft amazon facebook twitter chrome firefox safari bitwarden keychain vault
    netflix spotify https http ssl tls html json yaml ascii unicode ldap sso saml e.g i.e etc stuck fixed caught
    guessed hacked cracked spelled made given told found put left taken chosen picked fresh tricky
"""
ORDINARY = ENGLISH | frozenset(_ORDINARY.split())
_PREDICATE = re.compile(r"[a-z]{2,}(?:ing|ed|able|ible|less|ous|ful|ly|ive|ated|ish(?<!fish))\Z")
_NOT_A_VALUE_JA = re.compile(
    "文字|桁|以上|以下|以内|必須|必要|不要|任意|なし|無し|未設定|忘れ|変更|同じ|秘密|安全|非公開|違い|弱|強|短|長|正し|間違"
    "|内緒|簡単|入力|ください|です|ます|無効|有効|期限"
)
_NOT_KANA = re.compile(
    "なに|なん|まだ|ない|なし|ひみつ|わか|ください|です|ます|あとで|みんな|これ|それ|あれ|どこ|いつ|だれ|おなじ|ちが|もの|こと"
    "|まえ|わす|パスワード|ログイン|メール"
)
_CODE = re.compile(
    r"""[<{\[(] | \$[{(] | \$[A-Z_]+\Z | %\w+%\Z | %[sd(]  # a placeholder
      | \.{0,2}/ | ~/ | --?[a-z] | [A-Za-z]:\\ | @[A-Za-z.]+\Z | \?[a-z]  # a path, an option, a mention
      | [A-Za-z_.]+[({\[]                                  # a call or an index
      | [A-Za-z_]+(?:\.[A-Za-z_]+)+\Z                      # an attribute: settings.password
      | [a-z_]*(?:password|passwd|passphrase|pwd|pass)\Z   # a variable of that name
      | (.)\1*\Z                                           # xxxxxxxx, ********
      | https?:// | [\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]+\Z    # an address
      | [\w./-]{1,80}\.(?:pdf|docx?|xlsx?|txt|md|py|js|ts|zip|png|jpe?g|csv|json|ya?ml|toml|html?|com|org|net|io|jp)\Z
    """,
    re.VERBOSE,
)
_COMMAND = re.compile(rf"[<>|{{}}]| --?[a-z]|\d ?(?:{UNITS})")
_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.-]*=\w")
# Letters with digits or capitals inside that name a thing: SHA256, iPhone15, OAuth2, 1Password, 2024-05-01, 30-day.
_THING = re.compile(
    r"""sha-?\d+(?:-?\d+)?(?:crypt)? | md[45] | argon2(?:id|[id])? | pbkdf2 | s?crypt | hmac | oauth-?\d?(?:\.0)?
      | openid | ldap | utf-?\d+(?:le|be)? | base\d+ | [234]fa | mfa | v?\d+(?:\.\d+)+\w* | v\d+ | aes-?\d+ | rsa-?\d+
      | ed25519 | x\.?509 | pkcs\#?\d+ | wpa[23]?(?:-\w+)? | ipv[46] | http/?\d? | iso-?\d+(?:-\d+)? | rfc-?\d+
      | ps[1-5] | k8s | web\d | mp[34] | h26[45] | usb-?c?\d? | [mo]365 | s3 | ec2 | db2 | neo4j | log4j | 1password
      | (?:i(?:os|phone|pad|cloud|pados)|mac(?:os|book)?|windows|win|android|office|microsoft|pixel|galaxy|xperia|switch
         |chrome|python|java|node|php|ubuntu|debian|postgres(?:ql)?|mysql|redis|ntlmv|smb|tls|ssl|room|page|level|step
         |version|part|javascript|typescript|github|gitlab|linkedin|youtube|paypal|wordpress|lastpass|keepass(?:xc)?
         |bitlocker|filevault|hyperv|onedrive|dropbox|facebook|whatsapp|tiktok|chatgpt|gpt|openai|vpn|wifi|wi-fi|yubikey
        )-?\d{0,3}(?:\.\d+)*(?:pro|max|s|e)?
      | (?-i:[A-Z]{2,6}-\d+)                               # a ticket: OPS-4412
      | \d+(?:st|nd|rd|th|x|h|hrs?|d|s|mins?|ms|kb|mb|gb|tb|px|%|\+|k|m|am|pm|cm|mm|kg|g|w|v|hz|fps|p)
      | \d+-(?:character|char|digit|letter|day|week|month|year|hour|minute|factor|step|bit|word|time)s?
      | \d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})? | \d{1,2}:\d\d(?::\d\d)?(?:am|pm)? | \d{4}-\d\d-\d\dt.* | [\d.,]+%?
      | \d+[-–~]\d+
    """,
    re.VERBOSE | re.IGNORECASE,
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


def is_iban(text: str) -> bool:
    """An account number whose letters and digits leave 1 when divided by 97."""
    joined = text.replace(" ", "")
    return 15 <= len(joined) <= 34 and int("".join(str(int(c, 36)) for c in joined[4:] + joined[:4])) % 97 == 1


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


def is_plain_word(value: str) -> bool:
    return value.isalpha() and value[1:] == value[1:].lower()


def is_clear(value: str) -> bool:
    """A secret by its own looks, whatever stands around it: letters with digits, or with marks between them."""
    if len(value) < 5 or _CODE.match(value) or _THING.fullmatch(value) or _NOT_A_VALUE_JA.search(value):
        return False
    if " " in value or _ASSIGNMENT.match(value):
        return False
    letters = any(c.isalpha() for c in value)
    marks = re.search(r"\w[!@#$%^&*+?~|]\w", value)
    return letters and (any(c.isdigit() for c in value) or (bool(marks) and len(value) >= 6))


def is_quoted_secret(value: str) -> bool:
    """In quotation marks, after a word that names a secret; not a command, nor what is said of passwords."""
    if value.isdecimal():
        return len(value) >= 4
    words = value.lower().split()
    said_of_it = all(map(_tells, words)) and any(word not in ENGLISH for word in words)
    return not (
        said_of_it
        or value.lower() in ORDINARY
        or _COMMAND.search(value)
        or _CODE.match(value)
        or _THING.fullmatch(value)
        or _NOT_A_VALUE_JA.search(value)
    )


def is_password(value: str, ends_clause: bool, predicate: bool) -> bool:
    """After "is" or a colon: whatever is no word, and a plain word where the clause ends, unless it tells what the
    password is like (`predicate`: "is embarrassing")."""
    low = value.lower()
    if not value or low in ORDINARY or _CODE.match(value) or _NOT_A_VALUE_JA.search(value):
        return False
    if value.isdecimal():
        return len(value) >= 4
    if _THING.fullmatch(value) or not any(c.isalnum() for c in value):
        return False
    if is_plain_word(value):
        return ends_clause and not (predicate and value.islower() and _PREDICATE.match(low))
    if value.isalpha():
        return ends_clause or len(value) > 5
    parts = low.split("-")
    if all(part.isalpha() for part in parts):  # well-known, out-of-date; but correct-horse-battery
        return not any(part in ORDINARY or _PREDICATE.match(part) for part in parts[1 if len(parts) > 2 else 0 :])
    return len(value) >= 3


def passphrase_in(words: str, named: bool, ends_clause: bool) -> int:
    """How many characters of these words are a passphrase, 0 if none: words that make no sentence. Where a passphrase
    was `named`, it may be one."""
    parts = words.split(" ")
    count = next((n for n, word in enumerate(parts) if word.lower() in ENGLISH), len(parts))
    if named and ends_clause and len(parts) >= 3 and count and not _tells(parts[0]):
        return len(words)
    parts, whole = parts[:count], count == len(parts)
    goes_on = len(parts) == 3 and not whole and words.lower().split(" ")[3] in ("and", "but", "so", "please", "for")
    if len(parts) < 2 or (len(parts) < 4 and not goes_on and not (whole and ends_clause)):
        return 0
    telling = sum(map(_tells, parts))
    return len(" ".join(parts)) if telling <= (len(parts) >= 4) else 0


def _tells(word: str) -> bool:
    """Such words say something about a password: expired, easy, embarrassing."""
    return word.lower() in ORDINARY or bool(_PREDICATE.match(word.lower()))


def recovery_phrase_in(words: str) -> int:
    """How many characters of these words are recovery words, 0 if none: as many as wallets give, without many that hold
    a sentence together; their list has a few of those."""
    found = list(re.finditer("[A-Za-z]+", words))
    for count in (*(n for n in (24, 21, 18, 15, 12) if n < len(found)), len(found)):
        if sum(word[0].lower() in ENGLISH for word in found[:count]) * 4 <= count:
            return found[count - 1].end()
    return 0


def is_kana_secret(value: str) -> bool:
    return not _NOT_KANA.search(value)
