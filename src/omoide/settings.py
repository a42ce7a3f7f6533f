"""All settings: one typed tree, and the only reader of files and environment (I7).

Values come from the defaults below, then `settings.toml` in the home, then `settings.<env>.toml` when OMOIDE_ENV is set
(dev, prod), then environment variables such as OMOIDE_RECALL__TOP_K=8. They are read at every start; nothing is built.
The parameter values themselves are defined beside the formulas that use them, in domain/.
"""

from __future__ import annotations

import difflib
import math
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from omoide.domain.cost import CostRules, Price
from omoide.domain.ranking import RecallRules
from omoide.domain.relations import RelationRules
from omoide.domain.resonance import ResonanceRules
from omoide.domain.retention import LevelRules, RetentionRules, StrengtheningRules
from omoide.domain.revival import ArchiveRules
from omoide.domain.shares import ShareRules
from omoide.errors import InvalidSettings, Refused

VERSION = 1
FILE = "settings.toml"
PREFIX = "OMOIDE_"
# Names in the environment that are not settings of the tree.
NOT_SETTINGS = {"OMOIDE_HOME", "OMOIDE_ENV", "OMOIDE_PERSONA", "OMOIDE_PERSON", "OMOIDE_LANG", "OMOIDE_DEBUG"}


def _at_least(least: int, settings: Any, *names: str) -> None:
    for name in names:
        if getattr(settings, name) < least:
            raise ValueError(f"{name} must be at least {least}")


@dataclass(frozen=True, slots=True)
class ProtectionSettings:
    most: int = 50

    def __post_init__(self) -> None:
        _at_least(0, self, "most")


@dataclass(frozen=True, slots=True)
class NightSettings:
    """The local hour it begins, when it counts as missed, and how many texts are asked for at once."""

    hour: int = 3
    missed_after_hours: int = 24
    batch: int = 100

    def __post_init__(self) -> None:
        if not 0 <= self.hour <= 23:
            raise ValueError("hour must lie in 0..23")
        _at_least(1, self, "missed_after_hours", "batch")


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """builtin, onnx:<hub name>, openai:<model> or google:<model>."""

    model: str = "builtin"
    dimensions: int = 0
    batch: int = 64
    cache: int = 500

    def __post_init__(self) -> None:
        _at_least(1, self, "batch")
        _at_least(0, self, "cache", "dimensions")


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model does what, as provider:model; empty means the offline mind (X7). A limit of 0 means none."""

    analysis: str = ""
    summary: str = ""
    light: str = ""
    reply: str = ""
    temperature: float = 0.0
    max_tokens: int = 1024
    timeout_seconds: float = 60.0
    retries: int = 3
    concurrency: int = 4
    max_calls: int = 0
    max_dollars: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.temperature <= 2:
            raise ValueError("temperature must lie in 0..2")
        _at_least(1, self, "max_tokens", "concurrency", "timeout_seconds")
        _at_least(0, self, "retries", "max_calls", "max_dollars")


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Above so many memories of one person, search by meaning is approximate (needs the extra `scale`)."""

    approximate_above: int = 100_000
    refresh_after: int = 1_000

    def __post_init__(self) -> None:
        _at_least(0, self, "approximate_above")
        _at_least(1, self, "refresh_after")


@dataclass(frozen=True, slots=True)
class PrivacySettings:
    """What is never remembered (N2): words, /regular expressions/, and the origins (projects) of conversations."""

    never: tuple[str, ...] = ()
    never_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """Every so many days (0: never), so many kept, in a folder of the home or elsewhere."""

    every_days: int = 7
    keep: int = 8
    folder: str = ""

    def __post_init__(self) -> None:
        _at_least(0, self, "every_days")
        _at_least(1, self, "keep")


@dataclass(frozen=True, slots=True)
class UpkeepSettings:
    """From how many memories or bytes on `check` gives advice (O5)."""

    large_bytes: int = 1_000_000_000
    auto_delete_advised: int = 36_500
    auto_delete_urged: int = 110_000
    backups_urged: int = 150_000

    def __post_init__(self) -> None:
        _at_least(0, self, "large_bytes", "auto_delete_advised", "auto_delete_urged", "backups_urged")


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """How long a silence ends a session (W6)."""

    idle_minutes: int = 10

    def __post_init__(self) -> None:
        _at_least(1, self, "idle_minutes")


