"""What of an erased person stands in others' memories: cut out or made anew, and nothing else is touched."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from omoide.domain.page import PageName

from .lives import NAMING, OTHER, OTHERS, PERSON, SAID, SAID_JA, TOLD, clock, eraser, found, opened

PART = "the brass compass under the third plum tree behind"  # a part of what was said


def test_what_was_made_of_several_persons_is_made_anew(small: Path) -> None:
    # O2, E9: by words, and by ids alone
    with closing(sqlite3.connect(small / "omoide.db")) as database, database:
        (turn,) = database.execute("SELECT key FROM turns WHERE said = ?", (SAID,)).fetchone()
        mine = "SELECT s.row FROM sources s JOIN turns t ON t.key = s.turn WHERE t.said = ?"
        (leaking,) = database.execute(mine, (OTHERS,)).fetchone()
        database.execute("UPDATE texts SET content = ? WHERE row = ?", (f"It went on and on about {PART} it.", leaking))
        (mixed,) = database.execute(mine, (NAMING,)).fetchone()
        database.execute("INSERT INTO sources VALUES (?, 7, ?)", (mixed, turn))
        database.execute("UPDATE goals SET sources = ? WHERE person = 'ren'", (json.dumps([turn]),))
    with opened(small, OTHER) as mind:
        before = {memory.row for memory in mind.list()}
        assert {leaking, mixed} < before
        assert len(mind.goals()) == 1
    erasing = eraser(small)
    proof = erasing.erase(PERSON, erasing.plan(PERSON).token)
    assert proof.clean
    assert dict(proof.removed.again) == {"memories": 2, "goals": 1}
    assert found(small, PART, turn) == set()
    with opened(small, OTHER) as mind:
        assert {memory.row for memory in mind.list()} == before - {leaking, mixed}
        assert {turn.said for turn in mind.faculties.store.turns.waiting(mind.scope)} == {OTHERS, NAMING}
        assert mind.goals() == []
        mind.end_session()
        again = [mind.turns_of(memory) for memory in mind.list()]
        assert {OTHERS, NAMING} <= {turn.said for turns in again for turn in turns}
        assert mind.recall("ferry to the northern islands").memories


def test_sentences_are_cut_out_of_pages_of_others(small: Path) -> None:
    # O2: in another's pages their very words; what merely names them there is the other's own
    page = (
        f"# Bees\n\n- Row gently. {SAID} Keep to the left.\n- Somebody told me: 「{SAID_JA}」\n- {NAMING}\n\nThe end.\n"
    )
    with opened(small, OTHER) as mind:
        mind.faculties.pages.write(mind.scope, PageName("entity", "bees"), page, "", clock().now())
        mind.write_profile(f"Ren rows a boat. He knows {PERSON} well. He likes Akikos.")
        log = small / "personas" / "juno" / "people" / OTHER / "activity_log" / "2026-01-18.jsonl"
    lines = log.read_text().splitlines()
    log.write_text("\n".join([*lines, json.dumps({"type": "note", "content": SAID_JA})]) + "\n")
    erasing = eraser(small)
    proof = erasing.erase(PERSON, erasing.plan(PERSON).token)
    assert proof.clean
    assert dict(proof.removed.again) == {"pages": 2, "logs": 1}
    with opened(small, OTHER) as mind:
        kept = mind.faculties.pages.read(mind.scope, PageName("entity", "bees")).text
        assert kept == f"# Bees\n\n- Row gently. Keep to the left.\n- {NAMING}\n\nThe end.\n"
        assert mind.profile().text.strip() == "Ren rows a boat. He likes Akikos."
    assert log.read_text().splitlines() == lines


def test_what_others_say_in_the_same_words_is_no_trace(small: Path) -> None:
    # O2: two persons who say the same are two persons
    with opened(small, OTHER) as mind:
        mind.perceive(SAID, "You too?")
        mind.end_session()
        before = len(mind.list())
    erasing = eraser(small)
    proof = erasing.erase(PERSON, erasing.plan(PERSON).token)
    assert proof.clean
    assert dict(proof.removed.again) == {}
    with opened(small, OTHER) as mind:
        assert len(mind.list()) == before
        assert SAID in [turn.said for turn in mind.conversation(9)]


def test_a_name_that_is_a_word_or_part_of_another(small: Path) -> None:
    # O2: erasing "me" or "Ann" does not tear holes into what others have
    (small / "personas" / "juno" / "core_memory.md").write_text("Anna told me that Ann sings. You can tell me all.\n")
    for person in ("me", "Ann", "Anna"):
        with opened(small, person) as mind:
            mind.perceive(f"What {person} says about the weather in the mountains is always wrong.", "Is it?")
    erasing = eraser(small)
    assert erasing.erase("me", erasing.plan("me").token).clean
    assert (small / "personas" / "juno" / "core_memory.md").read_text().startswith("Anna told me that Ann sings.")
    assert erasing.erase("Ann", erasing.plan("Ann").token).clean
    assert (small / "personas" / "juno" / "core_memory.md").read_text() == "You can tell me all.\n"
    with opened(small, "Anna") as mind:
        assert len(mind.conversation(9)) == 1


@pytest.mark.parametrize(("text", "goes"), [(SAID, True), (TOLD, False)])
def test_archived_talks_of_others_are_told_anew_without_them(small: Path, text: str, goes: bool) -> None:
    # O2, S1: a summary that stands in a file alone, with their words; what others are told in the same words stays
    with opened(small, PERSON) as mind:
        mind.faculties.pages.write(mind.scope, PageName("entity", "tree"), f"{TOLD}\n", "", clock().now())
    with closing(sqlite3.connect(small / "omoide.db")) as database, database:
        flushed = "SELECT MIN(number) FROM flushes WHERE person = 'ren'"
        database.execute(f"UPDATE flushes SET summary = ? WHERE person = 'ren' AND number = ({flushed})", (text,))
    with opened(small, OTHER) as mind:
        archive, tiers = mind.faculties.archive(), mind.faculties.store.tiers

        def told() -> list[str]:
            return [one.flush.summary for one in archive.read_sessions(file.name for file in tiers.files(OTHER))]

        mind.move_sessions()
        before = told()
        assert text in before
        proof = mind.erase(PERSON, mind.plan_erasure(PERSON).token)
        assert (proof.clean, dict(proof.removed.again)) == (True, {"archive_files": 1} if goes else {})
        assert told() == ([] if goes else before)
        mind.move_sessions()  # the talk is in the fast store again
        mind.move_sessions()
        assert (len(told()), text in told()) == (len(before), not goes)
