"""Forgetting what is not used (K6): marks by night, the archive by month, and what is never touched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.knowing import learned, mark_low, mark_used, read_learned, report_outcome, restore, search_learned, usage
from omoide.sleep import disuse, rhythm
from tests.doors.cli.shell import Shell
from tests.sleep.nightly import Clock, at, folder, living, page, tell, texts

MADE = "2025-01-01T03:00:00"


def marked(mind: Mind) -> list[str]:
    return [f"{kind}:{name}" for (kind, name), use in usage(mind.faculties).items() if use.low_since]


def night(mind: Mind, clock: Clock, when: str) -> dict[str, Any]:
    return mind.sleep(clock.set(when)).steps


def test_marks_come_with_the_days_and_never_to_the_protected(tmp_path: Path) -> None:
    # K6: 90 days for knowledge, 180 for procedures, three uses; skills, important, protected, mature are left alone
    clock = Clock(at(MADE))
    with living(tmp_path, clock) as mind:
        used = page(mind, "Used thrice", "The river runs past the mill.", made=MADE)
        page(mind, "Idle", "The bakery closes at six.", made=MADE)
        page(mind, "Important", "[IMPORTANT] The key is under the stone.", made=MADE)
        page(mind, "大事", "[重要] 鍵は石の下。", made=MADE)
        page(mind, "Held", "The attic is full of maps.", made=MADE, protected=True)
        page(mind, "Way", "1. Turn the crank", "procedure", made=MADE)
        page(mind, "Mature", "1. Polish the brass", "procedure", made=MADE, version=3)
        page(mind, "Kept", "1. Feed the parrot", "procedure", made=MADE, protected=True)
        (tmp_path / "personas" / "aoi" / "skills").mkdir(parents=True, exist_ok=True)
        (tmp_path / "personas" / "aoi" / "skills" / "Juggling.md").write_text("Throw, catch.", encoding="utf-8")
        for _ in range(3):
            mark_used(mind.faculties, [used], at(MADE))
        assert night(mind, clock, "2025-03-31T03:00:00")["downscale"] == {"marked": 0, "accounts_marked": 0}  # 89 days
        assert night(mind, clock, "2025-04-01T03:00:00")["downscale"]["marked"] == 1
        assert marked(mind) == ["knowledge:Idle"]
        assert night(mind, clock, "2025-06-29T03:00:00")["downscale"]["marked"] == 0  # 179 days
        assert night(mind, clock, "2025-06-30T03:00:00")["downscale"]["marked"] == 1
        assert marked(mind) == ["procedure:Way"]
        assert list(texts(mind, archived=True)) == ["Idle"]  # by the monthly work of the night before


def test_a_procedure_that_keeps_failing_is_marked_at_once_and_one_that_is_shown_again_is_not(tmp_path: Path) -> None:
    # K6, K4
    clock = Clock(at(MADE))
    with living(tmp_path, clock) as mind:
        page(mind, "Jinx", "1. Whistle at the bridge", "procedure", made=MADE)
        for _ in range(3):
            report_outcome(mind.faculties, mind.settings, "Jinx", False, clock.now())
        assert night(mind, clock, "2025-01-02T03:00:00")["downscale"]["marked"] == 1
        jinx = read_learned(mind.faculties, "procedure", "Jinx")
        assert jinx
        mark_used(mind.faculties, [jinx], clock.now())
        assert marked(mind) == []


def test_the_month_archives_what_was_marked_for_long_and_it_can_come_back(tmp_path: Path) -> None:
    # K6, D4: sixty days after the mark, out of the index, restorable; what came up meanwhile stays
    clock = Clock(at(MADE))
    with living(tmp_path, clock) as mind:
        mind.perceive("Hello.", "Hi.", time=at(MADE))  # the month counts from the first talk
        page(mind, "Idle", "The bakery closes at six.", made=MADE)
        shown = page(mind, "Shown", "The ferry leaves at noon.", made=MADE)
        night(mind, clock, "2025-04-01T03:00:00")
        assert marked(mind) == ["knowledge:Idle", "knowledge:Shown"]
        mark_used(mind.faculties, [shown], at("2025-04-20T12:00:00"))
        done = night(mind, clock, "2025-05-30T03:00:00")  # 59 days after the mark
        assert done["forgetting"] == {
            "forgotten": 0, "accounts_forgotten": 0, "conflicts": 0, "versions_removed": 0,
        }  # fmt: skip
        assert night(mind, clock, "2025-06-01T03:00:00")["forgetting"] == {}  # not due before the month is over
        done = night(mind, clock, "2025-06-29T03:00:00")
        assert done["forgetting"]["forgotten"] == 1
        assert list(texts(mind)) == ["Shown"]
        assert texts(mind, archived=True) == {"Idle": "The bakery closes at six."}
        cue = "When does the bakery close?"
        assert search_learned(mind.faculties, mind.settings, cue, ["knowledge"], clock.now()) == []
        restore(mind.faculties, mind.settings, "knowledge", "Idle", clock.now())
        [found] = search_learned(mind.faculties, mind.settings, cue, ["knowledge"], clock.now())
        assert found.item.text == "The bakery closes at six."


def test_the_month_keeps_five_versions_of_a_procedure(tmp_path: Path) -> None:
    # D4
    clock = Clock(at(MADE))
    with living(tmp_path, clock) as mind:
        mind.perceive("Hello.", "Hi.", time=at(MADE))
        for n in range(9):
            page(mind, "Way", f"1. Turn the crank {n} times", "procedure", made=f"2025-01-0{n + 1}T03:00:00")
        name = next(p.name for p in mind.faculties.pages.places(mind.scope) if p.name.name == "Way")
        assert len(mind.faculties.pages.versions(mind.scope, name)) == 8
        assert night(mind, clock, "2025-02-01T03:00:00")["forgetting"]["versions_removed"] == 3
        kept = [version.text.strip()[-8:] for version in mind.faculties.pages.versions(mind.scope, name)]
        assert kept == [f" {n} times" for n in (7, 6, 5, 4, 3)]
        assert texts(mind, "procedure") == {"Way": "1. Turn the crank 8 times"}


def test_accounts_that_never_come_up_are_no_longer_found_but_kept(tmp_path: Path) -> None:
    # K6: text kept; what a search on purpose shows stays
    clock = Clock(at(MADE))
    with living(tmp_path, clock, tree={"episodes": {"merge_after_days": 3_000}}) as mind:
        mind.perceive("Hello.", "Hi.", time=at(MADE))
        idle = tell(mind, "2025-01-02", "We talked about the lighthouse keeper and his parrot.")
        shown = tell(mind, "2025-01-03", "We talked about the glassblower of Murano and her furnace.")
        important = tell(mind, "2025-01-04", "[IMPORTANT] The locksmith hid the spare key in the organ pipe.")
        special = tell(mind, "2025-01-05", "She said thank you under the cherry tree.", "bonding")
        night(mind, clock, "2025-02-01T03:00:00")
        found = mind.search_passages("the glassblower's furnace", tool=True).passages
        assert found[0].passage.source == shown
        [hello] = [one.id for one in mind.episodes() if one.date == "2025-01-01"]
        assert night(mind, clock, "2025-05-01T03:00:00")["downscale"]["accounts_marked"] == 2  # `shown` was asked for
        uses = mind.faculties.store.episode_uses.uses(mind.scope)
        assert {one for one, use in uses.items() if use.low_since} == {idle, hello}
        assert night(mind, clock, "2025-07-01T03:00:00")["forgetting"]["accounts_forgotten"] == 2
        known = mind.faculties.store.passages.known(mind.scope, "episodic_memory")
        assert {important, special, shown} <= set(known)
        assert idle not in known
        assert mind.episode(idle).summary == "We talked about the lighthouse keeper and his parrot."
    shell = Shell(tmp_path)
    back = ("episodes", "restore", idle, "--now", "2025-07-01T12:00:00+09:00", "--home", str(tmp_path),
            "--persona", mind.scope.persona, "--person", mind.scope.person)  # fmt: skip
    assert shell.json(*back) == {"restored": 1}
    assert shell(*back).code == 3  # it is back, and no merged week
    with living(tmp_path, clock, tree={"episodes": {"merge_after_days": 3_000}}) as mind:
        assert night(mind, clock, "2025-07-02T03:00:00")["downscale"]["accounts_marked"] == 0  # it was asked for
        assert idle in mind.faculties.store.passages.known(mind.scope, "episodic_memory")


@pytest.mark.parametrize("days", [7, 30])
def test_a_rhythm_counts_from_the_first_talk_and_then_from_the_last_time(tmp_path: Path, days: int) -> None:
    # D4
    clock = Clock()
    with living(tmp_path, clock) as mind:
        f, s = mind.faculties, mind.settings
        assert not rhythm.due(f, s, "x", days, at("2030-01-01T03:00:00"))  # nothing has happened yet
        mind.sleep(clock.set("2026-01-01T12:00:00"))  # a home with pages only counts from its first night
        assert rhythm.last_done(f, s, "duplicates") == at("2026-01-01T12:00:00").date()
        tell(mind, "2026-01-01", "An account that was moved in.")
        mind.perceive("Hello.", "Hi.", time=at("2026-01-02T12:00:00"))
        assert not rhythm.due(f, s, "x", days, clock.set(f"2026-01-{days:02}T23:00:00"))
        assert rhythm.due(f, s, "x", days, clock.set(f"2026-01-{days + 1:02}T00:30:00"))
        rhythm.note_done(f, s, "x", clock.now())
        assert not rhythm.due(f, s, "x", days, clock.forward(days=days - 1))
        assert rhythm.due(f, s, "x", days, clock.forward(days=1))


def test_an_account_that_a_prompt_was_given_is_in_use(tmp_path: Path) -> None:
    # K6, R6: what a search brought into a prompt, and only once it was shown
    clock = Clock(at("2025-03-01T12:00:00"))
    with living(tmp_path, clock, tree={"episodes": {"merge_after_days": 3_000}}) as mind:
        old = tell(mind, "2025-01-03", "We talked about the glassblower of Murano and her furnace.")
        tell(mind, "2025-01-04", "We talked about the lighthouse keeper and his parrot.")
        mind.index_passages()
        for day in range(20):  # so that the raw log begins after the account
            mind.perceive(f"Good morning {day}.", "Hello.", time=at(f"2025-02-{day + 1:02}T10:00:00"))
        cue = "Do you remember what we said about the glassblower of Murano?"
        brought = mind.context(cue, mark=False)
        assert old in brought.found
        assert mind.faculties.store.episode_uses.uses(mind.scope) == {}
        mind.context(cue)
        assert mind.faculties.store.episode_uses.uses(mind.scope)[old].count == 1


def test_a_page_that_is_edited_while_others_are_forgotten_stays_and_they_go(tmp_path: Path, monkeypatch: Any) -> None:
    # K6, D5: one page in somebody's hands does not keep the rest of the month's work from being done
    clock = Clock(at(MADE))
    with living(tmp_path, clock) as mind:
        for name in ("Bell", "Mill"):
            page(mind, name, f"The {name} stands on the hill.", made=MADE)
        mark_low(mind.faculties, learned(mind.faculties, "knowledge"), at("2025-05-01T03:00:00"))
        found = disuse.to_forget(mind.faculties, mind.settings, clock.set("2025-08-01T03:00:00"))
        assert [one.name for one in found.pages] == ["Bell", "Mill"]
        file = folder(tmp_path) / "Bell.md"
        file.write_text(file.read_text(encoding="utf-8").replace("hill", "square"), encoding="utf-8")
        monkeypatch.setattr(disuse, "to_forget", lambda *_: found)
        done = disuse.forget(mind.faculties, mind.settings, clock.now())
        assert (done["forgotten"], done["conflicts"]) == (1, 1)
        assert texts(mind) == {"Bell": "The Bell stands on the square."}
        assert list(texts(mind, archived=True)) == ["Mill"]
