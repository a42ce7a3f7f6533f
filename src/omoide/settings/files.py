"""The only reader of settings files and of the environment.

Values come from the defaults, then `settings.toml` in the home, then `settings.<env>.toml` when OMOIDE_ENV is set
(dev, prod), then environment variables such as OMOIDE_RECALL__TOP_K=8. They are read at every start; nothing is built.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omoide.errors import InvalidSettings, OmoideError
from omoide.home import DATABASE, make_folder
from omoide.whole_files import write_whole

if TYPE_CHECKING:
    from omoide.settings.tree import Settings

PREFIX = "OMOIDE_"
FILE = "settings.toml"
# Names in the environment that are not settings of the tree.
NOT_SETTINGS = {
    "OMOIDE_HOME", "OMOIDE_ENV", "OMOIDE_PERSONA", "OMOIDE_PERSON", "OMOIDE_LANG", "OMOIDE_DEBUG",
    "OMOIDE_TOKEN", "OMOIDE_WORKER", "OMOIDE_BACKUP_KEY",
}  # fmt: skip
# Addresses of servers have names that are known elsewhere too: one underscore, as DATABASE_URL is written.
_SERVERS = {
    "OMOIDE_DATABASE_URL": "OMOIDE_DATABASE__URL",
    "OMOIDE_REDIS_URL": "OMOIDE_REDIS__URL",
    "OMOIDE_GRAPH_URL": "OMOIDE_GRAPH_SERVER__URL",
    "OMOIDE_S3_URL": "OMOIDE_STORAGE__URL",
}


def load(home: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read files and environment; raise InvalidSettings that names the key and the place."""
    from omoide.settings.checking import build

    return build(read_tree(home, environment))


def read_tree(home: Path, environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """What files and environment say, unchecked: for a hook that must know one number before it loads anything."""
    tree: dict[str, Any] = {}
    env_name = environment.get("OMOIDE_ENV", "")
    for name in [FILE] + ([f"settings.{env_name}.toml"] if env_name else []):
        tree = _merged(tree, _read(home / name))
    return _merged(tree, _from_environment(environment))


def has_store(home: Path, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether anything may have been remembered: there is a file, or a server is named that keeps it."""
    if (home / DATABASE).exists():
        return True
    section = read_tree(home, environment).get("database")
    return isinstance(section, Mapping) and bool(section.get("url"))


def missing_file(home: Path, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The settings file that OMOIDE_ENV names, if it is not there: most likely the name is mistyped."""
    env_name = environment.get("OMOIDE_ENV", "")
    named = home / f"settings.{env_name}.toml"
    return named if env_name and not named.exists() else None


def write(home: Path, key: str, value: str, check: Callable[[Settings], None] | None = None) -> Settings:
    """Set one key in settings.toml, keeping comments; nothing is written unless the whole file is valid then, and
    `check` has nothing against it."""
    import tomlkit  # only here: reading needs no such library

    from omoide.settings.checking import build

    *parents, name = names_in(key)
    with _alone(home):
        document = table = _document(home)
        for parent in parents:
            if not isinstance(table.get(parent), Mapping):
                table[parent] = tomlkit.table()
            table = table[parent]
        table[name] = _value(value)
        settings = build(document.unwrap())
        if check:
            check(settings)
        make_folder(home)  # memories will live there too
        write_whole(home / FILE, tomlkit.dumps(document))
    return settings


def unset(home: Path, key: str) -> tuple[bool, Settings]:
    """Take one key, or a whole section, out of settings.toml: whether it was there, and what the file says then. A file
    that is valid stays so; one that is not loses the key all the same, and the next complaint is told."""
    import tomlkit

    from omoide.settings.checking import build

    with _alone(home):
        document = _document(home)
        before = document.unwrap()
        if not _taken_out(document, names_in(key)):
            return False, build(before)
        try:
            settings = build(document.unwrap())
        except OmoideError:
            if not _is_valid(before):
                write_whole(home / FILE, tomlkit.dumps(document))
            raise
        write_whole(home / FILE, tomlkit.dumps(document))
    return True, settings


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """From reading to writing: of two who each set a key at once, the later would take the other's back. Where there
    is no home yet there is nothing to take back, and a value that is refused makes none."""
    from filelock import FileLock

    from omoide.disk import refused

    lock: AbstractContextManager[object] = nullcontext()
    try:
        if home.is_dir():
            make_folder(home / "locks")
            lock = FileLock(home / "locks" / "settings.lock")
        with lock:
            yield
    except OSError as error:
        raise refused(home / FILE, error) from error


def _taken_out(table: Any, names: list[str]) -> bool:
    """A section that is empty then goes too, unless somebody wrote a comment into it."""
    import tomlkit

    name, *rest = names
    if not isinstance(table, Mapping) or name not in table:
        return False
    inner = table[name]
    if rest and not _taken_out(inner, rest):
        return False
    if not rest or (not inner and "#" not in tomlkit.dumps(inner)):
        del table[name]  # type: ignore[attr-defined]
    return True


def _is_valid(tree: Mapping[str, Any]) -> bool:
    from omoide.settings.checking import build

    try:
        build(tree)
    except OmoideError:
        return False
    return True


def _document(home: Path) -> Any:
    """The settings file, for changing it."""
    import tomlkit

    path = home / FILE
    _read(path)  # says in our words what is wrong with a broken file
    return tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()


def names_in(key: str) -> list[str]:
    """The parts of a dotted key; a part that holds a dot is quoted as in TOML: prices."openai:gpt-4.1".input"""
    parts = re.findall(r'"[^"]*"|[^."]+', key)
    return [part.strip('"') for part in parts] or [key]


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):  # whoever needs the home tells that it is none
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSettings(
            f"{path} cannot be read: {error}. Correct that line, or delete the file to use the defaults.",
            f"{path} を読めません: {error}。その行を直すか、ファイルを消して既定値に戻してください。",
        ) from error
    except OSError as error:
        raise InvalidSettings(
            f"{path} cannot be read ({error.strerror}): it must be a file that you may read.",
            f"{path} を読めません（{error.strerror}）。読み取りのできるファイルにしてください。",
        ) from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, text in environment.items():
        if name.startswith(PREFIX) and name not in NOT_SETTINGS:
            branch = _value(text)
            for part in reversed(_SERVERS.get(name, name)[len(PREFIX) :].lower().split("__")):
                branch = {part: branch}
            tree = _merged(tree, branch)
    return tree


def _value(text: str) -> Any:
    """A TOML value if it is one (numbers, true, lists), else the text as it stands."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
    return value if isinstance(value, bool | int | float | str | list | dict) else text


def _merged(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(result.get(key), Mapping)
        result[key] = _merged(result[key], value) if both else value
    return result
