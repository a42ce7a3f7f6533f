"""omoide sleep"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from omoide.doors.cli.inputs import moment, one_of
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, note, print_json, progress, table
from omoide.doors.cli.words import say, say_of
from omoide.errors import Busy

if TYPE_CHECKING:
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
) -> None:
    when, wish = moment("--now", now), _wish(level, by_hand=not (everyone or if_missed))
    if everyone:
        return _sleep_all(at, when, if_missed, wish)
    with at.mind() as mind:
        if when and when > mind.faculties.clock.now() + timedelta(days=1):
            note(
                say(
                    "--now lies in the future: until then, no other night will be lived",
                    "--now は未来の時刻です。その時までほかの夜は過ごせません",
                )
            )
        if if_missed and not mind.night_missed(when):
            if at.json:
                return print_json({"missed": False, "lived": False, "steps": {}})
            return line(say("No night was missed.", "逃した夜はありません。"))
        with progress(say("Sleeping", "眠っています"), _stage) as report:
            night = mind.sleep(when, report, wish)
    if at.json:
        return print_json(_as_json(night))
    _print(night)


def _wish(level: str | None, by_hand: bool) -> Wish:
    """Somebody who types the command wants a dream, of level 1; a scheduler leaves it to the conditions (D1)."""
    if level is None:
        return 1 if by_hand else None
    wishes: dict[str, Wish] = {"auto": "auto", "1": 1, "2": 2, "3": 3}
    return wishes[one_of("--level", level, list(wishes)) or "1"]


def _stage(done: int, total: int) -> str:
    """The step that the bar has reached: each has a hundred parts."""
    from omoide.sleep.steps import STEPS

    return _step(list(STEPS)[min(done * len(STEPS) // max(total, 1), len(STEPS) - 1)])


def _sleep_all(at: Place, when: datetime | None, if_missed: bool, wish: Wish) -> None:
    """One after the other. One that is busy is being lived by somebody else: the others do not wait for it."""
    with at.mind() as mind:
        scopes = mind.faculties.store.runs.scopes(at.persona)
    nights: list[dict[str, Any]] = []
    busy: Busy | None = None
    for scope in scopes:
        try:
            with replace(at, persona=scope.persona, person=scope.person).mind() as mind:
                if if_missed and not mind.night_missed(when):
                    continue
                night = mind.sleep(when, level=wish)
        except Busy as error:
            busy = error
            continue
        nights.append({"persona": scope.persona, "person": scope.person, **_as_json(night)})
        if not at.json:
            line(f"{scope.persona} · {scope.person}")
            _print(night)
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
    return {
        "night": night.night.isoformat(),
        "previous": night.previous.isoformat() if night.previous else None,
        "lived": night.lived,
        "steps": night.steps,
        "seconds": round(night.seconds, 3),
    }


def _print(night: NightReport) -> None:
    if not night.lived and night.previous and night.night < night.previous:
        line(
            say(
                "The night of {n} is past: that of {p} was lived already.",
                "{n} の夜は過ぎています。もう {p} の夜まで過ごしました。",
                n=night.night,
                p=night.previous,
            )
        )
    elif not night.lived:
        line(say("The night of {n} was lived already.", "{n} の夜はもう過ごしました。", n=night.night))
    else:
        line(say("The night of {n} ({s:.1f} s)", "{n} の夜（{s:.1f} 秒）", n=night.night, s=night.seconds))
    rows = [[_step(name), _result(result)] for name, result in night.steps.items() if result]
    if rows:
        table([say("step", "工程"), say("what happened", "結果")], rows, long=1)


_STEPS = {
    "age": ("age", "加齢"), "levels": ("levels", "段階"), "shares": ("shares", "比率"), "revival": ("revival", "復活"),
    "texts": ("texts", "本文"), "vectors": ("vectors", "ベクトル"), "links": ("links", "関連"),
    "episodes": ("days told", "日のまとめ"), "goals": ("goals", "目標"), "weeks": ("weeks", "週のまとめ"),
    "deletion": ("deletion", "削除"), "indexes": ("indexes", "索引"), "dream": ("dream", "夢"),
    "proposals": ("proposals", "提案"), "questions": ("questions", "問い"), "entities": ("pages", "ページ"),
    "passages": ("passages", "文章の索引"), "topics": ("topics", "話題"),
}  # fmt: skip

_WORDS = {
    "nights": ("{} nights", "{} 晩"), "strengthened": ("{} strengthened", "強化 {}"),
    "to_level_2": ("{} to summary", "要約へ {}"), "to_level_3": ("{} to trace", "痕跡へ {}"),
    "to_level_4": ("{} to archive", "保管へ {}"), "requested": ("{} asked back", "復活の希望 {}"),
    "revived": ("{} revived", "復活 {}"), "dropped": ("{} found no room", "見送り {}"),
    "summaries": ("{} summarised", "要約 {}"), "traces": ("{} reduced to traces", "痕跡化 {}"),
    "told": ("{} days told", "{} 日を記述"), "merged": ("{} weeks merged", "{} 週をまとめた"),
    "refused": ("{} refused by the model", "モデルの拒否 {}"), "failed": ("failed: {}", "失敗: {}"),
    "postponed": ("{} postponed", "延期 {}"), "reason": ("because {}", "理由: {}"),
    "embedded": ("{} embedded", "埋め込み {}"), "abandoned": ("{} let go", "手放した {}"),
    "links": ("{} links", "関連 {}"), "changed": ("{} changed", "変更 {}"), "deleted": ("{} deleted", "削除 {}"),
    "skipped": ("no dream: {}", "夢は見なかった（{}）"), "waiting": ("{} waiting for a model", "モデル待ち {}"),
    "level": ("looked back at level {}", "段階 {} の省察"), "insights": ("{} insights", "気づき {}"),
    "new_goals": ("{} new goals", "新しい目標 {}"), "progress": ("{} goals moved on", "進んだ目標 {}"),
    "completed": ("{} goals reached", "達成 {}"), "new_questions": ("{} new questions", "新しい問い {}"),
    "resolved": ("{} questions answered", "解けた問い {}"), "proposed": ("{} proposals for pages", "ページの提案 {}"),
    "unknown": ("{} ids that do not exist", "存在しない ID {}"), "too_many": ("{} too many", "多すぎて見送り {}"),
    "unusable": ("{} unusable", "使えない項目 {}"), "facts": ("{} facts written down", "書き留めた事実 {}"),
    "skipped_answers": ("{} answers not worth keeping", "残さない答え {}"),
    "conflicts": ("{} pages edited meanwhile", "編集中だったページ {}"),
    "consolidated": ("{} pages told anew", "書き直したページ {}"),
    "indexed": ("{} indexed", "索引に追加 {}"), "removed": ("{} removed", "取り除いた {}"),
    "topics": ("{} topics", "話題 {}"),
}  # fmt: skip


_REASONS = {
    "autonomy is off": ("autonomy is off", "自律行動がオフ"),
    "not in quiet hours": ("not in quiet hours", "静かな時間帯ではない"),
    "talked lately": ("somebody talked a moment ago", "さっきまで話していた"),
    "nothing new": ("nothing new was said", "新しい会話がない"),
}


def _step(name: str) -> str:
    return say(*_STEPS.get(name, (name, name)))


def _result(result: dict[str, Any]) -> str:
    """What is not zero, in words; a step added later shows its own names."""
    worth_telling = {key: value for key, value in result.items() if value and (key, value) != ("nights", 1)}
    words = [
        say(*_WORDS.get(key, (f"{key} {{}}", f"{key} {{}}"))).format(_value(key, say_of(result, key)))
        for key in worth_telling
        if not key.endswith("_ja")
    ]
    return say(", ", "、").join(words) or "–"


def _value(key: str, value: Any) -> Any:
    return say(*_REASONS.get(value, (value, value))) if key == "skipped" else value
