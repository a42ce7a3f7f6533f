"""What moves the persona, from a tag in a reply to an episode and a reason to act."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide import motivate as process
from omoide.domain.goal import GoalMeta, GoalStatistics
from omoide.domain.persona_emotion import FeltEmotion, PersonaEmotion
from omoide.errors import InvalidInput, NotFound, Refused
from tests.mind.world import Clock, ScriptedThinker, at, mind_in

NOW = at("2026-01-18T18:00:00")
JOY, ANXIOUS = PersonaEmotion("joy", 0.5), PersonaEmotion("anxious", 0.8)


def tag(category: str, intensity: float = 0.8) -> str:
    return f'<persona_emotion category="{category}" intensity="{intensity}"/>'


def specials(mind: Mind) -> list[tuple[str, str, float | None, str, tuple[str, ...]]]:
    kept = mind.faculties.store.episodes.within(mind.scope)
    return [(e.kind, e.detail, e.arousal, str(e.days.first), e.sources) for e in kept]


def test_a_tag_is_logged_and_not_kept(tmp_path: Path) -> None:
    # M2, P6: taken out of the ledger, and so out of every memory
    with mind_in(tmp_path) as mind:
        kept = mind.perceive("I am ill.", f"Rest well.\n\n{tag('protective')}\n", session="s")
        assert kept.turn
        assert kept.turn.replied == "Rest well."
        assert mind.mood() == [FeltEmotion(mind.scope, NOW, PersonaEmotion("protective", 0.8))]
        assert [felt.plain() for felt in mind.mood()] == [
            {"timestamp": NOW.isoformat(), "type": "persona", "category": "protective", "intensity": 0.8}
        ]
        mind.end_session()
        assert "persona_emotion" not in str(mind.list())
    assert b"<persona_emotion" not in b"".join(path.read_bytes() for path in tmp_path.glob("omoide.db*"))


def test_the_log_never_reaches_a_prompt(tmp_path: Path) -> None:
    # M2: the log is for display
    with mind_in(tmp_path) as mind:
        mind.perceive("I am ill.", f"Rest well. {tag('protective')}")
        mind.end_session()
        assert "protective" not in mind.prime("ill")


@pytest.mark.parametrize("skip", ["twice", "paused", "incognito", "slash"])
def test_what_is_not_kept_was_not_felt(tmp_path: Path, skip: str) -> None:
    # E7, N2, E3
    with mind_in(tmp_path) as mind:
        if skip == "twice":
            mind.perceive("a", f"b {tag('joy')}")
        if skip == "paused":
            mind.pause()
        said = "/help" if skip == "slash" else "a"
        assert not mind.perceive(said, f"b {tag('joy')}", incognito=skip == "incognito").new
        assert len(mind.mood()) == (skip == "twice")


def test_every_way_in_hears_tags(tmp_path: Path) -> None:
    # M2: a recorded conversation was felt when it was held
    chat = tmp_path / "chat.jsonl"
    chat.write_text(
        '{"role": "user", "content": "hi", "time": "2026-01-10T10:00:00+09:00"}\n'
        '{"role": "assistant", "content": "hello <persona_emotion category=\'joy\' intensity=\'0.5\'/>",'
        ' "time": "2026-01-10T10:00:00+09:00"}\n'
    )
    with mind_in(tmp_path / "home") as mind:
        mind.import_chat(chat)
        assert [(felt.timestamp, felt.emotion) for felt in mind.mood()] == [(at("2026-01-10T10:00:00"), JOY)]
        assert "persona_emotion" not in str(mind.list())


def test_unease_that_turns_into_ease_is_a_bond(tmp_path: Path) -> None:
    # P5: with the turn it came from, on the day it happened
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.perceive("どこにいるの", f"心配しました。{tag('anxious')}")
        clock.forward(hours=1)
        turn = mind.perceive("ただいま", f"おかえりなさい。{tag('contentment', 0.6)}").turn
        assert turn
        assert specials(mind) == [("bonding", "anxious→contentment", 0.7, "2026-01-18", (turn.key,))]
        (told,) = mind.faculties.store.episodes.within(mind.scope)
        assert told.summary.startswith("【絆確認】")
        assert "不安" in told.summary
        clock.forward(hours=1)
        mind.perceive("うん", f"はい。{tag('joy')}")
        assert len(specials(mind)) == 1


def test_feeling_says_whether_a_bond_was_confirmed(tmp_path: Path) -> None:
    # P5, N6: what was felt with one person says nothing about the bond with another
    with mind_in(tmp_path, person="yuki") as mind:
        assert mind.feel(ANXIOUS) is None
    with mind_in(tmp_path, person="ken") as other:
        assert other.feel(JOY) is None
        assert [felt.emotion for felt in other.mood()] == [ANXIOUS, JOY]
        assert specials(other) == []
    with mind_in(tmp_path, person="yuki") as mind:
        event = mind.feel(JOY)
        assert event
        assert (event.kind, event.detail, event.arousal) == ("bonding", "anxious→joy", 0.7)


def test_an_old_conversation_tells_its_own_story(tmp_path: Path) -> None:
    with mind_in(tmp_path) as mind:
        mind.feel(ANXIOUS, NOW)
        assert mind.feel(JOY, NOW - timedelta(days=3)) is None
        assert mind.drives(NOW).emotion == ANXIOUS


def test_traces_stir_the_episodes_that_are_there(tmp_path: Path) -> None:
    # P6: new = old + 0.3 (resonance − old); unknown ids are passed over
    with mind_in(tmp_path) as mind:
        goal, _ = mind.add_goal("write a poem")
        mind.complete_goal(goal.id)
        (episode,) = mind.faculties.store.episodes.within(mind.scope)
        unknown = '<memory_trace id="episode_1999-01-01_001" resonance="1"/>'
        trace = f'<memory_trace id="{episode.id}" resonance="0.3"/>{unknown}'
        assert mind.perceive("remember it?", f"Yes. {trace}").turn.replied == "Yes."  # type: ignore[union-attr]
        (stirred,) = mind.faculties.store.episodes.within(mind.scope)
        assert stirred.arousal == pytest.approx(0.8 + 0.3 * (0.3 - 0.8))


def test_a_goal_that_is_reached_becomes_an_episode(tmp_path: Path) -> None:
    # M4, P5
    with mind_in(tmp_path) as mind:
        goal, new = mind.add_goal("創作ノートで詩を書く")
        assert (goal.id, goal.status, new) == ("sh_001", "active", True)
        assert mind.add_goal("創作ノートで、詩を書く。") == (goal, False)
        done, event = mind.complete_goal(goal.id, "三篇書けた")
        assert (done.status, done.closed_at, done.reason) == ("completed", NOW, "三篇書けた")
        assert (event.kind, event.detail, event.arousal) == ("achievement", "sh_001", 0.8)
        assert event.text.startswith("【達成】")
        assert "三篇書けた" in event.text
        assert specials(mind) == [("achievement", "sh_001", 0.8, "2026-01-18", ())]
        with pytest.raises(Refused, match="completed already"):
            mind.complete_goal(goal.id)
        assert len(specials(mind)) == 1
        assert (mind.goals(), mind.goals(None)) == ([], [done])


def test_goals_are_kept_in_order_and_counted(tmp_path: Path) -> None:
    # M4
    with mind_in(tmp_path) as mind:
        far, _ = mind.add_goal("speak Italian", long=True, priority=2)
        near, _ = mind.add_goal("read a book", priority=3)
        mind.note_progress(near.id, "chapter one", NOW + timedelta(days=1))
        dropped, _ = mind.add_goal("clean the attic")
        gone = mind.abandon_goal(dropped.id, "no attic")
        assert (gone.status, gone.reason) == ("abandoned", "no attic")
        assert [goal.id for goal in mind.goals()] == [far.id, near.id]
        counted = mind.goal_statistics(NOW + timedelta(days=12))
        assert counted == GoalStatistics(short_term=1, long_term=1, completed=0, abandoned=1, oldest_active_days=12)
        assert mind.goal_statistics(NOW - timedelta(days=12)).oldest_active_days == 0


def test_sleep_lets_go_of_what_does_not_move(tmp_path: Path) -> None:
    # M4: in the words of the ledger, and once
    with mind_in(tmp_path) as mind:
        mind.add_goal("near")
        mind.add_goal("far", long=True)
        day30 = NOW + timedelta(days=30)
        assert process.abandon_stale(mind.faculties, mind.settings, day30 - timedelta(seconds=1)) == []
        assert [goal.id for goal in process.abandon_stale(mind.faculties, mind.settings, day30)] == ["sh_001"]
        assert process.abandon_stale(mind.faculties, mind.settings, day30) == []
        assert [goal.reason for goal in mind.goals("abandoned")] == ["自動整理: 30日以上進展なし"]


def test_every_night_looks_after_the_goals(tmp_path: Path) -> None:
    # M4, D6
    with mind_in(tmp_path) as mind:
        mind.add_goal("near")
        assert mind.sleep(at("2026-02-17T03:00:00")).steps["goals"] == {"abandoned": 0}
        assert mind.sleep(at("2026-02-18T03:00:00")).steps["goals"] == {"abandoned": 1}
        assert [goal.reason for goal in mind.goals("abandoned")] == ["自動整理: 30日以上進展なし"]


def test_reflections_of_level_two_and_three_keep_ten_near_goals(tmp_path: Path) -> None:
    # M4
    with mind_in(tmp_path) as mind:
        for n in range(12):
            mind.add_goal(f"goal number {n}", priority=5 if n == 7 else 1, now=NOW + timedelta(hours=n))
        assert process.enforce_limit(mind.faculties, mind.settings, 1, NOW) == []
        gone = process.enforce_limit(mind.faculties, mind.settings, 2, NOW)
        assert [goal.id for goal in gone] == ["sh_008", "sh_001"]
        assert (len(mind.goals()), process.enforce_limit(mind.faculties, mind.settings, 3, NOW)) == (10, [])
        with pytest.raises(InvalidInput, match="level"):
            process.enforce_limit(mind.faculties, mind.settings, 4, NOW)


def test_when_the_last_reflections_were(tmp_path: Path) -> None:
    # M4, D1
    with mind_in(tmp_path) as mind:
        assert process.reflections(mind.faculties) == GoalMeta()
        process.note_reflection(mind.faculties, 3, date(2026, 1, 2))
        process.note_reflection(mind.faculties, 2, date(2026, 1, 9))
        process.note_reflection(mind.faculties, 1, date(2026, 1, 10))
        assert process.reflections(mind.faculties) == GoalMeta(1, date(2026, 1, 9), date(2026, 1, 2))
    with mind_in(tmp_path, person="ken") as other:
        assert process.reflections(other.faculties) == GoalMeta()


def test_an_answered_question_becomes_knowledge_once(tmp_path: Path) -> None:
    # M3, P5: a fact or an insight is a discovery, what is skipped is none
    with mind_in(tmp_path) as mind:
        asked, _ = mind.ask_question("猫の好物", context="美帆の猫", priority=0.7)
        assert asked.source_date == date(2026, 1, 18)
        with pytest.raises(Refused, match="still open"):
            process.mark_converted(mind.faculties, mind.settings, asked.id, "fact", NOW)
        resolved = mind.resolve_question(asked.id, "チキン味のカリカリ")
        assert process.questions_to_convert(mind.faculties) == [resolved]
        event = process.mark_converted(mind.faculties, mind.settings, asked.id, "fact", NOW)
        assert event
        assert (event.kind, event.detail, event.arousal) == ("discovery", "猫の好物", 0.6)
        assert event.text.startswith("【発見】")
        assert "カリカリ" in event.text
        assert process.mark_converted(mind.faculties, mind.settings, asked.id, "insight", NOW) is None
        assert process.questions_to_convert(mind.faculties) == []
        assert specials(mind) == [("discovery", "猫の好物", 0.6, "2026-01-18", ())]
        other, _ = mind.ask_question("why is the sky blue")
        mind.resolve_question(other.id)
        assert process.mark_converted(mind.faculties, mind.settings, other.id, "skip", NOW) is None
        assert len(specials(mind)) == 1
        with pytest.raises(Refused, match="resolved already"):
            mind.resolve_question(other.id, "scattering")


def test_talk_answers_no_question_by_itself(tmp_path: Path) -> None:
    # Z1, M3: not when it is said, not at the end of the session
    with mind_in(tmp_path) as mind:
        asked, _ = mind.ask_question("What does the cat like to eat?")
        mind.perceive("The cat likes to eat chicken!", "So that is what it likes to eat.")
        mind.end_session()
        assert mind.questions() == [asked]


def test_nobody_guesses_what_the_user_feels(tmp_path: Path) -> None:
    # Z1: perceiving asks no mind at all, and the log has no line that the persona did not write
    thinker = ScriptedThinker()
    with mind_in(tmp_path, thinker=thinker) as mind:
        mind.perceive("I am so sad and angry today!!", "I am here.")
        assert (thinker.asked, mind.mood()) == ([], [])
        mind.end_session()
        assert [type(question).__name__ for question in thinker.asked] == ["AnalyseTurn", "SessionNote"]
        assert mind.mood() == []
        columns = mind.faculties.store.database.execute("PRAGMA table_info(emotions)").fetchall()  # type: ignore[attr-defined]
        assert [column[1] for column in columns] == [
            "row", "persona", "person", "time", "time_offset", "category", "intensity",
        ]  # fmt: skip


def lived(mind: Mind, clock: Clock) -> None:
    """Document 000's example: talk at 22:00, looked at 99 minutes later."""
    clock.set("2026-01-02T22:00:00")
    mind.perceive("初詣、雪が冷たかったね", f"守りたいと思いました。{tag('protective', 0.9)}")
    mind.ask_question("初詣での雪の冷たさ", context="彼女が何を感じていたか知りたい", priority=0.8)
    mind.add_goal("創作ノートで詩を書く")
    clock.forward(minutes=99)


