"""From the shell to a command and back: language, errors in one line, exit codes."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer import Option
from typer.main import get_command

from omoide import __version__
from omoide.disk import FULL, of_the_disk
from omoide.doors.cli.commands import Group, ReaderLeft, before_command, name_in_help, spare_pydantic
from omoide.doors.cli.printing import note
from omoide.doors.cli.words import choose_language, say, speak, spoken
from omoide.errors import OmoideError

STOPPED, READER_LEFT, NOT_POSSIBLE = 130, 141, 1


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        _let_it_speak_japanese(stream)
    code = run(given)
    if "duckdb" not in sys.modules:  # it complains of whatever was not collected when Python ends
        gc.freeze()  # nothing is left to collect: Python would look through everything once more before it ends
    sys.exit(code)


def _let_it_speak_japanese(stream: Any) -> None:
    """Windows consoles take UTF-8 whatever their code page; elsewhere what a terminal cannot show becomes "?"."""
    if hasattr(stream, "reconfigure"):
        if sys.platform == "win32":
            stream.reconfigure(encoding="utf-8", errors="replace")
        elif (stream.encoding or "").lower() not in ("utf-8", "utf8"):
            stream.reconfigure(errors="replace")


def run(arguments: list[str]) -> int:
    """Run one command; whatever goes wrong in a way that a person can mend is one line and an exit code."""
    debug = "--debug" in arguments or os.environ.get("OMOIDE_DEBUG", "") not in ("", "0")
    try:
        speak(choose_language(arguments))
        code = _root().main(_as_options(arguments), prog_name="omoide", standalone_mode=False)
        sys.stdout.flush()
        return _stopped() if code == STOPPED else code if isinstance(code, int) else 0
    except (BrokenPipeError, ReaderLeft):
        return _reader_left()
    except KeyboardInterrupt:
        return _stopped()
    except typer.Abort:
        note(say("stopped; nothing was changed", "中止しました。何も変更していません"))
        return NOT_POSSIBLE
    except (OmoideError, typer.TyperException, OSError) as error:
        if debug:
            traceback.print_exc()
        if isinstance(error, OSError) and error.filename:
            error = of_the_disk(error.filename, error) or error
        note(_one_line(error))
        return getattr(error, "exit_code", NOT_POSSIBLE)


def _as_options(arguments: list[str]) -> list[str]:
    """`omoide help backup` and `omoide version`, as other programs take them."""
    if arguments[:1] == ["help"]:
        return [*arguments[1:], "--help"]
    return ["--version"] if arguments == ["version"] else arguments


def _stopped() -> int:
    note(say("stopped; what was done is kept", "中断しました。済んだ分は保存されています"))
    return STOPPED


def _reader_left() -> int:
    """`omoide list | head` is no error. What is still buffered must not raise again while Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return READER_LEFT


def _one_line(error: Exception) -> str:
    if isinstance(error, OmoideError):
        return " ".join(error.text(spoken()).split())
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        told = f"{error.filename}: {reason}" if error.filename else reason
        if error.errno in FULL:
            return told + say(": free some space, then try again.", "。空きを作ってからやり直してください。")
        return told + say(": check the path and its permissions.", "。パスと権限を確かめてください。")
    from omoide.doors.cli.misuse import typed_wrongly

    return typed_wrongly(error)


def _root() -> Any:
    app = typer.Typer(
        name="omoide",
        cls=Group,
        help=say("A memory like a person's, for AI personas and agents.", "AI の人格のための、人のような記憶。"),
        no_args_is_help=True,
        pretty_exceptions_enable=False,
    )
    app.callback()(before_command(_before))
    root = get_command(app)
    spare_pydantic(root)
    for parameter in root.params:
        if parameter.name in _COMPLETION:
            name_in_help(parameter, *_COMPLETION[parameter.name])
    return root


_COMPLETION = {
    "install_completion": ("Let the shell complete commands.", "シェルの補完を設定する。"),
    "show_completion": ("Print what the shell needs for that.", "補完の設定内容を表示する。"),
}


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"omoide {__version__}")
        raise typer.Exit


def _before(
    version: Annotated[
        bool,
        Option("--version", is_eager=True, callback=_version, help=say("Print the version.", "バージョンを表示する。")),
    ] = False,
) -> None:
    """What only the program itself takes."""
