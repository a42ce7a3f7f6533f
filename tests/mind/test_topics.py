"""Topics of a life (G4): found at night, kept from night to night, named, and recalled by name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.errors import NotFound, Postponed
from omoide.prompts.label_topic import LabelTopic, TopicLabel
from tests.mind.world import Clock, ScriptedThinker, at, mind_in

TALKS = {
    "river": ["今日は鴨川を歩いて、古い橋の話をした。", "鴨川の橋のたもとで写真を撮った。",
              "散歩の途中、鴨川でサギを見た。"],
    "cat": ["うちの猫のモチが逃げて心配した。", "モチを動物病院に連れて行った。",
            "猫のごはんを変えたらモチがよく食べる。"],
    "piano": ["I practised the piano, the Chopin nocturne.", "My piano teacher praised the nocturne.",
              "Played the nocturne for my mother on the piano."],
}  # fmt: skip
ORDER = ["river", "cat", "piano", "cat", "river", "piano", "piano", "river", "cat"]


def live(mind: Mind, first: int = 0, last: int = len(ORDER)) -> dict[str, str]:
    """A day for each; returns which day was about what."""
    told = {}
    for at_, topic in list(enumerate(ORDER))[first:last]:
        day = f"2026-01-{at_ + 1:02}"
        told[day] = topic
        for hour in (0, 1):
            said = TALKS[topic][(ORDER[:at_].count(topic) + hour) % 3]
            mind.perceive(said, "そうだったんですね。", time=at(f"{day}T1{hour}:00:00"))
    mind.end_session()
    return told


def groups(mind: Mind) -> dict[str, tuple[str, ...]]:
    return {one.topic.id: one.topic.members for one in mind.topics()}


def test_days_are_grouped_by_what_they_were_about(tmp_path: Path) -> None:
    # G4
    with mind_in(tmp_path, Clock(at("2026-01-20T18:00:00"))) as mind:
        told = live(mind)
        assert mind.sleep().steps["topics"] == {"topics": 3, "new": 3, "episodes": 9}
        found = mind.topics()
        assert [Counter(told[e.date] for e in one.episodes).most_common() for one in found] == [
            [(topic, 3)] for topic in ("river", "cat", "piano")
        ]
        labels = [one.topic.label for one in found]
        assert all(word in label for word, label in zip(("鴨川", "モチ", "piano"), labels, strict=True)), labels
        assert {one.topic.made_by for one in found} == {"offline"}


def test_a_topic_is_the_same_one_on_the_next_night(tmp_path: Path) -> None:
    # G4: nobody jumps, labels stay, the new joins the old, and a second night changes nothing
    clock = Clock(at("2026-01-07T18:00:00"))
    with mind_in(tmp_path, clock) as mind:
        live(mind, 0, 6)
        mind.sleep()
        before, labels = groups(mind), {one.topic.id: one.topic.label for one in mind.topics()}
        assert len(before) == 3
        clock.set("2026-01-20T18:00:00")
        live(mind, 6)
        assert mind.sleep().steps["topics"] == {"topics": 3, "new": 0, "episodes": 9}
        after = groups(mind)
        assert all(set(before[name]) < set(after[name]) for name in before)
        assert {one.topic.id: one.topic.label for one in mind.topics()} == labels
        clock.forward(days=1)
        mind.sleep()
        assert groups(mind) == after


def test_weeks_inherit_the_topics_of_their_days(tmp_path: Path) -> None:
    # G4, P3
    clock = Clock(at("2026-01-20T18:00:00"))
    with mind_in(tmp_path, clock) as mind:
        live(mind)
        mind.sleep()
        clock.set("2026-06-01T18:00:00")
        report = mind.sleep()
        assert report.steps["weeks"]["merged"] == 2
        # both weeks had days of all three topics: they belong to the oldest of these
        assert groups(mind) == {"topic_001": tuple(one.id for one in mind.episodes())}


def test_a_model_names_topics_and_one_that_is_away_is_asked_again(tmp_path: Path) -> None:
    # G4, F10: no label is made up in the meantime
    away = [True]

    def change(question: Any, answer: Any) -> Any:
        if not isinstance(question, LabelTopic):
            return answer
        return Postponed("away", "不在") if away[0] else TopicLabel("  A very\nlong " + "name " * 20)

    thinker = ScriptedThinker(change, "big-model")
    clock = Clock(at("2026-01-20T18:00:00"))
    with mind_in(tmp_path, clock, thinker) as mind:
        live(mind)
        assert mind.sleep().steps["topics"]["postponed"] is True
        assert [(one.topic.label, one.topic.made_by) for one in mind.topics()] == [("", "")] * 3
        away[0] = False
        assert set(mind.sleep().steps) == {"topics"}  # the same night, once more
        labels = [one.topic.label for one in mind.topics()]
        assert labels[0] == "A very long name name name name name nam"
        assert len({label.casefold() for label in labels}) == 3
        assert {one.topic.made_by for one in mind.topics()} == {"big-model"}


def test_recall_by_topic(tmp_path: Path) -> None:
    # G4, N6
    clock = Clock(at("2026-01-20T18:00:00"))
    with mind_in(tmp_path, clock) as mind:
        live(mind)
        mind.sleep()
        assert {e.date for e in mind.topic("鴨川").episodes} == {"2026-01-01", "2026-01-05", "2026-01-08"}
        assert mind.topic("topic_001").topic == mind.topics()[0].topic
        for name in ("astronomy", "", "topic_999"):
            with pytest.raises(NotFound):
                mind.topic(name)
    with mind_in(tmp_path, clock, person="hana") as mind:
        assert mind.topics() == []