def test_the_inner_state_has_the_keys_of_document_000(tmp_path: Path) -> None:
    # M6
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        lived(mind, clock)
        assert mind.drives().plain() == {
            "drives": {
                "boredom": {"level": 0.48, "last_interaction": "2026-01-02T22:00:00+09:00", "threshold": 0.6},
                "curiosity": {
                    "level": 0.8,
                    "open_questions": [
                        {
                            "topic": "初詣での雪の冷たさ",
                            "context": "彼女が何を感じていたか知りたい",
                            "priority": 0.8,
                            "source_date": "2026-01-02",
                        }
                    ],
                },
                "goal_achievement": {"level": 0.6, "active_goal_id": "sh_001"},
                "relatedness": {
                    "level": 0.81,
                    "persona_emotion": "protective",
                    "persona_intensity": 0.9,
                    "last_emotion_change": "2026-01-02T22:00:00+09:00",
                },
            },
            "motivation_log": {
                "dominant_drive": "relatedness",
                "dominant_drive_label": "関係性維持欲求（Relatedness Drive）",
                "drive_level": 0.81,
                "narrative": "あの人を守ってあげたい。",
            },
        }


def test_a_mind_that_has_lived_nothing(tmp_path: Path) -> None:
    # M6
    with mind_in(tmp_path) as mind:
        state = mind.drives().plain()
        assert {name: drive["level"] for name, drive in state["drives"].items()} == dict.fromkeys(state["drives"], 0.0)
        assert state["drives"]["boredom"]["last_interaction"] is None
        assert state["motivation_log"] == {
            "dominant_drive": None,
            "dominant_drive_label": "None",
            "drive_level": 0.0,
            "narrative": "I am at rest; nothing draws me.",
        }
        assert mind.may_act().why_not == "no drive is strong enough"


