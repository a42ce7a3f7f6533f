"""Whom `omoide up` serves: whoever was named, else the persona of the example life, where a home may have one."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from typing import cast

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import note, progress
from omoide.doors.cli.words import say, spoken


def with_example_life(at: Place, empty: bool) -> Place:
    """In a home where nothing is yet, ninety days are lived first. Whoever names a persona wants their own."""
    named = at.persona or at.person or os.environ.get("OMOIDE_PERSONA") or os.environ.get("OMOIDE_PERSON")
    if empty or named:
        return at
    from omoide import demo

    home = at.folder()
    if demo.wanted(home):
        _live(at)
    scope = demo.whose(home)
    return replace(at, persona=scope.persona, person=scope.person) if scope else at


def _live(at: Place) -> None:
    """Told on stderr: what is printed on stdout is the address alone."""
    from omoide.demo import live_demo
    from omoide.language.detect import Language

    note(
        say(
            "An example life is lived here once: 90 days of talk and 90 nights, in less than a minute."
            " (`omoide up --empty` starts with nothing.)",
            "はじめに一度だけ、例の人生を過ごします。90 日の会話と 90 の夜で、1 分もかかりません。"
            "（`omoide up --empty` なら何もない状態から始めます。）",
        )
    )
    with progress(say("Living", "過ごしています"), lambda done, _: say("day {n}", "{n} 日目", n=done)) as report:
        live_demo(at.folder(), cast(Language, spoken()), datetime.now().astimezone(), report)
