"""Accounts become procedures and knowledge (D3, K1, K4, L4): asked once, checked, written once, never made up."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from omoide.domain.event import Event
from omoide.domain.note import Note
from omoide.errors import Declined, NoModel, Postponed
from omoide.knowing import waiting_candidates
from omoide.prompts.distil_procedure import DistilledProcedure, DistilledProcedures
from omoide.prompts.extract_knowledge import KnowledgeItem, KnowledgeItems
from omoide.sleep.settled import MOST
from tests.sleep.nightly import (
    FACT,
    HOW,
    Clock,
    Counsel,
    ScriptedJudge,
    at,
    believing,
    facts,
    folder,
    items,
    living,
    page,
    procedures,
    supported,
    tell,
    texts,
    verdict,
)  # fmt: skip

NIGHT = "2026-01-19T03:00:00"
NEXT = "2026-01-20T03:00:00"
DOWN = Postponed("the model cannot be reached", "モデルに届きません")


def steps(mind, clock: Clock, night: str = NIGHT) -> dict:
    return mind.sleep(clock.set(night)).steps


def test_a_night_turns_an_account_into_a_procedure_and_a_page(tmp_path: Path) -> None:
    # D3, K1, K2, K4: sorted, distilled at 0.4, extracted, judged at 0.9, written with their source, and asked once
    clock, mind_ = Clock(), Counsel(
        DistilProcedures=procedures(("Press the button", ["Open the lid", "Press the button"])),
        ExtractKnowledge=items(("Miho's cat", FACT)),
    )  # fmt: skip
    with living(tmp_path, clock, believing(), mind_) as mind:
        source = tell(mind, "2026-01-18", f"{FACT}\n\n{HOW}")
        done = steps(mind, clock)
        assert done["distil"] == {"distilled": 1, "similar": 0}
        assert done["extract"] == {"learned": 1, "known": 0, "rejected": 0}
        [asked] = [q for q in mind_.asked if type(q).__name__ == "DistilProcedures"]
        assert asked.material == (HOW,)
        [asked] = [q for q in mind_.asked if type(q).__name__ == "ExtractKnowledge"]
        assert asked.material == (FACT,)
        assert texts(mind) == {"Miho's cat": FACT}
        assert texts(mind, "procedure") == {"Press the button": "1. Open the lid\n2. Press the button"}
        known, way = facts(mind)["Miho's cat"], facts(mind, "procedure")["Press the button"]
        assert (known.confidence, known.auto_consolidated, known.source_episodes, known.version) == (
            0.9, True, (source,), 1,
        )  # fmt: skip
        assert (way.confidence, way.success_count, way.failure_count, way.auto_distilled, way.source_episodes) == (
            0.4, 0, 0, True, (source,),
        )  # fmt: skip
        assert way.description == "When Press the button is needed. [Press the button]"
        before = len(mind_.asked)
        done = steps(mind, clock, NEXT)
        assert done["distil"] == {"distilled": 0, "similar": 0}
        assert done["extract"] == {"learned": 0, "known": 0, "rejected": 0}
        assert [type(q).__name__ for q in mind_.asked[before:]] == []


def test_what_is_said_again_is_not_written_again(tmp_path: Path) -> None:
    # D3, K4: a procedure that is at least 0.85 like another, a fact that stands there
    clock, judge = Clock(), believing()
    answers = {
        "DistilProcedures": procedures(("Press the button", ["Open the lid", "Press the button"])),
        "ExtractKnowledge": items(("Miho's cat", FACT)),
    }
    with living(tmp_path, clock, judge, **answers) as mind:
        tell(mind, "2026-01-17", f"{FACT}\n\n{HOW}")
        tell(mind, "2026-01-18", f"{FACT}\n\n{HOW}")
        done = steps(mind, clock)
        assert done["distil"] == {"distilled": 1, "similar": 1}
        assert (done["extract"]["learned"], done["extract"]["known"]) == (1, 1)
        assert list(texts(mind)) == ["Miho's cat"]
        assert list(texts(mind, "procedure")) == ["Press the button"]


def test_the_same_title_with_another_content_is_a_page_of_its_own(tmp_path: Path) -> None:
    # D3, K3: nothing is overwritten; contradictions are another step's matter
    clock = Clock()
    told = iter([items(("The office", "The office is in Nara.")), items(("The office", "Its coffee is terrible."))])
    with living(tmp_path, clock, believing(), ExtractKnowledge=lambda q: next(told)) as mind:
        tell(mind, "2026-01-17", "The office is in Nara.")
        tell(mind, "2026-01-18", "Its coffee is terrible.")
        steps(mind, clock)
        assert texts(mind) == {"The office": "The office is in Nara.", "The office (2)": "Its coffee is terrible."}


@pytest.mark.parametrize("trouble", [DOWN, NoModel("none is set")], ids=["out of reach", "none set"])
def test_without_a_mind_nothing_is_written_and_the_accounts_wait(tmp_path: Path, trouble: Postponed) -> None:
    # D3, D5, F10
    clock = Clock()
    with living(tmp_path, clock, believing(), DistilProcedures=trouble, ExtractKnowledge=trouble) as mind:
        tell(mind, "2026-01-17", f"{FACT}\n\n{HOW}")
        tell(mind, "2026-01-18", f"{FACT}\n\n{HOW}")
        done = steps(mind, clock)
        said = {"waiting": 2} if isinstance(trouble, NoModel) else {
            "postponed": 2, "reason": "the model cannot be reached", "reason_ja": "モデルに届きません",
        }  # fmt: skip
        assert done["distil"] == {"distilled": 0, "similar": 0} | said
        assert done["extract"] == {"learned": 0, "known": 0, "rejected": 0} | said
        assert texts(mind) == texts(mind, "procedure") == {}
    answers = {"ExtractKnowledge": items(("Miho's cat", FACT)), "DistilProcedures": procedures(("Press", ["Press"]))}
    with living(tmp_path, clock, believing(), **answers) as mind:
        done = steps(mind, clock, NEXT)
        assert list(texts(mind)) == ["Miho's cat"]
        assert list(texts(mind, "procedure")) == ["Press"]


def test_a_candidate_that_nobody_can_judge_waits_and_is_not_asked_for_again(tmp_path: Path) -> None:
    # K1, D5: extracted once, judged later, written then
    clock, mind_ = Clock(), Counsel(ExtractKnowledge=items(("Miho's cat", FACT)))
    with living(tmp_path, clock, None, mind_) as mind:
        tell(mind, "2026-01-18", FACT)
        assert steps(mind, clock)["extract"] == {"learned": 0, "known": 0, "rejected": 0, "unjudged": 1}
        assert texts(mind) == {}
    with living(tmp_path, clock, None, mind_, ValidateKnowledge=supported) as mind:
        mind_.answers["ValidateKnowledge"] = supported
        assert steps(mind, clock, NEXT)["extract"] == {"learned": 1, "known": 0, "rejected": 0}
        assert facts(mind)["Miho's cat"].confidence == 0.7
        assert len([q for q in mind_.asked if type(q).__name__ == "ExtractKnowledge"]) == 1


def test_what_the_judge_contradicts_is_not_written(tmp_path: Path) -> None:
    # K1
    clock = Clock()
    judge = ScriptedJudge(lambda premise, claim: verdict(contradiction=0.7))
    with living(tmp_path, clock, judge, ExtractKnowledge=items(("Miho's cat", "Miho has a dog."))) as mind:
        tell(mind, "2026-01-18", FACT)
        assert steps(mind, clock)["extract"] == {"learned": 0, "known": 0, "rejected": 1}
        assert texts(mind) == {}
        assert steps(mind, clock, NEXT)["extract"] == {"learned": 0, "known": 0, "rejected": 0}


def test_a_mind_that_declines_is_not_asked_about_that_day_again(tmp_path: Path) -> None:
    # D3, D5
    clock, mind_ = Clock(), Counsel(ExtractKnowledge=Declined("against the policy"))
    with living(tmp_path, clock, believing(), mind_) as mind:
        tell(mind, "2026-01-18", FACT)
        assert steps(mind, clock)["extract"] == {"learned": 0, "known": 0, "rejected": 0, "refused": 1}
        steps(mind, clock, NEXT)
        assert len([q for q in mind_.asked if type(q).__name__ == "ExtractKnowledge"]) == 1


def test_whatever_a_model_answers_is_bounded_and_counted(tmp_path: Path) -> None:
    # D3: fences, odd names, doubles, nothing, ten thousand characters, five hundred items
    answer = KnowledgeItems([
        KnowledgeItem("```\nA/B: “C” <d>\n```", ["```markdown\nFact one.\n```", "Fact one.", " "]),
        KnowledgeItem("Again", ["fact ONE."]),
        KnowledgeItem("???", ["No name."]),
        KnowledgeItem("Empty", ["", "  "]),
        KnowledgeItem("Secret", ["The key is sk-ant-api03-" + "a1B2" * 12 + "."]),
        KnowledgeItem("長い" * 200, ["長い話。" * 2_500]),
        *(KnowledgeItem(f"Item {n}", [f"Fact number {n} is about the {n}th thing."]) for n in range(500)),
    ])  # fmt: skip
    many = DistilledProcedures([
        DistilledProcedure("No steps"), DistilledProcedure("../..", steps=["x"]),
        DistilledProcedure("Make it", "", ["[x]", "a b", "a b"], ["1. ```sh\nmake\n```", "- Wait", ""], "Slow"),
        *(DistilledProcedure(f"Way {n}", steps=[f"Do the thing called {n * 7919}"]) for n in range(500)),
    ])  # fmt: skip
    clock = Clock()
    with living(tmp_path, clock, believing(), ExtractKnowledge=answer, DistilProcedures=many) as mind:
        tell(mind, "2026-01-18", f"{FACT}\n\n{HOW}")
        done = steps(mind, clock)
        assert (done["extract"]["too_many"], done["extract"]["unusable"]) == (491, 2)
        assert done["distil"]["too_many"] == 496
        assert done["distil"]["unusable"] == 2
        assert done["distil"]["distilled"] + done["distil"]["similar"] == 5
        written = texts(mind)
        assert written["A B “C” d"] == "Fact one."
        assert "sk-ant" not in written["Secret"]
        [long] = [text for name, text in written.items() if name.startswith("長い")]
        assert len(long) == mind.settings.consolidation.item_characters
        assert texts(mind, "procedure")["Make it"] == "1. make\n2. Wait\n\nSlow"
        assert facts(mind, "procedure")["Make it"].description == "Make it [x] [a b]"


def test_a_long_log_is_cut_into_questions_and_waits_as_a_whole(tmp_path: Path) -> None:
    # D3: an imported account of many pages
    clock, mind_ = Clock(), Counsel(ExtractKnowledge=items(("Nara", "Nara has deer.")))
    with living(tmp_path, clock, believing(), mind_, {"consolidation": {"part_characters": 500}}) as mind:
        tell(mind, "2026-01-18", "\n\n".join(f"Day {n}: Nara has deer and old trees in the park." for n in range(40)))
        steps(mind, clock)
        asked = [q for q in mind_.asked if type(q).__name__ == "ExtractKnowledge"]
        assert len(asked) == 4
        assert all(len(q.material[0]) <= 500 for q in asked)
        assert list(texts(mind)) == ["Nara"]


def test_only_so_many_days_a_night_the_oldest_first(tmp_path: Path) -> None:
    # D5
    clock, mind_ = Clock(), Counsel(ExtractKnowledge=lambda q: items((q.material[0][:6], q.material[0])))
    with living(tmp_path, clock, believing(), mind_, {"consolidation": {"days_at_once": 3}}) as mind:
        for day in range(10, 18):
            tell(mind, f"2026-01-{day}", f"Day {day}: the number of the boat is {day * 7919}.")
        assert steps(mind, clock)["extract"]["left"] == 5
        assert list(texts(mind)) == ["Day 10", "Day 11", "Day 12"]
        assert steps(mind, clock, NEXT)["extract"]["left"] == 2
        assert "left" not in steps(mind, clock, "2026-01-21T03:00:00")["extract"]
        assert len(texts(mind)) == 8


def test_notes_stand_in_for_a_day_that_could_not_be_told(tmp_path: Path) -> None:
    # D3, W7: and only for a day that is over
    clock, mind_ = Clock(), Counsel(ExtractKnowledge=items(("Miho's cat", FACT)), SummariseDay=Declined("no"))
    with living(tmp_path, clock, believing(), mind_) as mind:
        for day, text in ((at("2026-01-18T09:00:00"), FACT), (at("2026-01-19T01:00:00"), "Not over yet.")):
            mind.faculties.store.notes.add(
                Note("", mind.scope, day.date(), "s", (), text, (), (), (), (), "scripted", day, True)
            )
        steps(mind, clock)
        asked = [q.material for q in mind_.asked if type(q).__name__ == "ExtractKnowledge"]
        assert asked == [(FACT,)]
        [known] = facts(mind).values()
        [note] = mind.faculties.store.notes.of_day(mind.scope, at("2026-01-18T09:00:00").date())
        assert known.source_episodes == (note.id,)


def test_settled_matters_reach_what_is_known(tmp_path: Path) -> None:
    # L4: every question hears of them, and the page that calls one open is told anew; once
    clock = Clock()
    rewritten = items(("The leak", "The leak in the kitchen was mended on 2026-01-18."), rewrites="The leak")
    mind_ = Counsel(ExtractKnowledge=lambda q: rewritten if q.pages else items())
    with living(tmp_path, clock, believing(), mind_) as mind:
        page(mind, "The leak", "The leak in the kitchen is still open; the plumber has to come.")
        page(mind, "Miho's cat", FACT)
        assert mind.faculties.store.resolutions.add("me", "rin", "The leak in the kitchen", clock.now())
        assert mind.faculties.store.resolutions.add("other", "rin", "The secret of another person", clock.now())
        tell(mind, "2026-01-18", "We had tea.")
        done = steps(mind, clock)
        assert done["extract"]["rewritten"] == 1
        asked = [q for q in mind_.asked if type(q).__name__ == "ExtractKnowledge"]
        assert [q.resolved for q in asked] == [("The leak in the kitchen",)] * 2
        assert [[name for name, _ in q.pages] for q in asked] == [[], ["The leak"]]
        assert texts(mind) == {"The leak": "The leak in the kitchen was mended on 2026-01-18.", "Miho's cat": FACT}
        assert facts(mind)["The leak"].version == 2
        before = len(asked)
        tell(mind, "2026-01-19", "We had coffee.")
        steps(mind, clock, NEXT)
        assert [q.resolved for q in mind_.asked if type(q).__name__ == "ExtractKnowledge"][before:] == [()]


def test_no_settled_matter_is_missed_however_late_or_many(tmp_path: Path) -> None:
    # L4: by the order of recording, and all of them in one night; what has to wait is asked again
    clock = Clock()
    mind_ = Counsel(ExtractKnowledge=[items(), DOWN, items(), items(), items(), items()])
    with living(tmp_path, clock, believing(), mind_) as mind:

        def settle(matter: str, hours: int = 0) -> None:
            assert mind.faculties.store.resolutions.add("me", "rin", matter, clock.now() - timedelta(hours=hours))

        def heard() -> list[tuple[int, str, str]]:
            asked = [q.resolved for q in mind_.asked if type(q).__name__ == "ExtractKnowledge" and q.pages]
            mind_.asked.clear()
            return [(len(matters), matters[0], matters[-1]) for matters in asked]

        page(mind, "The leak", "The leak in the kitchen is still open; the plumber has to come.")
        for number in range(MOST + 10):
            settle(f"The leak in the kitchen, number {number}")
        assert steps(mind, clock)["extract"]["postponed"] == 1
        names = [f"The leak in the kitchen, number {number}" for number in (0, MOST - 1, MOST, MOST + 9)]
        assert heard() == [(MOST, *names[:2]), (10, *names[2:])]
        settle("The leak in the kitchen, heard of late", hours=100)
        steps(mind, clock, NEXT)
        assert heard() == [(11, names[2], "The leak in the kitchen, heard of late")]
        steps(mind, clock, "2026-01-22T03:00:00")
        assert heard() == []


def test_a_page_that_is_edited_before_its_new_words_were_judged_keeps_the_edit(tmp_path: Path) -> None:
    # L4, T3: the candidate waits for a judge, and what a person writes meanwhile is newer than it
    clock = Clock()
    rewritten = items(("The leak", "The leak in the kitchen was mended."), rewrites="The leak")
    mind_ = Counsel(
        ExtractKnowledge=lambda q: rewritten if q.pages else items(),
        ValidateKnowledge=[DOWN, supported(None)],
    )
    with living(tmp_path, clock, None, mind_) as mind:
        page(mind, "The leak", "The leak in the kitchen is still open.")
        assert mind.faculties.store.resolutions.add("me", "rin", "The leak in the kitchen", clock.now())
        assert steps(mind, clock)["extract"]["unjudged"] == 1
        file = folder(tmp_path) / "The leak.md"
        mine = "The leak in the kitchen came back; Sato will come on Friday."
        text = file.read_text(encoding="utf-8").replace("The leak in the kitchen is still open.", mine)
        file.write_text(text, encoding="utf-8")
        assert steps(mind, clock, NEXT)["extract"]["changed_meanwhile"] == 1
        assert (texts(mind), waiting_candidates(mind.faculties)) == ({"The leak": mine}, [])


def test_pages_without_front_matter_get_it_and_broken_ones_are_left_alone(tmp_path: Path) -> None:
    # D3: their words stay
    clock = Clock()
    with living(tmp_path, clock) as mind:
        folder(tmp_path).mkdir(parents=True)
        (folder(tmp_path) / "Old.md").write_text("Nara has deer.\n", encoding="utf-8")
        broken = "---\nconfidence: [1\n---\nHalf.\n"
        (folder(tmp_path) / "Broken.md").write_text(broken, encoding="utf-8")
        assert steps(mind, clock)["front_matter"] == {"dated": 1, "conflicts": 0}
        assert (folder(tmp_path) / "Old.md").read_text(encoding="utf-8").startswith("---\n")
        assert texts(mind)["Old"] == "Nara has deer."
        assert (folder(tmp_path) / "Broken.md").read_text(encoding="utf-8") == broken
        assert steps(mind, clock, NEXT)["front_matter"] == {"dated": 0, "conflicts": 0}


def test_one_persons_accounts_never_reach_another(tmp_path: Path) -> None:
    # N6
    clock, mind_ = Clock(), Counsel(ExtractKnowledge=lambda q: items((q.material[0][:10], q.material[0])))
    with living(tmp_path, clock, believing(), mind_) as mind:
        tell(mind, "2026-01-18", FACT)
        other = replace(mind.faculties, scope=replace(mind.scope, person="you"))
        mind.faculties = other
        mind.scope = other.scope
        assert steps(mind, clock)["extract"]["learned"] == 0
        assert texts(mind) == {}


def test_the_log_is_not_needed(tmp_path: Path) -> None:
    # L1, D5: a log with lines from the future or half of one does not hold the night up
    clock = Clock()
    with living(tmp_path, clock) as mind:
        mind.faculties.activity.append(mind.scope, Event(at("2030-01-01T00:00:00"), "tool_use", tool="later"))
        assert "failed" not in str(mind.sleep(clock.set(NIGHT)).steps)
