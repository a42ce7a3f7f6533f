"""omoide clock accept"""

from __future__ import annotations

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import clock, line, print_json
from omoide.doors.cli.words import say


def accept(at: Place) -> None:
    """Opened without the notice: whoever types this knows."""
    with at.mind(notices=False) as mind:
        accepted = mind.accept_clock()
    if at.json:
        return print_json(
            {"accepted": False}
            if accepted is None
            else {
                "accepted": True,
                "before": accepted.doubt.before.astimezone().isoformat(),
                "after": accepted.doubt.after.astimezone().isoformat(),
                "backup": accepted.backup.name,
            }
        )
    if accepted is None:
        return line(say("The clock is not in doubt.", "時計に疑いはありません。"))
    line(
        say(
            "Accepted: the jump from {before} to {after}. Nights are lived again; {backup} goes back to before.",
            "{before} から {after} への変化を受け入れました。夜をまた過ごします。{backup} でいまの状態に戻せます。",
            before=clock(accepted.doubt.before.astimezone()),
            after=clock(accepted.doubt.after.astimezone()),
            backup=accepted.backup.name,
        )
    )
