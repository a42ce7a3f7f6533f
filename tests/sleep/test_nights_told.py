"""Nights that were lived, what they took, and all memories at once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import numpy as np

from omoide.domain.emotion import TAGS, VALENCES
from omoide.domain.motivation import DRIVES
from omoide.ports import Usage
from omoide.sleep.measuring import measured, taken
from omoide.sleep.steps import STEPS
from tests.mind.world import Clock, mind_in


def test_a_night_is_told_with_every_step_and_what_it_took(tmp_path: Path) -> None:
    # I4, D5
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.remember("I adopted a cat named Mochi, I am so happy!", "Congratulations!")
        for _ in range(2):
            clock.forward(days=1)
            report = mind.sleep()
        newest, older = mind.nights()
        assert (newest.night, older.night) == (report.night, report.night - timedelta(days=1))
        assert list(newest.run.steps) == list(STEPS) == list(newest.took.seconds)
        assert min(newest.took.seconds.values()) >= 0
        assert (newest.took.usage, newest.dollars) == ((), 0.0)
        assert [one.night for one in mind.nights(1)] == [report.night]
        assert mind.next_night().date() == report.night + timedelta(days=1)


def test_what_models_were_asked_meanwhile_is_counted_for_the_night_and_priced(tmp_path: Path) -> None:
    # F9: what was used before the night is not counted for it; a night that goes on adds to what it took
    haiku, unknown = "anthropic:claude-haiku-4-5-20251001", "somewhere:else"
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        state, today = mind.faculties.store.state, clock.now().date()
        state.add_usage(Usage(haiku, "summary", 5, 500, 50), today)
        for _ in range(2):
            with measured(mind.faculties, 7) as watch, watch.over("episodes", "dream"):
                state.add_usage(Usage(haiku, "summary", 1, 1_000_000, 100_000), today)
        told = taken(mind.faculties, 7)
        assert (set(told.seconds), told.usage) == (
            {"episodes", "dream"},
            (Usage(haiku, "summary", 2, 2_000_000, 200_000),),
        )
        clock.forward(days=1)
        night = mind.sleep().night.toordinal()
        with measured(mind.faculties, night) as watch, watch.over("texts"):
            state.add_usage(Usage(haiku, "summary", 2, 2_000_000, 200_000), today)
        assert mind.nights()[0].dollars == 2 * 1.0 + 0.2 * 5.0
        with measured(mind.faculties, night) as watch, watch.over("texts"):
            state.add_usage(Usage(unknown, "summary", 1, 1, 1), today)
        assert mind.nights()[0].dollars is None


def test_all_memories_at_once_fade_as_the_store_is_projected_to(tmp_path: Path) -> None:
    # F8
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.remember("I adopted a cat!", intensity=90, tags=("joy",), protect=True)
        mind.remember("The funeral was today.", intensity=80, category="emotional", tags=("sadness", "fear"))
        mind.remember("Bought milk.", intensity=30, category="casual")
        for _ in range(9):
            clock.forward(days=1)
            mind.sleep()
        mind.remember("It rains.", intensity=10, category="casual")
        cloud, levels = mind.cloud(), mind.settings.levels
        assert [TAGS[tag] if tag < len(TAGS) else "" for tag in cloud.tag][:2] == ["joy", "sadness"]
        assert [VALENCES[place] for place in cloud.valence] == [m.emotion.valence for m in mind.list()[::-1]]
        assert cloud.lived.round(2).tolist() == [9.0, 9.0, 9.0, 0.0]
        for day in (0, 30, 365):
            scores = cloud.intensity * cloud.coefficient ** (cloud.age + day)
            bounds = (levels.full_above, levels.summary_above, levels.trace_above)
            level = np.maximum(1 + sum(scores <= bound for bound in bounds), cloud.level)
            level = np.where(cloud.protected, 1, np.where(cloud.archived, 4, level))
            counted = {number: int((level == number).sum()) for number in (1, 2, 3, 4)}
            assert counted == mind.simulate([day]).rows[0][1]


def test_the_drives_of_the_past_end_in_those_of_now(tmp_path: Path) -> None:
    # M1
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        since = clock.now()
        before = mind.drives_over(since - timedelta(days=1), since, 2)
        mind.perceive("Hello", 'Hi. <persona_emotion category="joy" intensity="0.5"/>')
        mind.add_goal("Learn to whistle")
        question, _ = mind.ask_question("Why is the sea salt?", priority=0.8)
        clock.forward(hours=3)
        asked = clock.now()
        mind.resolve_question(question.id, "Rivers bring it.", now=asked + timedelta(hours=1))
        clock.forward(hours=5)
        then = mind.drives_over(since - timedelta(hours=1), clock.now(), 10)
        assert [one.levels for one in before] == [dict.fromkeys(DRIVES, 0.0)] * 2
        assert then[0].levels == dict.fromkeys(DRIVES, 0.0)
        assert then[-1].levels == mind.drives().levels
        assert [one.levels["curiosity"] for one in then if since < one.at < asked] == [0.8] * 2
