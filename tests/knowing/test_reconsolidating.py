"""What happened is held against what is known, and changes it where it must (K5, N1)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from omoide.domain.learned import KnowledgeFacts, ProcedureFacts
from omoide.domain.page import PageName
from omoide.errors import Declined, Postponed
from omoide.knowing import News, changes, one_learned, reconsolidate, undo_change
from omoide.prompts.update_learned import Update
from tests.knowing.court import MONDAY, SUNDAY, Court, ScriptedJudge, court, verdict
from tests.mind.world import at, mind_in

NOTHING = {"updated": 0, "unchanged": 0}
ONE_UPDATED = {"updated": 1, "unchanged": 0}
MOVED = Update(True, f"```markdown\n{MONDAY}\n```", "it moved to Monday")
STAYS = Update(False, "", "only repeated")


def news(c: Court, day: str = "2026-01-17", text: str = MONDAY) -> News:
    return News(c.episode(day, text), date.fromisoformat(day), text)


def asked(c: Court) -> Sequence[Any]:
    return c.f.thinker.asked  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("there", "back", "done", "questions"),
    [
        (0.7, 0.0, ONE_UPDATED, 1),
        (0.0, 0.7, ONE_UPDATED, 1),
        (0.6999, 0.6999, {"updated": 0, "unchanged": 1}, 0),
        (None, None, ONE_UPDATED, 1),
    ],
)
def test_news_that_contradict_a_page_are_put_to_the_mind(
    tmp_path: Path, there: Any, back: Any, done: dict[str, int], questions: int
) -> None:
    # K5: contradiction from 0.7 on; without a judge the mind decides alone
    says = ScriptedJudge(lambda premise, _: verdict(0, there if premise == MONDAY else back))
    with court(tmp_path, says if there is not None else None, UpdateLearned=MOVED) as c:
        c.write("Backup", SUNDAY)
        c.write("Tea", "Miho drinks green tea in the morning.")
        assert reconsolidate(c.f, c.s, [news(c)]) == done
        assert [(q.kind, q.name, q.found) for q in asked(c)] == [("knowledge", "Backup", there is not None)] * questions
        assert c.texts()["Backup"] == (MONDAY if questions else SUNDAY)
        assert reconsolidate(c.f, c.s, []) == NOTHING


def test_a_page_of_knowledge_goes_one_version_on_and_keeps_what_it_said(tmp_path: Path) -> None:
    # K5, E9, N1
    with court(tmp_path, UpdateLearned=MOVED) as c:
        first = c.episode("2026-01-03", "Sunday, she said.")
        c.write("Backup", SUNDAY, sources=[first], confidence=0.9)
        told = news(c)
        assert reconsolidate(c.f, c.s, [told]) == ONE_UPDATED
        facts = one_learned(c.f, "knowledge", "Backup").facts
        assert isinstance(facts, KnowledgeFacts)
        assert (facts.version, facts.updated_at, facts.confidence) == (2, c.clock.now(), 0.7)
        assert facts.source_episodes == (first, told.source)
        [version] = c.f.pages.versions(c.f.scope, PageName("knowledge", "Backup"))
        assert SUNDAY in version.text
        last = changes(c.f, "knowledge", "Backup")[-1]
        assert (last.action, last.reason, last.sources) == ("reconsolidate", "it moved to Monday", (told.source,))
        assert (last.believed_until, last.believed_from) == (date(2026, 1, 17), date(2026, 1, 17))
        assert reconsolidate(c.f, c.s, [told]) == NOTHING  # it was learned from it now
        undo_change(c.f, c.s, "Backup")
        assert c.texts() == {"Backup": SUNDAY}
        assert reconsolidate(c.f, c.s, [told]) == NOTHING  # and a person has said no


def test_a_procedure_that_was_rewritten_has_to_prove_itself_again(tmp_path: Path) -> None:
    # K5
    steps = "1. Stop the server on Sunday night.\n2. Run the backup of the server."
    with court(tmp_path, UpdateLearned=Update(True, steps.replace("Sunday", "Monday"), "the day moved")) as c:
        c.write("Backup", steps, kind="procedure", description="backup of the server", success_count=4,
                failure_count=1, confidence=0.8, version=2)  # fmt: skip
        assert (
            reconsolidate(c.f, c.s, [news(c, text="The backup of the server runs on Monday night now.")]) == ONE_UPDATED
        )
        facts = one_learned(c.f, "procedure", "Backup").facts
        assert isinstance(facts, ProcedureFacts)
        counts = (facts.success_count, facts.failure_count, facts.confidence, facts.version)
        assert counts == (0, 0, 0.5, 3)
        assert facts.description == "backup of the server"
        undo_change(c.f, c.s, "procedure:Backup")
        facts = one_learned(c.f, "procedure", "Backup").facts
        assert isinstance(facts, ProcedureFacts)
        assert (facts.success_count, facts.failure_count, facts.confidence, facts.version) == (4, 1, 0.8, 2)


def test_a_procedure_that_contradicts_itself_is_rewritten_or_left_and_never_gone_round_about(tmp_path: Path) -> None:
    # K5: bad input
    odd = "1. Run the server backup on Sunday night.\n2. Never run the server backup on Sunday night."
    always = ScriptedJudge(lambda premise, hypothesis: verdict(0, 0.9))
    with court(tmp_path, always, UpdateLearned=lambda q: Update(True, q.page + "\n3. And again.", "still odd")) as c:
        c.write("Backup", odd, kind="procedure", description="server backup")
        told = news(c)
        assert reconsolidate(c.f, c.s, [told]) == ONE_UPDATED
        assert [reconsolidate(c.f, c.s, [told]) for _ in range(3)] == [NOTHING] * 3
        assert len(asked(c)) == 1


def test_all_news_about_a_page_are_asked_about_at_once_in_their_order(tmp_path: Path) -> None:
    # K5: otherwise an older one could have the last word
    with court(tmp_path, UpdateLearned=STAYS) as c:
        c.write("Backup", SUNDAY)
        told = [news(c, "2026-01-17"), news(c, "2026-01-15", f"{SUNDAY} So it stays.")]
        assert reconsolidate(c.f, c.s, told) == {"updated": 0, "unchanged": 1}
        [question] = asked(c)
        assert question.news == f"[2026-01-15]\n{SUNDAY} So it stays.\n\n[2026-01-17]\n{MONDAY}"
        assert reconsolidate(c.f, c.s, told) == NOTHING
        assert c.texts() == {"Backup": SUNDAY}


def test_what_happened_before_a_page_was_learned_is_no_news_to_it(tmp_path: Path) -> None:
    # K5: old logs may be moved in at any time
    with court(tmp_path, UpdateLearned=MOVED) as c:
        c.write("Backup", SUNDAY, sources=[c.episode("2026-01-16", "Sunday, she said.")])
        assert reconsolidate(c.f, c.s, [news(c, "2026-01-15")]) == NOTHING
        assert asked(c) == []
        assert reconsolidate(c.f, c.s, [news(c, "2026-01-17")]) == ONE_UPDATED


def test_a_long_day_is_about_many_things(tmp_path: Path) -> None:
    # K5: a page is found by the part of the day that speaks of it
    with court(tmp_path, UpdateLearned=MOVED) as c:
        c.write("Backup", SUNDAY)
        day = "We walked to the river and looked at the birds. She told me about her sister in Osaka. " * 12
        assert reconsolidate(c.f, c.s, [news(c, text=f"{day}\n\n{MONDAY}\n\n{day}")]) == ONE_UPDATED


@pytest.mark.parametrize("answer", [Update(True, "``` \n```"), Update(True, SUNDAY), Declined("policy")])
def test_an_answer_that_cannot_be_used_is_asked_for_three_times(tmp_path: Path, answer: Any) -> None:
    # K5, D5: also when the news are not handed in again
    with court(tmp_path, UpdateLearned=answer) as c:
        c.write("Backup", SUNDAY)
        told = [news(c)]
        done = [reconsolidate(c.f, c.s, told), *(reconsolidate(c.f, c.s, []) for _ in range(3))]
        assert done == [NOTHING | {"unusable": 1}] * 3 + [NOTHING]
        assert c.texts() == {"Backup": SUNDAY}


def test_without_a_mind_news_wait(tmp_path: Path) -> None:
    # K5, F10
    with court(tmp_path) as c:
        c.write("Backup", SUNDAY)
        told = [news(c)]
        assert reconsolidate(c.f, c.s, told) == NOTHING | {"waiting": 1}
    with court(tmp_path, UpdateLearned=Postponed("busy", "混雑")) as c:
        assert reconsolidate(c.f, c.s, told) == NOTHING | {"postponed": 1, "reason": "busy", "reason_ja": "混雑"}
    with court(tmp_path, UpdateLearned=MOVED) as c:
        assert reconsolidate(c.f, c.s, told) == ONE_UPDATED


def test_a_page_that_is_edited_meanwhile_and_skills_stay(tmp_path: Path) -> None:
    # K5, T3, N6
    with court(tmp_path) as c:
        c.write("Backup", SUNDAY)
        skills = tmp_path / "skills"
        skills.mkdir()
        (skills / "Server backup.md").write_text(f"{SUNDAY}\n", encoding="utf-8")

        def edited(question: Any) -> Update:
            c.file("Backup").write_text("By hand.\n", encoding="utf-8")
            return MOVED

        c.f.thinker.answers["UpdateLearned"] = edited  # type: ignore[attr-defined]
        assert reconsolidate(c.f, c.s, [news(c)]) == NOTHING | {"changed_meanwhile": 1}
        assert c.texts() == {"Backup": "By hand."}
        assert (skills / "Server backup.md").read_text("utf-8") == f"{SUNDAY}\n"


def test_secrets_do_not_get_onto_a_page_by_way_of_a_mind(tmp_path: Path) -> None:
    # E8
    key = "sk-ant-api03-" + "A1b2" * 12
    with court(tmp_path, UpdateLearned=Update(True, f"{MONDAY} The key is {key}.", key)) as c:
        c.write("Backup", SUNDAY)
        reconsolidate(c.f, c.s, [news(c)])
        last = changes(c.f, "knowledge", "Backup")[-1]
        assert key not in f"{c.texts()}{last}"


def test_a_correction_puts_what_was_learned_from_it_before_the_mind(tmp_path: Path) -> None:
    # N1, E9: page -> account -> turn -> memory; similarity is not needed
    with mind_in(tmp_path) as mind:
        memory = mind.remember("My sister's name is Yuki.", time=at("2026-01-16T10:00:00"))
        mind.correct(memory.id, "My sister's name is Yuka.", now=at("2026-01-17T10:00:00"))
    with court(tmp_path, UpdateLearned=Update(True, "Miho's sister is called Yuka.", "corrected")) as c:
        account = c.episode("2026-01-16", "We spoke of her family.", memory.sources)
        c.write("Family", "Miho's sister is called Yuki.", sources=[account])
        c.write("Tea", "Miho drinks green tea in the morning.")
        assert reconsolidate(c.f, c.s, []) == ONE_UPDATED
        [question] = asked(c)
        assert (question.withdrawn, question.name) == (True, "Family")
        assert "Yuki" in question.news
        assert "Yuka" in question.news
        assert c.texts()["Family"] == "Miho's sister is called Yuka."
        assert reconsolidate(c.f, c.s, []) == NOTHING
    for stands in ("Yuki", "Yuka", "Yuki"):  # undone, undone again, and so on: the page goes along
        with mind_in(tmp_path) as mind:
            assert stands in mind.undo_correction(memory.id).trigger
            [page] = [one.text for one in mind.learned("knowledge") if one.name == "Family"]
            assert page == f"Miho's sister is called {stands}."
    with court(tmp_path, UpdateLearned=STAYS) as c:
        assert reconsolidate(c.f, c.s, []) == {"updated": 0, "unchanged": 1}  # looked at once more, and it holds
        assert reconsolidate(c.f, c.s, []) == NOTHING


def test_a_correction_waits_for_a_mind_too(tmp_path: Path) -> None:
    # N1, F10
    with mind_in(tmp_path) as mind:
        memory = mind.remember("My sister's name is Yuki.", time=at("2026-01-16T10:00:00"))
        mind.correct(memory.id, "My sister's name is Yuka.", now=at("2026-01-17T10:00:00"))
    with court(tmp_path) as c:
        c.write("Family", "Her sister is Yuki.", sources=[c.episode("2026-01-16", "Family.", memory.sources)])
        assert reconsolidate(c.f, c.s, []) == NOTHING | {"waiting": 1}
    with court(tmp_path, UpdateLearned=STAYS) as c:
        assert reconsolidate(c.f, c.s, []) == {"updated": 0, "unchanged": 1}
        assert reconsolidate(c.f, c.s, []) == NOTHING
