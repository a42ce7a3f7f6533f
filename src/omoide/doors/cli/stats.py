"""omoide stats"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from omoide.domain.dates import night_of, night_start, wall_clock
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, bar, clock, level, line, print_json, size, table, width
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from omoide.mind import Mind


def stats(at: Place) -> None:
    with at.mind() as mind:
        found = _stats(mind)
        scope, home = mind.scope, mind.home
    if at.json:
        return print_json(found)
    line(
        say("persona {a}, person {b}, {home}", "人格 {a}、相手 {b}、{home}", a=scope.persona, b=scope.person, home=home)
    )
    _levels(found)
    for label, value in (
        (say("protected", "保護"), f"{found['protected']} / {found['protected_most']}"),
        (say("corrected (history)", "訂正済み（履歴）"), found["retired"]),
        (say("texts waiting for a model", "モデル待ちの本文"), found["texts_waiting"]),
        (say("turns", "会話の往復"), found["turns"]),
        (say("turns waiting", "記憶待ちの往復"), found["turns_waiting"]),
        (say("size", "大きさ"), size(found["size"])),
        (say("last night", "最後の夜"), found["last_night"] or "–"),
        (say("next night", "次の夜"), clock(datetime.fromisoformat(found["next_night"]))),
    ):
        line(label, " " * (28 - width(label)), (str(value), "bold"))


def _stats(mind: Mind) -> dict[str, Any]:
    counts, store, scope = mind.counts(), mind.faculties.store, mind.scope
    last = store.runs.last_night(scope)
    now = wall_clock(mind.faculties.clock.now(), mind.settings.zone(scope.person))
    hour = mind.settings.night.hour
    coming = night_start(max(night_of(now, hour), last) + 1, hour, now.tzinfo)  # type: ignore[arg-type]
    return {
        "total": counts.total,
        "by_level": {str(number): counts.by_level.get(number, 0) for number in (1, 2, 3, 4)},
        "archived": counts.archived,
        "protected": counts.protected,
        "protected_most": mind.settings.protection.most,
        "retired": counts.retired,
        "texts_waiting": counts.texts_waiting,
        "turns": store.turns.count(scope),
        "turns_waiting": store.turns.count(scope, "waiting") + store.turns.count(scope, "failed"),
        "size": mind.upkeep.size(),
        "last_night": date.fromordinal(last).isoformat() if last else None,
        "next_night": coming.isoformat(),
    }


def _levels(found: dict[str, Any]) -> None:
    total = max(found["total"], 1)
    rows: list[list[Part]] = []
    for number in (1, 2, 3, 4):
        count = found["by_level"][str(number)]
        shown = level(number)
        rows.append([shown, str(count), (bar(count / total, 20), shown[1]), f"{count / total:.0%}"])
    rows.append([say("all", "合計"), str(found["total"]), "", ""])
    table([say("level", "段階"), say("memories", "記憶"), "", say("share", "割合")], rows, right=(1, 3))
