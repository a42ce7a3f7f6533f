"""What `omoide doctor` tells about the hooks: what went wrong of late and has not gone well since, and what waits."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from omoide.domain.counting import counted
from omoide.doors.hooks import inbox
from omoide.doors.hooks.clock import CLOCK
from omoide.doors.hooks.launching import sole_worker
from omoide.doors.hooks.log import Log
from omoide.ports import Finding

RECENT = timedelta(days=7)
OFTEN = 5  # prompts in a day that went on without memories because it took too long
LONG_WAITED = 600.0  # seconds


def examine_hooks(home: Path) -> list[Finding]:
    """One finding per hook that has a problem; one that says so when none has."""
    log, now = Log(home), datetime.now(UTC)
    told = [line for line in log.unsolved() if _since(line, now) < RECENT and line["what"] != "Late"]
    found = [_problem(line) for line in told if line["hook"] != CLOCK] + _lateness(log, now) + _waiting(home)
    return found or [Finding("ok", "hooks", "the hooks of Claude Code left no problems", "フックの問題はありません")]


def _problem(line: dict[str, Any]) -> Finding:
    at = datetime.fromisoformat(line["at"]).astimezone().strftime("%Y-%m-%d %H:%M")
    return Finding("warning", f"hook {line['hook']}", f"{at}: {line['en']}", f"{at}: {line['ja']}")


def _lateness(log: Log, now: datetime) -> list[Finding]:
    late = [line for line in log.lines() if line["what"] == "Late" and _since(line, now) < timedelta(days=1)]
    if len(late) < OFTEN:
        return []  # once in a while any machine is busy
    last, n = late[-1], len(late)
    en, ja = f"{n} times in a day: {last['en']}", f"一日に {n} 回: {last['ja']}"
    return [Finding("warning", f"hook {last['hook']}", en, ja)]


def _waiting(home: Path) -> list[Finding]:
    """Jobs that lie there although nobody is at work on them; what they mean is not lost."""
    old = [path for path in inbox.waiting(home) if time.time() - path.stat().st_mtime > LONG_WAITED]
    if not old or not _nobody_works(home):
        return []
    n = len(old)
    return [
        Finding(
            "warning",
            "inbox",
            counted(
                "{} sessions wait to be remembered; the next session of Claude Code tries again, or `omoide import"
                " claude-code` does it now.",
                n,
            ),
            f"{n} 件の会話がまだ取り込まれていません。Claude Code の次の会話で再び試します。"
            "`omoide import claude-code` ならすぐ取り込めます。",
        )
    ]


def _nobody_works(home: Path) -> bool:
    try:
        with sole_worker(home) as free:
            return free
    except OSError:  # a home that cannot be written is told by the doctor itself
        return True


def _since(line: dict[str, Any], now: datetime) -> timedelta:
    try:
        return now - datetime.fromisoformat(line["at"])
    except (TypeError, ValueError):
        return timedelta.max
