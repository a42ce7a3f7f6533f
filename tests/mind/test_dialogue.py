"""Dialogue to train on (O4): the common form, without what would teach the wrong thing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from omoide.errors import Postponed
from tests.mind.world import Clock, ScriptedThinker, felt, mind_in

SECRET = "ghp_" + "aB3d" * 9


def test_conversations_in_the_common_form(tmp_path: Path) -> None:
    # O4, E8, N6: by sessions, oldest first; without secrets, doubles, unanswered turns and what a rule forbids today
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        for said, replied, session in (
            ("Hello, it is me.", "Welcome back!", "one"),
            (f"My key is {SECRET}", "I did not keep it.", "one"),
            ("ＨＥＬＬＯ, it is me. ", "Welcome back!", "two"),  # the same words, written otherwise
            ("おはよう", "おはよう、遥さん。", "two"),
            ("Nobody answers this.", "", "two"),
            ("The surprise party is on Friday.", "I will keep quiet.", "three"),
        ):
            mind.perceive(said, replied, session=session)
            clock.forward(minutes=1)
        mind.end_session()
    with mind_in(tmp_path, clock, privacy={"never": ["surprise party"]}) as mind:
        exported = list(mind.export_dialogue())
    assert [[message["role"] for message in one["messages"]] for one in exported] == [
        ["user", "assistant", "user", "assistant"], ["user", "assistant"],
    ]  # fmt: skip
    assert set(exported[0]) == {"messages"}
    texts = [message["content"] for one in exported for message in one["messages"]]
    assert texts[:2] == ["Hello, it is me.", "Welcome back!"]
    assert texts[3:] == ["I did not keep it.", "おはよう", "おはよう、遥さん。"]
    assert SECRET not in texts[2]


def test_talks_side_by_side_are_told_apart(tmp_path: Path) -> None:
    # O4: also over midnight; after a day of silence the same name is another talk
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        for said, hours in (("A1", 1), ("B1", 1), ("A2", 1), ("B2", 5), ("A3", 25), ("A4", 0)):
            mind.perceive(f"{said} was said.", f"{said} was answered.", session=said[0])
            clock.forward(hours=hours)
        told = [[said["content"][:2] for said in one["messages"][::2]] for one in mind.export_dialogue()]
    assert told == [["A1", "A2", "A3"], ["B1", "B2"], ["A4"]]


def test_only_what_was_felt_strongly_enough(tmp_path: Path) -> None:
    # O4
    clock = Clock()
    for intensity, said in ((20, "The weather is fine."), (70, "I was so afraid last night.")):
        with mind_in(tmp_path, clock, felt(intensity=intensity)) as mind:
            mind.perceive(said, "I see.", session=said)
            mind.end_session()
            clock.forward(minutes=1)
    with mind_in(tmp_path, clock) as mind:
        told = [[one["messages"][0]["content"] for one in mind.export_dialogue(least)] for least in (0, 20, 21, 70, 71)]
    both = ["The weather is fine.", "I was so afraid last night."]
    assert told == [both, both, both[1:], both[1:], []]


def test_neither_failed_turns_nor_replies_that_broke_off(tmp_path: Path) -> None:
    # O4, E7, J1
    clock = Clock()

    def change(question: Any, answer: Any) -> Any:
        return Postponed("not now") if "unreadable" in str(question) else answer

    with mind_in(tmp_path, clock, ScriptedThinker(change)) as mind:
        mind.perceive("An unreadable matter.", "Who knows.", session="s")
        mind.perceive("What is a fugue?", "A fugue is a piece in which", session="s", time=clock.forward(minutes=1))
        mind.perceive("What is a canon?", "A round for several voices.", session="s", time=clock.forward(minutes=1))
        from omoide.perceive import INTERRUPTED

        mind.note_event("response_sent", content="A fugue is a piece in which", summary=INTERRUPTED)
        mind.end_session()
        assert [[m["content"] for m in one["messages"]] for one in mind.export_dialogue()] == [
            ["What is a canon?", "A round for several voices."]
        ]
