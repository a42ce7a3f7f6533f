"""The dashboard in a real browser, with a home that has lived and with an empty one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.doors.dashboard.browsing import AXE, PAGES, browser, chromium, visit
from tests.doors.dashboard.lived import live
from tests.doors.dashboard.served import served
from tests.mind.world import mind_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.skipif(chromium() is None, reason="Chromium is not here: `make browser` fetches it")


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("lived")
    live(home)
    return home


@pytest.fixture(scope="module")
def url(home: Path) -> Iterator[str]:
    with served(home) as address:
        yield address


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("empty")) as address:
        yield address


@pytest.mark.parametrize(("language", "theme", "width"), [("en", "light", 1440), ("ja", "dark", 375)])
def test_every_page_opens_without_a_complaint(
    opened: Browser, url: str, empty: str, language: str, theme: str, width: int
) -> None:
    # I4: full and empty, in both languages and lights, wide and narrow
    for address in (url, empty) if language == "ja" else (url,):
        with visit(opened, address, language, theme, width) as seen:
            for path in PAGES.values():
                page = seen.open(path)
                assert page.locator("h1").count() == 1, path
                assert page.locator("html").get_attribute("lang") == language
                assert seen.too_wide() <= 0, (path, seen.too_wide())
            assert seen.complaints == []


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: `make clients` fetches it")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nobody_is_kept_out(opened: Browser, url: str, theme: str) -> None:
    # I4: axe-core finds no serious fault; of what it looks at, only contrast differs in the dark
    rules = ("color-contrast",) if theme == "dark" else ()
    with visit(opened, url, "en", theme, 1440) as seen:
        faults = []
        for path in [*PAGES.values(), "/memories?q=Mochi"]:
            seen.open(path)
            faults += seen.faults(*rules)
        seen.open("/memories").locator("table.memories a").first.click()
        seen.page.wait_for_selector("svg.curve")
        assert faults + seen.faults(*rules) == []


def test_memories_are_found_while_one_types_and_say_why(opened: Browser, url: str) -> None:
    # R12, I4; and looking strengthens nothing
    with visit(opened, url) as seen:
        page = seen.open("/memories")
        page.keyboard.press("/")
        page.keyboard.type("Mochi vase")
        page.wait_for_selector(".found .card")
        first = page.locator(".found .card").first
        terms = first.locator("dt").all_text_contents()
        assert terms == ["relevance", "meaning", "words", "retention", "recalled", "category", "resonance", "priority"]
        assert all(
            float(width) >= 0
            for width in first.locator(".fill").evaluate_all("r => r.map(e => e.getAttribute('width'))")
        )
        assert "q=Mochi%20vase" in page.url
        page.locator("#q").fill("")
        page.wait_for_function("() => !document.querySelector('.found')")
        assert seen.complaints == []


def test_a_memory_is_protected_corrected_and_forgotten(opened: Browser, url: str, home: Path) -> None:
    # F6, N1, I4
    with visit(opened, url) as seen:
        page = seen.open("/memories?level=1")
        page.locator("table.memories a", has_text="quarrel").first.click()
        name = page.url.rsplit("/", 1)[1]
        page.get_by_role("button", name="Protect it").click()
        assert page.locator(".done").text_content() == "Protected: it will not be forgotten."
        page.get_by_role("button", name="Let it fade again").click()
        page.locator("summary", has_text="Correct it").click()
        page.locator("textarea").fill("It was not a quarrel at all.")
        page.get_by_role("button", name="Save the correction").click()
        assert "It was not a quarrel at all." in (page.locator("h1").text_content() or "")
        corrected = page.url.rsplit("/", 1)[1].partition("?")[0]
        page.get_by_role("button", name="Forget it").click()
        assert page.locator(".done").text_content() == "Forgotten for good."
        assert seen.complaints == []
    with mind_in(home, persona="aoi", person="haruka") as mind:
        kept = mind.faculties.store.memories.get([name, corrected])
        assert [(memory.id, memory.retired_by) for memory in kept] == [(name, corrected)]


def test_the_canvas_lives_a_year_as_the_store_is_projected_to(opened: Browser, url: str, home: Path) -> None:
    # F8
    with mind_in(home, persona="aoi", person="haruka") as mind:
        expected = dict(mind.simulate([1, 30, 200, 365]).rows)
        total = mind.counts().total
    with visit(opened, url) as seen:
        page = seen.open("/forgetting")
        assert page.locator("canvas").get_attribute("data-drawn") == str(total)
        for day, counts in expected.items():
            page.locator("#ahead").fill(str(int(day)))
            page.wait_for_function("d => document.getElementById('when').textContent.includes(d)", arg=f"{day:g}")
            cells = page.locator("[data-level]").all_text_contents()
            assert {n: int(cell) for n, cell in enumerate(cells, 1)} == counts, day
        assert seen.complaints == []


def test_text_that_tries_to_be_a_script_is_shown_as_text(opened: Browser, url: str) -> None:
    # R14
    with visit(opened, url) as seen:
        for path in ("/", "/memories?q=somebody+sent", "/chat", "/life/page?kind=entity&name=Nora", "/forgetting"):
            page = seen.open(path)
            assert page.title().endswith("· Omoide"), path
        page = seen.open("/memories?q=somebody+sent")
        page.locator(".found a").first.click()
        assert "<script>" in (page.locator("h1").text_content() or "")
        assert (page.locator("img[onerror]").count(), seen.complaints) == (0, [])


def test_questions_goals_and_pages_are_changed_by_hand(opened: Browser, url: str, home: Path) -> None:
    # I4, M3, M4, T1
    with visit(opened, url) as seen:
        page = seen.open("/questions")
        page.get_by_label("Let it wonder about").fill("Where does the river end?")
        page.get_by_role("button", name="Add").click()
        answer = page.get_by_label("Answer to: Where does the river end?")
        answer.fill("In the sea.")
        answer.press("Enter")
        assert page.locator(".done").text_content() == "Marked as resolved."
        page.get_by_role("button", name="Delete 猫のモチはどこで生まれたの？").click()
        page.wait_for_selector(".done")
        page = seen.open("/life/goals")
        page.get_by_label("Set it a goal").fill("Hum a tune")
        page.get_by_role("button", name="Add").click()
        page.locator("li", has_text="Hum a tune").get_by_role("button", name="Reached").click()
        page = seen.open("/life/page?kind=notepad")
        page.get_by_label("Text").fill("Buy ink.")
        page.get_by_role("button", name="Save").click()
        assert page.locator(".done").text_content() == "Saved."
        assert seen.complaints == []
    with mind_in(home, persona="aoi", person="haruka") as mind:
        assert [q.topic for q in mind.questions()] == ["Why did the quarrel begin?"]
        assert {q.topic: q.answer for q in mind.questions(True)}["Where does the river end?"] == "In the sea."
        assert [g.goal for g in mind.goals("completed")] == ["Ask about the recital", "Hum a tune"]


def test_a_night_is_lived_from_the_page_and_the_chat_says_what_comes_to_mind(opened: Browser, url: str) -> None:
    # I4, R9
    with visit(opened, url) as seen:
        page = seen.open("/chat")
        # of something strong: what mattered little may have faded to a trace, by the hour at which this runs
        page.get_by_label("Message").fill("Do you remember how we made up and laughed?")
        page.keyboard.press("Enter")
        page.wait_for_selector("#brought details")
        page.wait_for_selector("#message:not([disabled])")
        names = page.locator("#brought summary strong").all_text_contents()
        assert {"Core memory", "Memories", "Goals", "Question"} <= set(names)
        assert "No model is set" in (page.locator("#talk .notice").text_content() or "")
        page.get_by_role("button", name="End the talk").click()
        assert page.locator(".done").text_content() == "The talk has become memories."
        page = seen.open("/sleep")
        page.get_by_role("button", name="Let it sleep now").click()
        page.wait_for_selector(".run[data-run='']")
        page.locator("details.night summary").first.click()
        assert page.locator("details[open] tbody tr").count() > 20
        page.locator("#days").select_option("30")
        page.get_by_role("button", name="Save").click()
        assert (page.locator("#days").input_value(), seen.complaints) == ("30", [])


def test_language_light_and_whose_memory_are_chosen(opened: Browser, url: str, home: Path) -> None:
    # I4, N6
    with mind_in(home, persona="juno", person="mara") as mind:
        mind.remember("Juno lives by the lake.")
    with visit(opened, url) as seen:
        page = seen.open("/memories")
        page.get_by_role("button", name="日本語").click()
        assert page.locator("h1").text_content() == "記憶"
        page.get_by_role("button", name="自動").click()
        assert page.locator("html").get_attribute("data-theme") == "auto"
        page.locator("#who").select_option(label="juno ↔ mara")
        page.wait_for_url("**/memories")
        page.wait_for_function("() => document.querySelectorAll('table.memories tbody tr').length === 1")
        assert seen.complaints == []


def test_it_can_be_used_by_keyboard_alone(opened: Browser, url: str) -> None:
    # I4: the first stop leads past the navigation, and where one is can be seen
    with visit(opened, url) as seen:
        page = seen.open("/questions")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id || location.hash") in ("main", "#main")
        page.keyboard.press("Tab")
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert page.evaluate(f"[document.activeElement !== document.body, {outline}]") == [True, "solid"]
