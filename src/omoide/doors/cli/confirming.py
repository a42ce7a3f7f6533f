"""A question that is answered with yes or no, in the words of either language."""

from __future__ import annotations

import unicodedata

import typer

from omoide.doors.cli.printing import note
from omoide.doors.cli.words import say

_YES = ("y", "yes", "はい", "うん", "ええ")
_NO = ("", "n", "no", "いいえ", "いや")


def make_sure(question: str) -> None:
    """Go on after a yes; a no ends the command, and so does saying nothing."""
    while True:
        answer = unicodedata.normalize("NFKC", typer.prompt(f"{question} [y/N]", default="", show_default=False))
        if answer.strip().lower() in _YES:
            return
        if answer.strip().lower() in _NO:
            raise typer.Abort
        note(say("Answer y (yes) or n (no).", "y（はい）か n（いいえ）で答えてください。"))
