"""The dashboard without a browser: what may change something, what is shown to whom, and what a page never does."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from omoide import open_mind
from omoide.domain.page import page_name
from omoide.doors.dashboard.rendering import POLICY
from omoide.doors.http.app import make_app
from omoide.doors.wire.minds import Minds
from omoide.pages import overwrite_page, read_page
from tests.adapters.model_server import ModelServer, serving, speaks
from tests.doors.dashboard.browsing import PAGES
from tests.mind.world import machine_clock, mind_in

SCRIPT = "<script>alert(1)</script>"
INLINE = re.compile(r'<script(?![^>]* src="/static/)|\son\w+=|\sstyle=|https?://(?!www\.w3\.org)')
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with mind_in(tmp_path, person="haruka") as mind:
        mind.remember("I adopted a cat named Mochi!", "Congratulations!", intensity=80, tags=("joy",))
        mind.remember(f"She sent {SCRIPT}", SCRIPT)
    with mind_in(tmp_path, persona="juno", person="mara") as mind:
        mind.remember("Mara has a secret.", "I keep it.")
    return tmp_path


@pytest.fixture
def browser(home: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Minds(home, "aoi", "haruka", "en")), base_url="http://127.0.0.1") as client:
        client.headers["accept-language"] = "en"
        yield client


def token(browser: TestClient) -> str:
    browser.get("/")
    return browser.cookies["omoide_form"]


def only_memory(home: Path, persona: str = "aoi", person: str = "haruka", holding: str = "") -> str:
    with mind_in(home, persona=persona, person=person) as mind:
        (found,) = [memory.id for memory in mind.list() if holding in memory.trigger]
        return found


def test_every_page_closes_its_doors(browser: TestClient) -> None:
    # R14: nothing inline, nothing from elsewhere, nothing kept by the browser
    for path in [*PAGES.values(), "/memories/found?q=cat", "/forgetting/cloud", "/memories/nobody"]:
        answer = browser.get(path)
        assert answer.headers["content-security-policy"] == POLICY, path
        assert (answer.headers["cache-control"], answer.headers["x-content-type-options"]) == ("no-store", "nosniff")
        if "html" in answer.headers["content-type"]:
            assert not re.search(
                r"<script(?![^>]* src=\"/static/)|\son\w+=|\sstyle=|https?://(?!www\.w3\.org)", answer.text
            )
    assert "unsafe" not in POLICY


def test_an_address_that_leads_nowhere_is_told_to_people_and_to_programs(browser: TestClient) -> None:
    # I4
    page = browser.get("/nowhere", headers={"accept": "text/html", "accept-language": "ja"})
    assert (page.status_code, "このアドレスには何もありません" in page.text) == (404, True)
    assert 'href="/"' in page.text
    for path, accept in (("/nowhere", "*/*"), ("/v1/nowhere", "text/html")):
        told = browser.get(path, headers={"accept": accept})
        assert (told.headers["content-type"], told.json()["code"]) == ("application/problem+json", "Not Found")
        assert "/openapi.json" in told.json()["detail"]


def test_what_a_memory_says_is_text(browser: TestClient, home: Path) -> None:
    # R14
    name = only_memory(home, holding="She sent")
    for path in ("/", "/memories?q=sent", "/memories/found?q=sent", f"/memories/{name}", "/chat"):
        text = browser.get(path).text
        assert SCRIPT not in text, path
        assert "&lt;script&gt;" in text, path


def test_a_form_of_somebody_else_changes_nothing(browser: TestClient, home: Path) -> None:
    # N6: neither without the word, nor with a wrong one, nor when the browser says that it comes from elsewhere
    name, good = only_memory(home, holding="Mochi"), token(browser)
    for form, headers in ((None, {}), ("wrong", {}), (good, {"sec-fetch-site": "cross-site"})):
        sent = {"form": form} if form else {}
        for path in (f"/memories/{name}/forget", "/sleep", "/look", "/chat/say", "/questions", "/life/page"):
            told = browser.post(path, data=sent | {"message": "x", "topic": "x", "kind": "notepad"}, headers=headers)
            assert (told.status_code, "did not come from a page" in told.text) == (409, True), path
    assert browser.post(f"/memories/{name}/forget", data={"form": good}, follow_redirects=False).status_code == 303


def test_every_route_that_changes_something_asks_for_the_word() -> None:
    # N6: one that is added later, too
    from omoide.doors.dashboard.forms import OurForm
    from omoide.doors.dashboard.mounting import VIEWS

    routes = [route for view in VIEWS for route in view.router.routes]
    changing = [route for route in routes if route.methods != {"GET"}]  # type: ignore[union-attr]
    assert len(changing) > 20
    assert [route.path for route in changing if OurForm not in route.dependencies] == []  # type: ignore[union-attr]
    assert [route.path for route in routes if route.include_in_schema] == []  # type: ignore[union-attr]


def test_the_memories_of_others_do_not_exist(browser: TestClient, home: Path) -> None:
    # N6
    name, word = only_memory(home, "juno", "mara"), token(browser)
    told = browser.get(f"/memories/{name}")
    assert (told.status_code, "there is no memory" in told.text) == (404, True)
    for action in ("protect", "unprotect", "correct", "undo", "forget"):
        assert browser.post(f"/memories/{name}/{action}", data={"form": word, "text": "x"}).status_code == 404
    with mind_in(home, persona="juno", person="mara") as mind:
        row = mind.show(name).row
        assert not mind.show(name).protected
    assert browser.get(f"/forgetting/{row}").status_code == 404
    assert "secret" not in browser.get("/memories?q=secret").text.replace("secret diary", "").split('id="found"')[1]


def test_whose_memory_is_chosen_stays_chosen(browser: TestClient) -> None:
    # I4
    word = token(browser)
    told = browser.post("/look", data={"form": word, "who": "juno\nmara", "back": "/memories"})
    assert (told.url.path, "Mara has a secret." in told.text) == ("/memories", True)
    assert "Mochi" not in browser.get("/").text
    for back in ("https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example"):
        sent = browser.post("/look", data={"form": word, "lang": "ja", "back": back}, follow_redirects=False)
        assert sent.headers["location"] == "/"


def test_both_languages_say_everything(browser: TestClient) -> None:
    # I4: no Japanese on an English page but the name of that language; and the other way round, no English sentence
    for path in PAGES.values():
        english = browser.get(path, headers={"accept-language": "en"}).text.replace("日本語", "")
        assert not JAPANESE.search(re.sub(r"<textarea.*?</textarea>", "", english, flags=re.DOTALL)), path
        japanese = browser.get(path, headers={"accept-language": "ja"}).text
        titles = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", japanese, flags=re.DOTALL)
        without = [
            t for t in titles if not JAPANESE.search(t) and re.sub("<.*?>", "", t).strip() not in ("haruka", "aoi")
        ]
        assert (without, 'lang="ja"' in japanese) == ([], True), path


def test_two_edits_of_one_page_are_both_kept_and_shown(browser: TestClient, home: Path) -> None:
    # T4
    word = token(browser)
    with mind_in(home, person="haruka") as mind:
        overwrite_page(mind.faculties, page_name("core_memory"), "first", "")
        read = read_page(mind.faculties, page_name("core_memory"))
        overwrite_page(mind.faculties, page_name("core_memory"), "theirs", read.revision)
    sent = {"form": word, "kind": "core_memory", "text": "mine", "revision": read.revision}
    told = browser.post("/life/page", data=sent)
    assert told.status_code == 409
    assert re.search(r"<pre[^>]*>theirs</pre>", told.text)
    assert re.search(r"<textarea[^>]*>mine</textarea>", told.text)
    revision = re.search(r'name="revision" value="(\w+)"', told.text)
    assert revision
    joined = browser.post("/life/page", data=sent | {"text": "both", "revision": revision[1]})
    assert (joined.status_code, "Saved." in joined.text) == (200, True)
    undone = browser.post("/life/page/undo", data={"form": word, "kind": "core_memory"})
    assert re.search(r"<textarea[^>]*>theirs</textarea>", undone.text)


def test_the_cloud_is_packed_as_the_script_reads_it(browser: TestClient, home: Path) -> None:
    # F8
    raw = browser.get("/forgetting/cloud").content
    count = struct.unpack_from("<II", raw)[0]
    with mind_in(home, person="haruka") as mind:
        cloud = mind.cloud()
    at = 8
    for kind, column in (
        ("<f8", cloud.intensity), ("<f8", cloud.coefficient), ("<f8", cloud.age), ("<f4", None), ("<u4", cloud.row),
        ("u1", cloud.level), ("u1", np.array([0, 6])), ("u1", cloud.recalls),
    ):  # fmt: skip
        found = np.frombuffer(raw, kind, count, at)
        at += found.nbytes
        assert column is None or found.tolist() == column.tolist()
    assert (count, at) == (2, len(raw))


def test_documents_are_handed_over_and_removed(browser: TestClient, home: Path) -> None:
    # B1, I4: under their own names; what cannot be read is told, and nothing is called what no file may be
    word = token(browser)
    file = ("recipes.md", b"# Udon\n\nSimmer dashi, add curry.", "text/markdown")
    told = browser.post("/life/documents", data={"form": word, "domain": "food"}, files={"file": file})
    assert (told.status_code, "recipes.md" in told.text, "food" in told.text) == (200, True, True)
    with mind_in(home, person="haruka") as mind:
        (document,) = mind.documents()
        assert (document.name, document.domain) == ("recipes.md", "kb:food")
        assert len(mind.search_knowledge("dashi").passages) == 1
    for name, data in (("program.exe", b"MZ"), ("broken.pdf", b"%PDF-no")):
        refused = browser.post("/life/documents", data={"form": word}, files={"file": (name, data)})
        assert (refused.status_code, 'role="alert"' in refused.text) == (422, True), name
    gone = browser.post("/life/documents/remove", data={"form": word, "document": document.id})
    assert "No documents." in gone.text


def test_words_about_a_person_and_their_memories_to_take_along(browser: TestClient) -> None:
    # U1, I4
    word = token(browser)
    assert "Likes the sea." in browser.post("/people/haruka", data={"form": word, "text": "Likes the sea."}).text
    taken = browser.get("/people/haruka/export?persona=aoi")
    assert len(taken.text.splitlines()) == 2
    assert taken.headers["content-disposition"].startswith("attachment")
    assert browser.get("/people/haruka/export?persona=juno").status_code == 404
    assert browser.get("/people/nobody").status_code == 404


def test_settings_that_the_dashboard_offers(browser: TestClient, home: Path) -> None:
    # I4: look-back and automatic recall
    word = token(browser)
    assert browser.post("/sleep/look-back", data={"form": word, "days": "90"}).status_code == 200
    assert browser.post("/sleep/look-back", data={"form": word, "days": "8"}).status_code == 422
    assert "Switch on" in browser.post("/chat/recall", data={"form": word, "on": "false"}).text
    assert (home / "settings.toml").read_text("utf-8").split() == (
        ["[episodes]", "lookback_days", "=", "90", "[context]", "auto_recall", "=", "false"]
    )


def test_while_a_night_runs_button_and_chat_are_locked(browser: TestClient, home: Path) -> None:
    # I4
    from omoide.domain.turn import Scope
    from omoide.doors.wire.nights import NightRun

    word = token(browser)
    nights = browser.app.state.nights  # type: ignore[attr-defined]
    run = NightRun("r1", Scope("aoi", "haruka"), "sleep", datetime.fromisoformat("2026-01-18T03:00:00+09:00"))
    nights._runs["r1"] = run  # as one that has begun and is not over
    assert re.search(r'<button name="work" value="sleep" disabled>', browser.get("/sleep").text)
    assert re.search(r'<textarea id="message"[^>]* disabled>', browser.get("/chat").text)
    assert browser.post("/chat/say", data={"form": word, "message": "hello"}).status_code == 409
    assert browser.post("/sleep", data={"form": word}).status_code == 409
    browser.post("/sleep/r1/cancel", data={"form": word})
    assert run.stop.is_set()
    run.state = "cancelled"
    assert "disabled" not in browser.get("/chat").text


def test_the_last_day_told_is_shown(browser: TestClient, home: Path) -> None:
    # I4
    assert "Days are told up to <strong>–</strong>" in browser.get("/sleep").text
    with mind_in(home, person="haruka") as mind:
        said = mind.conversation()[-1].time
        mind.update_episodes(said + timedelta(days=2))
    assert f"Days are told up to <strong>{said.date()}</strong>" in browser.get("/sleep").text


def test_a_person_is_erased_with_the_token_that_the_page_shows_and_the_proof_is_told(
    browser: TestClient, home: Path
) -> None:
    # O2, I4: a wrong token erases nothing
    word = token(browser)
    plan = browser.get("/people/haruka/erase").text
    good = re.search(r'name="token" value="([^"]+)"', plan)
    assert good
    refused = browser.post("/people/haruka/erase", data={"form": word, "token": "wrong"})
    assert (refused.status_code >= 400, browser.get("/people/haruka").status_code) == (True, 200)
    told = browser.post("/people/haruka/erase", data={"form": word, "token": good[1]})
    assert (told.status_code, "Nothing is left." in told.text) == (200, True)
    with mind_in(home, person="haruka") as mind:
        assert mind.list() == []
    with mind_in(home, persona="juno", person="mara") as mind:
        assert len(mind.list()) == 1


def test_a_token_for_one_persona_opens_neither_others_nor_the_whole_home(home: Path) -> None:
    # I3, N6
    from omoide.domain.access import Pass

    app = make_app(Minds(home, "aoi", "haruka", "en"))

    async def held(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope.setdefault("state", {})["holder"] = Pass("visitor", "admin", "aoi")
        await app(scope, receive, send)

    with TestClient(held, base_url="http://127.0.0.1", headers={"accept-language": "en"}) as browser:
        word = token(browser)
        assert "juno" not in browser.get("/").text
        browser.cookies["omoide_who"] = "juno/mara"
        assert browser.get("/memories").status_code == 403
        browser.cookies["omoide_who"] = "aoi/haruka"
        for path, data in (
            ("/sleep/look-back", {"days": "7"}),
            ("/chat/recall", {}),
            ("/people/mara/erase", {"token": "t"}),
        ):
            told = browser.post(path, data={"form": word, **data})
            assert (told.status_code, "whole home" in told.text) == (409, True), path
        assert browser.get("/people/mara/export?persona=juno").status_code == 403
        people = browser.get("/people").text
        assert ("haruka" in people, "mara" in people) == (True, False)
        assert browser.get("/people/mara").status_code == 404
        assert browser.post("/people/mara", data={"form": word, "text": "read by all"}).status_code == 404
        assert browser.post("/people/haruka", data={"form": word, "text": "read by all"}).status_code == 403
        with mind_in(home, persona="juno", person="haruka") as mind:
            mind.remember("Haruka talks with Juno too.", "She does.")
        assert "juno" not in browser.get("/people/haruka").text
    assert not (home / "settings.toml").exists()


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    yield from serving(monkeypatch)


def test_a_reply_streams_without_its_tags_after_what_came_to_mind(
    home: Path, browser: TestClient, model: ModelServer
) -> None:
    # R9, M2, J1: and what broke off is told, with as much as was heard kept
    (home / "settings.toml").write_text('[models]\nreply = "anthropic:claude-haiku-4-5"\nretries = 0\n', "utf-8")
    model.replies = [
        speaks("Mochi is ", 'fine. <persona_emotion category="joy" inten', 'sity="0.8"/>'),
        speaks("I was about to", broken=True),
    ]
    said = {"form": token(browser), "message": "How is Mochi?", "session": "s"}
    heard = [json.loads(line) for line in browser.post("/chat/say", data=said).text.splitlines()]
    assert [one["kind"] for one in heard] == ["brought", "piece", "piece", "end"]
    assert "".join(one["value"] for one in heard if one["kind"] == "piece") == "Mochi is fine."
    told = heard[0]["value"]
    assert all(0 < part["tokens"] <= part["budget"] and part["why"] for part in told["sections"])
    assert any("Mochi" in part["text"] for part in told["sections"] if part["name"] == "Memories")
    assert told["tokens"] <= told["total"]
    broken = [json.loads(line)["kind"] for line in browser.post("/chat/say", data=said).text.splitlines()]
    assert broken == ["brought", "piece", "problem", "end"]
    with mind_in(home, person="haruka") as mind:
        assert [turn.replied for turn in mind.conversation()[-2:]] == ["Mochi is fine.", "I was about to"]
        assert [felt.emotion.category for felt in mind.mood()] == ["joy"]


def test_the_chat_hears_what_was_said_elsewhere_and_what_the_persona_said_first(
    browser: TestClient, home: Path
) -> None:
    # M5
    since = re.search(r'data-since="([^"]+)"', browser.get("/chat").text)
    assert since
    with mind_in(home, person="haruka") as mind:
        told = mind.perceive("", "I thought of you.", time=datetime.fromisoformat(since[1]) + timedelta(hours=1))
        assert told.turn
    assert browser.get("/chat/new", params={"since": since[1]}).json() == [
        {"said": "", "replied": "I thought of you.", "time": told.turn.time.isoformat()}
    ]
    assert browser.get("/chat/new", params={"since": told.turn.time.isoformat()}).json() == []
    assert browser.get("/chat/new", params={"since": "yesterday"}).status_code == 422


def test_every_page_tells_of_a_clock_that_jumped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # O6
    machine = machine_clock(monkeypatch, "2026-04-01T12:00:00+00:00")
    with open_mind(tmp_path, persona="aoi", person="haruka") as mind:
        mind.remember("I adopted a cat named Mochi!")
    with TestClient(make_app(Minds(tmp_path, "aoi", "haruka", "en")), base_url="http://127.0.0.1") as client:
        assert "clock jumped" not in client.get("/").text
        machine.set("2036-05-01T04:00:00+00:00")
        for path in ("/", "/sleep", "/memories"):
            assert "omoide clock accept" in client.get(path).text
        client.cookies.set("omoide_lang", "ja")
        assert "この機械の時計が 2026-04-01 12:00 から 2036-05-01 04:00 に飛びました" in client.get("/").text
