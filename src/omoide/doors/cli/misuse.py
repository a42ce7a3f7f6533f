"""What was typed wrongly, in one line that shows how it is typed rightly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from omoide.doors.cli.words import say
from omoide.errors import InvalidInput

# Arguments that hold what somebody says: of several words, they are forgotten quotes.
TEXTS = ("text", "cue", "message", "query")
SHOWN = 60  # characters of a text that is said again


def typed_wrongly(error: Any) -> str:
    """Typer's own messages are English; the frequent ones are said in the user's language, with the remedy."""
    context = getattr(error, "ctx", None)
    option, parameter = getattr(error, "option_name", None), getattr(error, "param", None)
    kind = type(error).__name__
    if kind == "NoSuchOption":
        near = getattr(error, "possibilities", None)
        hint = say(" Did you mean {near}?", "{near} のことですか？", near=near[0]) if near else ""
        what = say("there is no option {name}.", "{name} というオプションはありません。", name=option) + hint
    elif kind == "BadOptionUsage":
        what = _value(context, str(option))
    elif kind == "MissingParameter" and parameter:
        what = say("{name} is missing.", "{name} がありません。", name=_named(parameter))
    elif kind == "NoArgsIsHelpError":
        what = say("a command is missing.", "コマンドがありません。")
    else:
        what = say("{what}", "使い方が違います: {what}", what=" ".join(error.format_message().split()))
    return what + say(" ", "") + _see(context.command_path if context else "omoide")


def _see(path: str) -> str:
    return say("See `{path} --help`.", "使い方は `{path} --help` で見られます。", path=path)


def too_many(context: Any, extra: Sequence[str]) -> InvalidInput:
    """More words than the command takes: a text without quotes, or something that it has no use for."""
    arguments = [one for one in context.command.params if one.param_type_name == "argument"]
    last = arguments[-1] if arguments else None
    if last is not None and last.name in TEXTS:
        before = [str(context.params[one.name]) for one in arguments[:-1]]
        return unquoted(context.command_path, before, [str(context.params[last.name]), *extra])
    return superfluous(context.command_path, " ".join(_named(one) for one in arguments), extra)


def unquoted(path: str, before: Sequence[str], words: Sequence[str]) -> InvalidInput:
    shown = " ".join([path, *before, in_quotes(" ".join(words))])
    return InvalidInput(
        f"put the text in quotes: `{shown}`",
        f"文は引用符で囲んでください: `{shown}`",
    )


def superfluous(path: str, takes: str, extra: Sequence[str]) -> InvalidInput:
    words = " ".join(extra)
    usage = f"{path} {takes}".rstrip()
    return InvalidInput(
        f"{words!r} is too much: type `{usage}`. See `{path} --help`.",
        f"{words!r} は余分です。`{usage}` と打ってください。使い方は `{path} --help` で見られます。",
    )


def in_quotes(text: str) -> str:
    """As a shell takes it; a long one is shown by how it begins."""
    short = text if len(text) <= SHOWN else f"{text[:SHOWN].rstrip()}…"
    return f"'{short}'" if '"' in short else f'"{short}"'


def _value(context: Any, name: str) -> str:
    """An option that stands there without its value, or a flag that was given one."""
    for one in context.command.params if context else ():
        if name in one.opts and not getattr(one, "is_flag", False):
            return say("{name} needs a value: `{whole}`.", "{name} には値が要ります: `{whole}`。",
                       name=name, whole=f"{name} {one.metavar or say('TEXT', '文')}")  # fmt: skip
    return say("{name} takes no value.", "{name} に値は付けられません。", name=name)


def _named(parameter: Any) -> str:
    """As one types it: an option by its name and what follows, an argument by what stands for it."""
    stands_for = parameter.metavar or parameter.name.upper()
    return f"{parameter.opts[0]} {stands_for}" if parameter.param_type_name == "option" else stands_for
