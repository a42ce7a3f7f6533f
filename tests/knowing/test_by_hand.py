"""Learned pages are files that a person may write, edit and take away while the program runs."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from omoide import Mind
from omoide.domain.learned import KnowledgeFacts, ProcedureFacts
from omoide.domain.page import page_name
from omoide.errors import InvalidInput, PageConflict, Refused
from omoide.knowing import learned, one_learned, read_learned, refresh_learned, search_learned, usage, write_learned
from omoide.knowing.history import changes
from omoide.language.front_matter import part
from omoide.pages import undo_page
from tests.knowing.shelf import by_hand, dated, file_of, teach
from tests.mind.world import Clock, at, mind_in


@pytest.fixture
def mind(tmp_path: Path):
    with mind_in(tmp_path) as opened:
        yield opened


def found(mind: Mind, cue: str) -> list[str]:
    return [one.item.name for one in search_learned(mind.faculties, mind.settings, cue, now=mind.faculties.clock.now())]


def told(mind: Mind, name: str) -> list[tuple[str, str, bool, bool]]:
    past = changes(mind.faculties, "knowledge", name)
    return [(one.action, one.by, one.before is not None, one.after is not None) for one in past]


def test_a_new_file_an_edit_and_a_missing_file_are_noticed_at_the_next_search(mind: Mind) -> None:
    # T3, N1: with a history of each
    path = by_hand(mind.home, "knowledge", "tea", "Hana drinks sencha.\n")
    assert found(mind, "sencha") == ["tea"]
    path.write_text("Hana drinks gyokuro.\n")
    assert (found(mind, "sencha"), found(mind, "gyokuro")) == ([], ["tea"])
    path.unlink()
    assert found(mind, "gyokuro") == []
    assert told(mind, "tea") == [
        ("created", "person", False, True), ("edited", "person", True, True), ("removed", "person", True, False),
    ]  # fmt: skip
    assert usage(mind.faculties) == {}


def test_nothing_is_read_again_that_has_not_changed(mind: Mind) -> None:
    # T3: an unchanged file is told by its stamp; a touched one by its text
    path = by_hand(mind.home, "knowledge", "tea", "Hana drinks sencha.\n")
    now = mind.faculties.clock.now()
    assert refresh_learned(mind.faculties, mind.settings, now)["changed"] == 1
    assert refresh_learned(mind.faculties, mind.settings, now) == {"changed": 0, "gone": 0}
    dated(path, 5)
    assert refresh_learned(mind.faculties, mind.settings, now) == {"changed": 1, "gone": 0, "left": 0, "embedded": 0}
    assert [one[0] for one in told(mind, "tea")] == ["created"]


def test_a_page_without_front_matter_has_the_facts_of_its_file(mind: Mind) -> None:
    # T3, K2
    dated(by_hand(mind.home, "knowledge", "tea", "\ufeffHana drinks sencha.\r\nNo sugar.\r\n"), 2)
    (item,) = learned(mind.faculties, "knowledge")
    day = at("2026-01-20T18:00:00")
    assert (item.text, item.bare, item.problem) == ("Hana drinks sencha.\nNo sugar.", True, "")
    assert item.facts == KnowledgeFacts(created_at=day, updated_at=day)


def test_a_person_who_edits_a_page_seldom_thinks_of_its_date(tmp_path: Path) -> None:
    # T3, R5: an edit counts from when it was made
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        teach(mind, "knowledge", "tea", "Hana drinks sencha.")
        path = file_of(tmp_path, "knowledge", "tea")
        path.write_text(path.read_text().replace("sencha", "gyokuro"))
        dated(path, 29)
        now = clock.forward(days=30)
        (one,) = search_learned(mind.faculties, mind.settings, "gyokuro", now=now)
        assert round(one.why.days, 3) == 1.0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---\nconfidence: [0.9\n---\nHana drinks sencha.\n", "cannot be read"),
        ("---\nconfidence: high\n---\nHana drinks sencha.\n", "no usable confidence"),
    ],
)
def test_broken_front_matter_is_told_found_and_never_written_over(mind: Mind, text: str, reason: str) -> None:
    # T3: nothing is lost of what a person wrote
    path = by_hand(mind.home, "knowledge", "tea", text)
    (item,) = learned(mind.faculties, "knowledge")
    assert reason in item.problem
    assert item.problem_ja
    assert found(mind, "sencha") == ["tea"]
    with pytest.raises(Refused, match="left as it is"):
        write_learned(mind.faculties, mind.settings, item, mind.faculties.clock.now(), action="edited")
    with pytest.raises(Refused, match="left as it is"):
        mind.protect_page("knowledge", "tea")
    assert path.read_text() == text
    warned = [one.en for one in mind.upkeep.check() if one.what == "pages"]
    assert len(warned) == 1
    assert reason in warned[0]
    path.write_text("Hana drinks sencha.\n")
    mind.learned()
    assert [one for one in mind.upkeep.check() if one.what == "pages"] == []


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00bad", b"a\0b", b"x" * 500_000])
def test_huge_and_binary_pages_are_told_and_left_alone(mind: Mind, raw: bytes) -> None:
    # T4
    path = by_hand(mind.home, "procedure", "noise", raw)
    by_hand(mind.home, "procedure", "sew", "---\ndescription: sew a straight seam\n---\nSlowly.\n")
    assert [(one.name, bool(one.problem)) for one in learned(mind.faculties)] == [("noise", True), ("sew", False)]
    assert found(mind, "straight seam") == ["sew"]
    with pytest.raises(Refused, match="left as it is"):
        mind.report_outcome("noise", True)
    assert path.read_bytes() == raw


def test_an_outcome_changes_its_own_lines_and_no_other(mind: Mind) -> None:
    # T3, K4
    path = by_hand(mind.home, "procedure", "sew", "---\n# by Hana\ndescription: sew\nowner: Hana # me\n---\nSlowly.\n")
    dated(path, 0)
    mind.report_outcome("SEW", True)
    assert path.read_text() == (
        "---\n# by Hana\ndescription: sew\nowner: Hana # me\ncreated_at: '2026-01-18T09:00:00+00:00'\n"
        "updated_at: '2026-01-18T09:00:00+00:00'\nconfidence: 1.0\nsuccess_count: 1\n---\n\nSlowly.\n"
    ).replace("2026-01-18T09:00:00+00:00", at("2026-01-18T18:00:00").astimezone().isoformat())


def test_an_edit_made_meanwhile_is_a_conflict_and_both_texts_are_kept(mind: Mind) -> None:
    # T3, N1
    item = teach(mind, "knowledge", "tea", "Hana drinks sencha.")
    path = file_of(mind.home, "knowledge", "tea")
    path.write_text("Hana drinks gyokuro.\n")
    with pytest.raises(PageConflict) as caught:
        write_learned(
            mind.faculties, mind.settings, item.__class__("knowledge", "tea", "Coffee.", item.facts,
            revision=item.revision), mind.faculties.clock.now(), action="edited",
        )  # fmt: skip
    assert path.read_text() == "Hana drinks gyokuro.\n"
    (aside,) = (mind.home / "personas/aoi/people/me/conflicts").rglob("*.md")
    assert str(aside) in caught.value.en
    assert "Coffee." in aside.read_text()


def test_an_edit_by_hand_before_a_write_has_its_own_place_in_the_history(mind: Mind) -> None:
    # N1: what stood between two writes of the program is not forgotten
    teach(mind, "knowledge", "tea", "one")
    path = file_of(mind.home, "knowledge", "tea")
    path.write_text(path.read_text().replace("one", "two"))
    teach(mind, "knowledge", "tea", "three")
    assert told(mind, "tea") == [
        ("created", "", False, True), ("edited", "person", True, True), ("created", "", True, True),
    ]  # fmt: skip
    assert [change.before and part(change.before).body for change in changes(mind.faculties, "knowledge", "tea")] == [
        None, "one\n", "two\n",
    ]  # fmt: skip
    undo_page(mind.faculties, page_name("knowledge", "tea"))
    assert one_learned(mind.faculties, "knowledge", "tea").text == "two"


def test_secrets_reach_neither_page_nor_index_nor_history(mind: Mind) -> None:
    # E8: also those that a person wrote by hand
    secret = "sk-" + "ant-" + "a1B2c3" * 5
    teach(mind, "procedure", "login", f"use {secret}", description=f"log in with {secret}")
    by_hand(mind.home, "knowledge", "key", f"the key is {secret}\n")
    found(mind, "key")
    assert secret not in file_of(mind.home, "procedure", "login").read_text()
    mind.faculties.store.close()
    for path in mind.home.glob("omoide.db*"):
        assert secret.encode() not in path.read_bytes()


def test_what_one_person_taught_another_does_not_find(tmp_path: Path) -> None:
    # N6: skills that were written for everybody are everybody's
    (tmp_path / "personas/aoi/skills").mkdir(parents=True)
    (tmp_path / "skills").mkdir()
    (tmp_path / "personas/aoi/skills/sew.md").write_text("---\ndescription: sew\n---\nfor all of aoi\n")
    for name in ("sew", "cook"):
        (tmp_path / f"skills/{name}.md").write_text(f"---\ndescription: {name}\n---\nfor all\n")
    with mind_in(tmp_path, person="hana") as hana, mind_in(tmp_path, person="ken") as ken:
        teach(hana, "knowledge", "dogs", "Hana is afraid of dogs.")
        by_hand(tmp_path, "skill", "cook", "---\ndescription: cook for Hana\n---\nsoft\n", person="hana")
        assert found(hana, "afraid of dogs") == ["dogs"]
        assert found(ken, "afraid of dogs") == []
        assert [(one.name, one.place) for one in learned(hana.faculties)] == [
            ("dogs", "own"), ("cook", "own"), ("sew", "persona"),
        ]  # fmt: skip
        assert [(one.name, one.place, one.text) for one in learned(ken.faculties)] == [
            ("cook", "home", "for all"), ("sew", "persona", "for all of aoi"),
        ]  # fmt: skip
        with pytest.raises(Refused, match="by hand for everybody"):
            teach(ken, "skill", "sew", "mine now")
        assert changes(ken.faculties, "skill", "sew") == []


@pytest.mark.parametrize("name", ["../../etc/passwd", "..", "a/b", "C:evil", "x" * 101, "", "con", "line\nbreak"])
def test_odd_names_change_nothing(mind: Mind, name: str) -> None:
    # T4
    with pytest.raises(InvalidInput, match="cannot be the name of a page"):
        teach(mind, "knowledge", name, "text")
    assert not (mind.home / "personas").exists()
    assert mind.faculties.store.learned.intents(mind.scope) == {}


def test_files_that_are_no_pages_are_passed_over(mind: Mind) -> None:
    # T4
    folder = by_hand(mind.home, "knowledge", "tea", "Hana drinks sencha.\n").parent
    (folder / ".hidden.md").write_text("x")
    (folder / "notes.txt").write_text("x")
    (folder / "folder.md").mkdir()
    (folder / "broken.md").symlink_to(folder / "nowhere")
    assert [one.name for one in learned(mind.faculties)] == ["tea"]


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that nobody can read")
def test_a_file_that_cannot_be_read_now_does_not_hide_the_others(mind: Mind) -> None:
    # T4
    folder = by_hand(mind.home, "knowledge", "tea", "Hana drinks sencha.\n").parent
    (folder / "locked.md").symlink_to("/proc/self/mem")
    assert found(mind, "sencha") == ["tea"]
    assert [(one.name, bool(one.problem)) for one in learned(mind.faculties)] == [("locked", True), ("tea", False)]
    (folder / "locked.md").unlink()
    by_hand(mind.home, "knowledge", "locked", "Ken drinks matcha.\n")
    assert found(mind, "matcha") == ["locked"]


def test_many_new_files_do_not_hold_up_a_prompt(tmp_path: Path) -> None:
    # T3: a search takes in so many; the night takes in the rest
    with mind_in(tmp_path, learning={"pages_at_once": 2, "pieces_at_once": 1}) as mind:
        for number in range(5):
            by_hand(tmp_path, "knowledge", f"note {number}", f"Kettle number {number} whistles.\n")
        assert sorted(found(mind, "kettle whistles")) == ["note 0", "note 1"]
        assert len(found(mind, "kettle whistles")) == 4
        rest = refresh_learned(mind.faculties, mind.settings, mind.faculties.clock.now())
        assert rest == {"changed": 1, "gone": 0, "left": 0, "embedded": 1}
        mind.index_passages()
        rows = mind.faculties.store.passages.rows_of(mind.scope, "learned_knowledge")
        vectors, _ = mind.faculties.store.passages.vectors.get(
            [row for one in rows.values() for row in one], mind.faculties.embedder.name
        )
        assert len(vectors) == 5


def test_names_are_found_however_they_are_written(mind: Mind) -> None:
    # T3
    teach(mind, "procedure", "Ｄｅｐｌｏｙ", "push", description="deploy")
    one = read_learned(mind.faculties, "procedure", "deploy")
    assert one is not None
    assert isinstance(one.facts, ProcedureFacts)
    assert teach(mind, "procedure", "deploy", "pull").name == one.name
    assert len(learned(mind.faculties, "procedure")) == 1


def test_dates_are_set_by_the_program_and_kept_from_then_on(tmp_path: Path) -> None:
    # K2: made once, changed when the text does
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        made = clock.now()
        teach(mind, "knowledge", "tea", "one")
        later = clock.forward(days=1)
        mind.protect_page("knowledge", "tea")
        facts = one_learned(mind.faculties, "knowledge", "tea").facts
        assert (facts.created_at, facts.updated_at) == (made, made)
        teach(mind, "knowledge", "tea", "two", created_at=made, updated_at=made)
        facts = one_learned(mind.faculties, "knowledge", "tea").facts
        assert (facts.created_at, facts.updated_at) == (made, later)
        assert later - made == timedelta(days=1)
