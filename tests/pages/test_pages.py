"""Pages: text that persona and person edit side by side, and that neither can lose to the other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from omoide import Mind
from omoide.adapters.files.names import folder_for, folder_name
from omoide.domain.page import PageEdit, PageName, page_name
from omoide.errors import InvalidInput, NotFound, PageConflict, Postponed, StoreDamaged
from omoide.pages import (
    edit_page,
    entity_names,
    in_prompt,
    overwrite_page,
    read_entity,
    read_page,
    search_entities,
    undo_page,
    write_entity,
)
from omoide.prompts.consolidate_entity import ConsolidateEntity, EntityText
from tests.mind.world import ScriptedThinker, mind_in

CORE, NOTES, SECRET = PageName("core_memory"), PageName("notepad"), PageName("secret_diary")


def own(home: Path, name: str = "") -> Path:
    return home / "personas" / "aoi" / "people" / "me" / name


@pytest.fixture
def mind(tmp_path: Path):
    with mind_in(tmp_path) as opened:
        yield opened


def test_a_page_is_a_file_that_can_be_edited_by_hand(mind: Mind) -> None:
    # T1
    f = mind.faculties
    assert read_page(f, NOTES).text == ""
    edit_page(f, NOTES, PageEdit("牛乳を買う"))
    file = own(mind.home, "notepad.md")
    assert file.read_text(encoding="utf-8") == "牛乳を買う\n"
    file.write_text("牛乳を買う\n卵も\n", encoding="utf-8")
    edit_page(f, NOTES, PageEdit("豆乳", find="牛乳"))
    assert file.read_text(encoding="utf-8") == "豆乳を買う\n卵も\n"
    assert own(mind.home, "diary/secret.md").exists() is False
    edit_page(f, SECRET, PageEdit("x"))
    assert own(mind.home, "diary/secret.md").read_text() == "x\n"


def test_an_edit_names_one_passage(mind: Mind) -> None:
    # T4
    edit_page(mind.faculties, NOTES, PageEdit("a b a"))
    for find in ("a", "nowhere"):
        with pytest.raises(InvalidInput, match="exactly once"):
            edit_page(mind.faculties, NOTES, PageEdit("c", find=find))
    assert read_page(mind.faculties, NOTES).text == "a b a\n"


def test_two_edits_never_overwrite_each_other_silently(mind: Mind) -> None:
    # T1: the hash check, a message that says where both texts are
    f = mind.faculties
    edit_page(f, CORE, PageEdit("I am Aoi."))
    read = read_page(f, CORE)
    file = own(mind.home, "core_memory.md")
    file.write_text("I am Aoi, and I like rain.\n")
    with pytest.raises(PageConflict) as caught:
        overwrite_page(f, CORE, "I am Aoi, and I like snow.\n", read.revision)
    assert file.read_text() == "I am Aoi, and I like rain.\n"
    (aside,) = own(mind.home, "conflicts").rglob("*.md")
    assert aside.read_text() == "I am Aoi, and I like snow.\n"
    assert str(aside) in caught.value.en
    assert str(aside) in caught.value.ja
    with pytest.raises(PageConflict):
        overwrite_page(f, NOTES, "new", "a revision of a page that was deleted by hand")


def test_what_an_edit_replaced_can_be_brought_back(mind: Mind) -> None:
    # T1
    f = mind.faculties
    with pytest.raises(NotFound):
        undo_page(f, NOTES)
    for text in ("one", "two", "three"):
        overwrite_page(f, NOTES, text, read_page(f, NOTES).revision)
    assert undo_page(f, NOTES).text == "two"
    assert [page.text for page in f.pages.versions(f.scope, NOTES)] == ["three", "two", "one"]


def test_only_so_many_versions_are_kept(tmp_path: Path) -> None:
    with mind_in(tmp_path, pages={"versions": 2}) as mind:
        for text in "abcde":
            overwrite_page(mind.faculties, NOTES, text, read_page(mind.faculties, NOTES).revision)
        kept = mind.faculties.pages.versions(mind.scope, NOTES)
        assert [page.text for page in kept] == ["d", "c"]


def test_secrets_never_reach_a_page(mind: Mind) -> None:
    # E8
    page = edit_page(mind.faculties, NOTES, PageEdit("the key is sk-" + "ant-" + "a1B2c3" * 5))
    assert page.text == "the key is [redacted: api key]\n"


def test_what_one_person_taught_is_not_on_anothers_pages(tmp_path: Path) -> None:
    # N6: common is only what was written by hand into the persona's own folder
    (tmp_path / "personas/aoi").mkdir(parents=True)
    (tmp_path / "personas/aoi/core_memory.md").write_text("I am Aoi.\n")
    with mind_in(tmp_path, person="hana") as hana, mind_in(tmp_path, person="ken") as ken:
        edit_page(hana.faculties, CORE, PageEdit("Hana is afraid of dogs."))
        write_entity(hana.faculties, "Pochi", "Hana's neighbour's dog.")
        assert in_prompt(hana.faculties, CORE) == "I am Aoi.\n\nHana is afraid of dogs."
        assert in_prompt(ken.faculties, CORE) == "I am Aoi."
        assert list(entity_names(ken.faculties)) == []
        assert search_entities(ken.faculties, "Pochi dog") == []


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd", "..", ".hidden", "a/b", "a\\b", "C:evil", "x" * 101, "あ" * 80, "", "  ", "con", "NUL.txt",
        "line\nbreak", "bell\a", "end.", "zero\u200bwidth", "a|b", "q?",
    ],
)  # fmt: skip
def test_odd_names_change_nothing(mind: Mind, name: str) -> None:
    # T4
    with pytest.raises(InvalidInput, match="cannot be the name of a page"):
        write_entity(mind.faculties, name, "text")
    assert not own(mind.home).exists()


@given(st.text(max_size=40))
@hypothesis_settings(max_examples=300)
def test_an_accepted_name_is_one_plain_file_name(name: str) -> None:
    # T4
    try:
        accepted = page_name("entity", name).name
    except InvalidInput:
        return
    assert Path(accepted).name == accepted
    assert os.sep not in accepted


def test_huge_and_binary_pages_are_refused(mind: Mind) -> None:
    # T4
    f = mind.faculties
    with pytest.raises(InvalidInput, match="longer than 100,000"):
        edit_page(f, NOTES, PageEdit("x" * 100_001))
    with pytest.raises(InvalidInput, match="is text"):
        edit_page(f, NOTES, PageEdit("a\0b"))
    edit_page(f, NOTES, PageEdit("kept"))
    file = own(mind.home, "notepad.md")
    for raw in (b"\xff\xfe\x00bad", b"a\0b", b"\x89PNG\r\n\x1a\n"):
        file.write_bytes(raw)
        with pytest.raises(InvalidInput, match="not UTF-8 text"):
            edit_page(f, NOTES, PageEdit("more"))
        assert file.read_bytes() == raw
    file.write_bytes(b"x" * 1_000_000)
    with pytest.raises(InvalidInput, match="longer than"):
        read_page(f, NOTES)


def test_a_page_saved_on_windows_is_read(mind: Mind) -> None:
    own(mind.home).mkdir(parents=True)
    own(mind.home, "notepad.md").write_bytes("\ufeffメモ\r\n二行目\r\n".encode())
    assert read_page(mind.faculties, NOTES).text == "メモ\n二行目\n"


def test_entities_have_one_page_each(mind: Mind) -> None:
    # T2
    f = mind.faculties
    write_entity(f, "Tama", "A cat. Lives with Hana.")
    write_entity(f, "ｔａｍａ", "Likes chicken.")
    write_entity(f, "田中さん", "創作ノートをくれた。猫が好き。")
    assert list(entity_names(f)) == ["Tama", "田中さん"]
    assert read_entity(f, "TAMA").text == "# Tama\n\nA cat. Lives with Hana.\n\nLikes chicken.\n"
    with pytest.raises(NotFound, match="no page about Mike"):
        read_entity(f, "Mike")


def test_entities_are_searched_by_the_number_of_words_they_hold(mind: Mind) -> None:
    # T2
    f = mind.faculties
    write_entity(f, "Tama", "a cat, likes chicken")
    write_entity(f, "Pochi", "a dog, likes chicken and CATS")
    write_entity(f, "Rain", "falls")
    found = search_entities(f, "cat  Chicken dog")
    assert [(one.page.name.name, one.words) for one in found] == [("Pochi", 3), ("Tama", 2)]
    assert search_entities(f, "   ") == []


def test_a_page_is_told_anew_only_by_a_model(tmp_path: Path) -> None:
    # T2, F10: without one it is postponed, and the page stays as it is
    with mind_in(tmp_path) as mind:
        write_entity(mind.faculties, "Tama", "A cat.")
        with pytest.raises(Postponed):
            write_entity(mind.faculties, "Tama", "Likes fish.", consolidate=True)
        assert read_entity(mind.faculties, "Tama").text == "# Tama\n\nA cat.\n"
    thinker = ScriptedThinker()
    thinker.ask = lambda question: EntityText("A cat that likes fish.")  # type: ignore[method-assign]
    with mind_in(tmp_path, thinker=thinker) as mind:
        write_entity(mind.faculties, "tama", "Likes fish.", consolidate=True)
        assert read_entity(mind.faculties, "Tama").text == "# Tama\n\nA cat that likes fish.\n"
        assert undo_page(mind.faculties, page_name("entity", "Tama")).text == "# Tama\n\nA cat.\n"


def test_an_empty_retelling_is_no_answer() -> None:
    with pytest.raises(ValueError, match="empty"):
        EntityText("  \n")
    assert ConsolidateEntity.answer is EntityText


def test_many_writers_lose_nothing(tmp_path: Path) -> None:
    # T1: every line is on the page, or in a text that was put aside and named
    program = (
        "import sys\nfrom tests.mind.world import mind_in\nfrom pathlib import Path\n"
        "from omoide.domain.page import PageEdit, PageName\nfrom omoide.errors import PageConflict\n"
        "from omoide.pages import edit_page\n"
        "with mind_in(Path(sys.argv[1])) as mind:\n"
        "    for n in range(10):\n"
        "        try:\n            edit_page(mind.faculties, PageName('notepad'), PageEdit(f'{sys.argv[2]}-{n}'))\n"
        "        except PageConflict:\n            pass\n"
    )
    workers = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), name], cwd=Path(__file__).parents[2])
        for name in ("a", "b", "c")
    ]
    assert [worker.wait(60) for worker in workers] == [0, 0, 0]
    texts = own(tmp_path, "notepad.md").read_text().splitlines()
    for aside in own(tmp_path, "conflicts").rglob("*.md"):
        texts += aside.read_text().splitlines()
    assert {f"{name}-{n}" for name in "abc" for n in range(10)} <= set(texts)


def test_a_folder_that_cannot_be_written(mind: Mind) -> None:
    (mind.home / "personas").write_text("a file where a folder should be")
    with pytest.raises(StoreDamaged, match="cannot be used"):
        edit_page(mind.faculties, NOTES, PageEdit("x"))


def test_folders_of_people(tmp_path: Path) -> None:
    # N6: no two names share a folder, also where the file system does not tell them apart
    names = ["Aoi", "a/b", "a_b", "..", "con", "あおい", "あおい ", "a.", "x" * 100, "あ" * 100]
    folders = [folder_name(name) for name in names]
    assert len(set(map(str.casefold, folders))) == len(names)
    assert folders[0] == "Aoi"
    assert folders[5] == "あおい"
    assert all(Path(folder).name == folder and len(folder.encode()) <= 255 for folder in folders)
    (tmp_path / "aoi").mkdir()
    assert folder_for(tmp_path, "aoi").name == "aoi"
    assert folder_for(tmp_path, "Aoi").name.startswith("Aoi~")
    folder_for(tmp_path, "Aoi").mkdir()
    (tmp_path / "AOI").mkdir(exist_ok=True)  # made by hand; elsewhere it is the first one
    assert [folder_for(tmp_path, name).name[:4] for name in ("aoi", "Aoi")] == ["aoi", "Aoi~"]
