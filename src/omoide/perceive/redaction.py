"""Take secrets out of a text before it is stored or embedded (E8): keys, tokens, passwords, card numbers.

A secret is known by its shape (a key's prefix, a card's check digit) or by the words around it (told_secrets.py).
What only looks unusual is left alone: a memory full of holes would help nobody. Every pattern begins at a fixed word or
at the edge of a token and never runs back over what it has read, so the time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from omoide.perceive.secret_values import (
    TRAILING,
    is_card_number,
    is_clear,
    is_hash_or_uuid,
    is_iban,
    is_my_number,
    is_random,
)
from omoide.perceive.told_secrets import told_secrets

Check = Callable[[re.Match[str], str], bool]

# A marker may part two secrets that ran into each other, so a text is looked at again; so often at most.
ROUNDS = 4
_D = "[0-9０-９]"
_EDGE = r"(?<![A-Za-z0-9_-])"  # a token begins here


@dataclass(frozen=True, slots=True)
class Rule:
    """What to look for; the group `secret` is replaced. `words` must occur, or the rule is skipped."""

    kind: str
    pattern: re.Pattern[str]
    words: tuple[str, ...] = ()
    check: Check | None = None

    def apply(self, text: str, lowered: str) -> str:
        if self.words and not any(word in lowered for word in self.words):
            return text
        return self.pattern.sub(self._replaced, text)

    def _replaced(self, match: re.Match[str]) -> str:
        value = match["secret"].rstrip(TRAILING)
        if not value or value.startswith("[redacted:") or (self.check and not self.check(match, value)):
            return match[0]
        start = match.start("secret") - match.start()
        return f"{match[0][:start]}{_marker(self.kind)}{match[0][start + len(value) :]}"


class ToldRule:
    """Secrets that the text names."""

    def apply(self, text: str, lowered: str) -> str:
        parts, at = [], 0
        for told in told_secrets(text):
            parts += [text[at : told.start], _marker(told.kind)]
            at = told.end
        return "".join([*parts, text[at:]])


def redact(text: str) -> str:
    """The text with every secret replaced by a marker such as [redacted: card number]."""
    for _ in range(ROUNDS):
        before, lowered = text, text.lower()
        for rule in _RULES:
            text = rule.apply(text, lowered)
        if text == before:
            break
    return text


def _marker(kind: str) -> str:
    return f"[redacted: {kind}]"


# ---------------------------------------------------------------- checks


def _api_key(match: re.Match[str], value: str) -> bool:
    """Not a name of dashed words, as style sheets have."""
    unbroken = any(len(part) >= 20 and any(c.isdigit() for c in part) for part in re.split("[-_]", value))
    return unbroken or is_random(value)


def _letters_and_digits(match: re.Match[str], value: str) -> bool:
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return mixed and is_clear(value)


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


def _iban(match: re.Match[str], value: str) -> bool:
    return is_iban(value)


# ---------------------------------------------------------------- patterns

_STRENGTHENS = re.compile(r"(?:api|access|secret|account|signing|encryption|auth|アクセス|暗号|認証)[ _-]?\Z")


def _shape(kind: str, pattern: str, *words: str, check: Check | None = None) -> Rule:
    return Rule(kind, re.compile(rf"(?P<secret>{pattern})"), words, check)


_RULES: tuple[Rule | ToldRule, ...] = (
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
        re.compile(r"://[^\s/:@\"'<>]{0,100}:(?P<secret>[^\s/\"'<>`]{1,200})@(?=[^\s@/])"),
        ("://",),
    ),
    _shape("api key", _EDGE + r"sk-ant-[A-Za-z0-9_-]{12,}+", "sk-ant-"),
    _shape("api key", _EDGE + r"sk-[A-Za-z0-9_-]{20,}+", "sk-", check=_api_key),
    _shape("api key", _EDGE + r"(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}+", "k_live_", "k_test_", "whsec_"),
    _shape("token", _EDGE + r"(?:gh[pousr]_[A-Za-z0-9]{30,}+|github_pat_[A-Za-z0-9_]{30,}+)", "gh", "github_pat_"),
    _shape("token", _EDGE + r"glpat-[A-Za-z0-9_-]{20,}+", "glpat-"),
    _shape("token", _EDGE + r"(?:hf|npm)_[A-Za-z0-9]{30,}+", "hf_", "npm_"),
    _shape("token", _EDGE + r"omo_[A-Za-z0-9_-]{30,}+", "omo_"),  # our own
    _shape("token", _EDGE + r"pypi-[A-Za-z0-9_-]{50,}+", "pypi-"),
    _shape("access key", r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])", "akia", "asia"),
    _shape("api key", _EDGE + r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])", "aiza"),
    _shape("token", _EDGE + r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}+", "xox", "xapp-"),
    _shape("token", _EDGE + r"SG\.[A-Za-z0-9_-]{16,}+\.[A-Za-z0-9_-]{16,}+", "sg."),
    _shape("token", _EDGE + r"eyJ[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+){2,4}", "eyj"),
    Rule(
        "token",
        re.compile(r"\b[Bb](?:earer|EARER)[ \t]{1,3}(?P<secret>[A-Za-z0-9._~+/=-]{16,}+)"),
        ("bearer",),
        _letters_and_digits,
    ),
    Rule(
        "password",
        re.compile(r"(?i)authorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?basic (?P<secret>[a-z0-9+/=]{8,}+)"),
        ("authorization",),
    ),
    ToldRule(),
    Rule(
        "card code",
        re.compile(
            r"(?:\bCV[VC]2?|\b[Ss]ecurity code|セキュリティコード)(?: on the (?:back|card))?"
            r"[ \u3000]{0,2}(?:is|was|=|:|：|＝|は|が)?[ \u3000]{0,2}"
            rf"(?P<secret>{_D}{{3,4}}+)(?![0-9０-９桁])"
        ),
        ("cvv", "cvc", "security code", "セキュリティコード"),
    ),
    Rule(
        "secret",
        re.compile(
            r"(?i)(?P<word>key|secret|token|credential|キー|鍵|トークン|シークレット)s?[\"'`]?"
            r"(?:[ \t\u3000]{0,3}(?:is|was|:=|=>|={1,2}|:|：|＝|は|が|を)[ \t\u3000]{0,3}|[ \t]{1,2})[\"'`「『]?"
            r"(?P<secret>[A-Za-z0-9_+/=.~-]{16,}+)"
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
            rf"(?![0-9A-Za-z０-９_]|[-－‐][0-9０-９]|\.[0-9])"
        ),
        check=_card,
    ),
    Rule(
        "my number",
        re.compile(
            rf"(?i)(?:マイナンバー|個人番号|my[ ]?number)[^0-9０-９\n]{{0,15}}+"
            rf"(?P<secret>{_D}{{12}}|{_D}{{4}}[ \u3000－‐-]{_D}{{4}}[ \u3000－‐-]{_D}{{4}})(?!{_D})"
        ),
        ("マイナンバー", "個人番号", "my number", "mynumber"),
        _my_number,
    ),
    Rule(
        "account number",
        re.compile(
            r"(?i)(?:(?:account|routing)[ ](?:number|no\.)|口座番号)[^0-9０-９\n]{0,15}+"
            rf"(?P<secret>{_D}{{6,17}}|{_D}{{3,4}}(?:[ -]{_D}{{3,4}}){{1,3}})(?!{_D}|[-/.][0-9]|桁|円)"
        ),
        ("account n", "routing n", "口座番号"),
    ),
    Rule(
        "account number",
        re.compile(
            r"(?<![A-Za-z0-9])(?P<secret>[A-Z]{2}[0-9]{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?)"
            r"(?![A-Za-z0-9])"
        ),
        check=_iban,
    ),
    Rule(
        "national number",
        re.compile(
            r"(?i)(?:\bSSN|social security (?:number|no\.))[^0-9\n]{0,15}+"
            r"(?P<secret>[0-9]{3}([- ]?)[0-9]{2}\2[0-9]{4})(?![0-9])"
        ),
        ("ssn", "social security"),
    ),
    Rule(
        "passport number",
        re.compile(
            r"(?i)(?:passport (?:number|no\.)|パスポート(?:の|は|番号|ナンバー)|旅券番号)[^A-Za-z0-9\n]{0,10}+"
            r"(?:is |was )?(?P<secret>[A-Z]{0,2}[0-9]{6,9})(?![A-Za-z0-9])"
        ),
        ("passport n", "パスポート", "旅券番号"),
    ),
)
