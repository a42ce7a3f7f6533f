"""From a name to a command: its module is imported when it runs, or when its help is asked for."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from omoide.doors.cli.catalogue import COMMANDS, GROUPS, SECTIONS, Entry
from omoide.doors.cli.place import EVERYWHERE, Place, everywhere
from omoide.doors.cli.words import say
from omoide.doors.cli.zone import now_at
from omoide.errors import InvalidInput

ARGUMENTS = ("Arguments", "引数")
OPTIONS = ("Options", "オプション")
SHARED = tuple(inspect.signature(everywhere).parameters)


class AsWritten:
    """Hands text on as text. Typer would load pydantic to do that, which takes longer than a recall."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        many = param.multiple or param.nargs == -1
        return () if value is None and many else value


@contextmanager
def _of(context: Any) -> Iterator[None]:
    """The parser does not always say which command was typed wrongly: its help is the one to see."""
    try:
        yield
    except typer.TyperException as error:
        if getattr(error, "ctx", context) is None:
            error.ctx = context  # type: ignore[attr-defined]
        raise


class Command(TyperCommand):
    """A leaf. All its parameters are text or flags; inputs.py makes values of them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        spare_pydantic(self)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True  # typer would refuse them in words that do not help
        with _of(ctx):
            extra = super().parse_args(ctx, args)
        if extra and not ctx.resilient_parsing:
            from omoide.doors.cli.misuse import too_many

            raise too_many(ctx, extra)
        return extra

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from omoide.doors.cli.helping import folded, without_types

        without_types(self)
        with folded():
            super().format_help(ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        return name_in_help(super().get_help_option(ctx), "Show this help.", "この説明を表示する。")


def name_in_help(option: Any, en: str, ja: str) -> Any:
    """Put typer's own options into words of the user's language, beside those that every command takes."""
    if option is not None:
        option.help, option.metavar, option.rich_help_panel = say(en, ja), "", say(*EVERYWHERE)
        option._runtime_param = AsWritten()
    return option


def spare_pydantic(command: Any) -> None:
    for parameter in command.params:
        parameter._runtime_param = AsWritten()


class Group(TyperGroup):
    """A group that knows the names of its commands and builds one when it is asked for."""

    prefix = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _of(ctx):
            return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from omoide.doors.cli.helping import folded

        with folded():
            super().format_help(ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        return name_in_help(super().get_help_option(ctx), "Show this help.", "この説明を表示する。")

    def list_commands(self, ctx: Any) -> list[str]:
        mine = (entry.name for entry in COMMANDS if entry.name.startswith(self.prefix))
        return list(dict.fromkeys(name.removeprefix(self.prefix).split(" ")[0] for name in mine))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        full = self.prefix + cmd_name
        if full in GROUPS:
            return group(full)
        for entry in COMMANDS:
            if entry.name == full:
                return leaf(entry)
        if ctx.resilient_parsing or cmd_name.startswith("-"):
            return None
        near = get_close_matches(cmd_name, self.list_commands(ctx), 1)
        hint_en = f" Did you mean {self.prefix}{near[0]}?" if near else ""
        mine = f"omoide {self.prefix}".rstrip()
        hint_ja = f"{self.prefix}{near[0]} のことですか？" if near else ""
        raise InvalidInput(
            f"there is no command {full!r}.{hint_en} See `{mine} --help`.",
            f"{full!r} というコマンドはありません。{hint_ja}一覧は `{mine} --help` で見られます。",
        )


def group(name: str) -> TyperGroup:
    kind = type(f"{name.title()}Group", (Group,), {"prefix": f"{name} "})
    section = next(entry.section for entry in COMMANDS if entry.name.startswith(f"{name} "))
    app = typer.Typer(name=name, help=say(*GROUPS[name]), cls=kind, add_completion=False, no_args_is_help=True)
    app.callback()(_nothing)
    made: Any = get_command(app)
    made.rich_help_panel = say(*SECTIONS[section])
    return made


def _nothing() -> None:
    """A group does nothing itself."""


def leaf(entry: Entry) -> TyperCommand:
    """Build the command of an entry, in the language of this moment: annotations are evaluated only now."""
    module, _, name = entry.where.partition(":")
    function: Callable[..., None] = getattr(import_module(f"omoide.doors.cli.{module}"), name)
    app = typer.Typer(add_completion=False)
    app.command(
        entry.name.split(" ")[-1],
        help=say(entry.en, entry.ja),
        cls=Command,
        rich_help_panel=say(*SECTIONS[entry.section]),
        context_settings={"ignore_unknown_options": getattr(function, "minus_is_text", False)},
    )(_with_place(function))
    return get_command(app)  # type: ignore[return-value]


class ReaderLeft(Exception):
    """The pipe we were writing to was closed. Typer would call that an error."""


def _with_place(function: Callable[..., None]) -> Callable[..., None]:
    """The function as typer should see it: `at: Place` replaced by the options that every command takes."""

    def call(context: typer.Context, **values: Any) -> None:
        for value in values.values():
            _refuse_undecodable(value)
        given = everywhere(**{name: values.pop(name) for name in SHARED})
        try:
            at = Place(**{**(context.obj or {}), **given})
            now_at(at)
            at.tell_of_missing_settings()
            function(at, **values)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise ReaderLeft from error

    return _declare(call, [p for p in _parameters(function) if p.name != "at"])


def before_command(function: Callable[..., None]) -> Callable[..., None]:
    """What stands before the command's name: the same options again, and those of the function."""

    def call(context: typer.Context, **values: Any) -> None:
        context.obj = everywhere(**{name: values.pop(name) for name in SHARED})
        function(**values)

    return _declare(call, _parameters(function))


def _declare(call: Any, own: list[inspect.Parameter]) -> Callable[..., None]:
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    for parameter in own:
        _name_panel(parameter, *OPTIONS)
    for parameter in (shared := _parameters(everywhere)):
        _name_panel(parameter, *EVERYWHERE)
    named = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in own + shared]
    call.__signature__ = inspect.Signature([context, *named])
    return call


def _name_panel(parameter: inspect.Parameter, en: str, ja: str) -> None:
    """Under which heading the help shows it, in the user's language; a flag shows no type."""
    kind, info = get_args(parameter.annotation)
    info.rich_help_panel = say(*ARGUMENTS) if isinstance(info, type(typer.Argument())) else say(en, ja)
    if kind is bool:
        info.metavar = ""


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function, eval_str=True).parameters.values())


def _refuse_undecodable(value: Any) -> None:
    """Bytes on the command line that are no text arrive as lone surrogates, which nothing can store."""
    texts = [value] if isinstance(value, str) else value if isinstance(value, (list, tuple)) else []
    if any("\ud800" <= character <= "\udfff" for text in texts for character in text):
        raise InvalidInput(
            "an argument is not valid UTF-8; check the encoding of your terminal.",
            "引数が UTF-8 として読めません。端末の文字コードを確かめてください。",
        )
