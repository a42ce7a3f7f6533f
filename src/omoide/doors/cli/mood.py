"""omoide mood"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from omoide.doors.cli.inputs import moment, number
from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import Part, bar, clock, line, on_terminal, print_json, table
from omoide.doors.cli.words import say, spoken
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.domain.inner_state import InnerState
    from omoide.domain.motive_rules import DriveThresholds
    from omoide.motivate import Impulse

STYLES = {"boredom": "bright_black", "curiosity": "cyan", "goal_achievement": "green", "relatedness": "magenta"}


def mood(
    at: Place,
    days: Annotated[
        str | None, Option(metavar="N", help=say("Emotions of the last N days (7).", "直近 N 日の感情（既定 7）。"))
    ] = None,
    plot: Annotated[
        bool, Option("--plot", help=say("Draw the emotions over time.", "感情の推移を図で表示する。"))
    ] = False,
    png: Annotated[
        str | None,
        Option(
            metavar="FILE",
            help=say("Draw them into a PNG file (extra `plot`).", "図を PNG に保存する（追加機能 plot）。"),
        ),
    ] = None,
    svg: Annotated[
        str | None,
        Option(
            metavar="FILE",
            help=say("Draw them into an SVG file (extra `plot`).", "図を SVG に保存する（追加機能 plot）。"),
        ),
    ] = None,
    now: Annotated[
        str | None, Option(metavar="ISO", help=say("As if it were this time.", "この時刻として扱う。"))
    ] = None,
) -> None:
    from omoide.doors.cli.emotion_plot import draw, save

    back = number("--days", days, 0.01, 36_500)
    back = 7.0 if back is None else back
    pictures = [_picture(name, file) for name, file in (("png", png), ("svg", svg)) if file is not None]
    with at.mind() as mind:
        time = moment("--now", now) or mind.faculties.clock.now()
        impulse = mind.may_act(time, "ja" if spoken() == "ja" else "en")
        felt = mind.mood(time - timedelta(days=back))
        thresholds = mind.settings.motivation.thresholds
    for picture in pictures:
        save(picture, felt, time, back)
    if at.json:
        return print_json(
            {
                **impulse.state.plain(),
                "may_act": impulse.may_act,
                "why_not": impulse.why_not,
                "over_threshold": list(impulse.drives),
                "emotions": [one.plain() for one in felt],
            }
        )
    _meters(impulse, thresholds)
    line((impulse.state.narrative, "bold"))
    if impulse.state.dominant:
        line(_information(impulse.state), indent=2)
    line((_acting(impulse), "bright_black"), indent=2)
    if plot:
        draw(felt, time, back)
    for picture in pictures:
        line(say("Drawn into {path}", "{path} に図を保存しました", path=picture))


def _picture(kind: str, name: str) -> Path:
    path = Path(name).expanduser()
    if path.suffix.lower() != f".{kind}":
        raise InvalidInput(f"--{kind} writes .{kind} files.", f"--{kind} に使えるのは .{kind} です。")
    if not path.absolute().parent.is_dir():
        raise InvalidInput(f"there is no folder {path.parent}.", f"フォルダー {path.parent} がありません。")
    return path


def _meters(impulse: Impulse, thresholds: DriveThresholds) -> None:
    names = {
        "boredom": say("boredom", "退屈"),
        "curiosity": say("curiosity", "好奇心"),
        "goal_achievement": say("goals", "目標達成欲"),
        "relatedness": say("relatedness", "関係性"),
    }
    rows: list[list[Part]] = []
    for drive, level in impulse.state.levels.items():
        meter: Part = (bar(level, 24), STYLES[drive]) if on_terminal() else ""
        over: Part = (say("reached", "到達"), "bold") if drive in impulse.drives else ""
        rows.append([names[drive], meter, f"{level:.2f}", f"{getattr(thresholds, drive):.2f}", over])
    table([say("drive", "動機"), "", say("level", "強さ"), say("acts from", "行動の目安"), ""], rows, right=(2, 3))


def _information(state: InnerState) -> str:
    """What stands behind the strongest drive (I4)."""
    if state.dominant == "boredom":
        from omoide.motivate.narrative import span

        since = span(state.idle_minutes or 0.0, "ja" if spoken() == "ja" else "en")
        return say("{since} since the last talk", "最後の会話から{since}", since=since)
    if state.dominant == "curiosity":
        return say("top question: {q}", "最優先の問い: {q}", q=" ".join(state.open_questions[0].topic.split()))
    if state.dominant == "goal_achievement":
        return say("top goal: {g}", "最優先の目標: {g}", g=" ".join(state.goals[0].goal.split()))
    emotion, since = state.emotion, state.last_emotion_change
    assert emotion is not None  # relatedness comes from nothing else
    assert since is not None
    from omoide.doors.cli.emotion_plot import names

    return say(
        "emotion: {e} (intensity {i:.1f}), since {t}",
        "感情: {e}（強さ {i:.1f}）、{t} から",
        e=names()[emotion.category],
        i=emotion.intensity,
        t=clock(since),
    )


def _acting(impulse: Impulse) -> str:
    if impulse.may_act:
        return say("It may act by itself.", "自分から行動してよい状態です。")
    reasons = {
        "autonomy is off": say("It does not act by itself: that is switched off.", "自律行動は無効です。"),
        "quiet hours": say("It does not act by itself: quiet hours.", "静かな時間帯なので、自分からは行動しません。"),
    }
    return reasons.get(impulse.why_not) or say(
        "It does not act by itself: nothing is strong enough.", "自分から行動するほど強い動機はありません。"
    )
