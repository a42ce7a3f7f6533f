"""Protection and corrections where they meet other things that happen: F6, N1, E7."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omoide.domain.memory import SUMMARY
from omoide.errors import NotFound, Postponed, ProtectionFull, Refused
from omoide.ports import Filter
from omoide.prompts.analyse_turn import AnalyseTurn
from omoide.prompts.compress import Compressed
from tests.mind.world import Clock, ScriptedThinker, at, mind_in, unreachable


def test_releasing_and_protecting_the_same_memory_protects_it(tmp_path: Path) -> None:
    # F6
    with mind_in(tmp_path, protection={"most": 1}) as mind:
        kept = mind.remember("the well at the crossroads", protect=True)
        assert mind.protect(kept.id, release=[kept.id]).protected


def test_the_limit_of_protection_counts_for_each_person(tmp_path: Path) -> None:
    # F6, N6
    for person in ("ann", "bob"):
        with mind_in(tmp_path, person=person, protection={"most": 2}) as mind:
            memories = [mind.remember(f"{person}'s story {n}") for n in range(3)]
            assert [mind.protect(memory.id).protected for memory in memories[:2]] == [True, True]
            with pytest.raises(ProtectionFull) as full:
                mind.protect(memories[2].id)
            assert full.value.oldest == (memories[0].id, memories[1].id)
            with pytest.raises(Refused):
                mind.forget(memories[0].id)


def test_what_was_wished_for_is_kept_until_a_mind_can_answer(tmp_path: Path) -> None:
    # E4, E7, F6: the model is away; nothing of the request is lost
    clock = Clock()
    with mind_in(tmp_path, clock, unreachable()) as mind:
        with pytest.raises(Postponed):
            mind.remember("The key is under the pot.", intensity=91, category="decision", tags=["joy"], protect=True)
        clock.forward(minutes=1)
        mind.perceive("覚えておいて。合言葉はひまわり。", "はい。")
        clock.forward(minutes=1)
        mind.perceive("Soup for lunch.", "Nice.")
        assert (mind.end_session().failed, mind.list()) == (3, [])
    with mind_in(tmp_path, clock) as mind:
        assert mind.end_session().memories == 3
        soup, password, key = mind.list()
        assert (key.intensity, key.category, key.emotion.tags, key.protected) == (91, "decision", ("joy",), True)
        assert (key.retention, key.coefficient) == (91.0, pytest.approx(0.93 + 0.04 * 0.91))
        assert (password.protected, soup.protected) == (True, False)


def test_with_nobody_to_ask_a_full_list_leaves_a_request_that_can_be_granted_later(tmp_path: Path) -> None:
    # F6, E4: at the end of a session, and for a turn that a mind could not feel at once
    clock = Clock()
    with mind_in(tmp_path, clock, unreachable(), protection={"most": 1}) as mind, pytest.raises(Postponed):
        mind.remember("The key is under the pot.", protect=True)
    with mind_in(tmp_path, clock, protection={"most": 1}) as mind:
        clock.forward(minutes=1)
        first = mind.remember("The well at the crossroads.", protect=True)
        clock.forward(minutes=1)
        mind.perceive("Don't forget: the ladder is in the barn.", "I won't.")
        assert mind.end_session().memories == 2
        waiting = mind.list(Filter(protection_pending=True))
        assert [(memory.protected, memory.level) for memory in waiting] == [(False, 1), (False, 1)]
        with pytest.raises(ProtectionFull):
            mind.protect(waiting[0].id)
        granted = mind.protect(waiting[0].id, release=[first.id])
        assert (granted.protected, granted.protection_pending) == (True, False)
        mind.unprotect(waiting[1].id)
        assert mind.list(Filter(protection_pending=True)) == []
        assert [memory.id for memory in mind.list(Filter(protected=True))] == [granted.id]


def test_a_memory_protected_while_a_mind_shortens_it_keeps_its_text(tmp_path: Path) -> None:
    # F6: never compressed, also when the night had begun
    clock = Clock(at("2026-01-18T18:00:00"))
    guarded: list[str] = []

    def protect_meanwhile(question: Any, answer: Any) -> Any:
        if isinstance(answer, Compressed) and not guarded:
            guarded.append(mind.list()[0].id)
            mind.protect(guarded[0])
        return answer

    with mind_in(tmp_path, clock, ScriptedThinker(protect_meanwhile)) as mind:
        told = [mind.remember(f"The long story number {n} of the old harbour. " * 8, intensity=40) for n in range(2)]
        mind.sleep(clock.set("2026-01-20T03:00:00"))
        now = {memory.id: memory for memory in mind.list()}
        assert [memory.id for memory in told if now[memory.id].protected] == guarded
        for memory in told:
            later = now[memory.id]
            assert (later.text == memory.text) == later.protected
            assert (later.text_level >= SUMMARY) == (not later.protected)


def test_undoing_the_first_of_two_corrections_leaves_one_statement(tmp_path: Path) -> None:
    # N1
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        first = mind.remember("the wedding is in May")
        clock.forward(hours=1)
        second = mind.correct(first.id, "the wedding is in June")
        clock.forward(hours=1)
        third = mind.correct(second.id, "the wedding is in July")
        assert mind.undo_correction(first.id).id == first.id
        assert [memory.id for memory in mind.list()] == [first.id]
        assert mind.show(third.id).retired_by == first.id
        assert {memory.id for memory in mind.why(first.id).history} >= {third.id}


def test_an_embedder_out_of_reach_while_looking_for_what_is_corrected_keeps_the_turn(tmp_path: Path) -> None:
    # E7: the turn waits, the others are kept
    calls: list[int] = []

    class Failing:
        def __init__(self, real: Any) -> None:
            self.real = real
            self.name, self.dimensions, self.calibration = real.name, real.dimensions, real.calibration

        def embed(self, texts: Any, kind: Any) -> np.ndarray:
            calls.append(len(texts))
            if len(calls) == 3:  # the first turn's text, the correction's text, then the look-up
                raise Postponed("out of reach", "届きません")
            return self.real.embed(texts, kind)

    def correcting(question: Any, answer: Any) -> Any:
        if isinstance(question, AnalyseTurn):
            return replace(answer, corrects="June" in question.said)
        return answer

    with mind_in(tmp_path, thinker=ScriptedThinker(correcting)) as mind:
        mind.faculties = replace(mind.faculties, embedder=Failing(mind.faculties.embedder))
        mind.perceive("the wedding is in May", "lovely", time=at("2026-01-18T10:00:00"), session="s")
        mind.perceive("no, it is in June", "noted", time=at("2026-01-18T10:01:00"), session="s")
        mind.perceive("and the cake has three floors", "wow", time=at("2026-01-18T10:02:00"), session="s")
        done = mind.end_session("s")
        assert (done.memories, done.failed) == (2, 1)
        assert mind.end_session("s").memories == 1
        assert mind.counts().total + mind.counts().retired == 3


def test_no_verb_reaches_into_another_scope(tmp_path: Path) -> None:
    # N6
    with mind_in(tmp_path, person="ann") as ann:
        first, second = ann.remember("Ann's secret garden"), ann.remember("Ann's secret garden gate")
        ann.protect(first.id)
    for persona, person in (("aoi", "bob"), ("ren", "ann")):
        with mind_in(tmp_path, persona=persona, person=person) as other:
            own = other.remember("a garden of my own")
            for verb in (other.show, other.why, other.forget, other.protect, other.unprotect, other.undo_correction):
                with pytest.raises(NotFound):
                    verb(first.id)
            with pytest.raises(NotFound):
                other.correct(second.id, "not yours")
            with pytest.raises(NotFound):
                other.protect(own.id, release=[first.id])
            assert [memory["id"] for memory in other.export()] == [own.id]
            assert {found.memory.id for found in other.recall("secret garden").memories} <= {own.id}
            assert other.counts().protected == 0
    with mind_in(tmp_path, person="ann") as ann:
        assert ann.show(first.id).protected
        assert ann.show(second.id).content == second.content


def test_names_that_share_their_letters_share_nothing_else(tmp_path: Path) -> None:
    # N6, N2: a pause and a feeling belong to one scope, whatever its names hold
    with mind_in(tmp_path, persona="a:b", person="c") as one, mind_in(tmp_path, persona="a", person="b:c") as two:
        one.pause()
        assert two.paused() is None
        assert two.perceive("hello", "hi").new
        one.resume()
        one.remember("a sad farewell at the station", tags=["sadness"])
        two.remember("a farewell party with cake", tags=["joy"])
        assert one.recall("farewell", session="s").memories
        assert two.recall("farewell", session="s").memories[0].why.resonance == 0
