"""omoide models list|pull"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from typer import Argument

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json, progress, table
from omoide.doors.cli.words import say


def show_all(at: Place) -> None:
    from omoide.compose import known_models

    known: list[dict[str, Any]] = [asdict(model) for model in known_models(at.folder())]
    if at.json:
        return print_json({"models": known})
    headers = list(known[0]) if known else []
    table(headers, [[_plain(value) for value in model.values()] for model in known])
    line(
        (
            say(
                "Choose one with `omoide config set embedding.model NAME`, then `omoide reindex`.",
                "`omoide config set embedding.model 名前` で選び、`omoide reindex` を実行してください。",
            ),
            "bright_black",
        )
    )


def pull(
    at: Place,
    name: Annotated[
        str,
        Argument(
            metavar=say("NAME", "名前"),
            help=say("As `omoide models list` shows it.", "`omoide models list` に出る名前。"),
        ),
    ],
) -> None:
    from omoide.compose import make_home, pull_model

    home = make_home(at.folder())
    with progress(say("Downloading", "ダウンロードしています")) as report:
        folder = pull_model(home, name, report)
    if at.json:
        return print_json({"name": name, "folder": str(folder)})
    line(say("{name} is in {folder}", "{name} を {folder} に保存しました", name=name, folder=folder))


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return say("yes", "はい") if value else say("no", "いいえ")
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else "–" if value is None else str(value)
