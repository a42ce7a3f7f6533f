"""What recall finds through the front door: neighbours, times, names, doubles, contradictions, by relevance alone.

R2, R3, R12, G1, N6
"""

from __future__ import annotations

from pathlib import Path

import pytest

from omoide import Mind
from omoide.domain.relations import Edges
from tests.mind.world import Clock, at, mind_in

TALK = [
    ("Do you have any pets at home?", "Let me show you a picture!"),
    ("Oh, how sweet they look.", "Their names are Luna and Oliver."),
    ("And the weather over there?", "Rain, as always."),
]


def tell(mind: Mind, talk: list[tuple[str, str]], session: str, day: str = "2026-01-10") -> list[str]:
    for minute, (said, replied) in enumerate(talk):
        mind.perceive(said, replied, time=at(f"{day}T20:{minute:02}:00"), session=session)
    return list(mind.end_session(session).ids)


def found(mind: Mind, cue: str, **more) -> list[str]:
    return [r.memory.id for r in mind.recall(cue, mark=False, **more).memories]


def test_the_turn_before_speaks_for_the_answer(tmp_path: Path) -> None:
    # R12: the answer holds no word of the question; the turn before it does
    with mind_in(tmp_path, embedding={"cache": 0}) as mind:
        ids = tell(mind, TALK, "monday")
        assert found(mind, "What pets are there?", ranking="relevance")[:2] == ids[:2]
    with mind_in(tmp_path, recall={"before": 0.0, "after": 0.0, "meaning_weight": 0.0}) as mind:
        assert found(mind, "What pets are there?") == ids[:1]


def test_neighbours_are_those_of_one_session_only(tmp_path: Path) -> None:
    # R12: what happens to be stored next to it is no context
    with mind_in(tmp_path, recall={"meaning_weight": 0.0}) as mind:
        first = tell(mind, TALK[:1], "monday")
        tell(mind, TALK[1:], "tuesday")
        assert found(mind, "What pets are there?") == first
        alone = mind.remember("A parrot would be nice.", time=at("2026-01-12T20:00:00"))
        mind.remember("Nothing else today.", time=at("2026-01-12T20:01:00"))
        assert found(mind, "parrot") == [alone.id]


def test_what_is_deleted_speaks_for_nobody(tmp_path: Path) -> None:
    # R12, O2: no word of a neighbour is kept with a memory
    with mind_in(tmp_path, recall={"meaning_weight": 0.0}) as mind:
        ids = tell(mind, TALK, "monday")
        mind.forget(ids[0])
        assert found(mind, "What pets are there?") == []


@pytest.mark.parametrize(
    ("told", "cue", "close"),
    [
        ("The children love the museum.", "What do the kids enjoy?", "The goats love the museum."),
        ("長い旅に出た。", "旅行の話", "長い列に出た。"),
    ],
)
def test_a_word_of_nearly_the_same_meaning_counts_in_part(tmp_path: Path, told: str, cue: str, close: str) -> None:
    # R12: the word itself counts more, and an unrelated one nothing
    with mind_in(tmp_path, recall={"meaning_weight": 0.0, "relevance_floor": 0.1, "priming_floor": 0.1}) as mind:
        one = mind.remember(told, time=at("2026-01-10T20:00:00"))
        mind.remember(close, time=at("2026-01-11T20:00:00"))
        assert found(mind, cue, ranking="relevance") == [one.id]
        exact = mind.remember(cue, time=at("2026-01-12T20:00:00"))
        assert found(mind, cue, ranking="relevance") == [exact.id, one.id]
    with mind_in(tmp_path, recall={"meaning_weight": 0.0, "near_words": 0.0}) as mind:
        assert found(mind, cue, ranking="relevance") == [exact.id]


@pytest.mark.parametrize(
    ("told", "known", "stranger"),
    [
        ("We planted tulips with Barbara.", "Where did we plant tulips with Barbara?", "Where did Zelda plant tulips?"),
        ("佐藤さんとチューリップを植えた。", "佐藤さんとチューリップ", "鬼塚さんのチューリップ"),
    ],
)
def test_a_name_that_nobody_mentioned_makes_unsure(tmp_path: Path, told: str, known: str, stranger: str) -> None:
    # R12: what is asked about a stranger was hardly ever told
    def best(mind: Mind, cue: str) -> float:
        return max((r.why.relevance for r in mind.recall(cue, mark=False).memories), default=0.0)

    loose = {"meaning_weight": 0.0, "relevance_floor": 0.0, "priming_floor": 0.0}
    with mind_in(tmp_path, recall=loose) as mind:
        mind.remember(told, time=at("2026-01-10T20:00:00"))
        sure, unsure = best(mind, known), best(mind, stranger)
    with mind_in(tmp_path, recall=loose | {"strange_names": 1.0}) as mind:
        assert best(mind, known) == sure
        assert sure > best(mind, stranger) > unsure > 0