@dataclass(frozen=True, slots=True)
class PersonSettings:
    timezone: str = ""

    def __post_init__(self) -> None:
        _zone(self.timezone)


@dataclass(frozen=True, slots=True)
class Settings:
    version: int = VERSION
    language: Literal["auto", "ja", "en"] = "auto"
    timezone: str = ""
    retention: RetentionRules = field(default_factory=RetentionRules)
    strengthening: StrengtheningRules = field(default_factory=StrengtheningRules)
    levels: LevelRules = field(default_factory=LevelRules)
    shares: ShareRules = field(default_factory=ShareRules)
    archive: ArchiveRules = field(default_factory=ArchiveRules)
    resonance: ResonanceRules = field(default_factory=ResonanceRules)
    recall: RecallRules = field(default_factory=RecallRules)
    relations: RelationRules = field(default_factory=RelationRules)
    protection: ProtectionSettings = field(default_factory=ProtectionSettings)
    night: NightSettings = field(default_factory=NightSettings)
    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    privacy: PrivacySettings = field(default_factory=PrivacySettings)
    backup: BackupSettings = field(default_factory=BackupSettings)
    upkeep: UpkeepSettings = field(default_factory=UpkeepSettings)
    session: SessionSettings = field(default_factory=SessionSettings)
    cost: CostRules = field(default_factory=CostRules)
    prices: dict[str, Price] = field(default_factory=lambda: dict(PRICES))
    people: dict[str, PersonSettings] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.version < 1:
            raise ValueError("version must be at least 1")
        _zone(self.timezone)

    def zone(self, person: str) -> tzinfo | None:
        """The zone set for a person; None means: the clock that each time brings along."""
        own = self.people.get(person)
        return _zone((own.timezone if own else "") or self.timezone)


# US dollars per million tokens, as document 002 lists them; set your own under [prices."provider:model"].
PRICES: dict[str, Price] = {
    "anthropic:claude-haiku-4-5": Price(1.0, 5.0),
    "anthropic:claude-sonnet-4-5": Price(3.0, 15.0),
    "anthropic:claude-opus-4-5": Price(5.0, 25.0),
    "openai:text-embedding-3-small": Price(0.02, 0.0),
}


def _zone(name: str) -> tzinfo | None:
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"timezone must be a name such as Asia/Tokyo, not {name!r}") from error


