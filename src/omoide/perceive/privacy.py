"""Do-not-remember rules (N2): words, /regular expressions/ and origins that must leave no trace."""

from __future__ import annotations

import re
import unicodedata
from fnmatch import fnmatchcase

from omoide.errors import InvalidSettings
from omoide.settings import PrivacySettings


def not_to_be_remembered(rules: PrivacySettings, said: str, replied: str, origin: str) -> str:
    """The rule that forbids it, or an empty string."""
    if any(fnmatchcase(origin, pattern) for pattern in rules.never_from):
        return "do-not-remember rule"
    if rules.never:
        both = _folded(f"{said}\n{replied}")
        if any(_matches(rule, both) for rule in rules.never):
            return "do-not-remember rule"
    return ""


def _matches(rule: str, text: str) -> bool:
    if len(rule) > 2 and rule.startswith("/") and rule.endswith("/"):
        try:
            return re.search(rule[1:-1], text, re.IGNORECASE) is not None
        except re.error as error:
            raise InvalidSettings(
                f"setting privacy.never: {rule} is not a regular expression ({error}).",
                f"設定 privacy.never の {rule} は正規表現として読めません（{error}）。",
            ) from error
    return _folded(rule) in text


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