def test_the_names_of_the_two_find_nothing_by_themselves(tmp_path: Path) -> None:
    # R12: beside another word they count for nothing; alone they are all there is
    with mind_in(tmp_path, persona="Melanie", person="Caroline", recall={"meaning_weight": 0.0}) as mind:
        ids = tell(mind, [("Hi Melanie!", "Hey Caroline!"), ("Tea with Melanie", "Lovely.")], "a")
        assert found(mind, "Melanie's volcano") == []
        assert set(found(mind, "Melanie")) == set(ids)


@pytest.mark.parametrize(
    ("cue", "expected"),
    [("先週の金曜に将棋を指した？", 1), ("What happened last Friday?", 2), ("2025年12月の将棋", 0)],
)
def test_a_time_in_the_cue_brings_what_is_of_that_time(tmp_path: Path, cue: str, expected: int) -> None:
    # R12: it is Sunday, the 18th of January 2026
    with mind_in(tmp_path, Clock(at("2026-01-18T21:00:00"))) as mind:
        days = ("2025-12-03", "2026-01-09", "2026-01-16")
        ids = [mind.remember("田中さんと将棋を指した。", time=at(f"{day}T20:00:00")).id for day in days]
        assert found(mind, cue)[0] == ids[expected]


def test_what_yesterday_meant_is_known_later(tmp_path: Path) -> None:
    # R12: resolved against the day of the turn, and kept as a keyword
    with mind_in(
        tmp_path, Clock(at("2026-01-18T21:00:00")), recall={"relevance_floor": 0.1, "priming_floor": 0.1}
    ) as mind:
        told = mind.remember("I ran a marathon yesterday!", time=at("2026-01-05T20:00:00"))
        other = mind.remember("I ran a marathon!", time=at("2026-01-12T20:00:00"))
        assert "2026-01-04" in mind.show(told.id).keywords
        assert found(mind, "Did I run a marathon on 4 January 2026?", ranking="relevance") == [told.id, other.id]
        why = mind.recall("Did I run a marathon on 4 January 2026?", mark=False).memories
        assert {r.memory.id: r.why.when for r in why} == {told.id: 1.0, other.id: 0.0}


def test_a_time_alone_makes_nothing_else_relevant(tmp_path: Path) -> None:
    # R3, R12
    with mind_in(tmp_path, Clock(at("2026-01-18T21:00:00"))) as mind:
        mind.remember("I ran a marathon.", time=at("2026-01-16T20:00:00"))
        assert found(mind, "Did we study quantum chromodynamics last Friday?") == []


def test_between_languages_meaning_alone_brings_it(tmp_path: Path) -> None:
    # R12: no word can meet; in one language the same likeness would not do
    with mind_in(tmp_path) as mind:
        told = mind.remember("私の犬は公園で走るのが大好きです。", time=at("2026-01-10T20:00:00"))
        mind.remember("The invoice was paid on time.", time=at("2026-01-11T20:00:00"))
        assert found(mind, "My dog loves to run in the park") == [told.id]


def test_near_duplicates_take_one_place(tmp_path: Path) -> None:
    # R12: the newest stands for all; other numbers are another matter
    with mind_in(tmp_path) as mind:
        same = [mind.remember("The rent is due.", time=at(f"2026-01-0{n}T20:00:00")).id for n in (1, 2, 3)]
        other = mind.remember("The rent is due on the 15.", time=at("2026-01-04T20:00:00")).id
        recalled = mind.recall("When is the rent due?", mark=False, ranking="relevance").memories
        assert {r.memory.id: set(r.folded) for r in recalled} == {same[2]: set(same[:2]), other: set()}
    with mind_in(tmp_path, recall={"fold": 1.0}) as mind:
        assert set(found(mind, "When is the rent due?")) == {*same, other}


def test_of_contradicting_statements_the_newest_comes_first_and_the_older_is_marked(tmp_path: Path) -> None:
    # R12, G1
    with mind_in(tmp_path, recall={"relevance_floor": 0.1, "priming_floor": 0.1}) as mind:
        old = mind.remember("My office is in Osaka, on the fourth floor.", time=at("2026-01-01T20:00:00"), intensity=90)
        new = mind.remember("My office is in Kobe now.", time=at("2026-01-02T20:00:00"), intensity=20)
        assert found(mind, "Which floor in Osaka is my office?")[0] == old.id
        mind.faculties.store.relations.add(Edges.of([(new.row, old.row, "contradicts", 1.0)]))
        recalled = mind.recall("Which floor in Osaka is my office?", mark=False).memories
        assert [(r.memory.id, r.outdated_by) for r in recalled] == [(new.id, ""), (old.id, new.id)]
        lines = mind.prime("Which floor in Osaka is my office?").splitlines()
        assert ["[outdated]" in line for line in lines[1:-1]] == [False, True]


def test_looking_up_is_not_remembering(tmp_path: Path) -> None:
    # R2, R3: by priority what is held strongly comes first, by relevance what answers the cue
    clock = Clock()
    with mind_in(tmp_path, clock, recall={"relevance_floor": 0.1, "priming_floor": 0.1}) as mind:
        faint = mind.remember("Uncle Takeshi lent me his Leica camera.", intensity=30, category="work")
        mind.sleep(clock.set("2026-01-25T03:00:00"))
        vivid = mind.remember("Camera club evening: a wonderful camera!", intensity=95, category="emotional")
        cue = "Uncle Takeshi's Leica camera"
        assert found(mind, cue) == [vivid.id, faint.id]
        assert found(mind, cue, ranking="relevance") == [faint.id, vivid.id]


