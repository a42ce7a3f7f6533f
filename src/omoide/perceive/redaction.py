"""Take secrets out of a text before it is stored or embedded (E8): keys, tokens, passwords, card numbers.

A secret is known by its shape (a key's prefix, a card's check digit) or by the word before it ("password is ...").
What only looks unusual is left alone: a memory full of holes would help nobody. Every pattern begins at a fixed word or
at the edge of a token and never runs back over what it has read, so the time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from omoide.perceive.secret_values import (
    ORDINARY,
    is_card_number,
    is_hash_or_uuid,
    is_my_number,
    is_password,
    is_random,
)

Check = Callable[[re.Match[str], str], bool]

_TRAILING = ".,;:!?)]}>\"'`、。，．；：！？）」』"
_D = "[0-9０-９]"
_EDGE = r"(?<![A-Za-z0-9_-])"  # a token begins here


@dataclass(frozen=True, slots=True)
class Rule:
    """What to look for; the group `secret` (or `quoted`) is replaced. `words` must occur, or the rule is skipped."""

    kind: str
    pattern: re.Pattern[str]
    words: tuple[str, ...] = ()
    check: Check | None = None

    def apply(self, text: str, lowered: str) -> str:
        if self.words and not any(word in lowered for word in self.words):
            return text
        return self.pattern.sub(self._replaced, text)

    def _replaced(self, match: re.Match[str]) -> str:
        group = "secret" if match["secret"] is not None else "quoted"
        value = match[group] if group == "quoted" else match[group].rstrip(_TRAILING)
        if not value or value.startswith("[redacted:") or (self.check and not self.check(match, value)):
            return match[0]
        start = match.start(group) - match.start()
        return f"{match[0][:start]}[redacted: {self.kind}]{match[0][start + len(value) :]}"


def redact(text: str) -> str:
    """The text with every secret replaced by a marker such as [redacted: card number]."""
    while (cleaner := _once(text)) != text:
        text = cleaner  # a marker may part two secrets that ran into each other, so look again
    return text


def _once(text: str) -> str:
    lowered = text.lower()
    for rule in _RULES:
        text = rule.apply(text, lowered)
    return text


# ---------------------------------------------------------------- checks


def _api_key(match: re.Match[str], value: str) -> bool:
    """Not a name of dashed words, as style sheets have."""
    unbroken = any(len(part) >= 20 and any(c.isdigit() for c in part) for part in re.split("[-_]", value))
    return unbroken or is_random(value)


def _letters_and_digits(match: re.Match[str], value: str) -> bool:
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return mixed and is_password(value, False, False)


def _card(match: re.Match[str], value: str) -> bool:
    return is_card_number(value)


def _my_number(match: re.Match[str], value: str) -> bool:
    return is_my_number(value)


def _named_secret(match: re.Match[str], value: str) -> bool:
    """After "key" alone a hash or a UUID may well be a name; after "token" or "api key" it is the secret itself."""
    before = match.string[max(match.start() - 12, 0) : match.start()].lower()
    if before.endswith(("public", "public ", "public_", "public-", "公開")):
        return False
    strong = match["word"].lower() not in ("key", "キー") or _STRENGTHENS.search(before)
    if strong:
        return is_random(value, sure=True) or is_hash_or_uuid(value)
    return is_random(value) and not is_hash_or_uuid(value)


def _password(match: re.Match[str], value: str) -> bool:
    rest = match.string[match.start(match.lastgroup or 0) + len(value) :][:2].lstrip(" \t")
    ends = not rest or rest[0] in "\r\n" or rest[0] in _TRAILING
    if match["secret"] is not None and match["to"]:
        return is_password(value, False, False)
    return is_password(value, match["secret"] is None, ends)


def _password_ja(match: re.Match[str], value: str) -> bool:
    return value.lower() not in ORDINARY and is_password(value, match["secret"] is None, True)


# ---------------------------------------------------------------- patterns

_STRENGTHENS = re.compile(r"(?:api|access|secret|account|signing|encryption|auth|アクセス|暗号|認証)[ _-]?\Z")
_ASSIGNED = r"[\"'`]?[ \t\u3000]{0,3}(?::=|=>|={1,2}|:|：|＝)[ \t\u3000]{0,3}"
_QUOTED = r"[\"'`「『](?P<quoted>[^\"'`「」『』\n]{1,200})[\"'`」』]"
# A bare value ends at a blank, and at a separator that another assignment follows (a query, a connection string).
_BARE = r"(?P<secret>(?:[^\s\"'`「」『』<>、。;&,]|[;&,](?![ \t]?[A-Za-z_][\w.-]{0,40}[ \t]?[=:])){1,200}+)"
_NONE = "(?P<quoted>(?!))?"


def _shape(kind: str, pattern: str, *words: str, check: Check | None = None) -> Rule:
    return Rule(kind, re.compile(rf"(?P<secret>{pattern}){_NONE}"), words, check)


_RULES: tuple[Rule, ...] = (
    _shape(
        "private key",
        r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:"
        r"(?:[A-Za-z0-9+/=\s:,.\\()]|-(?!----))*+-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        r"|(?:\s|\\[nr])*+(?:[A-Za-z0-9+/=]{20,}+(?:\s|\\[nr])*+)++)",
        "private key",
    ),
    _shape("private key", _EDGE + r"AGE-SECRET-KEY-1[A-Z0-9]{50,}+", "age-secret-key-"),
    Rule(
        "password",
        re.compile(rf"://[^\s/:@\"'<>]{{0,100}}:(?P<secret>[^\s/\"'<>`]{{1,200}})@(?=[^\s@/]){_NONE}"),
        ("://",),
    ),
    _shape("api key", _EDGE + r"sk-ant-[A-Za-z0-9_-]{12,}+", "sk-ant-"),
    _shape("api key", _EDGE + r"sk-[A-Za-z0-9_-]{20,}+", "sk-", check=_api_key),
    _shape("api key", _EDGE + r"(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}+", "k_live_", "k_test_", "whsec_"),
    _shape("token", _EDGE + r"(?:gh[pousr]_[A-Za-z0-9]{30,}+|github_pat_[A-Za-z0-9_]{30,}+)", "gh", "github_pat_"),
    _shape("token", _EDGE + r"glpat-[A-Za-z0-9_-]{20,}+", "glpat-"),
    _shape("token", _EDGE + r"(?:hf|npm)_[A-Za-z0-9]{30,}+", "hf_", "npm_"),
    _shape("token", _EDGE + r"pypi-[A-Za-z0-9_-]{50,}+", "pypi-"),
    _shape("access key", r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])", "akia", "asia"),
    _shape("api key", _EDGE + r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])", "aiza"),
    _shape("token", _EDGE + r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}+", "xox", "xapp-"),
    _shape("token", _EDGE + r"SG\.[A-Za-z0-9_-]{16,}+\.[A-Za-z0-9_-]{16,}+", "sg."),
    _shape("token", _EDGE + r"eyJ[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+){2,4}", "eyj"),
    Rule(
        "token",
        re.compile(rf"\b[Bb](?:earer|EARER)[ \t]{{1,3}}(?P<secret>[A-Za-z0-9._~+/=-]{{16,}}+){_NONE}"),
        ("bearer",),
        _letters_and_digits,
    ),
    Rule(
        "password",
        re.compile(rf"(?i)authorization[\"']?\s{{0,2}}[:=]\s{{0,2}}[\"']?basic (?P<secret>[a-z0-9+/=]{{8,}}+){_NONE}"),
        ("authorization",),
    ),
    Rule(
        "password",
        re.compile(
            rf"(?i)(?:pass(?:word|phrase|code|wd)|(?<![a-z])pwd)s?(?:{_ASSIGNED}"
            r"|(?:[ \t]{1,2}(?:for|of|on)[ \t](?:[^\s.,;:!?]{1,40}[ \t]){1,4}?|[ \t]{1,2})"
            r"(?:is|was|will be)[ \t]{1,2}(?:now[ \t])?"
            r"|(?P<to>(?:[ \t]{1,2}(?:to|as)|'s)[ \t]{1,2})|(?<=--password)[ \t]{1,2})"
            rf"(?:{_QUOTED}|{_BARE})"
        ),
        ("passw", "passp", "passc", "pwd"),
        _password,
    ),
    Rule(
        "password",
        re.compile(rf"(?i)(?<![a-z])(?:pw|pass)(?:{_ASSIGNED}|は[ \u3000]?)(?P<secret>[!-~]{{6,100}}+){_NONE}"),
        ("pw", "pass"),
        _letters_and_digits,
    ),
    Rule(
        "password",
        re.compile(
            r"(?:パスワード|パスフレーズ|パスコード|ﾊﾟｽﾜｰﾄﾞ|合言葉|秘密鍵)[ \u3000]?(?:"
            rf"(?:は|が|を|{_ASSIGNED})[ \u3000]?(?:{_QUOTED}|"
            r"(?P<secret>[!-~０-９Ａ-Ｚａ-ｚ]{3,200}+)(?![ ]?(?:文字|桁|年|月|日|回|個|つ|種類|以上))"
            r"(?=[ \u3000]?(?:です|でした|だ|で[、。しあ]|に[しす変設な]|って|らしい|な[のん]|ね|よ|と[い言]"
            r"|[\s。、，．!！?？」』）)]|\Z))))"
        ),
        ("パスワード", "パスフレーズ", "パスコード", "ﾊﾟｽﾜｰﾄﾞ", "合言葉", "秘密鍵"),
        _password_ja,
    ),
    Rule(
        "pin",
        re.compile(
            r"(?:\bPIN(?:[ ](?:code|number))?|\b[Pp]in[ ](?:code|number)|\bmy[ ]pin|暗証番号|PINコード|ＰＩＮ)"
            r"[ \u3000]{0,2}(?:is|was|=|:|：|＝|は|が|を)[ \u3000]{0,2}[「『\"']?"
            rf"(?P<secret>{_D}{{4,12}}+)(?![0-9０-９桁年文]){_NONE}"
        ),
        ("pin", "ｐｉｎ", "暗証番号"),
    ),
    Rule(
        "card code",
        re.compile(
            r"(?:\bCV[VC]2?|\b[Ss]ecurity code|セキュリティコード)"
            r"[ \u3000]{0,2}(?:is|was|=|:|：|＝|は|が)?[ \u3000]{0,2}"
            rf"(?P<secret>{_D}{{3,4}}+)(?![0-9０-９桁]){_NONE}"
        ),
        ("cvv", "cvc", "security code", "セキュリティコード"),
    ),
    Rule(
        "secret",
        re.compile(
            r"(?i)(?P<word>key|secret|token|credential|キー|鍵|トークン|シークレット)s?[\"'`]?"
            r"(?:[ \t\u3000]{0,3}(?:is|was|:=|=>|={1,2}|:|：|＝|は|が|を)[ \t\u3000]{0,3}|[ \t]{1,2})[\"'`「『]?"
            rf"(?P<secret>[A-Za-z0-9_+/=.~-]{{16,}}+){_NONE}"
        ),
        ("key", "secret", "token", "credential", "キー", "鍵", "トークン", "シークレット"),
        _named_secret,
    ),
    Rule(
        "card number",
        re.compile(
            rf"(?<![0-9A-Za-z０-９.+_])(?<![0-9０-９][-－‐])(?P<secret>{_D}{{14,19}}+"
            rf"|{_D}{{4}}(?P<gap>[ \u3000－‐-]){_D}{{4}}(?P=gap){_D}{{4}}(?P=gap){_D}{{4}}(?:(?P=gap){_D}{{3}})?"
            rf"|{_D}{{4}}(?P<gap2>[ \u3000－‐-]){_D}{{6}}(?P=gap2){_D}{{4,5}})"
            rf"(?![0-9A-Za-z０-９_]|[-－‐][0-9０-９]|\.[0-9]){_NONE}"
        ),
        check=_card,
    ),
    Rule(
        "my number",
        re.compile(
            rf"(?i)(?:マイナンバー|個人番号|my[ ]?number)[^0-9０-９\n]{{0,15}}+"
            rf"(?P<secret>{_D}{{12}}|{_D}{{4}}[ \u3000－‐-]{_D}{{4}}[ \u3000－‐-]{_D}{{4}})(?!{_D}){_NONE}"
        ),
        ("マイナンバー", "個人番号", "my number", "mynumber"),
        _my_number,
    ),
)
