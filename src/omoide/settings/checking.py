"""From plain values to a checked tree: every complaint names the exact key (I7)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from omoide.errors import InvalidSettings, Refused
from omoide.settings.files import PREFIX
from omoide.settings.tree import VERSION, Settings

OFFLINE = "offline"
# The field of a section that takes in what stands there under names of one's own: [people."Mara"] beside people.share.
NAMED = "named"
_KINDS = {
    int: ("a whole number", "整数"), float: ("a number", "数"), bool: ("true or false", "true か false"),
    str: ("a text", "文字列"),
}  # fmt: skip
_LIST = ('a list such as ["one", "two"]', '["一", "二"] のようなリスト')


def build(tree: Mapping[str, Any]) -> Settings:
    """A checked Settings from plain values; what they do not name keeps its default."""
    _refuse_newer(tree)
    return _section(Settings(), tree, "")


def schema() -> dict[str, Any]:
    """JSON schema of the tree, for editors."""
    import msgspec

    told = msgspec.json.schema(Settings)
    for section in told["$defs"].values():
        if names := section["properties"].pop(NAMED, None):
            section["additionalProperties"] = names["additionalProperties"]
    return told


def plain(settings: Settings) -> dict[str, Any]:
    """The tree as plain values, for printing: without passwords."""
    import msgspec

    tree = msgspec.to_builtins(settings)
    for section in tree.values():
        if isinstance(section, dict) and isinstance(section.get("url"), str):
            section["url"] = without_password(section["url"])
        if isinstance(section, dict) and NAMED in section:
            for name, own in section.pop(NAMED).items():
                section.setdefault(name, own)
    return tree


def without_password(url: str) -> str:
    """An address that may be shown."""
    url = re.sub(r"(://[^:@/?]*):.*@", r"\1:***@", url)
    return re.sub(r"(?<=[?&])(\w*(?:password|secret)\w*)=[^&]*", r"\1=***", url)


def keys(of: Any = Settings, prefix: str = "") -> list[str]:
    """Every dotted key of the tree; the documentation is tested against it."""
    found: list[str] = []
    hints = get_type_hints(of)
    for item in fields(of):
        kind = hints[item.name]
        if item.name == NAMED:
            continue
        found += keys(kind, f"{prefix}{item.name}.") if is_dataclass(kind) else [f"{prefix}{item.name}"]
    return found


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
    if names := hints.pop(NAMED, None):
        # a person may be called like a setting: what is a table is theirs
        theirs = {name: value for name, value in tree.items() if name not in hints or isinstance(value, Mapping)}
        tree = {name: value for name, value in tree.items() if name not in theirs}
        values[NAMED] = _entry(names, getattr(default, NAMED), theirs, prefix.removesuffix("."))
    for name, value in tree.items():
        if name not in hints:
            raise _unknown(prefix, name, list(hints))
        values[name] = _entry(hints[name], getattr(default, name), value, f"{prefix}{name}")
    try:
        return replace(default, **values)
    except ValueError as error:
        told = [str(part) for part in error.args]  # in English, and where it matters in Japanese too
        raise _invalid(prefix + _blamed(told[0], tree, list(hints)), *told) from error


def _entry(kind: Any, default: Any, value: Any, key: str) -> Any:
    """One value of the type that its key asks for: a section, a table of named sections, or a plain value."""
    if is_dataclass(kind) or get_origin(kind) is dict:
        if not isinstance(value, Mapping):
            raise _invalid(key, "is a section, not a value", "値ではなく節です", _inside(kind, key))
        if is_dataclass(kind):
            return _section(default, value, f"{key}.")
        item = get_args(kind)[1]
        return default | {
            name: _entry(item, default.get(name, item()), part, f'{key}."{name}"' if "." in name else f"{key}.{name}")
            for name, part in value.items()
        }
    import msgspec  # here: where nothing is set, nothing needs it

    if value == OFFLINE and key.startswith("models.") and kind is str:
        value = ""  # what an empty value means, by its name
    try:
        converted = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _invalid(key, *_wanted(kind, value)) from error
    if isinstance(converted, float) and not math.isfinite(converted):
        raise _invalid(key, *_wanted(kind, converted))
    return converted


def _wanted(kind: Any, value: Any) -> tuple[str, str]:
    """What a key takes, and that this is not it."""
    if get_origin(kind) is Literal:
        choices = " | ".join(map(str, get_args(kind)))
        en, ja = f"one of {choices}", f"{choices} のどれか"
    else:
        en, ja = _KINDS.get(kind, _LIST)
    return f"must be {en}, not {value!r}", f"{ja}のはずが {value!r} です"


def _inside(kind: Any, key: str) -> str:
    if is_dataclass(kind):
        return f"{key}.{fields(kind)[0].name}"
    return f"{key}.NAME.{fields(get_args(kind)[1])[0].name}"


def _blamed(message: str, tree: Mapping[str, Any], names: list[str]) -> str:
    """The key that a rule of several keys complains about: of those it names, one that was set."""
    named = [word for word in re.findall(r"\w+", message) if word in names]
    return next((name for name in named if name in tree), named[0] if named else "")


def _unknown(prefix: str, name: str, names: list[str]) -> InvalidSettings:
    import difflib

    near = difflib.get_close_matches(name, names, 1)
    hint = f" Did you mean {prefix}{near[0]}?" if near else ""
    hint_ja = f" {prefix}{near[0]} のことですか？" if near else ""
    return InvalidSettings(
        f"unknown setting {prefix}{name}.{hint} `omoide config show` lists them all.",
        f"設定 {prefix}{name} はありません。{hint_ja} 一覧は `omoide config show` で見られます。",
    )


def _invalid(key: str, what: str, what_ja: str = "", inside: str = "") -> InvalidSettings:
    """`inside`: the key to set instead of this one."""
    variable, right = PREFIX + key.upper().replace(".", "__"), inside or key
    return InvalidSettings(
        f"setting {key}: {what}. Correct it with `omoide config set {right} VALUE`, or in {variable} if that is set.",
        f"設定 {key} の値が正しくありません（{what_ja or what}）。`omoide config set {right} 値` で直せます"
        f"（環境変数 {variable} があればそちらで）。",
    )
