"""Notes around a session: in a prompt, with procedures, at the end of a chat, in the hooks of a client."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import knowing
from omoide.domain.learned import Learned, ProcedureFacts
from omoide.errors import NotFound
from tests.mind.transcript import appended, replied, typed, written
from tests.mind.world import Clock, at, mind_in
from tests.sessions.notetaker import Notetaker
from tests.sessions.test_ending import say


def test_what_came_before_the_raw_log_is_told_by_notes(tmp_path: Path) -> None:
    # R8: no overlap, no gap; a note that tells a raw turn too is not used, and a line for each turn stands in
    clock = Clock(at("2026-01-18T09:00:00"))
    with mind_in(tmp_path, clock, Notetaker()) as mind:
        say(mind, clock, "breakfast", "coffee", session="morning")
        mind.end_session("morning")
        say(mind, clock, "unnoted", session="noon")
        say(mind, clock, "walk", "rain", session="evening")
        mind.end_session("evening")
        turns = mind.conversation()
        told = mind.episodes_for_prompt(turns[-2:])
        assert [note.text for note in told.notes] == ["Noted: breakfast; coffee"]
        assert told.told == (
            "[2026-01-18] earlier that day\n09:00-09:01 Noted: breakfast; coffee\n09:02 unnoted → I see.",
        )
        split = mind.episodes_for_prompt(turns[-1:])  # the evening's note tells a turn that is raw already
        assert [note.text for note in split.notes] == ["Noted: breakfast; coffee"]
        assert split.told[0].splitlines()[1:] == [
            "09:00-09:01 Noted: breakfast; coffee", "09:02 unnoted → I see.", "09:03 walk → I see.",
        ]  # fmt: skip


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sessions=st.lists(st.tuples(st.integers(1, 3), st.booleans()), min_size=1, max_size=4), shown=st.integers(0, 6))
def test_every_turn_of_the_day_is_told_once(
    tmp_path_factory: pytest.TempPathFactory, sessions: list[tuple[int, bool]], shown: int
) -> None:
    # R8: raw, by a note, or by a line; never by two of them, never by none
    home, clock = tmp_path_factory.mktemp("told"), Clock(at("2026-01-18T09:00:00"))
    with mind_in(home, clock, Notetaker()) as mind:
        for number, (count, ended) in enumerate(sessions):
            say(mind, clock, *(f"turn{number}x{one}" for one in range(count)), session=f"s{number}")
            if ended:
                mind.end_session(f"s{number}")
        turns = mind.conversation()
        raw = turns[-shown:] if shown else []
        text = mind.episodes_for_prompt(raw, clock.now()).text + "\n".join(turn.said for turn in raw)
        assert {turn.said: text.count(turn.said) for turn in turns} == {turn.said: 1 for turn in turns}


def procedure(name: str) -> Learned:
    now = at("2026-01-10T09:00:00")
    return Learned("procedure", name, "1. Do it.", ProcedureFacts(description=name, created_at=now, updated_at=now))


def test_procedures_of_the_session_are_judged_at_its_end_once(tmp_path: Path) -> None:
    # W7, K4: success and failure are counted, unclear is not; a second end counts nothing again
    clock = Clock()
    outcomes = [("deploy", "success"), ("rollback", "failure"), ("restart", "unclear"), ("unseen", "success")]
    with mind_in(tmp_path, clock, Notetaker(outcomes=outcomes)) as mind:
        names = ["deploy", "rollback", "restart", "unseen"]
        for name in names:
            knowing.write_learned(
                mind.faculties, mind.settings, procedure(name), clock.now(), action="written", reason="", sources=()
            )
        knowing.note_injected(mind.faculties, "s", names[:3], clock.now())
        say(mind, clock, "we deployed")
        mind.end_session("s")
        say(mind, clock, "and went home")
        mind.end_session("s")
        counted = {item.name: (item.facts.success_count, item.facts.failure_count)  # type: ignore[union-attr]
                   for item in knowing.learned(mind.faculties, "procedure")}  # fmt: skip
        assert counted == {"deploy": (1, 0), "rollback": (0, 1), "restart": (0, 0), "unseen": (0, 0)}
        assert [len(note.outcomes) for note in mind.notes()] == [3, 0]


def test_a_long_session_with_several_notes_counts_an_outcome_once(tmp_path: Path) -> None:
    # W7, K4: each note is asked about the procedure; it was in mind once
    clock = Clock()
    notetaker = Notetaker(outcomes=[("deploy", "success")])
    with mind_in(tmp_path, clock, notetaker, episodes={"part_characters": 1000}) as mind:
        knowing.write_learned(mind.faculties, mind.settings, procedure("deploy"), clock.now(), action="written")
        knowing.note_injected(mind.faculties, "s", ["deploy"], clock.now())
        for number in range(3):
            say(mind, clock, f"{number} we deployed. " * 50)
        mind.end_session("s")
        assert [one.procedures for one in notetaker.notes_asked()] == [("deploy",)] * 3
        assert knowing.one_learned(mind.faculties, "procedure", "deploy").facts.success_count == 1  # type: ignore[union-attr]
        assert knowing.injected(mind.faculties, "s") == []


def test_a_procedure_that_is_gone_keeps_nothing_else_from_being_carried_out(tmp_path: Path) -> None:
    # W7, K4
    clock = Clock()
    with mind_in(tmp_path, clock, Notetaker(outcomes=[("gone", "success")], tasks=["x y"])) as mind:
        knowing.note_injected(mind.faculties, "s", ["gone"], clock.now())
        say(mind, clock, "hello")
        mind.end_session("s")
        assert [note.carried_out for note in mind.notes()] == [True]
        assert [task.text for task in mind.tasks().open] == ["x y"]


def test_a_transcript_whose_session_has_ended_is_noted_and_one_that_goes_on_is_not(tmp_path: Path) -> None:
    # W6, I1
    clock = Clock(at("2026-01-18T18:05:00"))
    first = [typed("u1", "My cat is called Mike.", 1), replied("a1", "What a name!", stop="end_turn")]
    file = written(tmp_path / "session-1.jsonl", first)
    with mind_in(tmp_path / "home", clock, Notetaker()) as mind:
        assert (mind.live_through(file, over=False).notes, mind.counts().total) == (0, 1)
        appended(file, typed("u2", "My dog is called Pochi.", 4), replied("a2", "A good dog.", stop="end_turn"))
        assert mind.live_through(file, over=True).notes == 1
        assert [(note.session, note.text) for note in mind.notes()] == [
            ("session-1", "Noted: My cat is called Mike.; My dog is called Pochi."),
        ]  # fmt: skip
        assert mind.live_through(file, over=True).notes == 0


def test_a_task_that_is_not_there_is_told(tmp_path: Path) -> None:
    # W7
    with mind_in(tmp_path) as mind:
        assert mind.add_task("Call Mika")[1]
        assert not mind.add_task("call mika!")[1]
        for number in (0, 2):
            with pytest.raises(NotFound, match=f"open task {number}"):
                mind.finish_task(number)
