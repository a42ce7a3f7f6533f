"""The machine's own clock, judged by when it was last seen (O6). Everything that fades, counts a night or removes a
backup asks here first: a battery that is empty, or a wrong date that was typed in, must not cost a whole home.

Only a clock of the machine is judged, never one that was handed in, nor a `now` that was.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from omoide.domain.machine_clock import STATE_KEY, ClockDoubt, ClockRules, ClockSeen
from omoide.errors import OmoideError
from omoide.ports import Clock, Finding, MachineClock, State

_EVERY = timedelta(hours=1)  # a time that has hardly moved is not written down again


def watch_clock(state: State, clock: Clock, rules: ClockRules) -> ClockDoubt | None:
    """Look at the clock, and write down what was seen. For whoever writes anyway."""
    if not isinstance(clock, MachineClock):
        return None
    now = clock.now()
    kept = _kept(state)
    seen = kept.at(now, rules) if kept else ClockSeen(now)
    if kept is None or seen.after != kept.after or seen.last - kept.last >= _EVERY:
        with suppress(OmoideError):  # a disk that is full or read-only is told of by whoever needs it
            _keep(state, seen)
    return seen.doubt(rules)


def clock_doubt(state: State, clock: Clock, rules: ClockRules) -> ClockDoubt | None:
    """The same by reading alone."""
    if not isinstance(clock, MachineClock):
        return None
    kept = _kept(state)
    return kept.at(clock.now(), rules).doubt(rules) if kept else None


def believe_clock(state: State, clock: Clock, doubt: ClockDoubt, backup: str) -> None:
    """The time it shows is right: nights are counted from here."""
    _keep(state, ClockSeen(clock.now(), backup=backup if doubt.after > doubt.before else backup_before_jump(state)))


def backup_before_jump(state: State) -> str:
    """The name of the one that was taken before the last jump ahead was believed."""
    kept = _kept(state)
    return kept.backup if kept else ""


def tell_doubt(doubt: ClockDoubt, rules: ClockRules) -> Finding:
    before, after = (f"{moment.astimezone():%Y-%m-%d %H:%M}" for moment in (doubt.before, doubt.after))
    if doubt.settled:
        return Finding(
            "ok", "clock",
            f"the machine's clock jumped from {before} to {after} and has run on since: the next night takes a backup"
            " first and is lived again",
            f"この機械の時計は {before} から {after} に飛びましたが、その後は正常に進んでいます。"
            "次の夜は、まずバックアップを取ってから過ごします",
        )  # fmt: skip
    hours = f"{rules.settle_hours:g}"
    return Finding(
        "warning", "clock",
        f"the machine's clock jumped from {before} to {after}: nothing fades, no night is counted and no backup is"
        f" removed until that is certain. If the time is right, run `omoide clock accept`, or wait until it has run on"
        f" for {hours} hours; if it is wrong, set the clock",
        f"この機械の時計が {before} から {after} に飛びました。確かになるまで、記憶は薄れず、夜は数えず、"
        f"バックアップも消しません。いまの時刻が正しければ `omoide clock accept` を実行するか、そのまま {hours} 時間"
        "待ってください。違っていれば時計を直してください",
    )  # fmt: skip


def _kept(state: State) -> ClockSeen | None:
    kept = state.get(STATE_KEY)
    if not kept:
        return None
    values = json.loads(kept)
    backup = values.pop("backup", "")
    return ClockSeen(**{name: datetime.fromisoformat(text) for name, text in values.items()}, backup=backup)


def _keep(state: State, seen: ClockSeen) -> None:
    moments = {"last": seen.last, "before": seen.before, "after": seen.after}
    told = {name: moment.astimezone(UTC).isoformat() for name, moment in moments.items() if moment}
    state.set(STATE_KEY, json.dumps(told | ({"backup": seen.backup} if seen.backup else {})))
