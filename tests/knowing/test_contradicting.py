"""Pages that contradict each other: found, resolved in one of three ways, and nothing is lost (K3)."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from omoide.domain.learned import KnowledgeFacts
from omoide.errors import Declined, NotFound, Postponed
from omoide.knowing import changes, reconcile, refresh_learned
from omoide.knowing.reading import read_learned
from omoide.prompts.find_contradiction import Resolution
from tests.knowing.court import MONDAY, SUNDAY, Court, ScriptedJudge, court, verdict
from tests.mind.world import mind_in

NOTHING = {"agreeing": 0, "superseded": 0, "merged": 0, "coexisting": 0}
HOLDS = Resolution("supersede", holds="first", reason="it moved to Monday")
MERGE = Resolution("merge", title="Backups", text="```\nBackups run every Monday night; before 2026 on Sundays.\n```")
COEXIST = Resolution("coexist", condition="Sunday in winter, Monday in summer", reason="both were said")
NONE = Resolution("none", reason="two servers")


def pages(c: Court) -> tuple[str, str]:
    """Backup A (Monday, the later day) and Backup B (Sunday)."""
    old, new = c.episode("2026-01-03", "We spoke of Sunday."), c.episode("2026-01-12", "We spoke of Monday.")
    c.write("Backup A", MONDAY, sources=[new], confidence=0.9)
    c.write("Backup B", SUNDAY, sources=[old], confidence=0.7)
    c.write("Tea", "Miho drinks green tea in the morning.")
    return old, new


def facts(c: Court, name: str, archived: bool = False) -> KnowledgeFacts:
    item = read_learned(c.f, "knowledge", name, archived)
    assert item
    assert isinstance(item.facts, KnowledgeFacts)
    return item.facts


@pytest.mark.parametrize(
    ("there", "back", "asked", "found", "counted"),
    [
        ((0.7, 0.0), (0.0, 0.0), 0, None, "agreeing"),
        ((0.0, 0.0), (0.7, 0.0), 0, None, "agreeing"),
        ((0.6999, 0.0), (0.0, 0.0), 1, False, "superseded"),
        ((0.0, 0.7), (0.0, 0.0), 1, True, "superseded"),
        ((0.0, 0.0), (0.0, 0.7), 1, True, "superseded"),
        ((0.0, 0.6999), (0.0, 0.6999), 1, False, "superseded"),
        ((0.8, 0.0), (0.0, 0.8), 1, False, "superseded"),  # one way round this, the other way that
        ((0.0, 0.0), (0.0, 0.0), 1, False, "superseded"),
    ],
)
def test_the_judge_looks_both_ways_and_the_mind_decides_what_is_not_clear(
    tmp_path: Path, there: Any, back: Any, asked: int, found: Any, counted: str
) -> None:
    # K3: entailment and contradiction from 0.7 on, inclusive
    judge = ScriptedJudge(lambda premise, hypothesis: verdict(*(there if premise == MONDAY else back)))
    with court(tmp_path, judge, FindContradiction=HOLDS) as c:
        pages(c)
        assert reconcile(c.f, c.s) == NOTHING | {counted: 1}
        assert judge.asked == [(MONDAY, SUNDAY), (SUNDAY, MONDAY)]
        questions = c.f.thinker.asked  # type: ignore[attr-defined]
        assert len(questions) == asked
        if questions:
            assert (questions[0].found, questions[0].first.name, questions[0].first.since) == (
                found, "Backup A", "2026-01-12",
            )  # fmt: skip


def test_one_supersedes_the_other(tmp_path: Path) -> None:
    # K3, K2, N1: archived with its successor's name; valid and recorded times apart
    with court(tmp_path, FindContradiction=HOLDS) as c:
        old, new = pages(c)
        before = c.file("Backup B").read_text("utf-8")
        assert reconcile(c.f, c.s) == NOTHING | {"superseded": 1}
        assert set(c.texts()) == {"Backup A", "Tea"}
        assert c.texts(archived=True) == {"Backup B": SUNDAY}
        assert facts(c, "Backup B", archived=True).superseded_by == "Backup A"
        kept = facts(c, "Backup A")
        assert (kept.supersedes, kept.version, kept.confidence) == (("Backup B",), 1, 0.9)
        [gone] = [change for change in changes(c.f, "knowledge", "Backup B") if change.action == "supersede"]
        assert (gone.before, gone.after, gone.related, gone.by) == (before, None, "knowledge:Backup A", "scripted")
        assert (gone.reason, gone.sources) == ("it moved to Monday", (new, old))
        assert gone.believed_until == date(2026, 1, 12)  # since then the other one holds
        assert gone.recorded_at == c.clock.now()
        stays = changes(c.f, "knowledge", "Backup A")[-1]
        assert (stays.step, stays.believed_from, stays.after is None) == (gone.step, date(2026, 1, 12), False)


def test_what_was_known_first_may_be_right(tmp_path: Path) -> None:
    # K3: then the later one was a mistake until today
    with court(tmp_path, FindContradiction=Resolution("supersede", holds="second")) as c:
        pages(c)
        reconcile(c.f, c.s)
        assert set(c.texts()) == {"Backup B", "Tea"}
        assert changes(c.f, "knowledge", "Backup A")[-1].believed_until == c.clock.now().date()


def test_two_become_one(tmp_path: Path) -> None:
    # K3, E9: a new page with the sources of both; code fences around it are taken off
    with court(tmp_path, FindContradiction=MERGE) as c:
        old, new = pages(c)
        assert reconcile(c.f, c.s) == NOTHING | {"merged": 1}
        assert c.texts() == {
            "Backups": "Backups run every Monday night; before 2026 on Sundays.",
            "Tea": c.texts()["Tea"],
        }
        assert c.texts(archived=True) == {"Backup A": MONDAY, "Backup B": SUNDAY}
        merged = facts(c, "Backups")
        assert (merged.supersedes, merged.source_episodes) == (("Backup A", "Backup B"), (new, old))
        assert (merged.confidence, merged.auto_consolidated, merged.version) == (0.7, True, 1)
        assert {facts(c, name, archived=True).superseded_by for name in ("Backup A", "Backup B")} == {"Backups"}
        assert (
            len(
                {
                    change.step
                    for n in ("Backup A", "Backup B", "Backups")
                    for change in changes(c.f, "knowledge", n)[-1:]
                }
            )
            == 1
        )


@pytest.mark.parametrize(("title", "name"), [("", "Backup A 2"), ("a/b", "Backup A 2"), ("Tea", "Tea 2")])
def test_a_merged_page_gets_a_name_that_is_free(tmp_path: Path, title: str, name: str) -> None:
    # K3, T4
    with court(tmp_path, FindContradiction=Resolution("merge", title=title, text="Both.")) as c:
        pages(c)
        reconcile(c.f, c.s)
        assert set(c.texts()) == {name, "Tea"}


def test_both_stay_with_their_condition(tmp_path: Path) -> None:
    # K3: and are not held against each other again because of the note
    with court(tmp_path, FindContradiction=COEXIST) as c:
        pages(c)
        assert reconcile(c.f, c.s) == NOTHING | {"coexisting": 1}
        note = "> Holds beside [[{}]], depending on the case: Sunday in winter, Monday in summer"
        assert c.texts()["Backup A"] == f"{MONDAY}\n\n{note.format('Backup B')}"
        assert c.texts()["Backup B"] == f"{SUNDAY}\n\n{note.format('Backup A')}"
        assert reconcile(c.f, c.s) == NOTHING
        assert len(c.f.thinker.asked) == 1  # type: ignore[attr-defined]


def test_a_pair_is_judged_once_until_one_of_the_two_says_something_else(tmp_path: Path) -> None:
    # K3
    with court(tmp_path, FindContradiction=NONE) as c:
        pages(c)
        assert reconcile(c.f, c.s) == NOTHING | {"agreeing": 1}
        assert reconcile(c.f, c.s) == NOTHING
        c.write("Backup B", SUNDAY, confidence=0.2)  # figures are no words
        assert reconcile(c.f, c.s, ["Backup B"]) == NOTHING
        c.write("Backup B", f"{SUNDAY} Always.")
        assert reconcile(c.f, c.s, ["Tea"]) == NOTHING  # daily: only what is new or changed
        assert reconcile(c.f, c.s, ["Backup B"]) == NOTHING | {"agreeing": 1}


@pytest.mark.parametrize(
    "answer",
    [
        Resolution("replace"),  # type: ignore[arg-type]
        Resolution("supersede"),
        Resolution("supersede", holds="Backup C"),  # type: ignore[arg-type]
        Resolution("merge", text="```\n\n```"),
        Resolution("coexist", condition="  "),
        Declined("policy"),
    ],
)
def test_an_answer_that_cannot_be_used_changes_nothing_and_is_asked_for_three_times(
    tmp_path: Path, answer: Any
) -> None:
    # K3, D5
    with court(tmp_path, FindContradiction=answer) as c:
        pages(c)
        before = c.texts()
        assert [reconcile(c.f, c.s) for _ in range(4)] == [NOTHING | {"unusable": 1}] * 3 + [NOTHING]
        assert c.texts() == before
        assert c.texts(archived=True) == {}


def test_without_a_mind_it_waits(tmp_path: Path) -> None:
    # K3, F10
    with court(tmp_path) as c:
        pages(c)
        assert reconcile(c.f, c.s) == NOTHING | {"waiting": 1}
    with court(tmp_path, FindContradiction=Postponed("busy", "混雑")) as c:
        assert reconcile(c.f, c.s) == NOTHING | {"postponed": 1, "reason": "busy", "reason_ja": "混雑"}
    with court(tmp_path, ScriptedJudge(lambda a, b: NotFound("not pulled")), FindContradiction=HOLDS) as c:
        assert reconcile(c.f, c.s) == NOTHING | {"superseded": 1}  # the judge is missing, the mind is not


def test_a_page_that_is_edited_while_a_mind_thinks_stays_as_it_is(tmp_path: Path) -> None:
    # K3, T3: the hand wins
    with court(tmp_path) as c:
        pages(c)

        def edited(question: Any) -> Resolution:
            c.file("Backup B").write_text("By hand: never.\n", encoding="utf-8")
            return HOLDS

        c.f.thinker.answers["FindContradiction"] = edited  # type: ignore[attr-defined]
        assert reconcile(c.f, c.s) == NOTHING | {"changed_meanwhile": 1}
        assert (c.texts()["Backup A"], c.texts()["Backup B"]) == (MONDAY, "By hand: never.")
        assert c.texts(archived=True) == {}


def test_what_must_not_be_written_is_left_alone(tmp_path: Path) -> None:
    # T3, N6, E8: broken front matter, a secret, another person's pages
    with court(tmp_path, FindContradiction=HOLDS) as c:
        pages(c)
        c.file("Backup B").write_text(f"---\nversion: [\n---\n{SUNDAY}\n", encoding="utf-8")
        c.file("Backup C").write_text(f"{SUNDAY} api_key=sk-ant-api03-{'A1b2' * 12}\n", encoding="utf-8")
        refresh_learned(c.f, c.s, c.clock.now())
        assert reconcile(c.f, c.s) == NOTHING
        with mind_in(tmp_path, c.clock, c.f.thinker, person="yuki") as other:
            assert reconcile(other.faculties, other.settings) == NOTHING
        stored = [change.after or "" for change in c.f.store.page_changes.since(c.f.scope, None)]
        assert not any("sk-ant" in text for text in stored)


def test_a_judgement_of_many_pages(tmp_path: Path) -> None:
    # K3: each unordered pair once, at most five neighbours each
    with court(tmp_path, FindContradiction=NONE) as c:
        for number in range(9):
            c.write(f"Backup {number}", f"{SUNDAY} Server number {number}.")
        done = reconcile(c.f, c.s)
        asked = [{q.first.name, q.second.name} for q in c.f.thinker.asked]  # type: ignore[attr-defined]
        assert done == NOTHING | {"agreeing": len(asked)}
        assert len(asked) == len({frozenset(pair) for pair in asked})
        assert 9 * 5 / 2 <= len(asked) <= 9 * 8 / 2
        assert reconcile(c.f, c.s) == NOTHING


def test_japanese_pages_are_asked_about_and_annotated_in_japanese(tmp_path: Path) -> None:
    # K3: equals
    with court(tmp_path, FindContradiction=Resolution("coexist", condition="平日は経理、土曜は営業")) as c:
        c.write("担当", "Aさんの担当は経理です。")
        c.write("Aさんの担当", "Aさんの担当は営業です。")
        assert reconcile(c.f, c.s) == NOTHING | {"coexisting": 1}
        assert c.f.thinker.asked[0].language == "ja"  # type: ignore[attr-defined]
        assert c.texts()["担当"].endswith("> [[Aさんの担当]] とは場合によって使い分ける: 平日は経理、土曜は営業")
