"""omoide simulate"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from typer import Option

from omoide.domain.memory import CATEGORIES
from omoide.domain.retention import LevelRules, coefficient_for, project
from omoide.doors.cli.curves import Curve, draw, save
from omoide.doors.cli.inputs import days as read_days
from omoide.doors.cli.inputs import number, one_of
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, level, line, on_terminal, print_json, retention, table
from omoide.doors.cli.words import say
from omoide.errors import InvalidInput

INTENSITIES = (100.0, 50.0, 35.0, 20.0)  # shown together when none is named


def simulate(
    at: Place,
    intensity: Annotated[
        str | None,
        Option(metavar="0-100", help=say("How strongly it is felt (four examples).", "感情の強さ（省けば四つの例）。")),
    ] = None,
    coefficient: Annotated[
        str | None,
        Option(
            metavar="0-1",
            help=say(
                "What is left after a day (retention.base_coefficient).",
                "一日で残る割合（retention.base_coefficient）。",
            ),
        ),
    ] = None,
    category: Annotated[
        str | None,
        Option(
            metavar=say("KIND", "種類"),
            help=say(
                "The coefficient of casual, work, decision or emotional memories.",
                "casual・work・decision・emotional の係数を使う。",
            ),
        ),
    ] = None,
    days: Annotated[
        str, Option(metavar="D,D,…", help=say("Days to look ahead to.", "何日後を見るか。"))
    ] = "30,90,180,365",
    memory: Annotated[
        str | None, Option(metavar="ID", help=say("Look ahead from this memory as it is.", "この記憶の今後。"))
    ] = None,
    store: Annotated[
        bool, Option("--store", help=say("How many memories each level will hold.", "全体で各段階が何件になるか。"))
    ] = False,
    save_to: Annotated[
        str | None,
        Option(
            "--save",
            metavar="FILE",
            help=say(
                "Draw it into a .png or .svg file (extra `plot`).", "図を .png か .svg に保存する（追加機能 plot）。"
            ),
        ),
    ] = None,
) -> None:
    felt = intensity is not None or coefficient is not None or category is not None
    if sum((felt, memory is not None, store)) > 1 or (coefficient is not None and category is not None):
        raise InvalidInput(
            "choose one: --intensity with --coefficient or --category, --memory, or --store.",
            "--intensity（と --coefficient か --category）・--memory・--store のどれか一つを選んでください。",
        )
    ahead = sorted(set(read_days("--days", days)))
    picture = _picture(save_to)
    if store:
        return _store(at, ahead, picture)
    if memory is not None:
        curves, rules = _of_memory(at, memory)
    else:
        curves, rules = _imagined(at, intensity, coefficient, category)
    rows = [[(day, *_at(curve, day, rules)) for day in ahead] for curve in curves]
    if picture:
        save(picture, curves, ahead[-1], rules)
    if at.json:
        return print_json(
            {
                "rows": [
                    _as_json(curve, row, len(curves) > 1) for curve, of in zip(curves, rows, strict=True) for row in of
                ]
            }
        )
    _print(curves, rows)
    if on_terminal():
        draw(curves, ahead[-1], rules)
    _say_where(picture)


def _picture(name: str | None) -> Path | None:
    if name is None:
        return None
    path = Path(name).expanduser()
    if path.suffix.lower() not in (".png", ".svg"):
        raise InvalidInput("--save writes .png or .svg files.", "--save に使えるのは .png か .svg です。")
    if not path.absolute().parent.is_dir():
        raise InvalidInput(f"there is no folder {path.parent}.", f"フォルダー {path.parent} がありません。")
    return path


def _imagined(
    at: Place, intensity: str | None, coefficient: str | None, category: str | None
) -> tuple[list[Curve], LevelRules]:
    from omoide import settings

    rules = settings.load(at.folder())
    named = number("--intensity", intensity, 0, 100)
    given = number("--coefficient", coefficient, 0, 1)
    kind = one_of("--category", category, CATEGORIES) or ""
    strengths = INTENSITIES if named is None else (named,)
    curves = [
        Curve(f"{felt:g}", felt, given if given is not None else coefficient_for(kind, felt, rules.retention), 0.0)
        for felt in strengths
    ]
    return curves, rules.levels


def _of_memory(at: Place, memory_id: str) -> tuple[list[Curve], LevelRules]:
    with at.mind() as mind:
        memory = mind.show(memory_id)
        return [Curve(memory.id, memory.intensity, memory.coefficient, memory.days)], mind.settings.levels


def _at(curve: Curve, day: float, rules: LevelRules) -> tuple[float, int]:
    row = project(curve.intensity, curve.coefficient, [day], rules, curve.age)[0]
    return row.retention, row.level


def _as_json(curve: Curve, row: tuple[float, float, int], several: bool) -> dict[str, Any]:
    day, score, number_ = row
    told: dict[str, Any] = {"intensity": curve.intensity} if several else {}
    return told | {"day": _whole(day), "retention": round(score, 2), "level": number_}


def _whole(day: float) -> float:
    return int(day) if day == int(day) else day


def _print(curves: Sequence[Curve], rows: Sequence[Sequence[tuple[float, float, int]]]) -> None:
    """One curve as rows of days; several as a row each."""
    if len(curves) > 1:
        headers = [say("intensity", "強さ"), *(say("{d:g} days", "{d:g} 日後", d=day) for day, _, _ in rows[0])]
        shown: list[list[Part]] = [
            [curve.name, *((f"{score:.1f} L{n}", level(n)[1]) for _, score, n in of)]
            for curve, of in zip(curves, rows, strict=True)
        ]
        return table(headers, shown, right=range(len(headers)))
    fades = say(
        "{n} fades to {c:.4f} of itself per day",
        "{n} は一日で {c:.4f} 倍になります",
        n=curves[0].name,
        c=curves[0].coefficient,
    )
    line(fades)
    body: list[list[Part]] = [[f"{day:g}", retention(score, n), level(n)] for day, score, n in rows[0]]
    table([say("in days", "日後"), say("retention", "保持"), say("level", "段階")], body, right=(0,))


def _store(at: Place, ahead: Sequence[float], picture: Path | None) -> None:
    """Counts by level, and no curve: --save needs one."""
    if picture:
        raise InvalidInput(
            "--save draws curves; it cannot be used with --store.", "--save は --store と一緒には使えません。"
        )
    with at.mind() as mind:
        rows = mind.simulate(ahead).rows
    if at.json:
        return print_json(
            {"rows": [{"day": _whole(day), "levels": {str(n): c for n, c in counts.items()}} for day, counts in rows]}
        )
    headers = [say("in days", "日後"), *(level(n)[0] for n in (1, 2, 3, 4))]
    table(
        headers,
        [[f"{day:g}", *(str(counts.get(n, 0)) for n in (1, 2, 3, 4))] for day, counts in rows],
        right=(0, 1, 2, 3, 4),
    )


def _say_where(picture: Path | None) -> None:
    if picture:
        line(say("Drawn into {path}", "{path} に図を保存しました", path=picture))