@pytest.mark.parametrize(
    ("old", "new", "cue"),
    [
        ("I live in Osaka.", "I live in Kobe now.", "Where do I live?"),
        ("大阪に住んでいます。", "今は神戸に住んでいます。", "どこに住んでる？"),
    ],
)
def test_plain_contradictions_are_seen_without_a_link(tmp_path: Path, old: str, new: str, cue: str) -> None:
    # R12: the newest first and the older one marked; a reply says nothing about the person
    with mind_in(tmp_path, recall={"relevance_floor": 0.0, "priming_floor": 0.0}) as mind:
        first = mind.remember(old, time=at("2026-01-01T20:00:00"), intensity=90)
        second = mind.remember(new, time=at("2026-01-02T20:00:00"), intensity=20)
        third = mind.remember("Hello.", new, time=at("2026-01-03T20:00:00"), intensity=20)
        recalled = mind.recall(cue, mark=False).memories
        assert {r.memory.id: r.outdated_by for r in recalled} == {second.id: "", first.id: second.id, third.id: ""}
        order = [r.memory.id for r in recalled]
        assert order.index(second.id) < order.index(first.id)


@pytest.mark.parametrize(
    ("first", "second", "cue"),
    [
        ("Uncle Takeshi lent me his camera.", "Takeshi builds ships in Kure.", "Who lent me a camera?"),
        ("昨日、佐藤さんにカメラを借りた。", "佐藤さんは呉で船を造っている。", "カメラを借りた話"),
    ],
)
def test_a_name_leads_one_step_further(tmp_path: Path, first: str, second: str, cue: str) -> None:
    # R12, G5: the second memory holds no word of the cue; only the name joins the two
    rules = {"meaning_weight": 0.0, "near_words": 0.0}
    with mind_in(tmp_path, recall=rules) as mind:
        one = mind.remember(first, time=at("2026-01-01T20:00:00"))
        two = mind.remember(second, time=at("2026-01-02T20:00:00"))
        mind.remember("The weather was fine. 天気が良かった。", time=at("2026-01-03T20:00:00"))
        recalled = mind.recall(cue, mark=False, ranking="relevance").memories
        assert [(r.memory.id, r.why.reason) for r in recalled] == [(one.id, "ranked"), (two.id, f"through {one.id}")]
        assert recalled[1].why.relevance == pytest.approx(0.5 * recalled[0].why.relevance)
        assert found(mind, "quantum chromodynamics, 量子色力学") == []
        for day in range(10, 19):  # a name that everybody holds joins nothing
            mind.remember(f"{first} {day}", time=at(f"2026-01-{day}T20:00:00"))
        assert two.id not in found(mind, cue, ranking="relevance", limit=20)
    with mind_in(tmp_path, recall=rules | {"hop": 0.0}) as mind:
        assert two.id not in found(mind, cue, ranking="relevance")


@pytest.mark.parametrize(
    ("told", "cue"),
    [
        ("Uncle Takeshi lent me his Leica camera for the trip to Kure.", "Takeshi's Leica camera, Kure"),
        ("竹下さんが呉への旅行のためにライカのカメラを貸してくれた。", "竹下さんのライカのカメラ、呉"),
    ],
)
def test_no_age_takes_a_clearly_cued_memory_away(tmp_path: Path, told: str, cue: str) -> None:
    # R3, R12, F11: at every level, and from the archive, what the cue names clearly comes back
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        one = mind.remember(told, intensity=70)
        mind.remember("The weather was fine. 天気が良かった。", intensity=70)
        levels, memory = set(), one
        for days in [1] * 12 + [30] * 12:
            mind.sleep(clock.forward(days=days).replace(hour=4))
            memory = mind.show(one.id)
            levels.add("archive" if memory.archived else memory.level)
            assert found(mind, cue)[0] == one.id, (memory.level, memory.archived, memory.text)
            assert found(mind, cue, ranking="relevance")[0] == one.id
        assert levels == {2, 3, "archive"}
        assert memory.keywords  # as created: they are what a trace is found by


def test_what_is_only_alike_in_meaning_crowds_nothing_out(tmp_path: Path) -> None:
    # R12: it might be in another language and count more then, but it is not
    rules = {"weighed": 5, "near_words": 0.0, "fold": 1.0, "relevance_floor": 0.0, "priming_floor": 0.0}
    with mind_in(tmp_path, recall=rules) as mind:
        told = mind.remember("The saxophone shop closed soon.", time=at("2026-01-01T20:00:00"))
        for day in range(2, 17):
            mind.remember(
                f"We bought cellos and flutes, musical instruments {day}.", time=at(f"2026-01-{day:02}T20:00:00")
            )
        assert found(mind, "purchase a violin and a saxophone soon", ranking="relevance")[0] == told.id
