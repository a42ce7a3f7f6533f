"""The night: F1-F7, F10, F11, G1, G2, D5, O1 (weekly backup)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.errors import Busy
from omoide.ports import Filter
from omoide.sleep.steps import STEPS
from tests.mind.nights import ROOT, Nights
from tests.mind.world import Clock, ScriptedThinker, at, felt, mind_in, unreachable


def state(mind: Mind) -> list[dict[str, Any]]:
    return list(mind.export())


def test_the_first_nights_of_a_memory(tmp_path: Path) -> None:
    # F1, E5: 0.375 at birth, 1.375 after the first night, halved and strengthened by a recall
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        memory = mind.remember("The harbour festival.", intensity=100, category="work")
        assert (memory.days, memory.retention, memory.coefficient) == (0.375, 100.0, 0.92)
        mind.sleep(clock.set("2026-01-19T03:00:00"))
        aged = mind.show(memory.id)
        assert aged.days == pytest.approx(1.375)
        assert aged.retention == pytest.approx(100 * 0.92**1.375)
        mind.recall("harbour festival", now=clock.set("2026-01-19T12:00:00"))
        mind.sleep(clock.set("2026-01-20T03:00:00"))
        strong = mind.show(memory.id)
        assert strong.days == pytest.approx(0.6875)
        assert strong.coefficient == pytest.approx(0.94)
        assert (strong.recalls, strong.recalled) == (1, False)
        assert strong.retention == pytest.approx(100 * 0.94**0.6875)


def test_forty_missed_nights_count_as_forty(tmp_path: Path) -> None:
    # F1, F7
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        memory = mind.remember("The harbour festival.", intensity=100, category="emotional")
        mind.sleep(clock.set("2026-01-19T03:00:00"))
        assert not mind.night_missed(at("2026-01-20T02:59:00"))
        assert mind.night_missed(at("2026-01-20T03:00:00"))
        report = mind.sleep(clock.set("2026-02-28T14:00:00"))
        assert report.steps["age"]["nights"] == 40
        assert mind.show(memory.id).days == pytest.approx(41.375)


def test_a_night_twice_changes_nothing(tmp_path: Path) -> None:
    # F3, F7
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        for n in range(120):
            mind.remember(f"Story {n} of the river", intensity=n % 101, time=at(f"2026-01-{1 + n % 15:02}T10:00:00"))
        assert mind.sleep(clock.set("2026-01-20T03:00:00")).lived
        before = state(mind)
        again = mind.sleep(clock.set("2026-01-20T23:00:00"))
        assert (again.lived, again.steps) == (False, {})
        assert not mind.sleep(clock.set("2026-01-19T12:00:00")).lived
        assert state(mind) == before


def test_a_small_store_is_not_emptied_by_shares(tmp_path: Path) -> None:
    # F3
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        for n in range(3):
            mind.remember(f"Grandmother's tale {n}", intensity=90, category="emotional")
        mind.sleep(clock.set("2026-01-19T03:00:00"))
        assert mind.counts().by_level == {1: 3, 2: 0, 3: 0, 4: 0}


def test_shares_hold_in_a_larger_store_and_protected_stay(tmp_path: Path) -> None:
    # F3, F6
    clock = Clock()
    with mind_in(tmp_path, clock, thinker=felt(intensity=90, category="emotional")) as mind:
        for n in range(110):
            mind.perceive(f"Tale number {n}", "I see.", time=at(f"2026-01-{1 + n % 15:02}T10:{n % 60:02}:00"))
        mind.end_session()
        for memory in mind.list()[:10]:
            mind.protect(memory.id)
        report = mind.sleep(clock.set("2026-01-19T03:00:00"))
        assert mind.counts().by_level == {1: 25, 2: 30, 3: 35, 4: 20}
        assert mind.counts().protected == 10
        assert all(m.level == 1 and m.text_level == 1 for m in mind.list(Filter(protected=True)))
        assert report.steps["shares"] == {"to_level_2": 30, "to_level_3": 35, "to_level_4": 20}
        assert {m.text_level for m in mind.list(Filter(level=3))} == {3}
        assert all(m.made_by == "scripted" for m in mind.list(Filter(level=2)))


def test_texts_fade_step_by_step_and_keep_their_keywords(tmp_path: Path) -> None:
    # F2, F10, F11
    clock, thinker = Clock(), ScriptedThinker()
    with mind_in(tmp_path, clock, thinker) as mind:
        long = " ".join(f"Sentence {n} tells of the Hakone trip with Yuki and her red bicycle." for n in range(12))
        memory = mind.remember(long, "I listened closely. " * 8, intensity=18, category="casual")
        mind.sleep(clock.set("2026-01-20T03:00:00"))
        faded = mind.show(memory.id)
        assert (faded.level, faded.text_level) == (3, 3)
        asked = [type(question).__name__ for question in thinker.asked]
        assert asked == [
            "AnalyseTurn",
            "SummariseDay",
            "Dream",
            "ProposeEntities",
            "ExtractKnowledge",
            "Summarise",
            "Trace",
        ]
        assert faded.keywords == memory.keywords
        assert len(faded.text) < 200
        assert "," in faded.trigger or "、" in faded.trigger
        assert (
            mind.recall("Hakone trip with Yuki").memories[0].memory.trigger == faded.trigger
        )  # recall changes no text


def test_a_model_out_of_reach_postpones_the_text_not_the_fading(tmp_path: Path) -> None:
    # F10: never faked; tried again later the same night
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        memory = mind.remember("The whole story of the harbour. " * 20, "Yes. " * 30, intensity=40, category="casual")
    with mind_in(tmp_path, clock, unreachable()) as mind:
        report = mind.sleep(clock.set("2026-01-19T03:00:00"))
        assert report.steps["texts"] == {
            "summaries": 0, "traces": 0, "postponed": 1, "reason": "the model cannot be reached",
            "reason_ja": "モデルに届きません",
        }  # fmt: skip
        waiting = mind.show(memory.id)
        assert (waiting.level, waiting.text_level, waiting.trigger) == (2, 1, memory.trigger)
        assert mind.counts().texts_waiting == 1
    with mind_in(tmp_path, clock, ScriptedThinker()) as mind:
        report = mind.sleep(clock.forward(hours=2))
        assert report.steps["texts"]["summaries"] == 1
        assert mind.show(memory.id).text_level == 2


def test_only_changed_texts_are_embedded_again(tmp_path: Path) -> None:
    # F11
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.remember("A quiet morning with tea and toast. " * 10, intensity=40, category="casual")
        mind.remember("Our wedding day. " * 10, intensity=95, category="emotional")
        assert mind.sleep(clock.set("2026-01-19T03:00:00")).steps["vectors"] == {"embedded": 1}


def test_likes_are_linked_from_the_stronger_to_the_weaker(tmp_path: Path) -> None:
    # G1, G2
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        weak = mind.remember("Rehearsal of the spring concert with the choir.", intensity=60, category="emotional")
        strong = mind.remember("Rehearsal of the spring concert with the choir!", intensity=90, category="emotional",
                               time=at("2026-01-17T18:00:00"))  # fmt: skip
        other = mind.remember("Paid the electricity bill.", intensity=80, category="emotional")
        mind.sleep(clock.set("2026-01-19T03:00:00"))
        assert [link.id for link in mind.show(strong.id).relations] == [weak.id]
        assert [link.type for link in mind.show(strong.id).relations] == ["same_topic"]
        assert mind.show(weak.id).relations == mind.show(other.id).relations == ()
        assert [m.id for _, m in mind.why(weak.id).links_in] == [strong.id]
        # the weaker one is recalled until the order turns: the link turns with it
        for _ in range(3):
            mind.faculties.store.memories.mark_recalled([weak.row], 1)
        mind.correct(strong.id, "It was cancelled.")
        mind.sleep(clock.set("2026-01-20T03:00:00"))
        assert mind.show(weak.id).relations == ()  # nothing links to what was retired


def test_auto_linking_can_be_switched_off(tmp_path: Path) -> None:
    # G2
    clock = Clock()
    with mind_in(tmp_path, clock, relations={"auto_link": False}) as mind:
        for n in range(2):
            mind.remember(
                "Rehearsal of the spring concert.",
                intensity=90,
                category="emotional",
                time=at(f"2026-01-1{n}T10:00:00"),
            )
        mind.sleep(clock.set("2026-01-19T03:00:00"))
        assert all(m.relations == () for m in mind.list())


def test_auto_delete_only_when_switched_on(tmp_path: Path) -> None:
    # F5
    clock = Clock(at("2024-01-18T18:00:00"))
    with mind_in(tmp_path, clock) as mind:
        memory = mind.remember("A dull errand.", intensity=10, category="casual")
        mind.sleep(clock.set("2024-03-01T03:00:00"))
        assert mind.show(memory.id).archived
        assert mind.sleep(clock.set("2026-01-18T03:00:00")).steps["deletion"] == {"deleted": 0}
    with mind_in(tmp_path, clock, archive={"auto_delete": True}) as mind:
        assert mind.sleep(clock.set("2026-01-19T03:00:00")).steps["deletion"] == {"deleted": 1}
        assert mind.list() == []
        assert mind.recall("errand").memories == ()


def test_a_backup_is_taken_weekly(tmp_path: Path) -> None:
    # O1
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.remember("something")
        for day in range(19, 28):
            mind.sleep(clock.set(f"2026-01-{day}T03:00:00"))
        assert [b.taken.date().day for b in mind.backups.list()] in ([19, 26], [26, 19])
        assert all(mind.backups.verify(b.name) == [] for b in mind.backups.list())


def lived_in(home: Path) -> None:
    """A store in which every step has something to do on the second night."""
    clock = Clock()
    with mind_in(home, clock) as mind:
        for n in range(115):
            text = f"River walk {n % 9} with Haru. " + f"Detail {n} of the walk. " * 6
            mind.remember(
                text, "Yes. " * 12, intensity=1 + (n * 7) % 100, time=at(f"2026-01-{2 + n % 14:02}T10:{n % 60:02}:00")
            )
        mind.sleep(clock.set("2026-01-19T03:00:00"))
        for memory in mind.list()[::5]:
            if memory.archived:
                mind.faculties.store.memories.request_revival([memory.row], clock.now())
            else:
                mind.faculties.store.memories.mark_recalled([memory.row], at("2026-01-20").toordinal())
        for n in range(12):
            mind.remember(f"New river walk {n % 9} with Haru. " * 6, intensity=90, time=at(f"2026-01-18T11:{n:02}:00"))


LATER = "2026-01-25T03:30:00"


@pytest.fixture(scope="module")
def nights() -> Iterator[Nights]:
    opened = Nights()
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory, nights: Nights) -> tuple[Path, Path]:
    """A home before a night, and a copy in which that night was lived in one go."""
    folder = tmp_path_factory.mktemp("homes")
    before, after = folder / "before", folder / "after"
    lived_in(before)
    shutil.copytree(before, after)
    assert nights.live(after, "", LATER) == 0
    return before, after


@pytest.mark.parametrize("victim", list(STEPS))
def test_a_night_killed_in_any_step_resumes_and_ends_as_if_it_had_not(
    tmp_path: Path, homes: tuple[Path, Path], nights: Nights, victim: str
) -> None:
    # F7, D5, X8: real SIGKILL inside the step, before it is recorded
    shutil.copytree(homes[0], tmp_path / "killed")
    assert nights.live(tmp_path / "killed", victim, LATER) == -signal.SIGKILL
    assert nights.live(tmp_path / "killed", "", LATER) == 0
    with mind_in(tmp_path / "killed") as killed, mind_in(homes[1]) as whole:
        assert state(killed) == state(whole)
        assert killed.counts() == whole.counts()


def test_two_nights_never_run_at_once(tmp_path: Path) -> None:
    # F7
    with mind_in(tmp_path) as mind, mind.faculties.locks.hold(mind.scope.key("night")):
        code = f"from tests.mind.nights import *; night_of(Path({str(tmp_path)!r}), '', {LATER!r})"
        held = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=os.environ, capture_output=True, text=True)
        assert held.returncode == 1
        assert Busy.__name__ in held.stderr
        assert mind.faculties.store.runs.last_night(mind.scope) == 0
