"""All settings: one typed tree, and the only reader of files and environment (I7).

Values come from the defaults below, then `settings.toml` in the home, then `settings.<env>.toml` when OMOIDE_ENV is set
(dev, prod), then environment variables such as OMOIDE_RECALL__TOP_K=8. They are read at every start; nothing is built.
The parameter values themselves are defined beside the formulas that use them, in domain/.
"""

from __future__ import annotations

import difflib
import os
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


@dataclass(frozen=True, slots=True)
class ProtectionSettings:
    most: int = 50

    def __post_init__(self) -> None:
        if self.most < 0:
            raise ValueError("most must not be negative")


@dataclass(frozen=True, slots=True)
class NightSettings:
    """When the night begins (local hour), how long after it counts as missed, and how many texts are asked for at once."""

    hour: int = 3
    missed_after_hours: int = 24
    batch: int = 100

    def __post_init__(self) -> None:
        if not 0 <= self.hour <= 23:
            raise ValueError("hour must lie in 0..23")
        if self.missed_after_hours < 1 or self.batch < 1:
            raise ValueError("missed_after_hours and batch must be at least 1")


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """builtin, onnx:<hub name>, openai:<model> or google:<model>."""

    model: str = "builtin"
    dimensions: int = 0
    batch: int = 64
    cache: int = 500

    def __post_init__(self) -> None:
        if self.batch < 1 or self.cache < 0 or self.dimensions < 0:
            raise ValueError("batch must be at least 1; cache and dimensions must not be negative")


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model does what, as provider:model; empty means the offline mind (X7)."""

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
        if self.max_tokens < 1 or self.concurrency < 1 or self.timeout_seconds <= 0:
            raise ValueError("max_tokens, concurrency and timeout_seconds must be above 0")
        if self.retries < 0 or self.max_calls < 0 or self.max_dollars < 0:
            raise ValueError("retries, max_calls and max_dollars must not be negative (0 means no limit)")


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Above so many memories of one person, search by meaning is approximate (needs the extra `scale`)."""

    approximate_above: int = 100_000
    refresh_after: int = 1_000

    def __post_init__(self) -> None:
        if self.approximate_above < 0 or self.refresh_after < 1:
            raise ValueError("approximate_above must not be negative, refresh_after at least 1")


@dataclass(frozen=True, slots=True)
class PrivacySettings:
    """What is never remembered (N2): words, /regular expressions/, and the origins (projects) of conversations."""

    never: tuple[str, ...] = ()
    never_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BackupSettings:
    every_days: int = 7
    keep: int = 8
    folder: str = ""

    def __post_init__(self) -> None:
        if self.every_days < 0 or self.keep < 1:
            raise ValueError("every_days must not be negative (0 means never), keep at least 1")


@dataclass(frozen=True, slots=True)
class PersonSettings:
    timezone: str = ""


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
    cost: CostRules = field(default_factory=CostRules)
    prices: dict[str, Price] = field(default_factory=lambda: dict(PRICES))
    people: dict[str, PersonSettings] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (self.timezone, *(person.timezone for person in self.people.values())):
            _zone(name)

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
        raise ValueError(f"unknown time zone {name!r}; use a name such as Asia/Tokyo") from error


def load(home: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read files and environment; raise InvalidSettings that names the key and the place."""
    tree: dict[str, Any] = {}
    env_name = environment.get("OMOIDE_ENV", "")
    for name in [FILE] + ([f"settings.{env_name}.toml"] if env_name else []):
        tree = _merged(tree, _read(home / name))
    tree = _merged(tree, _from_environment(environment))
    return build(tree)


def build(tree: Mapping[str, Any]) -> Settings:
    """A checked Settings from plain values."""
    _refuse_newer(tree)
    _refuse_unknown(Settings, tree, "")
    try:
        built = msgspec.convert(tree, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise _invalid(str(error)) from error
    return replace(built, prices={**PRICES, **built.prices})


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
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
    table: Any = document
    *parents, name = key.split(".")
    for parent in parents:
        table = table.setdefault(parent, tomlkit.table())
    table[name] = _value(value)
    settings = build(document.unwrap())
    home.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(tomlkit.dumps(document), encoding="utf-8")
    os.replace(fresh, path)
    return settings


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
            *parents, last = name[len(PREFIX) :].lower().split("__")
            branch = tree
            for parent in parents:
                branch = branch.setdefault(parent, {})
            branch[last] = _value(text)
    return tree


def _value(text: str) -> Any:
    """A TOML value if it is one (numbers, true, lists), else the text as it stands."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _merged(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(result.get(key), Mapping)
        result[key] = _merged(result[key], value) if both else value
    return result


def _refuse_newer(tree: Mapping[str, Any]) -> None:
    version = tree.get("version", VERSION)
    if isinstance(version, int) and version > VERSION:
        raise Refused(
            f"the settings have version {version}, this program knows {VERSION}: upgrade omoide.",
            f"設定の version は {version} ですが、このプログラムは {VERSION} までです。omoide を更新してください。",
        )


def _refuse_unknown(kind: Any, tree: Mapping[str, Any], prefix: str) -> None:
    hints = get_type_hints(kind)
    for key, value in tree.items():
        if key not in hints:
            near = difflib.get_close_matches(key, list(hints), 1)
            hint = f" Did you mean {prefix}{near[0]}?" if near else ""
            hint_ja = f" {prefix}{near[0]} のことですか？" if near else ""
            raise InvalidSettings(
                f"unknown setting {prefix}{key}.{hint} `omoide config show` lists them all.",
                f"設定 {prefix}{key} はありません。{hint_ja} 一覧は `omoide config show` で見られます。",
            )
        inner = hints[key]
        if is_dataclass(inner) and isinstance(value, Mapping):
            _refuse_unknown(inner, value, f"{prefix}{key}.")
        elif get_origin(inner) is dict and isinstance(value, Mapping):
            for name, item in value.items():
                if isinstance(item, Mapping):
                    _refuse_unknown(get_args(inner)[1], item, f"{prefix}{key}.{name}.")


def _invalid(message: str) -> InvalidSettings:
    """msgspec ends its messages with "- at `$.recall.top_k`": put the key first."""
    what, _, where = message.partition(" - at `$.")
    key = where.rstrip("`") or "settings"
    return InvalidSettings(
        f"setting {key}: {what}. Correct it with `omoide config set {key} VALUE`.",
        f"設定 {key} の値が正しくありません（{what}）。`omoide config set {key} 値` で直せます。",
    )
