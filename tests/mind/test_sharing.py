"""What a person told one persona is another's to know only as people.share has it (N7): topics (U1), settled matters
(L4), posts in shared channels."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.settings import build
from omoide.sleep.settled import newly_settled
from tests.mind.world import Clock, mind_in

ASK: dict[str, Any] = {"people": {"share": "ask"}}
WORD = "Zanzibar"
SAID = "My sister Noor moved to Zanzibar."
MATTER = "The ticket to Zanzibar is booked."


def told(mind: Mind) -> None:
    """What Mara tells Juno, and nobody else."""
    mind.perceive(SAID, "So far away!", session="s")
    mind.end_session("s")
    mind.resolve(MATTER)
    mind.note_event("channel_post", channel="all", content="Mara's sister lives in Zanzibar now.")


def met(mind: Mind) -> None:
    """A persona that Mara had never talked to writes a turn of its own."""
    mind.perceive("Hello, I am Mara.", "Nice to meet you.", session="t")
    mind.end_session("t")


def seen(mind: Mind) -> list[str]:
    """Every text in which a persona meets what is known of the person."""
    brought = mind.context("What do you know about me?", mark=False)
    settled = [matter for part in newly_settled(mind.faculties, mind.settings) for matter in part.matters]
    return [
        json.dumps(mind.profile().plain(mind.settings.profiles)), brought.text, json.dumps(brought.plain()),
        *(one.matter for one in mind.resolved()), *settled,
    ]  # fmt: skip


def knows(mind: Mind) -> bool:
    return any(WORD in text for text in seen(mind))


@pytest.mark.parametrize(
    ("share", "url", "bound", "all_of_them"),
    [
        ("auto", "", False, True), ("auto", "", True, False),
        ("auto", "postgresql://x/y", False, False), ("auto", "postgresql://x/y", True, False),
        ("home", "postgresql://x/y", True, True), ("ask", "", False, False),
    ],
)  # fmt: skip
def test_who_knows_by_default(share: str, url: str, bound: bool, all_of_them: bool) -> None:
    # N7: home in a folder of one's own; ask on a server and for a token that is for one persona
    settings = build({"people": {"share": share}, "database": {"url": url}})
    assert settings.home_shares(bound) is all_of_them


def test_in_a_home_all_personas_know(tmp_path: Path) -> None:
    # N7, U1, L4
    clock = Clock()
    with mind_in(tmp_path, clock, persona="juno", person="mara", people={"share": "home"}) as juno:
        told(juno)
    with mind_in(tmp_path, clock, person="mara", people={"share": "home"}) as aoi:
        assert (WORD in aoi.profile().preferences, [one.matter for one in aoi.resolved()]) == (True, [MATTER])
        text = aoi.context("What do you know about me?", mark=False).text
        assert all(there in text for there in ("Often about: ", WORD, MATTER, "lives in Zanzibar now"))


@pytest.mark.parametrize("bound", [False, True])
def test_another_persona_knows_what_was_shared_and_no_more(tmp_path: Path, bound: bool) -> None:
    # N7, U1, L4: also after it has met the person, and after a night; figures are everybody's
    clock = Clock()
    tree: dict[str, Any] = {"people": {"share": "auto" if bound else "ask"}}
    with mind_in(tmp_path, clock, persona="juno", person="mara", **tree) as juno:
        told(juno)
        assert knows(juno)
        with mind_in(tmp_path, clock, person="mara", **tree) as opened:
            aoi = opened.bound() if bound else opened
            assert not knows(aoi)
            met(aoi)
            aoi.sleep()
            assert not knows(aoi)
            profile = aoi.profile()
            assert (profile.relationship.turns, profile.addressed, profile.shared) == (2, {"juno": 1, "aoi": 1}, ())
            juno.share()
            shown = seen(aoi)
            assert [WORD in text for text in shown] == [True] * len(shown)
            assert (aoi.profile().shared, MATTER in shown[1], "Often about: " in shown[1]) == (("juno",), True, True)
            juno.share(False)
            assert not knows(aoi)
            assert knows(juno)
    with mind_in(tmp_path, clock, persona="juno", person="mara", **tree) as juno:
        assert [one.action for one in juno.audited()][:2] == ["unshare", "share"]  # L5
        juno.share(False)
        assert [one.action for one in juno.audited()].count("unshare") == 1


def test_what_is_shared_of_one_persona_is_not_shared_of_others(tmp_path: Path) -> None:
    # N7
    clock, tree = Clock(), ASK
    with (
        mind_in(tmp_path, clock, persona="juno", person="mara", **tree) as juno,
        mind_in(tmp_path, clock, persona="rin", person="mara", **tree) as rin,
        mind_in(tmp_path, clock, persona="juno", person="ken", **tree) as others,
        mind_in(tmp_path, clock, person="mara", **tree) as aoi,
    ):
        told(juno)
        rin.remember("My rabbit Pepper is ill.")
        rin.share()
        others.remember("I live in Oslo.")
        others.share()
        topics = set(aoi.profile().preferences)
        assert ("Pepper" in topics, WORD in topics, "Oslo" in topics) == (True, False, False)
        assert "Pepper" in aoi.context("Hello!").text  # before any night has counted it


def test_a_token_for_one_persona_joins_no_talk_of_another(tmp_path: Path) -> None:
    # N7, W4: whoever serves all personas may let them share a session; who has one of them cannot name its way in
    clock = Clock()
    with (
        mind_in(tmp_path, clock, persona="juno", person="mara", people={"share": "ask"}) as juno,
        mind_in(tmp_path, clock, persona="rin", person="mara", people={"share": "ask"}) as rin,
        mind_in(tmp_path, clock, person="mara") as opened,
    ):
        juno.perceive(SAID, "So far away!", session="s")
        rin.perceive(SAID, "How lovely!", session="s")
        aoi = opened.bound()
        aoi.perceive("Hello, I am Mara.", "Nice to meet you.", session="s")
        texts = []
        for mind in (rin, aoi):
            left = mind.left_off()
            assert left is not None
            texts.append([message.text for message in left.thread.messages])
        assert texts == [[SAID, "So far away!", "How lovely!"], ["Hello, I am Mara.", "Nice to meet you."]]
        assert not knows(aoi)
        aoi.end_session("s")
        assert ((thread := aoi.thread("s")) and thread.ended, (other := rin.thread("s")) and other.ended) == (
            "session",
            "",
        )
        assert not knows(aoi)


def test_topics_stand_on_no_page_that_all_personas_read(tmp_path: Path) -> None:
    # N7, U1: one that an older program wrote loses them
    with mind_in(tmp_path, person="mara") as mind:
        told(mind)
        page = tmp_path / "people" / "mara.md"
        assert WORD not in page.read_text("utf-8")
        assert f"Often about: {WORD}" in mind.context("Hello").text or WORD in mind.profile().preferences
        before = page.read_text("utf-8")
        page.write_text(before.replace("addressed:", "preferences:\n  Zanzibar: 1\naddressed:"), "utf-8")
        assert mind.profile().other == {}
        mind.refresh_profile()
        assert page.read_text("utf-8") == before


def test_each_persona_has_its_own_news(tmp_path: Path) -> None:
    # N7, L4: that a matter was settled elsewhere shows nowhere, not even as an echo
    clock, tree = Clock(), ASK
    with (
        mind_in(tmp_path, clock, persona="juno", **tree) as juno,
        mind_in(tmp_path, clock, **tree) as aoi,
    ):
        assert juno.resolve(MATTER)
        assert aoi.resolve(MATTER)
        assert not aoi.resolve(MATTER)
        clock.forward(days=2)
        assert aoi.resolve(MATTER)
        assert [(one.persona, one.ts.date()) for one in juno.resolved()] == [("juno", date(2026, 1, 18))]
        assert [(one.persona, one.ts.date()) for one in aoi.resolved()] == [("aoi", date(2026, 1, 20))]


def test_a_person_may_be_called_like_the_setting(tmp_path: Path) -> None:
    # N7, I7, O2
    from omoide.settings import in_settings, plain

    tree = {"people": {"share": {"timezone": "Asia/Tokyo"}, "named": {"timezone": "UTC"}, "me": {}}}
    settings = build(tree)
    assert (settings.people.share, str(settings.zone("share")), str(settings.zone("named"))) == (
        "auto", "Asia/Tokyo", "UTC",
    )  # fmt: skip
    assert plain(build({"people": {"share": "ask", "me": {"timezone": "UTC"}}}))["people"] == {
        "share": "ask",
        "me": {"timezone": "UTC"},
    }
    (tmp_path / "settings.toml").write_text('people.share = "ask"\n', "utf-8")
    assert in_settings(tmp_path, "share") == 0