def test_a_clock_that_was_set_back_makes_nobody_bored(tmp_path: Path) -> None:
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.perceive("hello", "hi")
        state = mind.drives(NOW - timedelta(days=400))
        assert (state.idle_minutes, state.levels["boredom"]) == (0.0, 0.0)
        with pytest.raises(InvalidInput, match="no time zone"):
            mind.drives(NOW.replace(tzinfo=None))


def test_idle_counts_from_a_talk_with_anybody(tmp_path: Path) -> None:
    # M6; N6: but goals and questions are those of this person
    with mind_in(tmp_path, person="yuki") as mind:
        mind.perceive("hello", "hi", time=NOW - timedelta(minutes=30))
        mind.add_goal("a secret of yuki and me")
        mind.ask_question("what yuki told me")
    with mind_in(tmp_path, person="ken") as other:
        other.perceive("hello", "hi", time=NOW - timedelta(days=1))
        state = other.drives(NOW)
        assert state.idle_minutes == 30
        assert (state.goals, state.open_questions) == ((), ())
        with pytest.raises(NotFound):
            other.complete_goal("sh_001")
        with pytest.raises(NotFound):
            other.resolve_question("q_001", "leaked")


@pytest.mark.parametrize(
    ("when", "tree", "why_not"),
    [
        ("2026-01-03T12:00:00", {}, ""),
        ("2026-01-03T06:59:59", {}, "quiet hours"),
        ("2026-01-03T12:00:00", {"autonomy": {"enabled": False}}, "autonomy is off"),
        ("2026-01-03T12:00:00", {"timezone": "America/New_York", "autonomy": {"quiet_from": "22:00"}}, "quiet hours"),
        ("2026-01-02T22:30:00", {"motivation": {"thresholds": {"curiosity": 1, "relatedness": 1}}},
         "no drive is strong enough"),
    ],
)  # fmt: skip
def test_when_the_persona_may_act(tmp_path: Path, when: str, tree: dict[str, Any], why_not: str) -> None:
    # M5: outside quiet hours on the person's clock, with the full state as the reason
    clock = Clock()
    with mind_in(tmp_path, clock, **tree) as mind:
        lived(mind, clock)
        impulse = mind.may_act(at(when))
        assert (impulse.may_act, impulse.why_not) == (not why_not, why_not)
        assert impulse.state == mind.drives(at(when))
        if not why_not:
            assert impulse.drives == ("boredom", "relatedness", "curiosity")


