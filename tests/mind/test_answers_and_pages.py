"""Answered questions become knowledge, the night proposes pages and tells grown ones anew: M3, P5, T2, E8."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.domain.page import page_name
from omoide.errors import NotFound, Postponed, Refused
from omoide.pages import entity_names, read_entity, write_entity
from omoide.prompts.consolidate_entity import EntityText
from omoide.prompts.dream import EntityFact
from omoide.prompts.propose_entities import Facts
from tests.mind.dreamer import Dreamer, dreamt, verdicts
from tests.mind.world import Clock, at, mind_in

NIGHT, NEXT = "2026-01-19T03:00:00", "2026-01-20T03:00:00"


def answered(mind: Mind, topic: str, answer: str) -> str:
    question, _ = mind.ask_question(topic, now=at("2026-01-18T10:00:00"))
    mind.resolve_question(question.id, answer, now=at("2026-01-18T11:00:00"))
    return question.id


def states(mind: Mind) -> dict[str, str]:
    return {question.id: question.converted for question in mind.questions(None)}


def discoveries(mind: Mind) -> list[tuple[str, float | None]]:
    return [(e.summary, e.arousal) for e in mind.episodes() if e.kind == "discovery"]


def test_answers_become_facts_insights_or_nothing_once(tmp_path: Path) -> None:
    # M3, P5: FACT on a page with its source, INSIGHT in the dream diary, SKIP only marked; each once
    clock = Clock()
    thinker = Dreamer()
    with mind_in(tmp_path, clock, thinker) as mind:
        cat, eyes, dull = (
            answered(mind, "Does Miho have a pet?", "A cat."), answered(mind, "Why does she write?", "She glows."),
            answered(mind, "What was it again?", "Never mind."),
        )  # fmt: skip
        closed = answered(mind, "Only closed", "")
        thinker.answers["ConvertQuestions"] = verdicts(
            (cat, "fact", "Miho", "Miho has a cat."), (eyes, "insight", "", "She is herself when she writes."),
            (dull, "skip"), ("q_999", "fact", "X", "Y"), (cat, "skip"),
        )  # fmt: skip
        assert mind.sleep(clock.set(NIGHT)).steps["questions"] == {
            "facts": 1, "insights": 1, "skipped_answers": 2, "conflicts": 0,
        }  # fmt: skip
        [asked] = thinker.asked_for("ConvertQuestions")
        assert [one.id for one in asked.answered] == [cat, eyes, dull]
        assert states(mind) == {cat: "fact", eyes: "insight", dull: "skip", closed: "skip"}
        assert read_entity(mind.faculties, "Miho").text == (
            '# Miho\n\nMiho has a cat. (2026-01-19, from the answer to "Does Miho have a pet?")\n'
        )
        [insight] = mind.insights()
        assert (insight.trigger_topic, insight.insight, insight.strategy, insight.origin, insight.level) == (
            "Why does she write?", "She is herself when she writes.", "", "question", 0,
        )  # fmt: skip
        assert mind.strategy() == ""  # an answer is no resolution
        found = [
            ('【発見】I found out about "Does Miho have a pet?": Miho has a cat.', 0.6),
            ('【発見】I found out about "Why does she write?": She is herself when she writes.', 0.6),
        ]
        assert discoveries(mind) == found
        before = read_entity(mind.faculties, "Miho").revision
        assert mind.sleep(clock.set(NEXT)).steps["questions"] == {
            "facts": 0, "insights": 0, "skipped_answers": 0, "conflicts": 0,
        }  # fmt: skip
        assert (read_entity(mind.faculties, "Miho").revision, discoveries(mind)) == (before, found)
        assert len(thinker.asked_for("ConvertQuestions")) == 1


def test_what_is_not_judged_waits_and_nothing_found_out_is_lost(tmp_path: Path) -> None:
    # M3, E8: a model out of reach, an id left out, a name that can head no page, a secret in the text
    clock, thinker = Clock(), Dreamer(ConvertQuestions=Postponed("away", "不在"))
    with mind_in(tmp_path, clock, thinker) as mind:
        one, two = answered(mind, "One?", "1"), answered(mind, "Two?", "2")
        first = mind.sleep(clock.set(NIGHT)).steps["questions"]
        assert (first["postponed"], first["reason"]) == (2, "away")
        thinker.answers["ConvertQuestions"] = verdicts((one, "fact", "a/b", "The key is AKIAIOSFODNN7EXAMPLE."))
        assert mind.sleep(clock.forward(hours=1)).steps["questions"]["insights"] == 1
        assert states(mind) == {one: "insight", two: "none"}
        assert "AKIAIOSFODNN7EXAMPLE" not in mind.insights()[0].insight
        assert entity_names(mind.faculties) == []
        thinker.answers["ConvertQuestions"] = verdicts((two, "fact", "Two", "It is two."))
        assert mind.sleep(clock.set(NEXT)).steps["questions"]["facts"] == 1


def test_a_conversion_cut_off_after_the_page_goes_on_with_the_same_words(tmp_path: Path) -> None:
    # M3, D5: the mind is not asked again, the page holds the fact once, the discovery happens once
    clock, thinker = Clock(), Dreamer()
    with mind_in(tmp_path, clock, thinker) as mind:
        cat = answered(mind, "A pet?", "A cat.")
        thinker.answers["ConvertQuestions"] = verdicts((cat, "fact", "Miho", "Miho has a cat."))
        write, faculties = type(mind.faculties.pages).write, mind.faculties

        def cut_off(self: Any, *args: Any) -> Any:
            write(self, *args)
            raise KeyboardInterrupt

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(faculties.pages), "write", cut_off)
            with pytest.raises(KeyboardInterrupt):
                mind.sleep(clock.set(NIGHT))
        assert states(mind) == {cat: "none"}
        thinker.answers["ConvertQuestions"] = verdicts((cat, "fact", "Miho", "Miho keeps a cat."))
        assert mind.sleep(clock.now()).steps["questions"]["facts"] == 1
        assert read_entity(mind.faculties, "Miho").text.count("cat") == 1
        assert len(thinker.asked_for("ConvertQuestions")) == len(discoveries(mind)) == 1


def facts(*given: tuple[str, ...]) -> Facts:
    return Facts([EntityFact(*one) for one in given])


def test_the_night_proposes_and_the_persona_decides(tmp_path: Path) -> None:
    # T2: with related memories, pending until decided; accepted it is on the page, declined it does not come back
    clock = Clock()
    thinker = Dreamer(
        ProposeEntities=facts(
            ("Tama", "Tama is a white cat.", "she matters"), ("Lake", "They swam in the lake."), ("", "nameless"),
        )
    )  # fmt: skip
    with mind_in(tmp_path, clock, thinker) as mind:
        mind.perceive("My white cat Tama slept all day.", "Sweet.", time=at("2026-01-18T12:00:00"))
        mind.end_session()
        assert mind.sleep(clock.set(NIGHT)).steps["proposals"] == {"proposed": 2, "unusable": 1, "too_many": 0}
        cat, lake = mind.proposals()
        [memory] = mind.list()
        assert cat.plain() == {
            "id": "pr_001", "name": "Tama", "fact": "Tama is a white cat.", "why": "she matters",
            "proposed_at": at(NIGHT).isoformat(), "related": [memory.id], "status": "pending", "decided_at": None,
            "written": "", "sources": [mind.conversation(1)[0].key], "made_by": "scripted",
        }  # fmt: skip
        assert entity_names(mind.faculties) == []  # nothing is written before somebody has decided
        day = at("2026-01-19T12:00:00")
        taken = mind.decide_proposal(cat.id, True, "Tama, the white one.", now=day)
        assert (taken.status, taken.written, taken.decided_at) == ("accepted", "Tama, the white one.", day)
        assert read_entity(mind.faculties, "Tama").text == "# Tama\n\nTama, the white one.\n"
        assert mind.decide_proposal(lake.id, False, now=day).status == "declined"
        for other in (cat.id, lake.id):
            with pytest.raises(Refused):
                mind.decide_proposal(other, True)
        with pytest.raises(NotFound):
            mind.decide_proposal("pr_999", True)
        thinker.answers["ProposeEntities"] = facts(
            ("Tama", "Tama is a white cat!"),  # proposed before
            ("tama", "Tama the white one"),  # stands on the page
            ("Lake", "The lake is cold."),  # the persona wanted no page about it
            ("TAMA", "Tama likes tuna."),
        )
        mind.perceive("She ate tuna.", "Yum.", time=at("2026-01-19T13:00:00"))
        assert mind.sleep(clock.set(NEXT)).steps["proposals"] == {"proposed": 1, "unusable": 0, "too_many": 0}
        assert [(p.name, p.fact) for p in mind.proposals()] == [("Tama", "Tama likes tuna.")]
        mind.decide_proposal(mind.proposals()[0].id, True)
        assert read_entity(mind.faculties, "Tama").text == "# Tama\n\nTama, the white one.\n\nTama likes tuna.\n"
        assert thinker.asked_for("ProposeEntities")[1].known == ("Tama",)


def test_proposals_are_limited_and_no_talk_is_looked_through_twice(tmp_path: Path) -> None:
    # T2
    clock = Clock()
    thinker = Dreamer(
        Dream=dreamt(entities=[("One", "first"), ("Two", "second")]),
        ProposeEntities=facts(("One", "First."), *((f"N{n}", "new") for n in range(9))),
    )
    with mind_in(tmp_path, clock, thinker, dream={"most_proposals": 3, "most_pending": 4}) as mind:
        mind.perceive("so much news", "oh", time=at("2026-01-18T12:00:00"))
        steps = mind.sleep(clock.set(NIGHT)).steps
        assert steps["dream"]["proposed"] == 2
        assert steps["proposals"] == {"proposed": 2, "unusable": 0, "too_many": 7}
        assert mind.sleep(clock.set(NEXT)).steps["proposals"] == {}
        assert len(thinker.asked_for("ProposeEntities")) == 1


def test_accepting_twice_after_a_cut_writes_once(tmp_path: Path) -> None:
    # T2, D5: the page was written and the decision was not
    clock, thinker = Clock(), Dreamer(ProposeEntities=facts(("Tama", "A cat.")))
    with mind_in(tmp_path, clock, thinker) as mind:
        mind.perceive("my cat", "ah", time=at("2026-01-18T12:00:00"))
        mind.sleep(clock.set(NIGHT))
        write_entity(mind.faculties, "Tama", "A cat.")
        mind.decide_proposal("pr_001", True)
        assert read_entity(mind.faculties, "Tama").text == "# Tama\n\nA cat.\n"


def test_pages_that_grew_are_told_anew_weekly(tmp_path: Path) -> None:
    # T2: a week after the first talk, then weekly or with a deeper reflection; only what has grown
    clock, thinker = Clock(), Dreamer(ConsolidateEntity=lambda q: EntityText(q.page[8:200]))
    with mind_in(tmp_path, clock, thinker) as mind:
        mind.perceive("hello", "hi", time=at("2026-01-18T12:00:00"))
        write_entity(mind.faculties, "Tama", "She likes tuna. " * 40)
        write_entity(mind.faculties, "Lake", "Cold.")
        assert mind.sleep(clock.set(NIGHT)).steps["entities"] == {}
        done = {"consolidated": 1, "conflicts": 0, "unusable": 0}
        assert mind.sleep(clock.set("2026-01-25T03:00:00")).steps["entities"] == done
        assert [question.name for question in thinker.asked_for("ConsolidateEntity")] == ["Tama"]
        assert len(read_entity(mind.faculties, "Tama").text) < 210
        assert mind.faculties.pages.versions(mind.scope, page_name("entity", "Tama"))
        mind.perceive("hello again", "hi", time=at("2026-01-25T12:00:00"))
        nothing = {"consolidated": 0, "conflicts": 0, "unusable": 0}
        assert mind.sleep(clock.set("2026-01-26T03:00:00"), level=2).steps["entities"] == nothing
        write_entity(mind.faculties, "Tama", "And salmon. " * 60)
        assert mind.sleep(clock.set("2026-01-27T03:00:00")).steps["entities"] == {}
        assert mind.sleep(clock.now(), level=3).steps["entities"] == done


@pytest.mark.parametrize("trouble", ["edited", "away", "lost"])
def test_a_page_that_cannot_be_told_anew_keeps_its_text(tmp_path: Path, trouble: str) -> None:
    # T2: edited by hand while the mind was thinking, a mind out of reach, an answer that lost nearly everything
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.perceive("hello", "hi", time=at("2026-01-10T12:00:00"))
        write_entity(mind.faculties, "Tama", "She likes tuna. " * 40)
        path = next(tmp_path.rglob("Tama.md"))

    def think(question: Any) -> Any:
        if trouble == "edited":
            path.write_text("# Tama\n\nBy hand. " + "Really. " * 100, encoding="utf-8")
        return {"away": Postponed("away", "不在"), "lost": EntityText("A cat.")}.get(trouble, EntityText("x" * 400))

    with mind_in(tmp_path, clock, Dreamer(ConsolidateEntity=think)) as mind:
        step = mind.sleep(clock.set(NIGHT)).steps["entities"]
        away = {"postponed": 1, "reason": "away", "reason_ja": "不在"}
        counts = {"edited": {"conflicts": 1}, "lost": {"unusable": 1}, "away": away}
        assert step == {"consolidated": 0, "conflicts": 0, "unusable": 0} | counts[trouble]
        text = read_entity(mind.faculties, "Tama").text
        assert ("By hand." in text) == (trouble == "edited")
        assert len(text) > 600
        # what was in the way is tried again the next night; what lost too much is not
        again = mind.sleep(clock.set(NEXT)).steps["entities"]
        told_anew = {"consolidated": 1, "conflicts": 0, "unusable": 0}
        assert again == {"edited": told_anew, "away": step, "lost": {}}[trouble]
