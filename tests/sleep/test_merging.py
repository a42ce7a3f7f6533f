"""Pages that say nearly the same become one (D4, K6): asked once, archived, undone as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.errors import Postponed
from omoide.knowing import changes, mark_low, read_learned, undo_change
from omoide.knowing.likeness import pages_alike
from omoide.prompts.merge_knowledge import MergedPage
from omoide.sleep import merging
from tests.sleep.nightly import Clock, Counsel, at, facts, folder, living, page, texts

ONE = "The plumber Sato mends pipes in Nara and answers on Mondays."
TWO = "The plumber Sato mends pipes in Nara and answers on Mondays and Fridays."
OTHER = "Miho's cat Tama sleeps on the piano."
BOTH = "The plumber Sato mends pipes in Nara. He answers on Mondays and Fridays."


def duplicated(mind: Mind) -> None:
    page(mind, "Plumber", ONE, made="2026-01-02T03:00:00", source_episodes=("a",), confidence=0.9)
    page(mind, "Sato", TWO, made="2026-01-03T03:00:00", source_episodes=("b", "a"), confidence=0.7)
    page(mind, "Tama", OTHER, made="2026-01-04T03:00:00")


def merge(mind: Mind, clock: Clock) -> dict[str, Any]:
    f, s = mind.faculties, mind.settings
    return merging.merge(f, s, merging.duplicates(f, s), clock.now())


@pytest.mark.parametrize("title", ["The plumber Sato", "Sato"], ids=["a new name", "the name of one"])
def test_duplicates_become_one_page_and_come_back(tmp_path: Path, title: str) -> None:
    # D4, K2, N1: sources together, the lesser confidence, the originals archived; undone as a whole
    clock, mind_ = Clock(), Counsel(MergePages=MergedPage(True, title, f"```\n{BOTH}\n```"))
    with living(tmp_path, clock, thinker=mind_) as mind:
        duplicated(mind)
        before = texts(mind)
        assert merge(mind, clock) == {"merged_pages": 2}
        [asked] = mind_.asked
        assert asked.pages == (("Plumber", ONE), ("Sato", TWO))
        assert texts(mind) == {title: BOTH, "Tama": OTHER}
        made = facts(mind)[title]
        others = tuple(name for name in ("Plumber", "Sato") if name != title)
        assert (made.source_episodes, made.confidence, made.version, made.supersedes, made.created_at) == (
            ("a", "b"), 0.7, 2, others, at("2026-01-02T03:00:00"),
        )  # fmt: skip
        assert texts(mind, archived=True) == {name: before[name] for name in others}
        assert [change.action for change in changes(mind.faculties, "knowledge", title)][-1] == "merge"
        undo_change(mind.faculties, mind.settings, title, clock.forward(hours=1))
        assert texts(mind) == before


def test_a_page_that_is_edited_while_a_mind_thinks_is_not_merged(tmp_path: Path) -> None:
    # D4, T3: the words of the hand are not in what the mind wrote
    clock = Clock()
    edited = "The plumber Sato has moved to Kobe."

    def answer(question: Any) -> MergedPage:
        file = folder(tmp_path) / "Sato.md"
        file.write_text(file.read_text(encoding="utf-8").replace(TWO, edited), encoding="utf-8")
        return MergedPage(True, "The plumber Sato", BOTH)

    with living(tmp_path, clock, thinker=Counsel(MergePages=answer)) as mind:
        duplicated(mind)
        assert merge(mind, clock) == {"merged_pages": 0, "conflicts": 1}
        assert texts(mind) == {"Plumber": ONE, "Sato": edited, "Tama": OTHER}


@pytest.mark.parametrize(
    ("answer", "counted"),
    [
        (MergedPage(False), "kept_apart"),
        (MergedPage(True, "Short", "Sato."), "unusable"),  # too much would be lost
        (MergedPage(True, "", ""), "unusable"),
    ],
)
def test_what_must_stay_apart_stays_and_is_not_asked_about_again(
    tmp_path: Path, answer: MergedPage, counted: str
) -> None:
    # D4, D5
    clock, mind_ = Clock(), Counsel(MergePages=answer)
    with living(tmp_path, clock, thinker=mind_) as mind:
        duplicated(mind)
        before = texts(mind)
        assert merge(mind, clock) == {"merged_pages": 0, counted: 1}
        assert merge(mind, clock) == {"merged_pages": 0}
        assert texts(mind) == before
        assert len(mind_.asked) == 1
        page(mind, "Sato", TWO.replace("Fridays", "Sundays"))  # it says something else now: a new question
        merge(mind, clock)
        assert len(mind_.asked) == 2


def test_important_protected_and_broken_pages_keep_to_themselves(tmp_path: Path) -> None:
    # K6
    with living(tmp_path) as mind:
        page(mind, "Plumber", ONE)
        page(mind, "Sato", f"{TWO} [IMPORTANT]")
        page(mind, "Sato too", TWO, protected=True)
        assert merging.duplicates(mind.faculties, mind.settings) == []


def test_only_hardly_used_look_alikes_are_reorganised_each_kind_by_itself(tmp_path: Path) -> None:
    # K6: procedures keep their counts together
    clock = Clock()
    answer = MergedPage(True, "Mend pipes", "1. Turn off the water\n2. Mend the pipe", "When a pipe leaks [pipe]")
    with living(tmp_path, clock, MergePages=answer) as mind:
        low = [
            page(mind, "Mend a pipe", "1. Turn off the water\n2. Mend the pipe", "procedure", success_count=1),
            page(mind, "Mend the pipe", "1. Turn off the water first\n2. Mend the pipe", "procedure", failure_count=3),
        ]
        page(mind, "Mend pipes well", "1. Turn off the water\n2. Mend the pipe well", "procedure")
        assert merging.look_alikes(mind.faculties, mind.settings) == []
        mark_low(mind.faculties, low, clock.now())
        groups = merging.look_alikes(mind.faculties, mind.settings)
        assert [[one.name for one in group] for group in groups] == [["Mend a pipe", "Mend the pipe"]]
        assert merging.merge(mind.faculties, mind.settings, groups, clock.now()) == {"merged_pages": 2}
        made = facts(mind, "procedure")["Mend pipes"]
        assert (made.success_count, made.failure_count, made.confidence, made.description) == (
            1, 3, 0.25, "When a pipe leaks [pipe]",
        )  # fmt: skip
        assert set(texts(mind, "procedure")) == {"Mend pipes", "Mend pipes well"}


def test_a_mind_out_of_reach_leaves_the_week_undone(tmp_path: Path) -> None:
    # D4, D5: the weekly work is due again the next night
    clock, mind_ = Clock(), Counsel(MergePages=Postponed("down", "不通"))
    with living(tmp_path, clock, thinker=mind_) as mind:
        mind.perceive("Hello.", "Hi.", time=at("2026-01-01T12:00:00"))
        duplicated(mind)
        done = mind.sleep(clock.set("2026-01-19T03:00:00")).steps
        assert done["duplicates"] == {"merged_pages": 0, "postponed": 1, "reason": "down", "reason_ja": "不通"}
        mind_.answers["MergePages"] = MergedPage(True, "The plumber Sato", BOTH)
        assert mind.sleep(clock.set("2026-01-20T03:00:00")).steps["duplicates"] == {"merged_pages": 2}
        assert mind.sleep(clock.set("2026-01-21T03:00:00")).steps["duplicates"] == {}
        assert mind.sleep(clock.set("2026-01-27T03:00:00")).steps["duplicates"] == {"merged_pages": 0}


def test_all_pages_at_once_are_as_alike_as_one_by_one(tmp_path: Path) -> None:
    # D4, R13: the quick way says what knowing.alike says, for pages of several pieces too
    from omoide.knowing import alike, indexed_text

    with living(tmp_path, tree={"passages": {"chunk": 60, "overlap": 10}}) as mind:
        duplicated(mind)
        page(mind, "Long", f"{ONE} {OTHER} The river runs past the mill, and the miller sings.")
        found = pages_alike(mind.faculties, "knowledge", 0.0, "related", 10)
        for name in ("Plumber", "Sato", "Tama"):
            item = read_learned(mind.faculties, "knowledge", name)
            assert item
            near = alike(
                mind.faculties, mind.settings, indexed_text(item), ["knowledge"], 10, 0.0, without=(item.node,)
            )
            slow = {one.item.name: one.similarity for one in near}
            assert {other for other, _ in found[name]} == set(slow)
            assert all(abs(value - slow[other]) < 0.15 for other, value in found[name])
