"""Turns into memories: E1, E4-E7, E9, E11, F6 (pending), N1, N3, X5, X7."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from omoide.domain.emotion import Emotion
from omoide.errors import InvalidInput, Postponed, Refused
from omoide.ports import Filter
from omoide.recall import fields_of_002
from tests.mind.world import Clock, ScriptedThinker, at, felt, mind_in, unreachable


def test_a_turn_becomes_one_memory_with_all_its_fields(tmp_path: Path) -> None:
    # E1, E5, E6, E9, E11
    thinker = felt(
        intensity=60, valence="positive", arousal=70, tags=["joy"], category="emotional", keywords=["job", "Kyoto"],
        trigger="I got the job in Kyoto", content="We celebrated.",
    )  # fmt: skip
    with mind_in(tmp_path, thinker=thinker) as mind:
        turn = mind.perceive("I got the job in Kyoto!", "Congratulations!", session="evening", origin="chat").turn
        encoded = mind.end_session("evening")
        assert (encoded.turns, encoded.memories, encoded.skipped, encoded.failed) == (1, 1, 0, 0)
        (memory,) = mind.list()
        assert turn is not None
        assert memory.id == "mem_20260118_001" == encoded.ids[0]
        assert memory.created == at("2026-01-18T18:00:00")
        assert memory.days == pytest.approx(0.375)
        assert (memory.intensity, memory.retention) == (60, 60.0)
        assert memory.coefficient == pytest.approx(0.98 + 0.019 * 0.6)
        assert memory.emotion == Emotion("positive", 70, ("joy",))
        assert (memory.level, memory.text_level, memory.recalls, memory.recalled) == (1, 1, 0, False)
        assert (memory.archived, memory.protected, memory.relations) == (False, False, ())
        assert (memory.sources, memory.session, memory.origin) == ((turn.key,), "evening", "chat")
        assert memory.made_by == "scripted"
        (exported,) = mind.export()
        assert tuple(exported) == (*(name for name in fields_of_002(memory)), "embedding", "origin", "personal")
        assert len(fields_of_002(memory)) + 1 == 22  # document 002's fields as they are, ours after them
        assert exported["created"] == "2026-01-18T18:00:00+09:00"
        assert len(exported["embedding"]) == mind.faculties.embedder.dimensions


def test_only_the_turns_of_the_session_that_ended_are_encoded(tmp_path: Path) -> None:
    # E1
    with mind_in(tmp_path) as mind:
        mind.perceive("a morning walk", "nice", session="morning")
        mind.perceive("an evening walk", "nice", session="evening")
        assert mind.end_session("morning").memories == 1
        assert mind.end_session("morning").memories == 0
        assert mind.end_session().memories == 1


def test_a_failed_turn_is_retried_and_the_others_are_kept(tmp_path: Path) -> None:
    # E7, F10: never faked by another mind
    broken = True

    def change(question: Any, answer: Any) -> Any:
        return Postponed("overloaded", "混雑") if broken and "two" in getattr(question, "said", "") else answer

    with mind_in(tmp_path, thinker=ScriptedThinker(change)) as mind:
        for word in ("one", "two", "three"):
            mind.perceive(f"number {word}", "yes")
        first = mind.end_session()
        assert (first.turns, first.memories, first.failed) == (3, 2, 1)
        assert [problem.en for problem in first.problems] == ["overloaded"]
        broken = False
        second = mind.end_session()
        assert (second.turns, second.memories, second.failed) == (1, 1, 0)
        assert mind.end_session().turns == 0
        assert mind.counts().total == 3


def test_an_unreachable_model_keeps_every_turn_waiting(tmp_path: Path) -> None:
    # E7, F10
    with mind_in(tmp_path, thinker=unreachable()) as mind:
        mind.perceive("hello", "hi")
        assert mind.end_session().failed == 1
        with pytest.raises(Postponed):
            mind.remember("something else")
    with mind_in(tmp_path) as mind:
        assert mind.end_session().memories == 2


@pytest.mark.parametrize(
    "said",
    ["私の誕生日は6月3日。覚えておいて", "絶対に忘れないで、木曜は病院", "Remember this: the door code changes in May.",
     "Don't forget that I am allergic to nuts."],
)  # fmt: skip
def test_asking_to_remember_protects(tmp_path: Path, said: str) -> None:
    # E4
    with mind_in(tmp_path) as mind:
        mind.perceive(said, "はい / Yes.")
        mind.end_session()
        assert [m.protected for m in mind.list()] == [True]


def test_the_fifty_first_protection_waits_as_a_request(tmp_path: Path) -> None:
    # F6
    with mind_in(tmp_path, thinker=felt(protect=True), protection={"most": 2}) as mind:
        for number in range(3):
            mind.perceive(f"number {number}", "", time=at(f"2026-01-18T10:00:0{number}"))
        mind.end_session()
        states = [(m.protected, m.protection_pending) for m in mind.list()[::-1]]
        assert states == [(True, False), (True, False), (False, True)]


def test_protection_at_the_limit_offers_the_oldest_and_the_user_chooses(tmp_path: Path) -> None:
    # F6
    with mind_in(tmp_path, protection={"most": 2}) as mind:
        ids = [mind.remember(f"fact {n}", time=at(f"2026-01-1{n}T10:00:00")).id for n in range(1, 4)]
        mind.protect(ids[1])
        mind.protect(ids[0])
        with pytest.raises(Refused) as full:
            mind.protect(ids[2])
        assert full.value.oldest == (ids[0], ids[1])  # type: ignore[attr-defined]
        assert mind.protect(ids[2], release=[ids[0]]).protected
        assert {m.id for m in mind.list(Filter(protected=True))} == {ids[1], ids[2]}
        with pytest.raises(Refused, match="protected"):
            mind.forget(ids[1])
        mind.unprotect(ids[1])
        mind.forget(ids[1])
        assert [m.id for m in mind.list()] == [ids[2], ids[0]]


def test_what_is_told_overrides_what_is_felt_and_nonsense_is_refused(tmp_path: Path) -> None:
    with mind_in(tmp_path) as mind:
        memory = mind.remember("tea", intensity=80, category="decision", tags=["hope"], protect=True)
        assert (memory.intensity, memory.category, memory.emotion.tags, memory.protected) == (
            80, "decision", ("hope",), True,
        )  # fmt: skip
        for wrong in (
            {"intensity": 101}, {"intensity": -1}, {"intensity": float("nan")}, {"intensity": float("inf")},
            {"category": "gossip"}, {"tags": ["hungry"]},
        ):  # fmt: skip
            with pytest.raises(InvalidInput):
                mind.remember("nothing", **wrong)  # type: ignore[arg-type]
        assert mind.counts().total == 1
        assert mind.faculties.store.turns.count(mind.scope) == 1


def test_remembering_the_same_moment_twice_gives_the_same_memory(tmp_path: Path) -> None:
    # E7
    with mind_in(tmp_path) as mind:
        assert mind.remember("tea at four").id == mind.remember("tea at four").id
        assert mind.counts().total == 1


def test_ids_count_up_past_999_within_the_wall_clock_day(tmp_path: Path) -> None:
    # E5, N3: the day is the one on the person's clock
    with mind_in(tmp_path) as mind:
        assert mind.remember("late", time=at("2026-01-18T00:30:00")).id == "mem_20260118_001"
        assert mind.remember("abroad", time=at("2026-01-17T23:30:00-05:00")).id == "mem_20260117_001"
        store = mind.faculties.store
        with store.transaction():
            numbers = [store.memories.new_id(date(2026, 1, 18)) for _ in range(1000)]
        assert (numbers[0], numbers[-1]) == ("mem_20260118_002", "mem_20260118_1001")


def test_a_zone_set_for_a_person_places_their_nights(tmp_path: Path) -> None:
    # N3: 18:00 in Tokyo is 10:00 in Berlin, 17 hours before three o'clock there
    with mind_in(tmp_path, people={"me": {"timezone": "Europe/Berlin"}}) as mind:
        assert mind.remember("tea").days == pytest.approx(17 / 24)


def test_a_correction_retires_what_it_corrects_and_can_be_undone(tmp_path: Path) -> None:
    # N1
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        old = mind.remember("My dentist appointment is on Monday at nine.", "Noted.")
        other = mind.remember("We had soup for lunch.", "Tasty.")
        clock.forward(hours=1)
        new = mind.correct(old.id, "The dentist appointment is on Tuesday at nine.")
        assert new.trigger == '"The dentist appointment is on Tuesday at nine."'
        assert "Monday" not in new.text + " ".join(new.keywords)
        assert (new.intensity, new.emotion, new.sources) == (old.intensity, old.emotion, old.sources)
        assert {m.id for m in mind.list()} == {new.id, other.id}
        assert [m.id for m in mind.why(new.id).history] == [old.id]
        assert old.id not in [r.memory.id for r in mind.recall("When is the dentist appointment?").memories]
        with pytest.raises(Refused, match="corrected already"):
            mind.correct(old.id, "again")
        assert mind.undo_correction(new.id).retired_at is None
        assert {m.id for m in mind.list()} == {old.id, other.id}
        mind.undo_correction(new.id)
        assert {m.id for m in mind.list()} == {new.id, other.id}


def test_saying_that_something_was_wrong_corrects_it(tmp_path: Path) -> None:
    # N1: also within one session; a mention elsewhere is left alone
    with mind_in(tmp_path) as mind:
        mind.perceive("My dentist appointment is on Monday.", "Noted.", time=at("2026-01-18T10:00:00"))
        mind.perceive("I had soup for lunch.", "Tasty.", time=at("2026-01-18T10:01:00"))
        mind.perceive(
            "No, that's wrong: my dentist appointment is on Tuesday.", "Tuesday then.", time=at("2026-01-18T10:02:00")
        )
        mind.end_session()
        standing = [m.trigger for m in mind.list()]
        assert len(standing) == 2
        assert not any("Monday" in text for text in standing)
        (retired,) = mind.list(Filter(retired=True))
        assert "Monday" in retired.trigger


@pytest.mark.parametrize(
    ("earlier", "correction"),
    [
        ("Hana is six.", "No, that's wrong, Hana is seven years old."),
        ("My sister lives in Osaka.", "Sorry, I got that wrong. My sister lives in Kyoto."),
        ("Our dog is called Bruno.", "That's not right, our dog is called Bruce. Like the singer."),
        ("The rent is 800 euros a month.", "I made a mistake, the rent is 900 euros."),
        ("The meeting starts at eight.", "Scratch that, the meeting starts at nine."),
        ("The concert is in Hall B.", "Oops, I meant Hall C for the concert."),
        ("ハナは6歳です。", "違うよ、ハナは7歳だよ。"),
        ("姉は大阪に住んでいます。", "間違えた、姉が住んでいるのは京都。"),
        ("うちの犬の名前はブルーノ。", "それは違う。うちの犬の名前はブルース。歌手みたいでしょ。"),
        ("家賃は月8万円です。", "訂正。家賃は9万円です。"),
        ("会議は8時からです。", "ごめん、会議は9時からだった。"),
        ("コンサートはBホールです。", "あ、コンサートはCホールの間違いだった。"),
    ],
)
def test_a_plain_correction_retires_what_was_said(tmp_path: Path, earlier: str, correction: str) -> None:
    # N1: in both languages, and whatever it opens with
    with mind_in(tmp_path) as mind:
        for number, said in enumerate(
            (earlier, "I baked bread with my neighbour.", "雨をずっと眺めていた。", correction)
        ):
            mind.perceive(said, "", time=at(f"2026-01-1{number}T10:00:00"), session=f"s{number}")
            mind.end_session(f"s{number}")
        (retired,) = mind.list(Filter(retired=True))
        assert earlier.rstrip(".。") in retired.trigger
        assert mind.undo_correction(retired.id).retired_at is None


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("My sister lives in Osaka.", "No, that's wrong, my brother lives in Osaka."),  # about another
        ("Hana is six.", "No, Mia is seven years old."),
        ("My dog is called Bruno.", "No, that's wrong, my cat is called Mia."),
        ("My sister is a nurse.", "Actually, my sister is also a painter."),  # an addition
        ("Hana is six.", "I think Hana might be seven, I'm not sure."),  # a doubt
        ("The rent is 800 euros.", "No, that's wrong! The referee was blind last night."),
        ("Hana is six. She loves horses. Her teacher is Ms Ono.", "No, that's wrong, Hana is seven."),  # tells more
        ("姉は大阪に住んでいます。", "違う、兄は大阪に住んでいるんだよ。"),
        ("ハナは6歳です。", "いや、ミアは7歳だよ。"),
        ("犬の名前はブルーノです。", "違うよ、猫の名前はミアだよ。"),
        ("姉は看護師です。", "実は姉は画家でもあります。"),
        ("ハナは6歳です。", "ハナは7歳かもしれない、よくわからない。"),
        ("家賃は月8万円です。", "それは違う！昨日の審判はひどかった。"),
    ],
)
def test_additions_doubts_and_other_subjects_retire_nothing(tmp_path: Path, earlier: str, later: str) -> None:
    # N1
    with mind_in(tmp_path) as mind:
        for number, said in enumerate((earlier, later)):
            mind.perceive(said, "", time=at(f"2026-01-1{number}T10:00:00"), session=f"s{number}")
            mind.end_session(f"s{number}")
        assert not mind.list(Filter(retired=True))


def test_what_replaces_a_protected_statement_is_protected(tmp_path: Path) -> None:
    # N1, F6: at the limit too, since the old one gives its place up
    with mind_in(tmp_path, protection={"most": 1}) as mind:
        mind.perceive("My dentist appointment is on Monday.", "Noted.", time=at("2026-01-18T10:00:00"))
        mind.end_session()
        mind.protect(mind.list()[0].id)
        mind.perceive("No, that's wrong: my dentist appointment is on Tuesday.", "", time=at("2026-01-18T10:02:00"))
        mind.end_session()
        (standing,) = mind.list()
        assert "Tuesday" in standing.trigger
        assert (standing.protected, standing.protection_pending) == (True, False)


def test_changing_the_embedder_keeps_old_vectors_apart_until_reindexed(tmp_path: Path) -> None:
    # X5
    with mind_in(tmp_path) as mind:
        memory = mind.remember("The lighthouse keeper waved.")
        mind.faculties = replace(mind.faculties, embedder=_Renamed(mind.faculties.embedder))
        store = mind.faculties.store
        assert [row for row, _ in store.vectors.missing(mind.scope, "renamed")] == [memory.row]
        assert mind.reindex() == 1
        assert mind.reindex() == 0
        assert store.vectors.missing(mind.scope, "renamed") == []


class _Renamed:
    name = "renamed"

    def __init__(self, embedder: Any) -> None:
        self.embedder = embedder

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self.embedder, attribute)