def load(home: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read files and environment; raise InvalidSettings that names the key and the place."""
    tree: dict[str, Any] = {}
    env_name = environment.get("OMOIDE_ENV", "")
    for name in [FILE] + ([f"settings.{env_name}.toml"] if env_name else []):
        tree = _merged(tree, _read(home / name))
    tree = _merged(tree, _from_environment(environment))
    return build(tree)


def build(tree: Mapping[str, Any]) -> Settings:
    """A checked Settings from plain values; what they do not name keeps its default."""
    _refuse_newer(tree)
    return _section(Settings(), tree, "")


def schema() -> dict[str, Any]:
    """JSON schema of the tree, for editors."""
    return msgspec.json.schema(Settings)


def plain(settings: Settings) -> dict[str, Any]:
    """The tree as plain values, for printing."""
    return msgspec.to_builtins(settings)


def keys(of: Any = Settings, prefix: str = "") -> list[str]:
    """Every dotted key of the tree; the documentation is tested against it."""
    found: list[str] = []
    hints = get_type_hints(of)
    for item in fields(of):
        kind = hints[item.name]
        found += keys(kind, f"{prefix}{item.name}.") if is_dataclass(kind) else [f"{prefix}{item.name}"]
    return found


def write(home: Path, key: str, value: str) -> Settings:
    """Set one key in settings.toml, keeping comments; nothing is written unless the whole file is valid then."""
    import tomlkit  # only here: reading needs no such library

    path = home / FILE
    _read(path)  # says in our words what is wrong with a broken file
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    table: Any = document
    *parents, name = _names(key)
    for parent in parents:
        if not isinstance(table.get(parent), Mapping):
            table[parent] = tomlkit.table()
        table = table[parent]
    table[name] = _value(value)
    settings = build(document.unwrap())
    home.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(tomlkit.dumps(document))
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    return settings


def _names(key: str) -> list[str]:
    """The parts of a dotted key; a part that holds a dot is quoted as in TOML: prices."openai:gpt-4.1".input"""
    parts = re.findall(r'"[^"]*"|[^."]+', key)
    return [part.strip('"') for part in parts] or [key]


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSettings(
            f"{path} cannot be read: {error}. Correct that line, or delete the file to use the defaults.",
            f"{path} を読めません: {error}。その行を直すか、ファイルを消して既定値に戻してください。",
        ) from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, text in environment.items():
        if name.startswith(PREFIX) and name not in NOT_SETTINGS:
            branch = _value(text)
            for part in reversed(name[len(PREFIX) :].lower().split("__")):
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


def _refuse_newer(tree: Mapping[str, Any]) -> None:
    """Before anything else: what a newer program wrote may have keys that are unknown here."""
    version = tree.get("version", VERSION)
    if str(version).isdecimal() and int(version) > VERSION:
        raise Refused(
            f"the settings have version {version}, this program knows {VERSION}: upgrade omoide.",
            f"設定の version は {version} ですが、このプログラムは {VERSION} までです。omoide を更新してください。",
        )


def _section(default: Any, tree: Mapping[str, Any], prefix: str) -> Any:
    """A section with the values of the tree over its defaults. Walked by hand, so that each complaint knows its key."""
    hints = get_type_hints(type(default))
    values: dict[str, Any] = {}
    for name, value in tree.items():
        if name not in hints:
            raise _unknown(prefix, name, list(hints))
        values[name] = _entry(hints[name], getattr(default, name), value, f"{prefix}{name}")
    try:
        return replace(default, **values)
    except ValueError as error:
        raise _invalid(prefix + _blamed(str(error), tree, list(hints)), str(error)) from error


def _entry(kind: Any, default: Any, value: Any, key: str) -> Any:
    """One value of the type that its key asks for: a section, a table of named sections, or a plain value."""
    if is_dataclass(kind) or get_origin(kind) is dict:
        if not isinstance(value, Mapping):
            raise _invalid(key, f"is a section, not a value; set a key inside it, such as {_inside(kind, key)}")
        if is_dataclass(kind):
            return _section(default, value, f"{key}.")
        item = get_args(kind)[1]
        return default | {
            name: _entry(item, default.get(name, item()), part, f'{key}."{name}"' if "." in name else f"{key}.{name}")
            for name, part in value.items()
        }
    try:
        converted = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _invalid(key, str(error)) from error
    if isinstance(converted, float) and not math.isfinite(converted):
        raise _invalid(key, f"must be a finite number, not {converted}")
    return converted


def _inside(kind: Any, key: str) -> str:
    if is_dataclass(kind):
        return f"{key}.{fields(kind)[0].name}"
    return f"{key}.NAME.{fields(get_args(kind)[1])[0].name}"


def _blamed(message: str, tree: Mapping[str, Any], names: list[str]) -> str:
    """The key that a rule of several keys complains about: of those it names, one that was set."""
    named = [word for word in re.findall(r"\w+", message) if word in names]
    return next((name for name in named if name in tree), named[0] if named else "")


def _unknown(prefix: str, name: str, names: list[str]) -> InvalidSettings:
    near = difflib.get_close_matches(name, names, 1)
    hint = f" Did you mean {prefix}{near[0]}?" if near else ""
    hint_ja = f" {prefix}{near[0]} のことですか？" if near else ""
    return InvalidSettings(
        f"unknown setting {prefix}{name}.{hint} `omoide config show` lists them all.",
        f"設定 {prefix}{name} はありません。{hint_ja} 一覧は `omoide config show` で見られます。",
    )


def _invalid(key: str, what: str) -> InvalidSettings:
    variable = PREFIX + key.upper().replace(".", "__")
    return InvalidSettings(
        f"setting {key}: {what}. Correct it with `omoide config set {key} VALUE`, or in {variable} if that is set.",
        f"設定 {key} の値が正しくありません（{what}）。`omoide config set {key} 値` で直せます"
        f"（環境変数 {variable} があればそちらで）。",
    )
