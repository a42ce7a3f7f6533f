"""Who a person is to all personas: counted from what is kept, written about by people, shown to nobody else (U1)."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide import Mind
from omoide.domain.person import Profile, ProfileRules, Relationship, profile_of
from omoide.domain.persona_emotion import PersonaEmotion
from omoide.errors import Refused, StoreDamaged
from omoide.pages import preference_vector, profile
from omoide.tools import call
from tests.mind.world import Clock, felt, mind_in

PAGE = """---
relationship:
  turns: 2
  days: 1
  bonding: 0
  since: '2026-01-18'
addressed:
  aoi: 2
---

"""


def talked(mind: Mind, *said: str) -> None:
    for text in said:
        mind.perceive(text, "I see.", session="s")
    mind.end_session("s")


def page(home: Path, person: str = "me") -> Path:
    return home / "people" / f"{person}.md"


def test_facts_are_counted_from_every_persona(tmp_path: Path) -> None:
    # U1
    clock = Clock()
    with mind_in(tmp_path, clock) as aoi:
        talked(aoi, "My cat Mochi is asleep.", "Mochi, my cat, purrs.")
        clock.forward(days=2)
        talked(aoi, "The cat Mochi ran away!")
    with mind_in(tmp_path, clock, persona="juno") as juno:
        talked(juno, "Have you met Mochi?")
        juno.feel(PersonaEmotion("anxious", 0.9), clock.now())
        assert juno.feel(PersonaEmotion("joy", 0.9), clock.forward(minutes=1))  # a bond is confirmed
        found = juno.profile()
        assert found.relationship == Relationship(4, 2, 1, date(2026, 1, 18))
        assert found.addressed == {"aoi": 3, "juno": 1}
        assert found.top_topics(1)[0][0] == "Mochi"


def test_neither_names_nor_dates_nor_sentences_are_topics(tmp_path: Path) -> None:
    # U1: one way of writing stands for all
    words = ["Aoi", "ＹＵＫＩ", "Tea", "ところで", "By the way", "2026-01", "a sentence that is no topic, " * 3]
    with mind_in(tmp_path, thinker=felt(keywords=words), person="yuki") as mind:
        mind.remember("We drank tea.")
        assert mind.profile().preferences == {"Tea": 1}
    with mind_in(tmp_path, thinker=felt(keywords=["tea", "TEA"]), person="yuki") as mind:
        mind.remember("More tea.")
        mind.remember("And more tea.")
        assert list(mind.profile().preferences.values()) == [3]


def test_each_turn_counts_once_however_often_it_is_counted(tmp_path: Path) -> None:
    # U1
    with mind_in(tmp_path) as mind:
        talked(mind, "My cat Mochi is asleep.", "It rains.")
        text = page(tmp_path).read_text("utf-8")
        assert text == PAGE + "\n"
        written = page(tmp_path).stat().st_mtime_ns
        for _ in range(3):
            mind.refresh_profile()
        assert (page(tmp_path).read_text("utf-8"), page(tmp_path).stat().st_mtime_ns) == (text, written)
        page(tmp_path).unlink()
        mind.refresh_profile()
        assert page(tmp_path).read_text("utf-8") == text  # made anew from the ledger alone


def test_what_was_forgotten_counts_no_more(tmp_path: Path) -> None:
    # U1, F5
    with mind_in(tmp_path) as mind:
        kept = mind.remember("My cat Mochi is asleep.")
        gone = mind.remember("My boss is called Tanaka.")
        assert mind.profile().relationship.turns == 2
        mind.forget(gone.id)
        found = mind.refresh_profile()
        assert (found.relationship.turns, list(found.preferences)) == (1, ["Mochi", "asleep"])
        assert list(profile(mind.faculties, mind.settings).preferences) == ["Mochi", "asleep"]  # as prompts know it
        assert mind.show(kept.id)


def test_words_by_hand_stay(tmp_path: Path) -> None:
    # U1, T3: people write the text and may add facts of their own, with comments
    with mind_in(tmp_path) as mind:
        talked(mind, "My cat Mochi is asleep.", "It rains.")
        by_hand = PAGE.replace("---\n\n", "# mine\nbirthday: 3 May\n---\n\n") + "Prefers short answers.\n"
        page(tmp_path).write_text(by_hand, "utf-8")
        talked(mind, "Mochi is back.")
        text = page(tmp_path).read_text("utf-8")
        assert text.endswith("# mine\nbirthday: 3 May\n---\n\nPrefers short answers.\n")
        assert "turns: 3" in text
        assert mind.profile().other == {"birthday": "3 May"}
        mind.write_profile("Likes tea. My password is hunter2hunter2.\n")
        text = page(tmp_path).read_text("utf-8")
        assert "Likes tea." in text
        assert "hunter2" not in text  # E8
        assert "birthday: 3 May" in text


def test_figures_leave_no_versions_but_words_do(tmp_path: Path) -> None:
    # U1, T4: figures change with every session, and must not push out what a person wrote
    with mind_in(tmp_path) as mind:
        mind.write_profile("First.")
        for n in range(3):
            talked(mind, f"Number {n} of the things I said.")
        mind.write_profile("Second.")
        kept = sorted((tmp_path / "people" / "versions" / "me").iterdir())
        assert [one.read_text("utf-8").rsplit("---\n\n")[-1] for one in kept] == ["First.\n"]


@pytest.mark.parametrize("broken", ["---\nturns: [\n---\nTea.", "---\nrelationship: {turns: 9\n", "---\na: 1\na b c"])
def test_a_page_that_cannot_be_read_is_left_alone(tmp_path: Path, broken: str) -> None:
    # U1, T3
    with mind_in(tmp_path) as mind:
        page(tmp_path).parent.mkdir()
        page(tmp_path).write_text(broken, "utf-8")
        talked(mind, "My cat Mochi is asleep.")
        assert page(tmp_path).read_text("utf-8") == broken
        assert mind.profile().problem
        assert mind.profile().text == broken


def test_nobody_sees_the_profile_of_another(tmp_path: Path) -> None:
    # U1, N6
    clock = Clock()
    with mind_in(tmp_path, clock, person="yuki") as mind:
        talked(mind, "My cat Mochi is asleep.")
        mind.write_profile("Yuki is allergic to shrimp.")
    for person, there in (("yuki", True), ("bob", False), ("Yuki", False), ("../yuki", False), ("yuki.md", False)):
        with mind_in(tmp_path, clock, person=person) as mind:
            brought = mind.context("Please cook something with shrimp for Yuki and Mochi.")
            assert ("allergic" in brought.text) is there
            assert mind.profile().known is there
    # all personas that talk with Yuki know it
    with mind_in(tmp_path, clock, persona="juno", person="yuki") as mind:
        assert "allergic" in mind.context("What shall I cook?").text


def test_an_agent_reads_the_profile_of_who_speaks_and_no_other(tmp_path: Path) -> None:
    # U1, N6, R10
    with mind_in(tmp_path, person="yuki") as mind:
        mind.write_profile("Allergic to shrimp.")
        for name in ("profile", "people/yuki.md", "people/yuki", " People/yuki.md"):
            read = call(mind, "read_memory_file", {"name": name}).data
            assert (read["page"], read["text"]) == ("profile", "Allergic to shrimp.\n")
    with mind_in(tmp_path, person="bob") as other:
        assert call(other, "read_memory_file", {"name": "profile"}).data["text"] == ""
        for name in ("people/yuki.md", "people/Bob.md", "people/../people/yuki.md", "people/"):
            with pytest.raises(Refused):
                call(other, "read_memory_file", {"name": name})
            with pytest.raises(Refused):
                call(other, "write_memory_file", {"name": name, "text": "x"})


def test_an_unknown_person_has_an_empty_profile(tmp_path: Path) -> None:
    # U1
    with mind_in(tmp_path, person="nobody") as mind:
        assert mind.profile() == Profile("nobody") == mind.refresh_profile()
        assert not (tmp_path / "people").exists()
        mind.sleep()
        assert not (tmp_path / "people").exists()


def test_names_that_differ_only_in_case_are_two(tmp_path: Path) -> None:
    # U1, N6: also where the file system takes them for one
    for person in ("Aoi", "aoi", "AOI", "a/b", "a_b", "con"):
        with mind_in(tmp_path, person=person) as mind:
            mind.write_profile(f"I am {person}.")
    names = [one.name.casefold() for one in (tmp_path / "people").glob("*.md")]
    assert len(set(names)) == 6
    for person in ("Aoi", "aoi", "AOI", "a/b", "a_b", "con"):
        with mind_in(tmp_path, person=person) as mind:
            assert mind.profile().text == f"I am {person}.\n"


def test_a_damaged_profile_is_told_and_the_other_channels_stand(tmp_path: Path) -> None:
    # R1, U1
    with mind_in(tmp_path) as mind:
        mind.remember("My cat Mochi is asleep.")
        page(tmp_path).unlink(missing_ok=True)
        page(tmp_path).mkdir(parents=True)
        brought = mind.context("Where is Mochi?")
        people, activity, *_ = brought.primed.channels
        assert isinstance(people.problem, StoreDamaged)
        assert (people.items, people.tokens) == ((), 0)
        assert activity.items
        assert "Mochi" in brought.text
        assert [one.get("problem") is not None for one in brought.plain()["channels"]] == [True, False, False, False]  # type: ignore[attr-defined]


def test_the_vector_of_preferences(tmp_path: Path) -> None:
    # U1: the top 10 topics, each by how often it comes up
    with mind_in(tmp_path) as mind:
        f, s = mind.faculties, mind.settings
        assert preference_vector(f, s, Profile("me")) is None
        counts = {f"topic{n}": 20 - n for n in range(15)}
        vector = preference_vector(f, s, Profile("me", preferences=counts))
        vectors = f.embedder.embed([f"topic{n}" for n in range(10)], "memory")
        expected = np.average(vectors, axis=0, weights=range(20, 10, -1))
        assert vector is not None
        assert np.allclose(vector, expected / np.linalg.norm(expected), atol=1e-6)


def test_the_depth_of_a_relationship() -> None:
    # U1: 0.4 t/(t+200) + 0.4 d/(d+30) + 0.2 b/(b+3)
    rules = ProfileRules()
    depths = [Relationship(*numbers).depth(rules) for numbers in ((0, 0, 0), (200, 30, 3), (200, 0, 0), (0, 30, 0))]
    assert depths == pytest.approx([0.0, 0.5, 0.2, 0.2])
    assert Relationship(600, 90, 9).depth(rules) == pytest.approx(0.75)


@given(st.tuples(st.integers(0, 10**6), st.integers(0, 10**5), st.integers(0, 10**4)), st.integers(0, 2))
@settings(max_examples=100, deadline=None)
def test_depth_only_grows_and_never_passes_one(numbers: tuple[int, int, int], which: int) -> None:
    # U1
    rules = ProfileRules()
    more = [number + (at == which) for at, number in enumerate(numbers)]
    assert 0 <= Relationship(*numbers).depth(rules) < Relationship(more[0], more[1], more[2]).depth(rules) < 1


_odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["relationship", "addressed", "preferences", "x"]), _odd))
@settings(max_examples=100, deadline=None)
def test_whatever_stands_in_the_head_gives_a_profile(facts: dict[str, object]) -> None:
    # U1: a person may write anything there
    found = profile_of("me", facts, "text")
    assert all(count > 0 for count in found.addressed.values())
    assert min(found.relationship.turns, found.relationship.days, found.relationship.bonding) >= 0
    assert set(found.other) == set(facts) - {"relationship", "addressed", "preferences"}
