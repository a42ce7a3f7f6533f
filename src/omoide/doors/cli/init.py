"""omoide init"""

from __future__ import annotations

from omoide.doors.cli.place import Place
from omoide.doors.cli.printing import line, print_json, width
from omoide.doors.cli.words import say


def init(at: Place) -> None:
    """A home is made on the first use of any command; this says where it is and how to go on."""
    with at.mind() as mind:
        home, scope, known = mind.home, mind.scope, mind.counts().total
    if at.json:
        return print_json({"home": str(home), "persona": scope.persona, "person": scope.person, "memories": known})
    line(say("The memory lives in {home}", "記憶の置き場所: {home}", home=home))
    line(
        say(
            "persona {a}, person {b}: {n} memories",
            "人格 {a}、相手 {b}: 記憶 {n} 件",
            a=scope.persona,
            b=scope.person,
            n=known,
        ),
        indent=2,
    )
    line()
    line(say("Next:", "次にできること:"))
    for command, meaning in (
        (
            say('omoide remember "I got the job!"', "omoide remember '就職が決まったよ！'"),
            say("remember something", "何かを覚える"),
        ),
        (say('omoide recall "work"', "omoide recall '仕事'"), say("see what comes to mind", "思い出す")),
        ("omoide sleep", say("live a night", "夜を過ごす")),
        ("omoide doctor", say("see what is set up", "環境を診断する")),
    ):
        line((command, "cyan"), " " * (40 - width(command)), (meaning, "bright_black"), indent=2)
