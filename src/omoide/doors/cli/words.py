"""Every text that the program prints stands in both languages where it is used: `say("Done", "完了しました")`."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from omoide.domain.counting import counted
from omoide.errors import InvalidInput, OmoideError

LANGUAGES = ("en", "ja")
_spoken: ContextVar[str] = ContextVar("language", default="en")


def say(en: str, ja: str, **values: Any) -> str:
    """The text in the language of the user, with {values} filled in."""
    if _spoken.get() == "ja":
        return ja.format(**values) if values else ja
    return counted(en, **values) if values else en


def say_of(result: Mapping[str, Any], key: str) -> Any:
    """What a report holds under a name, in the language of the user where it was kept in both."""
    return result.get(f"{key}_ja", result[key]) if spoken() == "ja" else result[key]


def spoken() -> str:
    return _spoken.get()


def speak(language: str) -> None:
    _spoken.set(language)


def choose_language(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """--lang, OMOIDE_LANG, the setting `language`, then the locale.

    Help texts need it before the arguments are parsed, so it is looked for among them as they stand.
    """
    for asked in (_option(arguments, "--lang"), environment.get("OMOIDE_LANG")):
        if asked:
            if asked not in LANGUAGES:
                speak(_of_locale(environment))
                raise InvalidInput(
                    f"the language must be en or ja, not {asked!r}.",
                    f"言語は en か ja です（{asked!r} は使えません）。",
                )
            return asked
    chosen = _of_settings(_option(arguments, "--home"), environment)
    return chosen if chosen in LANGUAGES else _of_locale(environment)


def _option(arguments: Sequence[str], name: str) -> str | None:
    for position, argument in enumerate(arguments):
        if argument == "--":
            return None
        if argument == name and position + 1 < len(arguments):
            return arguments[position + 1]
        if argument.startswith(f"{name}="):
            return argument.partition("=")[2]
    return None


def _of_settings(home: str | None, environment: Mapping[str, str]) -> str:
    """A broken settings file must not keep anyone from the help, nor from `config set`: the command will say so."""
    from omoide import settings
    from omoide.compose import resolve_home

    try:
        return settings.load(resolve_home(Path(home) if home else None), environment).language
    except (OmoideError, OSError):
        return "auto"


def _of_locale(environment: Mapping[str, str]) -> str:
    if sys.platform == "win32" and not any(environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")):
        import ctypes  # Windows keeps the language of its screens outside the environment

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return "ja" if locale.windows_locale.get(number, "").startswith("ja") else "en"
    named = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "ja" if named.lower().startswith("ja") else "en"
