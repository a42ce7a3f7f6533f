"""sleep_now: the night that is due, lived on request (F7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from omoide.errors import Busy
from omoide.tools.telling import said
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.mind import Mind


class NoArguments(Arguments, frozen=True):
    """Nothing."""


class Step(msgspec.Struct, frozen=True):
    name: str
    did: dict[str, Any]


class Slept(Result, frozen=True):
    """`busy`: another process is living this night, and nothing was done here. `clock in doubt`: the machine's clock
    has jumped, and no night is lived until its time is certain (O6)."""

    state: Literal["lived", "lived before", "busy", "clock in doubt"]
    night: str | None
    previous: str | None
    steps: tuple[Step, ...]

    def tell(self, language: str) -> str:
        first = said(language, *_STATES[self.state], night=self.night)
        steps = [f"- {step.name}: {_words(step.did)}" for step in self.steps]
        return "\n".join([first, *steps])


_STATES = {
    "lived": ("The night of {night} is over.", "{night} の夜を過ごしました。"),
    "lived before": ("The night of {night} had been lived already.", "{night} の夜はもう過ごしています。"),
    "busy": (
        "Another process is living this night or rebuilding the index; try again when it is done.",
        "別のプロセスが夜の処理か索引の作り直しをしています。終わってからやり直してください。",
    ),
    "clock in doubt": (
        "No night was lived: this machine's clock has jumped. If its time is right, the person can run"
        " `omoide clock accept`.",
        "夜は過ごしませんでした。この機械の時計が飛んでいます。いまの時刻が正しければ `omoide clock accept` を"
        "実行してもらってください。",
    ),
}


def sleep_now(mind: Mind, _given: NoArguments) -> Slept:
    try:
        report = mind.sleep(level=1)
    except Busy:
        return Slept("busy", None, None, ())
    not_lived = "clock in doubt" if report.doubt else "lived before"
    return Slept(
        "lived" if report.lived else not_lived,
        report.night.isoformat(),
        report.previous.isoformat() if report.previous else None,
        tuple(Step(name, did) for name, did in report.steps.items()),
    )


def _words(did: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in did.items() if value) or "–"


SLEEP = Tool(
    name="sleep_now",
    title="Live the night now",
    description=(
        "Live the night that is due: memories age, fade, are linked, archived and revived. It happens by itself once a "
        "day; use it only when the person asks for it. A second call the same night does nothing."
    ),
    takes=NoArguments,
    gives=Slept,
    run=sleep_now,
    idempotent=True,
    event=None,
)