@pytest.mark.parametrize(
    ("drive", "ja", "en"),
    [
        ("boredom", "もう3日も話していない。退屈だ。", "Nobody has talked to me for 3 days. I am bored."),
        ("curiosity", "「the lake」のことが気になっている。", 'I keep wondering about "the lake".'),
        ("goal_achievement", "「write it down」を進めたい。", 'I want to get on with "write it down".'),
        ("relatedness", "なんだか不安で、声を聞いて確かめたい。", "I am uneasy and want to hear that all is well."),
    ],
)
def test_the_strongest_drive_speaks_in_the_first_person(tmp_path: Path, drive: str, ja: str, en: str) -> None:
    # M1
    with mind_in(tmp_path) as mind:
        if drive == "boredom":
            mind.perceive("hello", "hi", time=NOW - timedelta(days=3))
        elif drive == "curiosity":
            mind.ask_question("the lake", priority=1.0)
        elif drive == "goal_achievement":
            mind.add_goal("write it down")
        else:
            mind.feel(PersonaEmotion("anxious", 1.0))
        states = mind.drives(language="ja"), mind.drives(language="en")
        assert [(state.dominant, state.narrative) for state in states] == [(drive, ja), (drive, en)]
        assert mind.drives(language="ja") == states[0]


def test_secrets_and_nonsense_stay_out(tmp_path: Path) -> None:
    # E8
    with mind_in(tmp_path) as mind:
        goal, _ = mind.add_goal("change the password: hunter2secret!")
        asked, _ = mind.ask_question("what is sk-ant-api03-" + "a1B2" * 20)
        assert "hunter2secret" not in goal.goal
        assert "sk-ant" not in asked.topic
        for nonsense in (" ", "x" * 2_001):
            with pytest.raises(InvalidInput):
                mind.add_goal(nonsense)
            with pytest.raises(InvalidInput):
                mind.ask_question(nonsense)
        for priority in (0, 1_001, True, 1.5):
            with pytest.raises(InvalidInput):
                mind.add_goal("fine", priority=priority)  # type: ignore[arg-type]
        for share in (-0.1, 1.1, float("nan")):
            with pytest.raises(InvalidInput):
                mind.ask_question("fine", priority=share)
        assert mind.goals() == [goal]


def test_a_question_can_be_dropped(tmp_path: Path) -> None:
    with mind_in(tmp_path) as mind:
        asked, _ = mind.ask_question("never mind")
        assert mind.drop_question(asked.id) == asked
        assert mind.questions(None) == []
        with pytest.raises(NotFound):
            mind.drop_question(asked.id)
