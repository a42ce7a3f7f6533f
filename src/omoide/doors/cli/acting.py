"""Commands that list something and, with a word after their name, change it: `omoide goals`, `omoide goals add …`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from omoide.doors.cli.misuse import superfluous, unquoted
from omoide.errors import InvalidInput

MANY = 1_000
# What follows an action, as its help calls it. A text, a name or a question may have blanks: those need quotes.
_JAPANESE = {"TEXT": "文", "NAME": "名前", "WORDS...": "言葉...", "[TEXT]": "[文]", "[ANSWER]": "[答え]",
             "FOLDER": "フォルダー", "TYPE": "種類", "NODE": "ノード", "CUE...": "きっかけ..."}  # fmt: skip
_WITH_BLANKS = ("TEXT", "[TEXT]", "[ANSWER]", "NAME", "NODE")


def chosen(
    command: str, action: str | None, words: Sequence[str] | None, needs: Mapping[str, str]
) -> tuple[str, list[str]]:
    """The action ("" for listing) and its words, as many as it needs: "ID [TEXT]" is one or two."""
    given = list(words or ())
    if action is None:
        return "", []
    if action not in needs:
        known = ", ".join(needs)
        raise InvalidInput(
            f"{command} knows {known}, not {action!r}. See `omoide {command} --help`.",
            f"{command} で使えるのは {known} です（{action!r} は使えません）。使い方は `omoide {command} --help`。",
        )
    names = needs[action].split()
    for at, name in enumerate(names):
        if not name.startswith("[") and (at >= len(given) or not given[at].strip()):
            raise lacking(f"omoide {command} {action}", names, name)
    most = MANY if names and names[-1].endswith("...") else len(names)
    if len(given) > most:
        raise _too_many(f"omoide {command} {action}", names, given)
    return action, given


def lacking(path: str, names: Sequence[str], name: str) -> InvalidInput:
    japanese = [_JAPANESE.get(one, one) for one in names]
    return InvalidInput(
        f"{name} is missing: `{path} {' '.join(names)}`.",
        f"{_JAPANESE.get(name, name)} がありません: `{path} {' '.join(japanese)}`。",
    )


def allowed(options: Mapping[str, object], action: str, belongs: Mapping[str, Sequence[str]]) -> None:
    """Refuse an option that means nothing to this action: it would silently do nothing."""
    for name, value in options.items():
        if value not in (None, False) and action not in belongs[name]:
            where = " / ".join(other or "(list)" for other in belongs[name])
            raise InvalidInput(f"{name} only goes with {where}.", f"{name} は {where} と一緒に使います。")


def _too_many(path: str, names: Sequence[str], given: Sequence[str]) -> InvalidInput:
    if names and names[-1] in _WITH_BLANKS:
        return unquoted(path, given[: len(names) - 1], given[len(names) - 1 :])
    return superfluous(path, " ".join(names), given[len(names) :])
