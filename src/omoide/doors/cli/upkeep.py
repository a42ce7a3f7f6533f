"""omoide check, repair, vacuum, reindex, doctor"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, line, print_json, progress, size, table
from omoide.doors.cli.words import say, spoken
from omoide.errors import OmoideError, StoreDamaged

if TYPE_CHECKING:
    from omoide.mind import Mind
    from omoide.ports import Finding, Upkeep


def check(at: Place) -> None:
    """Works also when the store cannot be opened."""
    _tell(at, _upkeep(at).check())


def repair(at: Place) -> None:
    now = datetime.now(UTC).astimezone()
    findings = list(_upkeep(at).repair(now))
    _tell(at, [*findings, *archive_repaired(at, lambda mind: mind.repair_tiers(now))])


def archive_repaired(at: Place, repair: Callable[[Mind], list[Finding]]) -> list[Finding]:
    """By now the store can be opened again. Where the archive cannot be reached, what was done before still counts."""
    from omoide.ports import Finding

    try:
        with at.mind() as mind:
            return repair(mind)
    except OmoideError as error:
        return [Finding("error", "archive", error.en, error.ja)]


def vacuum(at: Place) -> None:
    before, after = _upkeep(at).vacuum()
    if at.json:
        return print_json({"before": before, "after": after})
    line(say("{a} → {b}", "{a} → {b}", a=size(before), b=size(after)))


def reindex(at: Place) -> None:
    with at.mind() as mind, progress(say("Making vectors", "ベクトルを作っています")) as report:
        made, total = mind.reindex(report), mind.counts().total
    if at.json:
        return print_json({"embedded": made, "memories": total})
    line(
        say(
            "{m} vectors made; the indexes of {n} memories are rebuilt.",
            "ベクトル {m} 件を作り、記憶 {n} 件の索引を作り直しました。",
            m=made,
            n=total,
        )
    )


def doctor(at: Place) -> None:
    from omoide.doctor import examine
    from omoide.doors.hooks.diagnosis import examine_hooks

    home = at.folder()
    _tell(at, [*examine(home), *examine_hooks(home)])


def _upkeep(at: Place) -> Upkeep:
    from omoide import settings
    from omoide.compose import housekeeping, make_home

    home = make_home(at.folder())
    return housekeeping(home, settings.load(home)).upkeep


def _tell(at: Place, findings: Sequence[Finding]) -> None:
    """Findings in the user's language; an error among them makes the exit code 6, so that a script notices."""
    if at.json:
        print_json(
            {
                "findings": [
                    {"severity": f.severity, "what": f.what, "text": f.ja if spoken() == "ja" else f.en}
                    for f in findings
                ]
            }
        )
    else:
        signs: dict[str, Part] = {
            "ok": (say("ok", "良好"), "green"),
            "warning": (say("warning", "注意"), "yellow"),
            "error": (say("error", "異常"), "red"),
        }
        rows: list[list[Part]] = [[signs[f.severity], f.what, f.ja if spoken() == "ja" else f.en] for f in findings]
        table(["", say("what", "対象"), say("finding", "結果")], rows, long=2)
    if any(f.severity == "error" for f in findings):
        raise typer.Exit(StoreDamaged.exit_code)
