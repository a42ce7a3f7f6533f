"""What was believed when, why it changed, and back again (N1, K3, E9)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from omoide.domain.candidate import Candidate
from omoide.domain.learned import ProcedureFacts
from omoide.domain.page import PageName
from omoide.domain.page_change import Change, beliefs
from omoide.errors import InvalidInput, NotFound, Refused
from omoide.knowing import (
    changes,
    one_learned,
    reconcile,
    record_change,
    report_outcome,
    retire,
    undo_change,
    usage,
    validate,
    why_page,
    write_learned,
)
from omoide.prompts.find_contradiction import Resolution
from omoide.prompts.validate_knowledge import Support
from tests.knowing.court import MONDAY, SUNDAY, Court, court
from tests.knowing.shelf import by_hand
from tests.knowing.test_contradicting import COEXIST, HOLDS, MERGE, NOTHING, pages
from tests.mind.world import at


def state(c: Court) -> dict[str, Any]:
    """What two pages became stays in the archive when they are two again; all else is as it was."""
    archived = {name: text for name, text in c.texts(archived=True).items() if name != "Backups"}
    return {"standing": c.texts(), "archived": archived, "files": files(c)}


def files(c: Court) -> dict[str, Any]:
    return {name: c.file(name).read_text("utf-8") for name in c.texts()}


@pytest.mark.parametrize("resolution", [HOLDS, MERGE, COEXIST], ids=["supersede", "merge", "coexist"])
def test_undo_brings_everything_back_and_undoing_that_brings_the_change_back(
    tmp_path: Path, resolution: Resolution
) -> None:
    # N1, K3: whichever page of the step is named
    with court(tmp_path, FindContradiction=resolution) as c:
        pages(c)
        before = state(c)
        reconcile(c.f, c.s)
        after = state(c)
        assert after != before
        undone = undo_change(c.f, c.s, "knowledge:Backup B")
        assert state(c) == before
        assert {change.action for change in undone} == {"undo"}
        # a person has said no: it is not decided the same way again
        assert reconcile(c.f, c.s) == NOTHING
        undo_change(c.f, c.s, "backup a")  # however it is written
        assert state(c) == after
        assert reconcile(c.f, c.s) == NOTHING
        undo_change(c.f, c.s, "knowledge:Backup A")
        assert state(c) == before


def test_only_the_last_step_of_a_page_can_be_undone(tmp_path: Path) -> None:
    # N1: undoing it under a later one would lose that one
    with court(tmp_path, FindContradiction=HOLDS) as c:
        pages(c)
        reconcile(c.f, c.s)
        read = c.f.pages.read(c.f.scope, PageName("knowledge", "Backup A"))
        c.f.pages.write(c.f.scope, read.name, "By hand.\n", read.revision, c.clock.now())
        with pytest.raises(Refused, match="changed since"):
            undo_change(c.f, c.s, "knowledge:Backup B")
        undo_change(c.f, c.s, "knowledge:Backup A")  # the edit by hand
        assert c.texts()["Backup A"] == MONDAY
        with pytest.raises(Refused, match="changed since"):  # undone is a step too
            undo_change(c.f, c.s, "knowledge:Backup B")
        assert c.texts(archived=True) == {"Backup B": SUNDAY}


def test_a_page_that_was_forgotten_comes_back_with_a_new_chance(tmp_path: Path) -> None:
    # K6, N1
    with court(tmp_path) as c:
        item = c.write("Tea", "Miho drinks green tea.")
        c.f.store.learned.low(c.f.scope, [("knowledge", "Tea")], at("2025-10-01T03:00:00"))
        retire(c.f, c.s, item, c.clock.now(), action="forget", reason="unused for 150 days", sources=())
        assert (c.texts(), c.texts(archived=True)) == ({}, {"Tea": "Miho drinks green tea."})
        undo_change(c.f, c.s, "Tea")
        assert (c.texts(), c.texts(archived=True)) == ({"Tea": "Miho drinks green tea."}, {})
        use = usage(c.f).get(("knowledge", "Tea"))
        assert use is None or use.low_since is None
        undo_change(c.f, c.s, "Tea")
        assert (c.texts(), c.texts(archived=True)) == ({}, {"Tea": "Miho drinks green tea."})


def test_undoing_what_was_first_written_puts_it_away(tmp_path: Path) -> None:
    # N1: nothing is deleted by it
    with court(tmp_path) as c:
        c.write("Tea", "Miho drinks green tea.")
        undo_change(c.f, c.s, "Tea")
        assert (c.texts(), c.texts(archived=True)) == ({}, {"Tea": "Miho drinks green tea."})


def test_figures_that_changed_since_do_not_stand_in_the_way(tmp_path: Path) -> None:
    # N1, K4: an outcome is no new wording
    with court(tmp_path) as c:
        c.write("Deploy", "1. make deploy", kind="procedure", description="how to deploy")
        c.write("Deploy", "1. make ship", kind="procedure", description="how to deploy")
        report_outcome(c.f, c.s, "Deploy", True, c.clock.now())
        undo_change(c.f, c.s, "procedure:Deploy")
        item = one_learned(c.f, "procedure", "Deploy")
        assert isinstance(item.facts, ProcedureFacts)
        assert (item.text, item.facts.success_count, item.facts.confidence) == ("1. make deploy", 1, 1.0)


def test_undoing_after_nothing_but_outcomes_leaves_what_a_person_wrote(tmp_path: Path) -> None:
    # N1, K4: how often it worked is no change of the page
    with court(tmp_path) as c:
        by_hand(c.home, "procedure", "Sew", "---\ndescription: how to sew\n---\nSlowly.\n")
        for success in (True, False):
            report_outcome(c.f, c.s, "Sew", success, c.clock.now())
        with pytest.raises(Refused, match="omoide procedures archive Sew"):
            undo_change(c.f, c.s, "procedure:Sew")
        assert one_learned(c.f, "procedure", "Sew").text == "Slowly."


def test_undoing_a_protection_takes_the_protection_away_and_not_the_page(tmp_path: Path) -> None:
    # N1, K6: it is the last thing that somebody decided; the page itself is older
    with court(tmp_path) as c:
        item = c.write("Tea", SUNDAY)
        kept = replace(item, facts=replace(item.facts, protected=True))  # type: ignore[call-arg]
        write_learned(c.f, c.s, kept, c.clock.now(), action="protected", by="person")
        undo_change(c.f, c.s, "knowledge:Tea", c.clock.forward(hours=1))
        assert c.texts() == {"Tea": SUNDAY}
        assert not one_learned(c.f, "knowledge", "Tea").facts.protected  # type: ignore[union-attr]
        undo_change(c.f, c.s, "knowledge:Tea", c.clock.forward(hours=1))
        assert one_learned(c.f, "knowledge", "Tea").facts.protected  # type: ignore[union-attr]


def test_what_cannot_be_undone_is_said_plainly(tmp_path: Path) -> None:
    # N1
    with court(tmp_path) as c:
        for name, error in (("nothing", NotFound), ("knowledge:nothing", NotFound), ("core_memory", InvalidInput)):
            with pytest.raises(error):
                undo_change(c.f, c.s, name)
        c.write("Tea", "Green.")
        c.write("Tea", "1. Boil water.", kind="procedure")
        with pytest.raises(InvalidInput, match="knowledge:Tea, procedure:Tea"):
            undo_change(c.f, c.s, "Tea")
        with pytest.raises(NotFound):
            why_page(c.f, "knowledge:nothing")


def test_why_tells_what_is_believed_since_when_from_what_and_what_was_believed_before(tmp_path: Path) -> None:
    # E9, N1, K3: both times of every belief
    with court(tmp_path, FindContradiction=HOLDS) as c:
        old, new = pages(c)
        c.clock.set("2026-01-19T03:00:00")
        reconcile(c.f, c.s)
        told = why_page(c.f, "backup a")
        assert (told.kind, told.name, told.days) == ("knowledge", "Backup A", (date(2026, 1, 12), date(2026, 1, 12)))
        assert [(source.id, source.text) for source in told.sources] == [(new, "We spoke of Monday.")]
        assert [change.action for change in told.changes] == ["created", "supersede"]
        assert told.by == "scripted"
        gone = why_page(c.f, "knowledge:Backup B")
        assert gone.page
        assert gone.page.archived
        [belief] = gone.beliefs
        assert (belief.believed_from, belief.believed_until) == (date(2026, 1, 3), date(2026, 1, 12))
        assert (belief.recorded_at, belief.replaced_at) == (at("2026-01-18T18:00:00"), at("2026-01-19T03:00:00"))
        assert (belief.why_changed, belief.replaced_by) == ("it moved to Monday", "knowledge:Backup A")
        plain = gone.plain()
        assert plain["beliefs"][0]["text"] == SUNDAY
        assert [change["action"] for change in plain["changes"]] == ["created", "supersede"]
        assert plain["sources"] == [{"id": old, "first": "2026-01-03", "last": "2026-01-03", "turns": []}]


def test_why_shows_what_was_rejected_under_that_name(tmp_path: Path) -> None:
    # K1
    with court(tmp_path, ValidateKnowledge=Support(False, "only coffee was spoken of")) as c:
        c.write("Tea", "Miho drinks green tea.")
        validate(c.f, c.s, [Candidate("knowledge", "Tea", "Miho grows tea.", "Coffee.", ())])
        [rejected] = why_page(c.f, "Tea").rejected
        assert (rejected.candidate.text, rejected.reason) == ("Miho grows tea.", "only coffee was spoken of")


def test_the_same_state_is_recorded_once(tmp_path: Path) -> None:
    # N1: whoever notices a change first has recorded it
    with court(tmp_path) as c:
        now = c.clock.now()
        assert record_change(c.f, "knowledge", "X", "created", "", (), None, "a", now)
        assert record_change(c.f, "knowledge", "X", "edited", "", (), "b", "a", now) is None
        assert record_change(c.f, "knowledge", "X", "edited", "", (), "a", "a", now) is None
        assert record_change(c.f, "knowledge", "X", "edited", "", (), "a", "b", now)
        assert [(change.before, change.after) for change in changes(c.f, "knowledge", "X")] == [(None, "a"), ("a", "b")]


def test_beliefs_follow_from_changes_alone() -> None:
    # N1: also where a history begins in the middle
    def change(before: str | None, after: str | None, day: int, action: str = "edited") -> Change:
        moment = at(f"2026-01-{day:02}T12:00:00")
        return Change("", None, "", "knowledge", "X", action, f"r{day}", "me", moment, before, after,  # type: ignore[arg-type]
                      believed_until=moment.date(), believed_from=moment.date())  # fmt: skip

    told = beliefs([change("a", "b", 2), change("b", None, 3), change(None, "a", 4)])
    spans = [(b.text, b.believed_from and b.believed_from.day, b.believed_until and b.believed_until.day) for b in told]
    assert spans == [("a", None, 2), ("b", 2, 3), ("a", 4, None)]
    assert [b.why_changed for b in told] == ["r2", "r3", ""]
