"""Commands that list something and, with a word after their name, change it: `omoide goals`, `omoide goals add …`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from omoide.errors import InvalidInput


def chosen(
    command: str, action: str | None, words: Sequence[str] | None, needs: Mapping[str, tuple[int, int]]
) -> tuple[str, list[str]]:
    """The action ("" for listing) and its words, as many as it needs: (at least, at most)."""
    given = list(words or ())
    if action is None:
        return "", []
    if action not in needs:
        known = ", ".join(needs)
        raise InvalidInput(
            f"{command} knows {known}, not {action!r}. See `omoide {command} --help`.",
            f"{command} で使えるのは {known} です（{action!r} は使えません）。使い方は `omoide {command} --help`。",
        )
    least, most = needs[action]
    if not least <= len(given) <= most or not all(word.strip() for word in given[:least]):
        raise InvalidInput(
            f"`omoide {command} {action}` takes {_count(least, most)} more; put a text with blanks in quotes.",
            f"`omoide {command} {action}` の後には語が {_count(least, most, '〜')} 個要ります。空白は引用符の中に。",
        )
    return action, given


def allowed(options: Mapping[str, object], action: str, belongs: Mapping[str, Sequence[str]]) -> None:
    """Refuse an option that means nothing to this action: it would silently do nothing."""
    for name, value in options.items():
        if value not in (None, False) and action not in belongs[name]:
            where = " / ".join(other or "(list)" for other in belongs[name])
            raise InvalidInput(f"{name} only goes with {where}.", f"{name} は {where} と一緒に使います。")


def _count(least: int, most: int, joint: str = " to ") -> str:
    return str(least) if least == most else f"{least}{joint}{most}"
