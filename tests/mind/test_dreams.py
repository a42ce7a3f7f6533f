"""Dreaming: D1, D2, D5, D6, M4, E8, E9, N6."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.errors import MissingExtra, Postponed
from omoide.motivate import reflections
from omoide.prompts.dream import NewGoal, NewQuestion, Understood
from tests.mind.dreamer import INSIGHT, Dreamer, dreamt
from tests.mind.world import Clock, at, mind_in

NIGHT = "2026-01-19T03:00:00"
AWAY = Postponed("the model cannot be reached", "モデルに届きません")


def talk(mind: Mind, said: str = "It snowed at home today.", time: str = "2026-01-18T18:00:00") -> str:
    mind.perceive(said, "Do you miss it?", time=at(time))
    mind.end_session()
    return mind.conversation(1)[0].key


def inner(mind: Mind) -> dict[str, Any]:
    return {
        "insights": [i.plain() for i in mind.insights()],
        "goals": [g.plain() for g in mind.goals(None)],
        "questions": [q.plain() for q in mind.questions(None)],
        "proposals": [p.plain() for p in mind.proposals(None)],
    }


def test_a_dream_becomes_an_insight_and_moves_goals_questions_and_pages(tmp_path: Path) -> None:
    # D2, M3, M4, P5, E9: one question, one answer, everything that it holds, each with its source turns
    clock = Clock()
    thinker = Dreamer()
    with mind_in(tmp_path, clock, thinker) as mind:
        key = talk(mind)
        reached, _ = mind.add_goal("Learn her name", now=at("2026-01-10T10:00:00"))
        moved, _ = mind.add_goal("Write a poem", now=at("2026-01-10T10:00:00"))
        dropped, _ = mind.add_goal("Count all stars", now=at("2026-01-10T10:00:00"))
        asked, _ = mind.ask_question("Where is her home?", priority=0.4)
        thinker.answers["Dream"] = dreamt(
            [NewGoal("Ask about the snow", "short", 2)],
            [NewQuestion("Who lives there?", "she sounded alone", 0.9)],
            [(asked.id, "In the north.")],
            [("Yuki", "Her home is in the north.")],
            completed=[(reached.id, "She told me.")],
            progress=[(moved.id, "Two lines.")],
            abandoned=[(dropped.id, "Too many.")],
        )
        report = mind.sleep(clock.set(NIGHT))
        assert report.steps["dream"] == {
            "level": 1, "insights": 1, "completed": 1, "abandoned": 1, "progress": 1, "new_goals": 1, "resolved": 1,
            "new_questions": 1, "proposed": 1,
        }  # fmt: skip
        [question] = thinker.asked_for("Dream")
        assert (question.level, question.day, question.language) == (1, "2026-01-19", "en")
        assert "It snowed at home today." in question.conversation[0]
        assert [line.split()[1] for line in question.goals] == [reached.id, moved.id, dropped.id]
        assert question.questions == (f"- {asked.id} (0.40) Where is her home?",)
        assert "snow" in question.memories[0]
        [insight] = mind.insights()
        assert insight.plain() == {
            "id": "in_001", "created_at": at(NIGHT).isoformat(), "trigger_topic": INSIGHT.trigger_topic,
            "insight": INSIGHT.insight, "strategy": INSIGHT.strategy, "log_entry": INSIGHT.log_entry, "level": 1,
            "origin": "dream", "sources": [key], "made_by": "scripted",
        }  # fmt: skip
        assert mind.strategy() == INSIGHT.strategy
        ended = {g.id: (g.status, g.reason) for g in mind.goals(None)}
        assert ended[reached.id] == ("completed", "She told me.")
        assert ended[dropped.id] == ("abandoned", "Too many.")
        assert [(g.goal, g.term, g.priority, g.sources) for g in mind.goals() if g.id not in ended or g.sources] == [
            ("Ask about the snow", "short", 2, (key,))
        ]
        assert [(q.topic, q.context, q.priority, q.sources) for q in mind.questions()] == [
            ("Who lives there?", "she sounded alone", 0.9, (key,))
        ]
        assert [e.summary for e in mind.episodes() if e.kind == "achievement"] == [
            "【達成】I reached my goal: Learn her name (She told me.)"
        ]
        [proposal] = mind.proposals()
        assert (proposal.name, proposal.fact, proposal.sources) == ("Yuki", "Her home is in the north.", (key,))


def test_what_cannot_be_used_is_left_out_and_counted(tmp_path: Path) -> None:
    # D2, E8: the best three of a hundred goals; NaN, far goals on a daily night, unknown ids and bad names are counted
    clock = Clock()
    goals = [NewGoal(f"Goal {n}", "short", n) for n in range(100, 0, -1)]
    goals += [NewGoal("Not a number", "short", math.nan), NewGoal("   "), NewGoal("A far one", "long", 1)]
    questions = [NewQuestion(f"Question {n}?", "", n / 5) for n in range(1, 9)] + [NewQuestion("?", "", math.inf)]
    answer = dreamt(
        goals,
        questions,
        [("q_999", "forty-two"), ("q_001", "  ")],
        [("../../etc", "a path"), ("Tama", "  "), ("Key", "The key is AKIAIOSFODNN7EXAMPLE.")],
        Understood("x" * 900, "y" * 9_000, "My password: hunter2horse", ""),
        completed=[("sh_999", ""), ("lo_1", "")],
        progress=[("sh_001", "")],
    )
    with mind_in(tmp_path, clock, Dreamer(Dream=answer)) as mind:
        talk(mind)
        mind.add_goal("An old one", priority=9)
        mind.ask_question("An old question?", priority=0.1)
        assert mind.sleep(clock.set(NIGHT)).steps["dream"] == {
            "level": 1, "insights": 1, "unknown": 3, "unusable": 8, "too_many": 102, "new_goals": 3,
            "new_questions": 3, "proposed": 1,
        }  # fmt: skip
        assert [(g.goal, g.priority) for g in mind.goals()] == [
            ("Goal 1", 1), ("Goal 2", 2), ("Goal 3", 3), ("An old one", 9),
        ]  # fmt: skip
        assert [(q.topic, q.priority) for q in mind.questions()] == [
            ("Question 8?", 1.0), ("Question 7?", 1.0), ("Question 6?", 1.0), ("An old question?", 0.1),
        ]  # fmt: skip
        [insight] = mind.insights()
        assert (len(insight.trigger_topic), len(insight.insight)) == (300, 2_000)
        assert "hunter2horse" not in insight.strategy
        [proposal] = mind.proposals()
        assert proposal.name == "Key"
        assert "AKIAIOSFODNN7EXAMPLE" not in proposal.fact


@pytest.mark.parametrize(
    ("now", "tree", "why"),
    [
        ("2026-01-19T07:00:00", {}, "not in quiet hours"),
        ("2026-01-18T23:59:00", {}, "not in quiet hours"),
        ("2026-01-19T03:00:00", {"autonomy": {"enabled": False}}, "autonomy is off"),
        ("2026-01-19T01:29:59", {}, "talked lately"),
        ("2026-01-19T01:30:00", {}, ""),
        ("2026-01-19T12:00:00", {"dream": {"any_hour": True}}, ""),
        ("2026-01-19T12:00:00", {"autonomy": {"quiet_from": "05:00", "quiet_until": "05:00"}}, ""),
        ("2026-01-19T01:10:00", {"dream": {"idle_minutes": 10}}, ""),
    ],
)
def test_the_persona_dreams_by_itself_only_when_it_is_quiet(tmp_path: Path, now: str, tree: Any, why: str) -> None:
    # D1: quiet hours on the person's clock, autonomy, and nobody talked for half an hour; by hand always
    clock, thinker = Clock(), Dreamer()
    with mind_in(tmp_path, clock, thinker, **tree) as mind:
        talk(mind, time="2026-01-19T01:00:00" if now > "2026-01-19T01" else "2026-01-18T18:00:00")
        step = mind.sleep(clock.set(now)).steps["dream"]
        assert step == ({"skipped": why} if why else {"level": 1, "insights": 1})
        assert len(thinker.asked_for("Dream")) == (not why)
        again = mind.sleep(clock.now(), level=1).steps
        assert again.get("dream") == ({"level": 1, "insights": 1} if why else None)
        assert len(mind.insights()) == 1


def test_idle_counts_with_anybody(tmp_path: Path) -> None:
    # D1: while the persona talks with somebody else it does not dream
    clock, thinker = Clock(), Dreamer()
    with mind_in(tmp_path, clock, thinker) as mind, mind_in(tmp_path, clock, thinker, person="you") as other:
        talk(mind)
        talk(other, "Still awake?", "2026-01-19T02:50:00")
        assert mind.sleep(clock.set(NIGHT)).steps["dream"] == {"skipped": "talked lately"}


def test_a_dream_looks_at_what_was_said_since_the_last_one(tmp_path: Path) -> None:
    # D2: nothing twice, nothing left out, and nothing that lies ahead of the night
    clock, thinker = Clock(), Dreamer()
    with mind_in(tmp_path, clock, thinker) as mind:
        talk(mind, "one", "2026-01-18T18:00:00")
        talk(mind, "two", "2026-01-19T12:00:00")
        mind.sleep(clock.set(NIGHT), level=1)
        mind.sleep(clock.set("2026-01-20T03:00:00"))
        assert mind.sleep(clock.set("2026-01-21T03:00:00")).steps["dream"] == {"skipped": "nothing new"}
        told = [[line.split()[3] for line in question.conversation] for question in thinker.asked_for("Dream")]
        assert told == [["one"], ["two"]]


def test_the_newest_talk_has_the_room(tmp_path: Path) -> None:
    # D2: capped by exchanges and by characters
    clock, thinker = Clock(), Dreamer()
    with mind_in(tmp_path, clock, thinker, dream={"turns": 5, "characters": 2_600}) as mind:
        for n in range(8):
            mind.perceive(f"number {n} " + "x" * 2_000, "yes", time=at(f"2026-01-18T1{n}:00:00"))
        mind.sleep(clock.set(NIGHT))
        [question] = thinker.asked_for("Dream")
        assert [line.split()[4] for line in question.conversation] == ["6", "7"]
        assert all(len(line) == 1_200 for line in question.conversation)
        assert len(mind.insights()[0].sources) == 2


def test_a_model_out_of_reach_postpones_the_dream_and_loses_nothing(tmp_path: Path) -> None:
    # D2, D5: tried again the same night, and the next night still has the same talk before its eyes
    clock, thinker = Clock(), Dreamer(Dream=AWAY, ProposeEntities=AWAY)
    with mind_in(tmp_path, clock, thinker) as mind:
        talk(mind)
        steps = mind.sleep(clock.set(NIGHT)).steps
        late = {"postponed": 1, "reason": "the model cannot be reached", "reason_ja": "モデルに届きません"}
        assert (steps["dream"], steps["proposals"]) == (late, late)
        assert steps["age"]["nights"] == 1
        assert mind.sleep(clock.forward(hours=1)).steps == {"dream": late, "proposals": late}
        assert inner(mind) == {"insights": [], "goals": [], "questions": [], "proposals": []}
        thinker.answers["Dream"] = dreamt()
        assert mind.sleep(clock.set("2026-01-20T03:00:00")).steps["dream"] == {"level": 1, "insights": 1}
        assert thinker.asked_for("Dream")[-1].conversation == thinker.asked_for("Dream")[0].conversation


def test_without_a_model_dreams_wait_for_one(tmp_path: Path) -> None:
    # F10: the offline mind does not dream, and a second call the same night does not ask it again
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        talk(mind)
        steps = mind.sleep(clock.set(NIGHT)).steps
        assert (steps["dream"], steps["proposals"]) == ({"waiting": 1}, {"waiting": 1})
        assert mind.sleep(clock.forward(hours=1)).steps == {}
        assert mind.insights() == []


def test_for_a_mind_that_cannot_dream_nothing_is_brought_to_mind(tmp_path: Path) -> None:
    # F10: a night without a model does not pay for what only a model could look at
    class Awake(Dreamer):
        def who(self, question: Any) -> str:
            return "offline"

    clock, thinker = Clock(), Awake(Dream=AWAY)
    with mind_in(tmp_path, clock, thinker) as mind:
        talk(mind)
        mind.sleep(clock.set(NIGHT))
    [question] = thinker.asked_for("Dream")
    assert ("snow" in question.conversation[0], question.memories) == (True, ())


def test_a_dream_that_fails_does_not_lose_the_other_steps(tmp_path: Path) -> None:
    # D5
    clock, thinker = Clock(), Dreamer(Dream=MissingExtra("pydantic-ai", "models"))
    with mind_in(tmp_path, clock, thinker) as mind:
        talk(mind)
        steps = mind.sleep(clock.set(NIGHT)).steps
        assert list(steps["dream"]) == ["failed", "failed_ja"]
        assert steps["age"]["nights"] == 1
        thinker.answers["Dream"] = dreamt()
        again = mind.sleep(clock.forward(hours=1))
        assert (again.lived, again.steps["dream"]) == (True, {"level": 1, "insights": 1})
        assert mind.sleep(clock.forward(hours=1)).steps == {}


def test_levels_by_date_and_by_hand(tmp_path: Path) -> None:
    # D1, D6, M4: the week and the month look at accounts and earlier insights; only the newest strategy holds
    clock, thinker = Clock(at("2026-01-01T18:00:00")), Dreamer()
    with mind_in(tmp_path, clock, thinker) as mind:
        levels = {}
        for day in range(1, 33):
            clock.time = at("2026-01-01T18:00:00")
            talk(mind, f"day {day}", clock.forward(days=day - 1).isoformat())
            thinker.answers["Dream"] = dreamt(insight=Understood("t", f"understood {day}", f"strategy {day}", ""))
            levels[day] = mind.sleep(clock.forward(hours=9)).steps["dream"]["level"]
        assert {day: level for day, level in levels.items() if level > 1} == {7: 2, 14: 2, 21: 2, 28: 2, 30: 3}
        assert mind.strategy() == "strategy 32"
        assert (reflections(mind.faculties).last_level2_date, reflections(mind.faculties).last_reflection_level) == (
            at("2026-01-31T03:00:00").date(), 1,
        )  # fmt: skip
        asked = {question.day: question for question in thinker.asked_for("Dream")}
        assert asked["2026-01-07"].accounts == ()
        assert len(asked["2026-01-08"].accounts) == 7
        assert len(asked["2026-01-31"].accounts) == 20
        assert len(asked["2026-01-31"].insights) == 29
        assert asked["2026-01-08"].insights[0] == "- [2026-01-07] understood 6"
        # by hand the same night: deeper, once; and what is due by date
        assert mind.sleep(clock.now(), level=3).steps["dream"] == {"level": 3, "insights": 1}
        assert mind.sleep(clock.now(), level=3).steps == {}
        assert mind.sleep(clock.now(), level="auto").steps == {}


def test_a_weekly_reflection_keeps_the_list_of_goals_short(tmp_path: Path) -> None:
    # M4: ten near goals at level 2 and 3, as many as there are at level 1; far ones only at level 3
    clock = Clock()
    new = [NewGoal("A new one", "short", 1), NewGoal("A far one", "long", 1)]
    thinker = Dreamer(Dream=dreamt(new))
    with mind_in(tmp_path, clock, thinker) as mind:
        talk(mind)
        for n in range(11):
            mind.add_goal(f"Goal {n}", priority=n + 1)
        assert mind.sleep(clock.set(NIGHT), level=1).steps["dream"] == {
            "level": 1, "insights": 1, "unusable": 1, "new_goals": 1,
        }  # fmt: skip
        assert len(mind.goals()) == 12
        talk(mind, "more", "2026-01-19T12:00:00")
        assert mind.sleep(clock.set("2026-01-20T03:00:00"), level=2).steps["dream"]["abandoned"] == 2
        assert [g.goal for g in mind.goals("abandoned")] == ["Goal 9", "Goal 10"]
        assert {g.reason for g in mind.goals("abandoned")} == {"自動整理: 短期目標の上限10件を超過"}
        talk(mind, "and more", "2026-01-20T12:00:00")
        mind.sleep(clock.set("2026-01-21T03:00:00"), level=3)
        assert [g.goal for g in mind.goals() if g.term == "long"] == ["A far one"]


def test_the_inner_life_of_another_person_is_out_of_reach(tmp_path: Path) -> None:
    # N6: ids of another scope are unknown, and nothing of it is before the dreamer's eyes
    clock = Clock()
    with mind_in(tmp_path, clock, person="you") as other:
        theirs, _ = other.add_goal("Theirs")
        asked, _ = other.ask_question("Theirs?")
    thinker = Dreamer(Dream=dreamt(resolved=[(asked.id, "no")], completed=[(theirs.id, "")]))
    with mind_in(tmp_path, clock, thinker) as mind:
        talk(mind)
        assert mind.sleep(clock.set(NIGHT)).steps["dream"] == {"level": 1, "insights": 1, "unknown": 2}
        assert (thinker.asked_for("Dream")[0].goals, thinker.asked_for("Dream")[0].questions) == ((), ())
    with mind_in(tmp_path, clock, person="you") as other:
        assert (len(other.goals()), len(other.questions()), other.insights(), other.strategy()) == (1, 1, [], "")
