"""omoide config show|set|unset|schema|path"""

from __future__ import annotations

import json
from typing import Annotated, Any

from typer import Argument

from omoide import settings
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json, table
from omoide.doors.cli.words import say
from omoide.errors import InvalidSettings


def show(
    at: Place,
    key: Annotated[
        str | None,
        Argument(
            metavar=say("KEY", "キー"),
            help=say("Only this key, or this section.", "このキー、または節だけ。"),
            show_default=False,
        ),
    ] = None,
) -> None:
    """What is in force: defaults, files and environment together. What differs from the default is marked."""
    tree = settings.plain(settings.load(at.folder()))
    if key is not None:
        tree = _part(tree, key)
    if at.json:
        return print_json(tree)
    standard = _flat(settings.plain(settings.build({})))
    prefix = key or ""
    rows = []
    for name, value in _flat(tree, prefix).items():
        changed = name not in standard or standard[name] != value
        rows.append(
            [
                (name, "bold" if changed else ""),
                (_text(value), "cyan" if changed else ""),
                say("set", "変更") if changed else "",
            ]
        )
    table([say("key", "キー"), say("value", "値"), ""], rows, long=1)


def put(
    at: Place,
    key: Annotated[
        str,
        Argument(metavar=say("KEY", "キー"), help=say("Dotted, as recall.top_k.", "recall.top_k のように点でつなぐ。")),
    ],
    value: Annotated[
        str,
        Argument(
            metavar=say("VALUE", "値"),
            help=say("A number, true, false, a list or a text.", "数、true、false、リスト、文字列。"),
        ),
    ],
) -> None:
    from omoide.models_at_hand import refuse_unknown_name

    name = ".".join(settings.names_in(key))  # as it will be read, however it is quoted
    new = settings.write(at.folder(), key, value, lambda tree: refuse_unknown_name(tree, name))
    written = _part(settings.plain(new), key)
    if at.json:
        return print_json({"key": key, "value": written})
    line(f"{key} = ", (_text(written), "cyan"))


put.minus_is_text = True  # type: ignore[attr-defined]  # a value may be a number below nothing


def unset(
    at: Place,
    key: Annotated[
        str,
        Argument(
            metavar=say("KEY", "キー"),
            help=say("Dotted, as recall.top_k; or a section.", "recall.top_k のように点でつなぐ。節も可。"),
        ),
    ],
) -> None:
    was_set, rest = settings.unset(at.folder(), key)
    try:
        value = _part(settings.plain(rest), key)
    except InvalidSettings:
        if not was_set:
            raise
        value = None  # a key that there never was: only the file knew it
    if at.json:
        return print_json({"key": key, "was_set": was_set, "value": value})
    if isinstance(value, dict) or value is None:
        line(
            say("{key} is no longer set", "{key} の設定を消しました", key=key)
            if was_set
            else say("{key} was not set", "{key} は設定されていません", key=key)
        )
    else:
        line(f"{key} = ", (_text(value), "cyan"), "" if was_set else say("  (was not set)", "（設定されていません）"))


def schema(at: Place) -> None:
    print_json(settings.schema())


def path(at: Place) -> None:
    file = at.folder() / settings.FILE
    if at.json:
        return print_json({"path": str(file), "exists": file.exists()})
    line(str(file))


def _part(tree: dict[str, Any], key: str) -> Any:
    """Names of models contain dots, so the longest name that fits is taken at each step."""
    found: Any = tree
    rest = key
    while rest:
        if not isinstance(found, dict):
            raise _unknown(key)
        name = next((n for n in sorted(found, key=len, reverse=True) if rest == n or rest.startswith(f"{n}.")), None)
        if name is None:
            raise _unknown(key)
        found, rest = found[name], rest[len(name) + 1 :]
    return found


def _unknown(key: str) -> InvalidSettings:
    import difflib

    keys = settings.keys()
    sections = {name.rsplit(".", up)[0] for name in keys for up in range(1, name.count(".") + 1)}
    near = difflib.get_close_matches(key, [*keys, *sorted(sections)], 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    hint_ja = f"{near[0]} のことですか？" if near else ""
    return InvalidSettings(
        f"there is no setting {key}.{hint} `omoide config show` lists them all.",
        f"設定 {key} はありません。{hint_ja}一覧は `omoide config show` で見られます。",
    )


def _flat(tree: Any, prefix: str = "") -> dict[str, Any]:
    if not isinstance(tree, dict):
        return {prefix: tree}
    return {
        k: v for name, value in tree.items() for k, v in _flat(value, f"{prefix}.{name}" if prefix else name).items()
    }


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
