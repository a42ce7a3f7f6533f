"""Passwords, PINs, codes and recovery words as people tell them (E8, O8), in English and Japanese.

Three things are read one after the other: a word that names a secret ("password", 「暗証番号」), how it is linked to
what follows ("for the router is", 「、」, a line break), and the value. The looser the link, the more must the value
itself look like a secret: "the password hunter2" is one, "the password reset" is none. Each step looks at a bounded
stretch from a place that is known, so the time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from omoide.language.function_words import ENGLISH
from omoide.perceive import told_patterns as told_by
from omoide.perceive.secret_values import (
    TRAILING,
    is_clear,
    is_kana_secret,
    is_password,
    is_plain_word,
    is_quoted_secret,
    passphrase_in,
    recovery_phrase_in,
)
from omoide.perceive.told_patterns import Link

_MARKER = "[redacted: "


class Name(NamedTuple):
    """A word that names a secret."""

    start: int
    end: int
    kind: str
    word: str


class Told(NamedTuple):
    """Where a secret stands in the text, and what it is."""

    start: int
    end: int
    kind: str


def told_secrets(text: str) -> list[Told]:
    """All secrets that the text tells by name, in their order."""
    found: list[Told] = []
    for name in _names(text):
        past = found[-1].end if found else 0
        if name.start < past:
            continue
        before = _before(text, name, past)
        found += [before] if before else []
        found += _behind(text, name)
    return found


def unfinished(text: str, longest: int) -> int:
    """From where on the end of a text may yet turn out to tell a secret: what follows a name until its clause is over,
    and a value that a name may follow. Nothing is waited for through more than `longest` characters, a list of words
    twice as long."""
    safe = len(text)
    for name in _names(text):
        listed = name.kind.startswith("recovery")
        waits = len(text) - name.end <= (2 * longest if listed else longest)
        if waits and (listed or not told_by.CLAUSE_OVER.search(text, name.end)):
            safe = name.end
            break
    turned = told_by.MAY_BE_NAMED.search(text, max(len(text) - longest, 0))
    return min(safe, turned.start()) if turned else safe


# ---------------------------------------------------------------- names


def _names(text: str) -> Iterator[Name]:
    for match in told_by.NAME.finditer(_lower(text)):
        kind, word = (match.lastgroup or "").replace("_", " "), match[0]
        if _meant(text, match.start(), match.end(), kind, word):
            yield Name(match.start(), match.end(), kind, word)


def _lower(text: str) -> str:
    """In lower case, every letter at its place."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _meant(text: str, start: int, end: int, kind: str, word: str) -> bool:
    """Whether such a word names a secret here: it is no marker, and stands where it means nothing else."""
    before = text[max(start - 24, 0) : start]
    if before.rpartition(_MARKER)[1] and "]" not in before.rpartition(_MARKER)[2]:
        return False
    within_a_word = before[-1:].isascii() and before[-1:].isalpha()
    if word == "pin" and text.startswith("PIN", start) and not within_a_word:
        return True
    if word in ("code", "combination", "combo") and told_by.OF_A_DOOR.match(text, end):
        return True
    if word in told_by.NEEDS:
        return bool(told_by.NEEDS[word].search(before))
    may_be_part = not word.isascii() or (kind == "password" and word.startswith("pass"))  # DB_PASSWORD
    return may_be_part or not within_a_word


# ---------------------------------------------------------------- what is told with a name


def _before(text: str, name: Name, past: int) -> Told | None:
    """hunter2 is my password; kaede2023がパスワードだよ"""
    if name.kind in ("login", "pass", "recovery words"):
        return None
    begin = max(name.start - 100, past)
    stretch = text[begin : name.start]
    match = None
    if told_by.IS_MY.search(stretch[-60:]) and not told_by.ANOTHER_THING.match(text, name.end):
        match = told_by.VALUE_BEFORE.search(stretch)
    if not match and told_by.PARTICLE.search(stretch[-24:]) and told_by.IS_IT_JA.match(text, name.end):
        match = told_by.VALUE_BEFORE_JA.search(stretch)
    if not match:
        return None
    group = "value" if match["quoted"] is None else "quoted"
    value = match[group].rstrip(TRAILING)
    numeric = value.isdecimal() and len(value) >= 4 and name.kind in ("pin", "code")
    if not (numeric or is_clear(value) or (group == "quoted" and is_quoted_secret(value))):
        return None
    return Told(begin + match.start(group), begin + match.start(group) + len(value), name.kind)


def _behind(text: str, name: Name) -> Iterator[Told]:
    """The value behind a name, and those that are listed with it."""
    told = _linked(text, name) or _later(text, name)
    while told:
        yield told
        more = (told_by.MORE_CODES if name.kind == "recovery code" else told_by.MORE).match(text, told.end)
        told = _clear_at(text, more.end(), told.kind) if more else None


def _linked(text: str, name: Name) -> Told | None:
    for link, pattern in told_by.LINKS:
        match = pattern.match(text, name.end)
        if match:
            told = _value(text, name, link, match.end())
            if told or (link >= Link.IS and not match["of"]):
                return told
    return None


def _later(text: str, name: Name) -> Told | None:
    """In the next sentence, or behind more words than a link has."""
    if name.kind not in ("password", "pin", "code") or told_by.ANOTHER_THING.match(text, name.end):
        return None
    later = told_by.LATER.match(text, name.end) or told_by.DASHED.match(text, name.end)
    if name.kind != "password":
        later = later or told_by.NOTED_JA.match(text, name.end)
        return _clear_at(text, later.end(), name.kind) if later else None
    told = _clear_at(text, later.end(), name.kind) if later else None
    later = told_by.LATER_JA.match(text, name.end)
    if told or not later or told_by.SOMETHING_ELSE_JA.search(later[0]):
        return told
    told = _clear_at(text, later.end(), name.kind)
    return told if told and told_by.ENDS_JA.match(text, told.end) else None


