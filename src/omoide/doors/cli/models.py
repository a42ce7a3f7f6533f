"""omoide models list|pull"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from typer import Argument

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json, progress, table
from omoide.doors.cli.words import say


def show_all(at: Place) -> None:
    from omoide.models_at_hand import known_models, missing_key

    known: list[dict[str, Any]] = [
        {**asdict(model), "needs": missing_key(model.name)} for model in known_models(at.folder())
    ]
    if at.json:
        return print_json({"models": known})
    where = {"built in": say("built in", "内蔵"), "local": say("local", "手元"), "service": say("service", "サービス")}
    headers = [
        say("name", "名前"), say("runs", "場所"), say("size", "次元"), "MB", say("languages", "言語"),
        say("ready", "準備"),
    ]  # fmt: skip
    rows = [
        [m["name"], where.get(m["where"], m["where"]), str(m["dimensions"]), str(m["megabytes"] or "–"), m["languages"],
         _ready(m)]
        for m in known
    ]  # fmt: skip
    table(headers, rows, right=(2, 3), long=0, narrow="below")
    line(
        (
            say(
                "Choose one with `omoide config set embedding.model NAME`, then `omoide reindex`; "
                "a judge (nli:…) with `omoide config set models.nli NAME`.",
                "`omoide config set embedding.model 名前` で選び、`omoide reindex` を実行してください。"
                "判定モデル（nli:…）は `omoide config set models.nli 名前` で選びます。",
            ),
            "bright_black",
        )
    )


def _ready(model: dict[str, Any]) -> str:
    if not model["installed"]:
        return say("no", "未")
    if model["needs"]:
        return say("needs {name}", "{name} が必要", name=model["needs"])
    return say("yes", "済")


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
    from omoide.compose import make_home
    from omoide.models_at_hand import pull_model

    home = make_home(at.folder())
    with progress(say("Downloading", "ダウンロードしています")) as report:
        folder = pull_model(home, name, report)
    if at.json:
        return print_json({"name": name, "folder": str(folder)})
    line(say("{name} is in {folder}", "{name} を {folder} に保存しました", name=name, folder=folder))
