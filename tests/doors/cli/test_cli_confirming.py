"""Questions before something is deleted, answered at a real terminal."""

from __future__ import annotations

import os
import pty
import sys
from pathlib import Path

import pytest

from tests.mind.world import mind_in


@pytest.mark.parametrize(
    ("answers", "gone"), [("はい\n", True), ("ｙ\n", True), ("maybe\nyes\n", True), ("いいえ\n", False), ("\n", False)]
)
def test_yes_and_no_are_understood_in_both_languages(tmp_path: Path, answers: str, gone: bool) -> None:
    # I2, N6
    with mind_in(tmp_path, persona="default", person="me") as mind:
        kept = mind.remember("The kite flew away.")
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"OMOIDE_HOME": str(tmp_path), "LANG": "ja_JP.UTF-8"}
        code = "from omoide.doors.cli import main; main()"
        os.execv(sys.executable, [sys.executable, "-c", code, "forget", kept.id])
    os.write(terminal, answers.encode())
    shown = _all_of(terminal)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with mind_in(tmp_path, persona="default", person="me") as mind:
        left = mind.counts().total
    assert (left, status == 0) == ((0, True) if gone else (1, False)), shown
    assert ("y（はい）か n（いいえ）" in shown) == ("maybe" in answers)


def _all_of(terminal: int) -> str:
    shown = b""
    while True:
        try:
            some = os.read(terminal, 4_096)
        except OSError:  # the other end has closed
            return shown.decode(errors="replace")
        if not some:
            return shown.decode(errors="replace")
        shown += some
