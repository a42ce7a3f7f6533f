"""Passages in a life (R6, R12, R15, X5, N6): what is indexed, when, how often, and what is found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omoide import Mind, open_mind
from omoide.adapters.models.embedders.builtin import BuiltinEmbedder
from omoide.domain.page import PageName
from omoide.domain.passage import KINDS
from omoide.errors import InvalidInput, Postponed
from omoide.pages import overwrite_page
from omoide.settings import build
from tests.mind.world import Clock, at, felt, mind_in

DAYS = {
    "2026-01-10": ("今日は鴨川を歩いて、古い橋の話をしたよ。ハナも一緒だった。", "鴨川の橋、前から好きでしたね。"),
    "2026-01-11": ("PostgreSQL のポート番号を 5433 に変えた。", "5433 ですね。設定も確かめましょう。"),
    "2026-01-12": ("Our cat Mochi ran away, and I cried when we found her.", "I am so glad Mochi is safe."),
}


class Counting(BuiltinEmbedder):
    """The real one; it counts the texts, and can be told to be out of reach."""

    def __init__(self, home: Path, fails: Sequence[int] = ()) -> None:
        super().__init__(home)
        self.texts: list[str] = []
        self.fails = set(fails)
        self.calls = 0

    def embed(self, texts: Sequence[str], kind: Any) -> np.ndarray:
        if kind == "memory":
            self.calls += 1
            if self.calls in self.fails:
                raise Postponed("the service is away", "サービスに届きません")
            self.texts += texts
        return super().embed(texts, kind)


def live(mind: Mind) -> None:
    for day, (said, replied) in DAYS.items():
        mind.perceive(said, replied, time=at(f"{day}T10:00:00"))
    mind.end_session()


def write(mind: Mind, diary: str) -> None:
    page = PageName("main_diary")
    overwrite_page(mind.faculties, page, diary, mind.faculties.pages.read(mind.scope, page).revision)


def found(mind: Mind, cue: str, **more: Any) -> list[tuple[str, str]]:
    return [(one.passage.kind, one.passage.content) for one in mind.search_passages(cue, **more).passages]


def counting(home: Path, clock: Clock, fails: Sequence[int] = (), **tree: Any) -> tuple[Mind, Counting]:
    embedder = Counting(home, fails)
    return open_mind(home, persona="aoi", person="me", clock=clock, embedder=embedder, settings=build(tree)), embedder


@pytest.fixture
def clock() -> Clock:
    return Clock(at("2026-01-13T18:00:00"))


def test_a_night_indexes_what_was_told_written_and_said(tmp_path: Path, clock: Clock) -> None:
    # R15, R6: each kind is found; the secret diary never is
    with mind_in(tmp_path, clock) as mind:
        live(mind)
        diary = "# Diary\n\n## 2026-01-11\nベランダの朝顔に水をやった。\n\n## 2026-01-12\n眠れない夜だった。"
        write(mind, diary)
        overwrite_page(mind.faculties, PageName("secret_diary"), "朝顔は本当は枯れてしまった。", "")
        done = mind.sleep().steps["passages"]
        assert done == {"indexed": 9, "removed": 0, "embedded": 9}  # 3 turns, 3 days, 3 parts of the diary
        kinds = [kind for kind, _ in found(mind, "PostgreSQL のポート番号")]
        assert sorted(kinds) == ["episodic_memory", "log_archive"]
        [morning] = mind.search_passages("ベランダの朝顔").passages
        assert (morning.passage.kind, morning.passage.source) == ("diary", "main_diary:2026-01-11")
        assert morning.passage.day.isoformat() == "2026-01-11"
        assert "枯れ" not in str(found(mind, "朝顔は枯れてしまった", kinds=KINDS, tool=True))


def test_only_what_has_changed_is_embedded_again(tmp_path: Path, clock: Clock) -> None:
    # R15
    mind, embedder = counting(tmp_path, clock)
    with mind:
        live(mind)
        write(mind, "2026-01-11\n水やり。\n\n2026-01-12\n眠れない。")
        mind.sleep()
        embedder.texts.clear()
        assert mind.index_passages() == {"indexed": 0, "removed": 0, "embedded": 0}
        write(mind, "2026-01-11\n水やり。\n\n2026-01-12\nよく眠れた。")
        assert mind.index_passages() == {"indexed": 1, "removed": 0, "embedded": 1}
        assert embedder.texts == ["2026-01-12\nよく眠れた。"]
        assert found(mind, "眠れない", kinds=["diary"], tool=True) == [("diary", "2026-01-12\nよく眠れた。")]
        write(mind, "2026-01-12\nよく眠れた。")
        assert mind.index_passages() == {"indexed": 0, "removed": 1, "embedded": 0}
        assert found(mind, "水やり", kinds=["diary"], tool=True) == []


def test_another_way_to_cut_is_another_text(tmp_path: Path, clock: Clock) -> None:
    # R15: settings of the index are part of what is known about a text
    with mind_in(tmp_path, clock) as mind:
        write(mind, "朝顔に水をやった。" * 40)
        assert mind.index_passages()["embedded"] == 2
    with mind_in(tmp_path, clock, passages={"chunk": 100, "overlap": 10}) as mind:
        assert mind.index_passages() == {"indexed": 1, "removed": 0, "embedded": 4}


def test_a_run_that_is_cut_off_goes_on_where_it_stopped(tmp_path: Path, clock: Clock) -> None:
    # R15: five texts at a time are written; what is written is not done again

    class Killed(BaseException):
        pass

    mind, embedder = counting(tmp_path, clock)
    with mind:
        for number in range(12):
            mind.perceive(f"Story {number} about the lighthouse.", "Yes.", time=at(f"2026-01-10T10:{number:02}:00"))
        seen: list[int] = []

        def watch(done: int, total: int) -> None:
            seen.append(done)
            if done == 10:
                raise Killed

        with pytest.raises(Killed):
            mind.index_passages(progress=watch)
        assert seen == [5, 10]
        first = list(embedder.texts)
        assert (len(first), mind.index_passages()) == (10, {"indexed": 2, "removed": 0, "embedded": 2})
        assert len(set(embedder.texts)) == len(embedder.texts) == 12


def test_what_a_service_does_not_embed_waits_and_is_found_by_words(tmp_path: Path, clock: Clock) -> None:
    # R15: skipped, and tried the next time; two failures in a row end the run
    mind, embedder = counting(tmp_path, clock, fails=[2, 3])
    with mind:
        for number in range(20):
            mind.perceive(f"Story {number} about lighthouses.", "Yes.", time=at(f"2026-01-10T10:{number:02}:00"))
        done = mind.index_passages()
        assert done == {
            "indexed": 20, "removed": 0, "embedded": 5, "postponed": True, "reason": "the service is away",
        }  # fmt: skip
        assert embedder.calls == 3
        assert len(found(mind, "Story 3 about lighthouses", tool=True)) == 10
        assert mind.index_passages() == {"indexed": 0, "removed": 0, "embedded": 15}


def test_another_embedder_makes_vectors_anew(tmp_path: Path, clock: Clock) -> None:
    # X5
    with mind_in(tmp_path, clock) as mind:
        live(mind)
        mind.index_passages()
    mind, embedder = counting(tmp_path, clock)
    embedder.name = "another"
    with mind:
        assert [kind for kind, _ in found(mind, "PostgreSQL のポート番号")] == ["log_archive"]  # by words
        assert mind.reindex() == 3 + 3
        assert mind.index_passages() == {"indexed": 0, "removed": 0, "embedded": 0}


def test_a_forgotten_exchange_is_not_found_from_then_on(tmp_path: Path, clock: Clock) -> None:
    # R15, O2
    with mind_in(tmp_path, clock) as mind:
        live(mind)
        mind.index_passages()
        assert len(found(mind, "PostgreSQL のポート番号")) == 1
        [memory] = [one for one in mind.list() if "PostgreSQL" in one.content + one.trigger]
        mind.forget(memory.id)
        assert found(mind, "PostgreSQL のポート番号") == []
        assert mind.index_passages()["removed"] == 1


def test_today_is_indexed_only_when_it_is_asked_for(tmp_path: Path, clock: Clock) -> None:
    # R15: current_log; at night it becomes the archive
    with mind_in(tmp_path, clock) as mind:
        mind.perceive("The violin lesson moved to Thursday.", "Noted.", time=at("2026-01-13T09:00:00"))
        mind.index_passages()
        assert found(mind, "violin lesson") == []
        assert [kind for kind, _ in found(mind, "violin lesson", kinds=["current_log"])] == ["current_log"]
        clock.set("2026-01-14T04:00:00")
        mind.index_passages()
        assert [kind for kind, _ in found(mind, "violin lesson", kinds=KINDS)] == ["log_archive"]


def test_a_night_indexes_so_many_turns_the_newest_first(tmp_path: Path, clock: Clock) -> None:
    # R15
    with mind_in(tmp_path, clock, passages={"turns_per_night": 2}) as mind:
        live(mind)
        assert mind.index_passages()["indexed"] == 2
        assert found(mind, "鴨川の古い橋") == []
        assert mind.index_passages()["indexed"] == 1
        assert len(found(mind, "鴨川の古い橋")) == 1


def test_what_one_person_said_stays_with_that_person(tmp_path: Path, clock: Clock) -> None:
    # N6
    with mind_in(tmp_path, clock, person="ken") as mind:
        live(mind)
        mind.sleep()
        assert found(mind, "PostgreSQL のポート番号")
    for persona, person in (("aoi", "hana"), ("rin", "ken")):
        with mind_in(tmp_path, clock, persona=persona, person=person) as mind:
            assert found(mind, "PostgreSQL のポート番号", kinds=KINDS, tool=True) == []


def test_arousal_comes_from_what_was_felt_and_follows_it(tmp_path: Path, clock: Clock) -> None:
    # R6, P6: an episode that proved stirring is so in the index, without being embedded again
    with mind_in(tmp_path, clock, felt(arousal=80)) as mind:
        live(mind)
        mind.sleep()
        shown = mind.search_passages("Mochi ran away", intent="emotional").shown
        assert {one.passage.kind: one.marks for one in shown} == {"log_archive": "★🆕", "episodic_memory": "★🆕"}
        [episode] = [one for one in mind.episodes() if one.date == "2026-01-12"]
        mind.faculties.store.episodes.apply_trace(mind.scope, episode.id, 0.0, 1.0)
        assert mind.index_passages() == {"indexed": 0, "removed": 0, "embedded": 0}
        arousals = {one.passage.kind: one.arousal for one in mind.search_passages("Mochi ran away").passages}
        assert arousals == {"log_archive": 0.8, "episodic_memory": 0.0}


def test_every_term_of_a_score_is_told(tmp_path: Path, clock: Clock) -> None:
    # R6, R12
    with mind_in(tmp_path, clock) as mind:
        live(mind)
        mind.index_passages()
        result = mind.search_passages("PostgreSQL の設定方法", now=at("2026-01-25T12:00:00"))
        [one] = result.passages
        assert result.intent == "technical"
        assert one.distance == pytest.approx(1.5 * (1 - one.relevance))
        assert one.decay == pytest.approx(np.exp(-0.05 * 14))
        aged = 0.6 * (1 - one.decay) * (1 - one.arousal)
        assert one.score == pytest.approx(0.3 * one.distance + 0.1 * (1 - one.arousal) + aged)


def test_nonsense_is_refused_and_nothing_finds_nothing(tmp_path: Path, clock: Clock) -> None:
    # R6
    with mind_in(tmp_path, clock) as mind:
        live(mind)
        mind.index_passages()
        assert mind.search_passages("  ").passages == ()
        assert mind.search_passages("quantum chromodynamics lattice").passages == ()
        for wrong in ({"intent": "curious"}, {"kinds": ["dreams"]}):
            with pytest.raises(InvalidInput):
                mind.search_passages("x", **wrong)  # type: ignore[arg-type]