# ---------------------------------------------------------------- values


def _value(text: str, name: Name, link: Link, at: int) -> Told | None:
    """What stands there, if it is a secret after such a name and such a link."""
    match name.kind:
        case "pin":
            return _of(told_by.DIGITS.match(text, at), "pin")
        case "code":
            return _of(told_by.DIGITS.match(text, at) or told_by.CODE.match(text, at), "code")
        case "recovery words":
            listed = told_by.LIST.match(text, at)
            length = recovery_phrase_in(listed["value"]) if listed else 0
            return Told(at, at + length, name.kind) if length else None
        case "recovery code":
            return _clear_at(text, at, name.kind)
        case "login":  # admin / admin123
            user = told_by.USER.match(text, at) if link >= Link.JA else None
            return _clear_at(text, user.end(), "password") if user else None
        case "pass":
            return _after_pass(text, link, at)
    if link is Link.BESIDE and text.endswith("--", 0, name.start):  # an option of a command
        link = Link.SET
    return _password(text, name, link, at)


def _of(match: re.Match[str] | None, kind: str) -> Told | None:
    return Told(*match.span("value"), kind) if match else None


def _clear_at(text: str, at: int, kind: str) -> Told | None:
    """A value that is a secret by its own looks, or a number of the same kind."""
    if kind in ("pin", "code"):
        return _of(told_by.DIGITS.match(text, at), kind)
    match = told_by.QUOTED.match(text, at) or told_by.BARE.match(text, at)
    value = match["value"].rstrip(TRAILING) if match else ""
    wanted = told_by.RECOVERY_CODE.fullmatch(value) if kind == "recovery code" else is_clear(value)
    return Told(match.start("value"), match.start("value") + len(value), kind) if match and wanted else None


def _after_pass(text: str, link: Link, at: int) -> Told | None:
    """「パス」 and "pass" mean much else: a way, a ticket, a throw."""
    bare = told_by.BARE.match(text, at)
    if not bare or link in (Link.BESIDE, Link.TO):
        return None
    value = bare["value"].rstrip(TRAILING)
    told = Told(at, at + len(value), "password")
    if value.isdecimal() and len(value) in (4, 6) and link is Link.JA:
        return told if told_by.ENDS_SURELY_JA.match(text, told.end) else None
    return told if is_clear(value) and len(value) >= 6 and not re.search(r"[/\\.]", value) else None


def _password(text: str, name: Name, link: Link, at: int) -> Told | None:
    quoted = told_by.QUOTED.match(text, at)
    if quoted:
        return _of(quoted, "password") if _is_quoted(text, name, link, quoted) else None
    bare = told_by.BARE.match(text, at)
    if bare is None:
        kana = told_by.KANA.match(text, at) if link is Link.SET or (link is Link.JA and "言葉" in name.word) else None
        return _of(kana, "password") if kana and is_kana_secret(kana["value"]) else None
    value = bare["value"].rstrip(TRAILING)
    told = Told(at, at + len(value), "password")
    if not value or value.startswith(_MARKER) or told_by.COUNTED.match(text, told.end):
        return None
    if link is Link.JA or (link < Link.JA and not name.word.isascii()):
        return _japanese(text, link, told, value)
    if link in (Link.BESIDE, Link.TO):
        return told if is_clear(value) or _is_word_or_number(text, name, link, told, value) else None
    if value.lower() in ENGLISH:
        return None
    phrase = told_by.WORDS.match(text, at) if value.isalpha() else None
    if phrase and (length := passphrase_in(phrase["value"], "phrase" in name.word, _ends(text, phrase.end()))):
        return Told(at, at + length, "password")
    ends = bool(told_by.ENDS.match(text, told.end)) or (not name.word.isascii() and _ends(text, told.end))
    return told if is_password(value, ends, link is Link.IS) else None


def _is_quoted(text: str, name: Name, link: Link, quoted: re.Match[str]) -> bool:
    value = quoted["value"]
    if not value.isascii() and told_by.SAID_JA.match(text, quoted.end("value")):  # 「…」と出る
        return False
    loosely = link is Link.BESIDE and (name.word.isascii() or not value.isascii())
    return is_clear(value) if loosely else is_quoted_secret(value)


def _is_word_or_number(text: str, name: Name, link: Link, told: Told, value: str) -> bool:
    """A plain word that a password was changed to; a number beside its name."""
    if not told_by.ENDS.match(text, told.end):
        return value.isdecimal() and len(value) >= 4 and link is Link.BESIDE and "code" in name.word
    if link is Link.BESIDE:
        return value.isdecimal() and len(value) >= 4
    changed = is_plain_word(value) and told_by.CHANGED.search(text[max(name.start - 60, 0) : name.start])
    return bool(changed) and is_password(value, True, True)


def _japanese(text: str, link: Link, told: Told, value: str) -> Told | None:
    phrase = told_by.WORDS.match(text, told.start)
    if phrase and told_by.ENDS_JA.match(text, phrase.end()) and passphrase_in(phrase["value"], False, True):
        return Told(*phrase.span("value"), "password")
    ends = bool(told_by.ENDS_JA.match(text, told.end))
    if is_clear(value):
        return told if ends or not told_by.NOT_ITS_VALUE_JA.match(text, told.end) else None
    wanted = value.isdecimal() if link is not Link.JA else len(value) >= 3
    return told if ends and wanted and is_password(value, True, False) else None


def _ends(text: str, at: int) -> bool:
    return bool(told_by.ENDS.match(text, at) or told_by.ENDS_JA.match(text, at))
