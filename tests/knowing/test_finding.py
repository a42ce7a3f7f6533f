"""What answers a cue, which procedure fits a message, and which pages are alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from omoide import Mind
from omoide.domain.learned import LEARNED
from omoide.knowing import Matched, alike, indexed_text, mark_used, match_procedures, search_learned, usage
from omoide.knowing.matching import overlap
from tests.knowing.shelf import by_hand, teach
from tests.mind.world import Clock, mind_in


@pytest.fixture
def mind(tmp_path: Path):
    with mind_in(tmp_path) as opened:
        yield opened


def found(mind: Mind, cue: str, **more: object) -> list[str]:
    now = mind.faculties.clock.now()
    return [one.item.name for one in search_learned(mind.faculties, mind.settings, cue, now=now, **more)]  # type: ignore[arg-type]


# ---------------------------------------------------------------- search (R5)


def test_names_and_rare_words_are_found_in_both_languages(mind: Mind) -> None:
    # R5, R12
    teach(mind, "knowledge", "Tama", "Tama is Hana's cat; she is afraid of vacuum cleaners.")
    teach(mind, "knowledge", "花の誕生日", "花さんの誕生日は三月三日。")
    teach(mind, "knowledge", "server", "The server is called Zephyrine and stands in Osaka.")
    assert found(mind, "what is Tama afraid of?") == ["Tama"]
    assert found(mind, "誕生日はいつ？") == ["花の誕生日"]
    assert found(mind, "Zephyrine") == ["server"]


def test_nothing_relevant_nothing_found(mind: Mind) -> None:
    # R5, R12: thresholds are absolute
    teach(mind, "knowledge", "Tama", "Tama is Hana's cat.")
    for cue in ("quantum chromodynamics lecture", "", "   ", "/clear", "!?"):
        assert found(mind, cue) == []
    assert found(mind, "Tama", most=0) == []


def test_new_and_used_pages_come_first_and_say_why(tmp_path: Path) -> None:
    # R5, R12: relevance + 0.2 × 0.5^(days/30) + 0.1 × ln(1 + uses)
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        old = teach(mind, "knowledge", "tea one", "Hana drinks sencha.")
        clock.forward(days=30)
        teach(mind, "knowledge", "tea two", "Hana drinks sencha.")
        assert found(mind, "sencha") == ["tea two", "tea one"]
        for _ in range(9):
            mark_used(mind.faculties, [old], clock.now())
        first, second = search_learned(mind.faculties, mind.settings, "sencha", now=clock.now())
        assert (first.item.name, second.item.name) == ("tea one", "tea two")
        assert first.score == first.why.score == pytest.approx(first.why.relevance + 0.1 + 0.230259, abs=1e-6)
        assert (first.why.days, first.why.uses, second.why.uses) == (30.0, 9, 0)
        assert second.score == pytest.approx(second.why.relevance + 0.2, abs=1e-6)


def test_activation_raises_a_page_and_beyond_a_floor_brings_it(mind: Mind) -> None:
    # R5, G3: + 0.5 × PageRank when spreading is on
    teach(mind, "knowledge", "tea", "Hana drinks sencha.")
    teach(mind, "knowledge", "pottery", "Her cup was made in Bizen.")
    teach(mind, "knowledge", "rain", "It rains in June.")
    spread = {"knowledge:pottery": 0.3, "knowledge:tea": 0.2, "knowledge:rain": 0.01, "entity:Hana": 0.9}
    both = search_learned(mind.faculties, mind.settings, "sencha", now=mind.faculties.clock.now(), spread=spread)
    assert [(one.item.name, round(one.why.spread, 3), one.why.relevance > 0.3) for one in both] == [
        ("tea", 0.1, True), ("pottery", 0.15, False),
    ]  # fmt: skip
    assert found(mind, "sencha", spread=spread, kinds=("procedure",)) == []


def test_kinds_and_the_number_asked_for_hold(mind: Mind) -> None:
    # R5, R10
    for kind in LEARNED:
        for number in range(3):
            teach(mind, kind, f"{kind} {number}", "How the kettle whistles.")
    assert len(found(mind, "kettle whistles", most=20)) == 9
    assert [name.split()[0] for name in found(mind, "kettle whistles", kinds=("skill",), most=2)] == ["skill", "skill"]


def test_other_searches_do_not_find_what_was_learned(mind: Mind) -> None:
    # R5, B1: neither recall nor passages nor documents
    teach(mind, "knowledge", "tea", "Hana drinks sencha.")
    assert mind.search_passages("sencha", tool=True).passages == ()
    assert mind.search_knowledge("sencha").passages == ()
    assert mind.recall("sencha").memories == ()


def test_only_what_was_shown_counts_as_used(tmp_path: Path) -> None:
    # K6
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        item = teach(mind, "knowledge", "tea", "Hana drinks sencha.")
        found(mind, "sencha")
        match_procedures(mind.faculties, mind.settings, "sencha", clock.now())
        key = ("knowledge", "tea")
        assert (usage(mind.faculties)[key].count, usage(mind.faculties)[key].last) == (0, None)
        mind.faculties.store.learned.low(mind.scope, [key], clock.now())
        mark_used(mind.faculties, [item, item], clock.forward(days=1))
        assert usage(mind.faculties)[key].count == 1
        assert usage(mind.faculties)[key].last == clock.now()
        assert usage(mind.faculties)[key].low_since is None


# ---------------------------------------------------------------- matching (K4)


@pytest.fixture
def shelf(mind: Mind):
    teach(mind, "procedure", "release", "1. build\n2. push", description="Deploy the web app to production")
    teach(mind, "procedure", "経費精算", "領収書を集める", description="月末に経費を精算する手順")
    (mind.home / "skills").mkdir()
    (mind.home / "skills" / "翻訳.md").write_text("---\ndescription: 英語の文書を日本語に翻訳する\n---\n全体を読む。\n")
    return mind


def matched(mind: Mind, message: str, most: int = 3) -> list[tuple[str, str]]:
    found: list[Matched] = match_procedures(mind.faculties, mind.settings, message, mind.faculties.clock.now(), most)
    return [(one.item.name, one.stage) for one in found]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("please do the [WEB APP] thing", [("release", "keyword")]),
        ("［経費］をお願い", [("経費精算", "keyword")]),
        ("【翻訳】して", [("翻訳", "keyword")]),
        ("how do I deploy the web app?", [("release", "words")]),
        ("今月の経費を精算したい", [("経費精算", "words")]),
        ("この英語の文書を日本語に翻訳してください", [("翻訳", "words")]),
        ("今日の天気はどう？", []),
        ("hello", []),
        ("[nothing like it]", []),
        ("[]", []),
        ("", []),
        ("/deploy the web app", []),
    ],
)
def test_procedures_are_matched_in_three_stages(shelf: Mind, message: str, expected: list[tuple[str, str]]) -> None:
    # K4: Japanese and English; skills for everybody take part
    assert matched(shelf, message) == expected


def test_an_earlier_stage_comes_first_and_no_page_twice(shelf: Mind) -> None:
    # K4
    message = "[経費] and then deploy the web app"
    assert matched(shelf, message)[:2] == [("経費精算", "keyword"), ("release", "words")]
    assert matched(shelf, message, 1) == [("経費精算", "keyword")]
    assert matched(shelf, message, 0) == []


def test_meaning_is_the_last_resort(mind: Mind) -> None:
    # K4: without a shared word in the description, by vectors
    teach(mind, "procedure", "release", "1. build\n2. push", description="Deploy the web app to the production server")
    assert matched(mind, "push a new release onto the production machine") == [("release", "meaning")]
    assert matched(mind, "my grandmother likes plum blossoms") == []


def test_of_equals_the_more_trusted_one_comes_first(mind: Mind) -> None:
    # K4
    for name in ("one", "two", "three"):
        teach(mind, "procedure", name, "press the red button", description="restart the printer")
    mind.report_outcome("two", True)
    mind.report_outcome("one", False)
    assert [name for name, _ in matched(mind, "restart the printer")] == ["two", "three", "one"]


@pytest.mark.parametrize(
    ("message", "description", "share"),
    [
        ("deploy", "deploy the web app to production", 1.0),
        ("deploy the cake", "deploy the web app", 0.0),
        ("今日の天気はどう", "今日の予定を確認する", 0.0),
        ("restart printer", "restart the printer in room 3", 1.0),
        ("", "anything", 0.0),
        ("the of and", "the of and", 0.0),
    ],
)
def test_how_much_two_texts_share(message: str, description: str, share: float) -> None:
    # K4: one word alone is shared by chance, unless it is all that one of them says
    assert overlap(message, description) == pytest.approx(share)


# ---------------------------------------------------------------- likeness (K3, K4)


def test_pages_that_say_the_same_are_told_apart_from_others(mind: Mind) -> None:
    # K3, K4, R13
    teach(mind, "knowledge", "tea", "Hana drinks sencha in the morning, without sugar.")
    teach(mind, "knowledge", "server", "The backup server stands in the cellar of the Osaka office.")
    text = "In the morning Hana drinks sencha, without any sugar."
    found = alike(mind.faculties, mind.settings, text, ["knowledge"], least=0.85, scale="same")
    assert [one.item.name for one in found] == ["tea"]
    assert 0.85 <= found[0].similarity <= 1
    assert alike(mind.faculties, mind.settings, text, ["knowledge"], without=["knowledge:tea"], least=0.85) == []
    assert alike(mind.faculties, mind.settings, text, ["procedure"]) == []
    assert alike(mind.faculties, mind.settings, " ", ["knowledge"]) == []


def test_a_long_page_with_one_sentence_in_common_does_not_say_the_same(mind: Mind) -> None:
    # K4: each piece of a text counts by its length
    shared = "Always switch the main valve off before you open the casing of the pump."
    other = " ".join(f"Then turn screw number {n} by {n * 7} degrees and wait for the lamp." for n in range(20))
    teach(mind, "procedure", "pump", shared)
    (one,) = alike(mind.faculties, mind.settings, f"{shared} {other}", ["procedure"], least=0.0, scale="same")
    assert one.similarity < 0.85
    (same,) = alike(mind.faculties, mind.settings, shared, ["procedure"], least=0.0, scale="same")
    assert same.similarity > 0.85


class Counting:
    """The embedder of a mind, with a list of what it was asked."""

    def __init__(self, embedder: Any) -> None:
        self.embedder, self.asked = embedder, []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.embedder, name)

    def embed(self, texts: Any, kind: Any) -> Any:
        self.asked += texts
        return self.embedder.embed(texts, kind)


def test_a_page_that_is_held_against_others_is_not_embedded_again(mind: Mind) -> None:
    # K3, F9: a service takes money for each text
    long = " ".join(f"Kettle number {n} whistles on shelf {n * 3}, and the water boils." for n in range(30))
    one = teach(mind, "knowledge", "kettles", long)
    teach(mind, "knowledge", "kettles too", long)
    counting = Counting(mind.faculties.embedder)
    f = replace(mind.faculties, embedder=counting)

    def like(text: str) -> list[tuple[str, float]]:
        found = alike(f, mind.settings, text, ["knowledge"], without=[one.node], scale="same")
        return [(near.item.name, near.similarity) for near in found]

    lent = like(indexed_text(one))
    assert (counting.asked, [name for name, _ in lent]) == ([], ["kettles too"])
    anew = like(indexed_text(one) + " ")
    assert len(counting.asked) > 3
    assert anew[0][1] == pytest.approx(lent[0][1], abs=1e-5)


def test_a_cue_without_any_page_costs_nothing_and_finds_nothing(mind: Mind) -> None:
    # R5
    assert (found(mind, "sencha"), matched(mind, "[deploy]")) == ([], [])
    by_hand(mind.home, "knowledge", "empty", "")
    assert found(mind, "empty") == ["empty"]
