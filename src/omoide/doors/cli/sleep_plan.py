"""omoide sleep --plan"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from omoide.doors.cli.printing import Part, line, print_json, table
from omoide.doors.cli.sleep_words import reason_for, step_name
from omoide.doors.cli.words import say

if TYPE_CHECKING:
    from datetime import datetime

    from omoide.doors.cli.place import Place
    from omoide.sleep import NightPlan
    from omoide.sleep.dreaming import Wish


def plan_sleep(at: Place, when: datetime | None, wish: Wish, everyone: bool) -> None:
    """Of one person, or of everybody in this home."""
    if not everyone:
        with at.mind() as mind:
            plan = mind.plan_night(when, wish)
        return print_json(plan.plain()) if at.json else _print(plan)
    with at.mind() as mind:
        scopes = mind.faculties.store.runs.scopes(at.persona)
    plans: list[dict[str, Any]] = []
    for scope in scopes:
        with replace(at, persona=scope.persona, person=scope.person).mind() as mind:
            plan = mind.plan_night(when, wish)
        plans.append({"persona": scope.persona, "person": scope.person, **plan.plain()})
        if not at.json:
            line(f"{scope.persona} · {scope.person}")
            _print(plan)
    if at.json:
        print_json({"nights": plans})
    return None


def _print(plan: NightPlan) -> None:
    told = say("The night of {n} would do this", "{n} の夜に行われること", n=plan.night)
    line(say("{t}; it was lived already", "{t}（すでに過ごしました）", t=told) if plan.lived else told)
    rows: list[list[Part]] = []
    for step in plan.steps:
        if step.items or step.calls or step.waiting or not step.due:
            tokens = f"{step.input_tokens} + {step.output_tokens}" if step.calls else ""
            rows.append(
                [step_name(step.step), _when(step), str(step.items), _calls(step), tokens, _money(step.dollars)]
            )
    headers = [
        say("step", "工程"), say("when", "時期"), say("items", "件数"), say("model calls", "モデル呼び出し"),
        say("tokens", "トークン"), "$",
    ]  # fmt: skip
    table(headers, rows, right=(2, 3, 4, 5))
    line(
        say(
            "Together: {c} model calls, {d}", "合計: モデル呼び出し {c} 回、{d}", c=plan.calls,
            d=say("unknown price", "価格不明") if plan.dollars is None else f"${plan.dollars:.4f}",
        )
    )  # fmt: skip
    if plan.stops:
        line(say("It would stop at {l}.", "{l} の上限で止まります。", l=plan.stops))
    _listed(say("would be marked as hardly used", "使われていないと印が付くもの"), plan.marked_low)
    _listed(say("could become one page", "一枚にまとまりうるもの"), [" + ".join(group) for group in plan.merged])
    _listed(say("would go to the archive, when it is due", "時期が来れば保管されるもの"), plan.forgotten)


def _when(step: Any) -> str:
    if step.due:
        return say("tonight", "今夜")
    if step.why == "done":
        return say("done", "済み")
    if step.why.startswith("not before "):
        return say("from {d}", "{d} から", d=step.why.removeprefix("not before "))
    if step.why in ("nothing yet", "not this week"):
        return say("not yet", "まだ")
    return str(reason_for("skipped", step.why))


def _calls(step: Any) -> str:
    waiting = say("{n} waiting", "{n} 待ち", n=step.waiting) if step.waiting else ""
    return " ".join(part for part in (str(step.calls) if step.calls else "", waiting) if part)


def _money(dollars: float | None) -> str:
    return "?" if dollars is None else f"{dollars:.4f}" if dollars else ""


def _listed(head: str, names: Any) -> None:
    if names:
        line((f"{head}:", "bold"))
        for name in names:
            line(name, indent=2)
