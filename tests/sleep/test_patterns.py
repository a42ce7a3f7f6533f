"""What the log shows again and again becomes a procedure (D4); a mind only words it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from omoide import Mind
from omoide.domain.event import Event
from omoide.errors import Postponed
from omoide.prompts.distil_procedure import DistilledProcedures
from tests.sleep.nightly import Clock, Counsel, at, facts, living, procedures, texts

NIGHT = "2026-01-19T03:00:00"


def worked(mind: Mind, *days: str) -> None:
    """A morning's round on each of these days, and something else beside it."""
    for day in days:
        start = at(f"{day}T09:00:00")
        acts = [
            Event(start, "tool_use", tool="fetch_mail", summary="three letters"),
            Event(start + timedelta(minutes=2), "message_received", content="Good morning", from_="me"),
            Event(start + timedelta(minutes=5), "tool_use", tool="sort_mail"),
            Event(start + timedelta(minutes=9), "cron_executed", task="digest", exit_code=0),
        ]
        mind.faculties.activity.append(mind.scope, *acts)


def test_a_round_that_was_done_three_times_is_written_down_once(tmp_path: Path) -> None:
    # D4, K4
    clock = Clock()
    mind_ = Counsel(DistilPattern=procedures(("The morning mail", ["Fetch the mail", "Sort it", "Send the digest"])))
    with living(tmp_path, clock, thinker=mind_) as mind:
        mind.perceive("Hello.", "Hi.", time=at("2026-01-05T12:00:00"))
        worked(mind, "2026-01-14", "2026-01-15", "2026-01-16")
        assert mind.sleep(clock.set(NIGHT)).steps["patterns"] == {"distilled": 1, "similar": 0}
        [asked] = [q for q in mind_.asked if type(q).__name__ == "DistilPattern"]
        assert (asked.sequence, asked.times, asked.days) == (("TOOL fetch_mail", "TOOL sort_mail", "CRON digest"), 3, 3)
        assert "TOOL fetch_mail: three letters" in asked.examples[0]
        assert texts(mind, "procedure") == {"The morning mail": "1. Fetch the mail\n2. Sort it\n3. Send the digest"}
        assert facts(mind, "procedure")["The morning mail"].confidence == 0.4
        worked(mind, "2026-01-20", "2026-01-21", "2026-01-22")
        assert mind.sleep(clock.set("2026-01-26T03:00:00")).steps["patterns"] == {"distilled": 0, "similar": 0}
        assert len([q for q in mind_.asked if type(q).__name__ == "DistilPattern"]) == 1


def test_what_was_done_twice_or_long_ago_is_no_habit(tmp_path: Path) -> None:
    # D4
    clock, mind_ = Clock(), Counsel(DistilPattern=procedures(("x", ["y"])))
    with living(tmp_path, clock, thinker=mind_) as mind:
        mind.perceive("Hello.", "Hi.", time=at("2026-01-01T12:00:00"))
        worked(mind, "2026-01-05", "2026-01-15", "2026-01-16")
        assert mind.sleep(clock.set(NIGHT)).steps["patterns"] == {"distilled": 0, "similar": 0}
        assert [q for q in mind_.asked if type(q).__name__ == "DistilPattern"] == []


def test_a_habit_waits_for_a_mind_and_one_without_words_is_let_go(tmp_path: Path) -> None:
    # D4, D5
    clock, mind_ = Clock(), Counsel(DistilPattern=Postponed("down", "不通"))
    with living(tmp_path, clock, thinker=mind_) as mind:
        mind.perceive("Hello.", "Hi.", time=at("2026-01-05T12:00:00"))
        worked(mind, "2026-01-14", "2026-01-15", "2026-01-16")
        done = mind.sleep(clock.set(NIGHT)).steps["patterns"]
        assert done == {"distilled": 0, "similar": 0, "postponed": 1, "reason": "down", "reason_ja": "不通"}
        mind_.answers["DistilPattern"] = DistilledProcedures([])
        assert mind.sleep(clock.set("2026-01-20T03:00:00")).steps["patterns"] == {"distilled": 0, "similar": 0}
        assert texts(mind, "procedure") == {}
