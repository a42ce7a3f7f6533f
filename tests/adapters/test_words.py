"""Search by words, on a real store: what was said is found by what is asked, and only in its own scope (R12, N6)."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.adapters.sql import word_search
from omoide.adapters.sql.store import SqlStore
from omoide.adapters.sql.words import SqlWords
from omoide.domain.emotion import Emotion
from omoide.domain.memory import Memory
from omoide.domain.turn import Scope
from omoide.language.terms import FUNCTION, terms, weight

AOI, REN = Scope("aoi", "ken"), Scope("aoi", "yui")
NOW = datetime(2026, 1, 18, tzinfo=UTC)


@contextmanager
def opened() -> Iterator[SqlStore]:
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(Path(folder) / "omoide.db")
        try:
            yield store
        finally:
            store.close()


@pytest.fixture
def store() -> Iterator[SqlStore]:
    with opened() as store:
        yield store


@pytest.fixture
def words(store: SqlStore) -> SqlWords:
    return SqlWords(store.database)


def found(words: SqlWords, cue: str, scope: Scope = AOI, k: int = 10) -> dict[int, float]:
    rows, coverage = words.search(scope, cue, k)
    assert list(coverage) == sorted(coverage, reverse=True)
    assert all(0 < value <= 1 for value in coverage)
    return {int(row): round(float(value), 3) for row, value in zip(rows, coverage, strict=True)}


def memory(number: int, scope: Scope, trigger: str, content: str, keywords: tuple[str, ...] = ()) -> Memory:
    return Memory(
        f"mem_20260118_{number:03}", scope, NOW, trigger, content, 50, Emotion(), "casual", 0.75, 0.5, 50.0, keywords
    )


SAID = (
    "箱根の温泉に行った。黒猫がいた。",
    "猫のミケを病院に連れて行った",
    "She was running along the river with Tanaka-san",
    "The server runs v2.3.1 of user_service",
    "サーバーの設定をＰｙｔｈｏｎで直した",
    "カフェで🍎のケーキを食べた",
)


@pytest.mark.parametrize(
    ("cue", "rows"),
    [
        ("温泉", [1]),
        ("猫", [2, 1]),
        ("猫の名前", [2, 1]),
        ("ミケ", [2]),
        ("runs", [4, 3]),
        ("tanaka-san", [3]),
        ("TANAKA", [3]),
        ("v2.3.1", [4]),
        ("user_service", [4]),
        ("ｻｰﾊﾞｰ", [5]),
        ("python", [5]),
        ("🍎", [6]),
        ("食べる", [6]),
        ("飛行機", []),
        ("", []),
        ("!? \n", []),
        ('" OR words MATCH "', []),
    ],
)
def test_what_was_said_is_found(words: SqlWords, cue: str, rows: list[int]) -> None:
    # R12: one and two characters of Japanese, English stems, exact names, mixed scripts, full and half width
    words.put([(row, AOI, text) for row, text in enumerate(SAID, 1)])
    assert list(found(words, cue)) == rows


def test_coverage_is_the_weight_of_what_is_there(words: SqlWords) -> None:
    # R12: absolute. A word never said counts against a memory, and saying one ten times does not count for it.
    words.put([(1, AOI, "温泉と寿司"), (2, AOI, "温泉 温泉 温泉 温泉 温泉"), (3, AOI, "将棋")])
    # 温泉 in 2 of 3: ln(1 + 1001.5 / 2.5) = 5.996, 寿司 in 1: 6.506, 飛行 and 行機 in none: 7.605 each
    assert found(words, "温泉と寿司") == {1: 1.0, 2: 0.48}
    assert found(words, "温泉と飛行機") == {2: 0.283, 1: 0.283}
    assert found(words, "the 温泉です") == {2: 1.0, 1: 1.0}, "function words ask for nothing beside others"


def test_a_new_store_answers_like_an_old_one(words: SqlWords) -> None:
    # R12: absolute from the first day: half of the cue is about half, with one memory or with a thousand
    words.put([(1, AOI, "赤い自転車を買った")])
    young = found(words, "自転車と将棋")[1]
    words.put([(row, AOI, f"memory number {row}") for row in range(2, 1_000)])
    assert found(words, "自転車と将棋")[1] == pytest.approx(young, abs=0.03)


def test_the_newest_come_first_among_equals_and_only_so_many(words: SqlWords) -> None:
    words.put([(row, AOI, "温泉") for row in range(1, 30)])
    assert list(found(words, "温泉", k=3)) == [29, 28, 27]
    assert found(words, "温泉", k=0) == {}


def test_replacing_and_removing(words: SqlWords) -> None:
    # R12: what a memory no longer says does not find it
    words.put([(1, AOI, "温泉"), (2, AOI, "温泉と猫")])
    words.put([(1, AOI, "将棋")])
    assert (found(words, "温泉"), found(words, "将棋")) == ({2: 1.0}, {1: 1.0})
    words.remove([2, 99])
    words.remove([2])
    assert (found(words, "温泉"), found(words, "猫"), found(words, "将棋")) == ({}, {}, {1: 1.0})
    words.put([(2, AOI, "温泉"), (2, AOI, "川")])
    assert (found(words, "温泉"), found(words, "川")) == ({}, {2: 1.0})


def test_what_is_undone_is_not_found(store: SqlStore, words: SqlWords) -> None:
    # X8: words belong to the transaction of their memory
    def put_and_fail() -> None:
        with store.transaction():
            words.put([(1, AOI, "温泉")])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        put_and_fail()
    assert found(words, "温泉") == {}
    words.put([(1, AOI, "温泉")])
    assert found(words, "温泉") == {1: 1.0}


def test_one_person_never_finds_what_another_said(words: SqlWords) -> None:
    # N6: neither the memories nor how rare a word is among them
    words.put([(1, AOI, "温泉に行く約束と寿司")])
    before = found(words, "温泉と寿司と将棋")
    words.put([(row, REN, "温泉 約束") for row in range(2, 500)])
    words.refresh()
    assert found(words, "温泉と寿司と将棋") == before
    assert found(words, "温泉", REN, k=1_000).keys() == set(range(2, 500))
    assert found(words, "寿司", REN) == {}
    assert found(words, "温泉", Scope("aoi", "nobody")) == {}
    assert found(words, "温泉", Scope("aoi:ken", "")) == {}


def test_rebuilding_gives_the_same_and_leaves_nothing_behind(store: SqlStore, words: SqlWords) -> None:
    # X1: derived from the texts; O2: after it nothing of a deleted word is left in the file
    rows = [store.memories.add(memory(n, AOI, "温泉の話", f"memory {n}", ("箱根", "旅行")), 1) for n in range(1, 4)]
    other = store.memories.add(memory(9, REN, "秘密結社", "zebra crossing"), 1)
    cues = ("温泉", "箱根", "memory 2", "旅行")
    before = [found(words, cue) for cue in cues]
    assert list(before[0]) == list(before[1]) == rows[::-1]
    store.memories.delete([other])
    assert words.rebuild() == 3
    assert [found(words, cue) for cue in cues] == before
    left = json.dumps(store.database.execute("SELECT term FROM words_found").fetchall(), ensure_ascii=False)
    assert "zebra" not in left
    assert "秘密" not in left


def test_common_words_alone_and_together(store: SqlStore, words: SqlWords, monkeypatch: pytest.MonkeyPatch) -> None:
    # R12: words too common to be walked whole still find the memories that hold them together
    monkeypatch.setattr(word_search, "COMMON", 30)
    monkeypatch.setattr(word_search, "_HITS", 60)
    monkeypatch.setattr("omoide.adapters.sql.words.COMMON", 30)
    texts = {row: "病院" if row % 2 else "予約" for row in range(1, 301)}
    texts |= {17: "病院と予約と眼鏡", 40: "病院の予約", 160: "病院の予約"}
    words.put([(row, AOI, text) for row, text in texts.items()])
    for _ in range(2):  # before and after the words were counted
        both = found(words, "病院の予約", k=5)
        assert list(both)[:3] == [160, 40, 17]
        assert [both[row] for row in (160, 40, 17)] == [1.0, 1.0, 1.0]
        assert list(both.values())[3:] == pytest.approx([0.5, 0.5], abs=0.01)
        assert list(found(words, "病院で予約した眼鏡", k=2)) == [17, 160]
        assert list(found(words, "予約", k=3)) == [300, 298, 296]
        words.refresh()
    counted = store.database.execute("SELECT term, documents FROM common_words WHERE documents > 0").fetchall()
    hospital, appointment = (
        dict.fromkeys(("1:病院", "1:病", "1:院"), 152),
        dict.fromkeys(("1:予約", "1:予", "1:約"), 151),
    )
    assert dict(counted) == hospital | appointment | {"1:": 300}


def test_a_pasted_file_is_a_cue_too(words: SqlWords) -> None:
    words.put([(1, AOI, "温泉")])
    cue = "温泉 " + " ".join(f"word{n}" for n in range(50_000))
    assert list(found(words, cue)) == [1]


TEXTS = st.lists(
    st.text(st.sampled_from("猫温泉食べるのは サバーa1b2cx-_.'\"🍎한국"), min_size=1, max_size=30)
    | st.text(max_size=30),
    min_size=1,
    max_size=8,
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(TEXTS, TEXTS)
def test_every_memory_is_found_by_each_of_its_own_terms(mine: list[str], others: list[str]) -> None:
    # R12, N6
    with opened() as store:
        words = SqlWords(store.database)
        words.put([(row, AOI, text.replace("\0", "")) for row, text in enumerate(mine, 1)])
        words.put([(row, REN, text.replace("\0", "")) for row, text in enumerate(others, 101)])
        for row, text in enumerate(mine, 1):
            for term in set(terms(text)):
                asked = terms(term)  # a stem may be cut once more (aa'e, aa', aa): nobody asks in stems
                if asked == [term] or (term in asked and weight(term) > FUNCTION):
                    assert row in found(words, term, k=50)
            assert all(hit <= 100 for hit in found(words, text, k=50))
            if terms(text):
                assert found(words, text, k=50)[row] == 1.0


def test_who_holds_every_term_of_a_name(words: SqlWords) -> None:
    # R12, N6: whole names only, the newest first, and of this scope only
    words.put(
        [(1, AOI, "Uncle Takeshi"), (2, AOI, "Takeshi Mori"), (3, AOI, "Mori, Takeshi"), (4, REN, "Takeshi Mori")]
    )
    assert words.holding(AOI, "Takeshi Mori", 9).tolist() == [3, 2]
    assert words.holding(AOI, "Takeshi", 2).tolist() == [3, 2]
    assert words.holding(AOI, "?!", 9).tolist() == []
    assert words.holding(Scope("nobody", "nobody"), "Takeshi", 9).tolist() == []


def test_common_words_are_counted_again_when_enough_has_changed(store: SqlStore, words: SqlWords) -> None:
    # R12, D6: a night pays for what is new; N6: one person's words are counted without another's
    def counted() -> dict[str, int]:
        return dict(store.database.execute("SELECT term, documents FROM common_words").fetchall())

    words.put([(row, REN, "zebra") for row in range(1, 301)])
    words.put([(row, AOI, "whale") for row in range(1_001, 1_300)])
    words.refresh(AOI)  # 299: nothing can be common
    assert counted() == {}
    words.put([(1_300, AOI, "whale")])
    words.refresh(AOI)
    assert counted() == {"2:": 300, "2:whale": 300}
    words.put([(row, AOI, "whale") for row in range(1_301, 1_307)])  # two in a hundred
    words.refresh(AOI)
    assert counted() == {"2:": 300, "2:whale": 300}
    words.put([(1_307, AOI, "whale")])
    words.refresh(AOI)
    assert counted() == {"2:": 307, "2:whale": 307}
    words.refresh()
    assert counted() == {"1:": 300, "1:zebra": 300, "2:": 307, "2:whale": 307}
    words.remove(list(range(1_001, 1_300)))
    words.refresh(AOI)
    assert counted() == {"1:": 300, "1:zebra": 300, "2:": 8}
