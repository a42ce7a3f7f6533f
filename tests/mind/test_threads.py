"""Working memory in a real store: threads through restarts, several personas, and what flows out of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide import Mind
from omoide.adapters.models.embedders.builtin import BuiltinEmbedder
from omoide.compose import open_mind
from omoide.errors import Postponed
from omoide.settings import build
from tests.mind.world import Clock, at, mind_in

FILMS = [
    ("インセプションみたいな映画ある？", "『メメント』や『プレステージ』が近いね"),
    ("ノーランの映画が好きなんだ。時間の仕掛けがあるやつ", "それなら『テネット』も時間の映画だよ"),
    ("うん", "いいよね"),
    ("テネットは難しくて一度では分からなかった", "二回目で分かる映画だからね"),
]


def talk(mind: Mind, clock: Clock, turns: list[tuple[str, str]], session: str = "s", **more: Any) -> None:
    for said, replied in turns:
        mind.perceive(said, replied, session=session, **more)
        clock.forward(minutes=1)


def texts(mind: Mind, session: str | None = "s") -> list[str]:
    thread = mind.thread(session)
    return [message.text for message in thread.messages] if thread else []


def rows(home: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(home / "omoide.db")) as database:
        return database.execute(sql).fetchall()


def test_a_talk_stays_one_thread_as_long_as_it_keeps_to_its_subject(tmp_path: Path) -> None:
    # W1, W2: similar messages, names that come again and mere nods go on; another topic begins another thread
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        talk(mind, clock, FILMS)
        first = mind.thread("s")
        assert first is not None
        assert [m.text for m in first.messages] == [text for turn in FILMS for text in turn]
        assert [m.speaker for m in first.messages[:2]] == ["me", "aoi"]
        assert (first.spoken, first.started, first.ended) == ({"aoi": 4}, at("2026-01-18T18:00:00"), "")
        assert first.updated == at("2026-01-18T18:03:00")
        talk(mind, clock, [("明日の会議の資料、まだ作ってないや", "手伝おうか")])
        second = mind.thread("s")
        assert second is not None
        assert second.id != first.id
        assert second.messages[0].text == "明日の会議の資料、まだ作ってないや"
        [flush] = mind.flushes(first.id)
        assert (flush.number, flush.turn_count, flush.first, flush.last) == (1, 8, 1, 8)
        assert (flush.made_by, flush.embedder) == ("offline", "builtin-3")
        assert "テネット" in flush.keywords
        assert flush.summary.startswith("me: インセプション")
        talk(mind, clock, [("ところで、資料の会議室はどこ？", "三階です")])
        third = mind.thread("s")
        assert third is not None
        assert third.id != second.id  # the same subject, but the person says that it is another
        assert rows(tmp_path, "SELECT ended FROM threads ORDER BY row") == [("topic",), ("turning phrase",), ("",)]


def test_silence_and_another_project_end_a_thread(tmp_path: Path) -> None:
    # W2, W6: ten minutes are not too long, a moment more is
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.perceive("The deploy fails.", "Which one?", session="s", origin="/home/me/app")
        clock.forward(minutes=10)
        mind.perceive("The one of this morning.", "I see.", session="s", origin="/home/me/app/docs")
        assert len(texts(mind)) == 4
        clock.forward(minutes=10, microseconds=1)
        mind.perceive("It works now.", "Good.", session="s", origin="/home/me/app")
        assert texts(mind) == ["It works now.", "Good."]
        mind.perceive("And here?", "Here too.", session="s", origin="/home/me/other")
        assert texts(mind) == ["And here?", "Here too."]
        assert rows(tmp_path, "SELECT ended, domain FROM threads ORDER BY row") == [
            ("idle", "/home/me/app"), ("domain", "/home/me/app"), ("", "/home/me/other"),
        ]  # fmt: skip


def test_a_thread_goes_on_after_a_restart(tmp_path: Path) -> None:
    # W5
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        talk(mind, clock, FILMS[:2])
        before = mind.thread("s")
    with mind_in(tmp_path, clock) as mind:
        after = mind.thread("s")
        assert before is not None
        assert after is not None
        assert before.plain() == after.plain()
        assert np.array_equal(before.sum, after.sum)  # type: ignore[arg-type]
        talk(mind, clock, FILMS[2:])
        assert mind.thread("s").id == before.id  # type: ignore[union-attr]
        assert len(texts(mind)) == 8


def test_several_personas_share_one_conversation(tmp_path: Path) -> None:
    # W4, N6: one thread for a session they share; the same person's other talks, and other persons', are their own
    clock = Clock()
    minds = [mind_in(tmp_path, clock, persona=name) for name in ("lumina", "clarisse", "nox")]
    for mind in minds:
        mind.perceive("What shall we watch tonight?", f"{mind.scope.persona} suggests a film.", session="salon")
        mind.perceive("And you?", "Fine.", session="")
    seen = [mind.thread("salon") for mind in minds]
    assert len({thread.id for thread in seen if thread}) == 1
    assert [m.speaker for m in seen[0].messages] == ["me", "lumina", "clarisse", "nox"]  # type: ignore[union-attr]
    assert seen[0].spoken == {"clarisse": 1, "lumina": 1, "nox": 1}  # type: ignore[union-attr]
    assert len({mind.thread("").id for mind in minds}) == 3  # type: ignore[union-attr]
    with mind_in(tmp_path, clock, persona="lumina", person="somebody else") as stranger:
        stranger.perceive("Hello.", "Hi.", session="salon")
        assert texts(stranger, "salon") == ["Hello.", "Hi."]
        assert stranger.flushes(seen[0].id) == []  # type: ignore[union-attr]
    for mind in minds:
        mind.close()


def test_what_must_not_be_remembered_is_not_in_mind_either(tmp_path: Path) -> None:
    # N2, E3, E8
    clock = Clock()
    with mind_in(tmp_path, clock, privacy={"never": ["tax"]}) as mind:
        mind.perceive("between us", "yes", incognito=True, session="s")
        mind.perceive("my tax return", "yes", session="s")
        mind.perceive("/compact", "done", session="s")
        mind.pause()
        mind.perceive("in a pause", "yes", session="s")
        mind.resume()
        assert mind.thread() is None
        mind.perceive("the password is hunter2xyz!", "noted", session="s")
        assert texts(mind) == ["the password is [redacted: password]!", "noted"]
    assert rows(tmp_path, "SELECT COUNT(*) FROM thread_messages") == [(2,)]


def test_old_turns_do_not_pass_through_working_memory(tmp_path: Path) -> None:
    # W1: an import of last year's talk is not what is in mind now; nor is what was said long before the present thread
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        mind.perceive("now", "yes", session="s")
        mind.perceive("a year ago", "yes", session="s", time=at("2025-01-18T18:00:00"))
        mind.perceive("an hour ago", "yes", session="s", time=at("2026-01-18T17:00:00"))
        mind.perceive("a moment ago", "yes", session="s", time=at("2026-01-18T17:58:00"))
        assert texts(mind) == ["now", "yes", "a moment ago", "yes"]
        mind.perceive("yesterday", "yes", session="t", time=at("2026-01-17T18:00:00"))
        mind.perceive("before that", "yes", session="u", time=at("2026-01-17T17:59:59"))
        assert (texts(mind, "t"), texts(mind, "u")) == (["yesterday", "yes"], [])


def test_a_forgotten_turn_is_in_no_thread(tmp_path: Path) -> None:
    # W1, E9: messages are read from the ledger, so what was forgotten there is gone here
    clock = Clock()
    with mind_in(tmp_path, clock) as mind:
        talk(mind, clock, [("I love plums.", "Plums!"), ("And plums in jam.", "Yes.")])
        mind.faculties.store.turns.settle([mind.thread().messages[0].turn], "encoded", scope=mind.scope)  # type: ignore[union-attr]
        assert texts(mind) == ["And plums in jam.", "Yes."]


class Service(BuiltinEmbedder):
    """As one that is asked over a network; nobody may wait for it while taking in a turn."""

    remote = True
    asked = 0
    away = False

    def embed(self, texts: Any, kind: Any) -> np.ndarray:
        self.asked += len(texts)
        if self.away:
            raise Postponed("the service is away", "届きません")
        return super().embed(texts, kind)


def test_no_service_is_asked_on_the_way_in(tmp_path: Path) -> None:
    # W2, W3: a remote embedder is done without; a flush gets its embedding at the end of the session
    clock, service = Clock(), Service(tmp_path)
    with open_mind(tmp_path, persona="aoi", clock=clock, embedder=service, settings=build({})) as mind:
        talk(mind, clock, [*FILMS, ("明日の会議の資料、まだ作ってないや", "手伝おうか"), *FILMS])
        assert service.asked == 0
        thread = mind.thread()
        assert thread is not None
        [flush] = mind.flushes(thread.id)  # one thread, since nothing else parted it; the older half of it went
        assert (flush.embedder, flush.turn_count, len(thread.messages)) == ("", 8, 10)
        mind.end_session("s")
        assert [one.embedder for one in mind.flushes(thread.id)] == [service.name] * 2


def test_an_embedder_that_fails_keeps_no_turn_out(tmp_path: Path) -> None:
    # W2, E7
    clock, broken = Clock(), Service(tmp_path)
    broken.remote, broken.away = False, True
    with open_mind(tmp_path, persona="aoi", clock=clock, embedder=broken, settings=build({})) as mind:
        talk(mind, clock, FILMS)
        assert len(texts(mind)) == 8


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    turns=st.lists(
        st.tuples(
            st.sampled_from(["aoi", "ren"]), st.sampled_from(["s", "t", ""]), st.integers(0, 12),
            st.sampled_from(["うん", "ところで、次の話。", "The garden needs water today.", "映画の話をしよう。", "x"]),
            st.booleans(),
        ),
        max_size=40,
    ),
    most=st.integers(6, 12),
)  # fmt: skip
def test_nothing_is_dropped_silently(tmp_path_factory: pytest.TempPathFactory, turns: list[Any], most: int) -> None:
    # W1, W3, S5: in a real store, every message is in its thread or in exactly one flush, in order; keys are unique
    home, clock = tmp_path_factory.mktemp("threads"), Clock()
    minds = {name: mind_in(home, clock, persona=name, threads={"messages": most}) for name in ("aoi", "ren")}
    for number, (persona, session, minutes, text, answered) in enumerate(turns):
        clock.forward(minutes=minutes, seconds=1)
        minds[persona].perceive(f"{text} {number}", f"reply {number}" if answered else "", session=session)
    for mind in minds.values():
        mind.close()
    messages = rows(
        home, "SELECT thread, place, flush, turn, side, persona FROM thread_messages ORDER BY thread, place"
    )
    assert len({(turn, side, persona) for _, _, _, turn, side, persona in messages}) == len(messages)
    assert len(messages) == len(turns) + sum(answered for *_, answered in turns)
    kept = rows(home, "SELECT thread, number, first, last, turn_count FROM flushes")
    flushes = {(thread, number): tuple(rest) for thread, number, *rest in kept}
    for thread in {row[0] for row in messages}:
        places = [(place, flush) for row, place, flush, *_ in messages if row == thread]
        assert [place for place, _ in places] == list(range(1, len(places) + 1))
        out = [flush for _, flush in places if flush]
        assert out == sorted(out)
        held = [place for place, flush in places if not flush]
        assert len(held) <= most
        assert held == list(range(len(out) + 1, len(places) + 1))
        for number in set(out):
            inside = [place for place, flush in places if flush == number]
            assert flushes.pop((f"th_{thread:03}", number)) == (inside[0], inside[-1], len(inside))
    assert flushes == {}
