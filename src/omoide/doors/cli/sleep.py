"""omoide sleep"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from omoide.doors.cli.inputs import moment, one_of
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json, progress, table
from omoide.doors.cli.sleep_plan import plan_sleep
from omoide.doors.cli.sleep_words import reason_for, step_name, told
from omoide.doors.cli.words import say, say_of, spoken
from omoide.errors import Busy, InTheFuture

if TYPE_CHECKING:
    from omoide.mind import Mind
    from omoide.sleep import NightReport
    from omoide.sleep.dreaming import Wish


def sleep(
    at: Place,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として夜を過ごす。"))
    ] = None,
    level: Annotated[
        str | None,
        Option(
            metavar="auto|1|2|3",
            help=say(
                "How far the dream looks back: day, week, month, or what is due (1; with --all or --if-missed by "
                "itself, when the conditions hold).",
                "夢で振り返る深さ。1 日・2 週・3 月、auto は時期に応じて（既定 1。--all と --if-missed では"
                "条件がそろえば自動）。",
            ),
        ),
    ] = None,
    if_missed: Annotated[
        bool, Option("--if-missed", help=say("Only when a night was missed.", "夜を逃していたときだけ。"))
    ] = False,
    plan: Annotated[
        bool,
        Option(
            "--plan",
            help=say(
                "Only say what would be done, what it would cost, and what would be forgotten.",
                "実行せずに、何が行われ、いくらかかり、何が忘れられるかだけを示す。",
            ),
        ),
    ] = False,
    everyone: Annotated[
        bool,
        Option(
            "--all",
            help=say(
                "The nights of everybody in this home (with --persona: of this one).",
                "この置き場所の全員の夜（--persona を付ければその人格の全員）。",
            ),
        ),
    ] = False,
    yes: Annotated[
        bool,
        Option(
            "--yes", "-y",
            help=say("Also when --now lies in the future.", "--now が未来の時刻でも夜を過ごす。"),
        ),
    ] = False,
) -> None:  # fmt: skip
    when, wish = moment("--now", now), _wish(level, by_hand=not (everyone or if_missed))
    if plan:
        return plan_sleep(at, when, wish, everyone)
    if when and not yes:
        _refuse_future(when)
    if everyone:
        return _sleep_all(at, when, if_missed, wish)
    from omoide.night_ahead import note_ahead

    with at.mind() as mind:
        if if_missed and not mind.night_missed(when):
            if at.json:
                return print_json({"missed": False, "lived": False, "steps": {}})
            return line(say("No night was missed.", "逃した夜はありません。"))
        note_ahead(mind, when)
        with progress(say("Sleeping", "眠っています"), _stage) as report:
            night = mind.sleep(when, report, wish)
        ahead = _ahead(mind, night)
    if at.json:
        return print_json(_as_json(night))
    _print(night, ahead)


def _refuse_future(when: datetime) -> None:
    """All that is remembered would fade at once, and nothing undoes a night."""
    if when > datetime.now(UTC):
        raise InTheFuture(
            f"--now {when.isoformat()} lies in the future: memories would fade as if it were then, and no other night"
            " is lived until that time. If you want that, run `omoide backup create` and add --yes.",
            f"--now {when.isoformat()} は未来の時刻です。記憶はその時まで薄れ、それまでほかの夜は過ごせません。"
            "それでよければ `omoide backup create` でバックアップを取り、--yes を付けてください。",
        )


def _ahead(mind: Mind, night: NightReport) -> str:
    """Why a night was not lived, and what to do, when a later one was lived ahead of the clock."""
    if night.lived or night.doubt or not night.previous or night.night >= night.previous:
        return ""
    from omoide.night_ahead import night_ahead

    found = night_ahead(mind, [mind.scope])
    return "" if found is None else found.ja if spoken() == "ja" else found.en


def _wish(level: str | None, by_hand: bool) -> Wish:
    """Somebody who types the command wants a dream, of level 1; a scheduler leaves it to the conditions (D1)."""
    if level is None:
        return 1 if by_hand else None
    wishes: dict[str, Wish] = {"auto": "auto", "1": 1, "2": 2, "3": 3}
    return wishes[one_of("--level", level, list(wishes)) or "1"]


def _stage(done: int, total: int) -> str:
    """The step that the bar has reached: each has a hundred parts."""
    from omoide.sleep.steps import STEPS

    return step_name(list(STEPS)[min(done * len(STEPS) // max(total, 1), len(STEPS) - 1)])


def _sleep_all(at: Place, when: datetime | None, if_missed: bool, wish: Wish) -> None:
    """One after the other, and one run: what models may be asked is for all together. One that is busy is being lived
    by somebody else: the others do not wait for it."""
    from omoide.compose import budget_of
    from omoide.night_ahead import note_ahead

    with at.mind() as mind:
        scopes, budget = mind.faculties.store.runs.scopes(at.persona), budget_of(mind.settings)
    nights: list[dict[str, Any]] = []
    busy: Busy | None = None
    for scope in scopes:
        try:
            with replace(at, persona=scope.persona, person=scope.person).mind(budget) as mind:
                if if_missed and not mind.night_missed(when):
                    continue
                note_ahead(mind, when)
                night = mind.sleep(when, level=wish)
                ahead = _ahead(mind, night)
        except Busy as error:
            busy = error
            continue
        nights.append({"persona": scope.persona, "person": scope.person, **_as_json(night)})
        if not at.json:
            line(f"{scope.persona} · {scope.person}")
            _print(night, ahead)
    if at.json:
        print_json({"nights": nights})
    elif not nights and not busy:
        line(
            say("No night was missed.", "逃した夜はありません。")
            if scopes
            else say("Nobody is here yet.", "まだ誰もいません。")
        )
    if busy:
        raise busy


def _as_json(night: NightReport) -> dict[str, Any]:
    told = {
        "night": night.night.isoformat(),
        "previous": night.previous.isoformat() if night.previous else None,
        "lived": night.lived,
        "steps": night.steps,
        "seconds": round(night.seconds, 3),
    }
    return told | ({"clock_in_doubt": True} if night.doubt else {})


def _print(night: NightReport, ahead: str) -> None:
    if night.doubt:  # why, and what to do, was said when the memory was opened
        line(
            say(
                "The night of {n} was not lived: the machine's clock is in doubt.",
                "{n} の夜は過ごしませんでした。この機械の時計が確かではありません。",
                n=night.night,
            )
        )
    elif not night.lived and night.previous and night.night < night.previous:
        line(
            say(
                "The night of {n} is past: that of {p} was lived already.",
                "{n} の夜は過ぎています。もう {p} の夜まで過ごしました。",
                n=night.night,
                p=night.previous,
            )
        )
        if ahead:
            note(ahead)
    elif not night.lived:
        line(say("The night of {n} was lived already.", "{n} の夜はもう過ごしました。", n=night.night))
    else:
        line(say("The night of {n} ({s:.1f} s)", "{n} の夜（{s:.1f} 秒）", n=night.night, s=night.seconds))
    rows = [[step_name(name), _result(name, result)] for name, result in night.steps.items() if result]
    if rows:
        table([say("step", "工程"), say("what happened", "結果")], rows, long=1)


def _result(step: str, result: dict[str, Any]) -> str:
    """What is not zero, in words; a step added later shows its own names."""
    worth_telling = {key: value for key, value in result.items() if value and (key, value) != ("nights", 1)}
    words = [told(step, key, reason_for(key, say_of(result, key))) for key in worth_telling if not key.endswith("_ja")]
    return say(", ", "、").join(words) or "–"
