"""Do-not-remember rules (N2): words, /regular expressions/ and projects that must leave no trace."""

from __future__ import annotations

import os.path
import re
import unicodedata
from fnmatch import fnmatchcase

from omoide.domain.projects import is_folder, is_windows, place
from omoide.language.patterns import finder, pattern_in
from omoide.settings import PrivacySettings


def not_to_be_remembered(rules: PrivacySettings, said: str, replied: str, origin: str) -> str:
    """The rule that forbids it, or an empty string."""
    if any(covers(pattern, origin) for pattern in rules.never_from):
        return "do-not-remember rule"
    if rules.never:
        both = _folded(f"{said}\n{replied}")
        if any(_matches(rule, both) for rule in rules.never):
            return "do-not-remember rule"
    return ""


def covers(pattern: str, origin: str) -> bool:
    """Whether a pattern names this project or a folder around it: `~/secret`, `~/secret/*`, `*/secret` and the mere
    name `secret` all mean the folder with everything in it. To cover too much is a nuisance, too little a leak."""
    folder = re.sub(r"(?<=.)[\\/]\*+$", "", os.path.expanduser(pattern))
    around = place(origin)
    if is_folder(folder):
        wanted = "/".join(place(folder))
    else:
        wanted = folder.replace("\\", "/").casefold() if is_windows(origin) else folder
        if "/" not in wanted:
            return any(_fits(part, wanted) for part in around)
    return any(_fits("/".join(around[:length]), wanted) for length in range(1, len(around) + 1))


def _fits(name: str, pattern: str) -> bool:
    """A folder may be called [x], which a pattern would take for a choice of letters."""
    return name == pattern or fnmatchcase(name, pattern)


def _matches(rule: str, text: str) -> bool:
    pattern = pattern_in(rule)
    return _folded(rule) in text if pattern is None else finder(pattern)(text)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
