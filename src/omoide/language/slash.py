"""Slash commands (E3): orders to the program, not words to the persona."""

from __future__ import annotations


def is_slash_command(text: str) -> bool:
    """Whether the input begins with "/", as document 002 has it.

    Only what clearly is a path is let through, since people do talk about files: a second slash inside the first word
    ("/usr/local is full", "//comment"). "/help", "/plugin:cmd a/b", "/" alone and "/ anything" are commands.
    """
    text = text.lstrip()
    if not text.startswith("/"):
        return False
    first_word = text.split(maxsplit=1)[0]
    return "/" not in first_word[1:]
