"""omoide cost"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from omoide.domain.cost import price_of
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, line, print_json, table
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.domain.cost import Estimate
    from omoide.ports import Usage
    from omoide.settings import Settings

_WORK = {
    "embed new memories": "新しい記憶の埋め込み",
    "embed cues": "手がかりの埋め込み",
    "embed summaries": "要約の埋め込み",
    "embed traces": "痕跡の埋め込み",
    "analyse turns": "会話の分析",
    "write summaries": "要約の作成",
    "write traces": "痕跡の作成",
}


def cost(
    at: Place,
    model: Annotated[
        str | None,
        Option(
            metavar="PROVIDER:MODEL",
            help=say("The model to reckon with (models.analysis).", "試算するモデル（models.analysis）。"),
        ),
    ] = None,
    embedder: Annotated[
        str | None,
        Option(
            metavar="PROVIDER:MODEL",
            help=say(
                "The embedding model to reckon with (embedding.model).", "試算する埋め込みモデル（embedding.model）。"
            ),
        ),
    ] = None,
) -> None:
    with at.mind() as mind:
        settings, year, used = mind.settings, mind.cost(model, embedder), mind.faculties.store.state.usage()
    names = (
        model if model is not None else settings.models.analysis,
        embedder if embedder is not None else settings.embedding.model,
    )
    if at.json:
        return print_json(_as_json(names, year, used, settings))
    rules = settings.cost
    line(
        say(
            "One year, {n} turns a day, {t} tokens per character",
            "一年、一日 {n} 往復、一文字 {t} トークンとして",
            n=rules.turns_per_day,
            t=rules.tokens_per_character,
        )
    )
    line(
        say(
            "model: {m}, embedding: {e}",
            "モデル: {m}、埋め込み: {e}",
            m=names[0] or say("offline", "オフライン"),
            e=names[1],
        ),
        indent=2,
    )
    _estimate(year)
    _measured(used, settings)


def _estimate(year: Estimate) -> None:
    rows: list[list[Part]] = [
        [
            say(item.work, _WORK.get(item.work, item.work)),
            f"{item.input}",
            f"{item.output}",
            *_money(item.dollars, year.yen_per_dollar),
        ]
        for item in year.lines
    ]
    for kind, label in (
        ("embedding", say("embedding together", "埋め込みの計")),
        ("model", say("model together", "モデルの計")),
    ):
        rows.append(
            [
                (label, "bold"),
                f"{year.input(kind)}",
                f"{year.output(kind)}",
                *_money(year.dollars(kind), year.yen_per_dollar),
            ]
        )
    rows.append([(say("all", "合計"), "bold"), "", "", *_money(year.dollars(), year.yen_per_dollar)])
    table(
        [say("work", "作業"), say("M tokens in", "入力 M"), say("M tokens out", "出力 M"), "$", "¥"],
        rows,
        right=(1, 2, 3, 4),
    )


def _measured(used: list[Usage], settings: Settings) -> None:
    if not used:
        return line((say("No model has been used yet.", "まだモデルは使われていません。"), "bright_black"))
    line((say("Measured so far", "これまでの実測"), "bold"))
    rows = []
    for usage in used:
        spent = _spent(usage, settings)
        money = _money(spent, settings.cost.yen_per_dollar) if spent is not None else ["?", "?"]
        rows.append(
            [usage.model, usage.role, str(usage.calls), str(usage.input_tokens), str(usage.output_tokens), *money]
        )
    headers = [
        say("model", "モデル"), say("role", "役割"), say("calls", "回数"), say("tokens in", "入力"),
        say("tokens out", "出力"), "$", "¥",
    ]  # fmt: skip
    table(headers, rows, right=(2, 3, 4, 5, 6), long=0, narrow="below")


def _spent(usage: Usage, settings: Settings) -> Decimal | None:
    price = price_of(settings.prices, usage.model)
    return None if price is None else price.of(usage.input_tokens, usage.output_tokens)


def _money(dollars: Decimal, rate: float) -> list[Part]:
    return [f"{dollars:,.2f}", f"{dollars * Decimal(str(rate)):,.0f}"]


def _as_json(names: tuple[str, str], year: Estimate, used: list[Usage], settings: Settings) -> dict[str, Any]:
    rate = Decimal(str(year.yen_per_dollar))

    def money(dollars: Decimal) -> dict[str, float]:
        return {
            "dollars": float(dollars.quantize(Decimal("0.01"))),
            "yen": float((dollars * rate).quantize(Decimal("1"))),
        }

    def tokens(kind: str) -> dict[str, float]:
        return {
            "input_millions": float(year.input(kind)),
            "output_millions": float(year.output(kind)),
            **money(year.dollars(kind)),
        }

    measured = []
    for usage in used:
        spent = _spent(usage, settings)
        known = money(spent) if spent is not None else {"dollars": None, "yen": None}
        measured.append(
            {"model": usage.model, "role": usage.role, "calls": usage.calls, "input_tokens": usage.input_tokens,
             "output_tokens": usage.output_tokens, **known}
        )  # fmt: skip
    return {
        "model": names[0] or "offline",
        "embedding_model": names[1],
        "lines": [
            {
                "work": item.work,
                "kind": item.kind,
                "input_millions": float(item.input),
                "output_millions": float(item.output),
                **money(item.dollars),
            }
            for item in year.lines
        ],
        "embedding": tokens("embedding"),
        "language_model": tokens("model"),
        "total": money(year.dollars()),
        "measured": measured,
    }
