"""A dream that is killed has happened or it has not (D2, D5, X8), and a real model may answer anything (F10)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.model_server import Asked, ModelServer, Reply, Sent, answer, fails, says, serving
from tests.mind.dreamer import Dreamer
from tests.mind.test_dreams import inner, talk
from tests.mind.world import Clock, at, mind_in

ROOT = Path(__file__).parents[2]
NIGHT = "2026-01-19T03:00:00"
CHILD = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from tests.mind.dreamer import Dreamer, dreamt
from tests.mind.world import Clock, at, mind_in
from omoide.prompts.dream import NewGoal
from omoide.adapters.sql import runs, state

place = sys.argv[2]
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
record = runs.SqlRuns.record
def dying(self, scope, night, results):
    if "dream" in results and place == "before the record":
        die()
    record(self, scope, night, results)
    if "dream" in results and place == "in the transaction":
        die()
    if "dream" in results and place == "after it" and not self._database.in_transaction:
        die()
runs.SqlRuns.record = dying
answer = dreamt([NewGoal("Ask about the snow")], completed=[("sh_001", "done")], entities=[("Yuki", "A friend.")])
with mind_in(Path(sys.argv[1]), Clock(at("2026-01-19T03:00:00")), Dreamer(Dream=answer)) as mind:
    mind.sleep()
"""


def lived_in(home: Path) -> None:
    with mind_in(home, Clock(), Dreamer()) as mind:
        talk(mind)
        mind.add_goal("Learn her name")


def night_of(home: Path, place: str) -> int:
    return subprocess.run([sys.executable, "-c", CHILD, str(home), place, str(ROOT)], env=os.environ).returncode


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("place", ["before the record", "in the transaction", "after it"])
def test_a_killed_dream_happens_once_or_not_at_all(tmp_path: Path, place: str) -> None:
    # D2, D5, X8: a real SIGKILL while it is being written down
    for home in (tmp_path / "killed", tmp_path / "whole"):
        lived_in(home)
    assert night_of(tmp_path / "killed", place) == -signal.SIGKILL
    with mind_in(tmp_path / "killed", Clock()) as killed:
        assert len(killed.insights()) == (place == "after it")
        assert len(killed.goals()) == 1  # the old one, or the new one in its place
        assert len(killed.goals("completed")) == len(killed.proposals()) == (place == "after it")
    assert night_of(tmp_path / "killed", "") == 0
    assert night_of(tmp_path / "whole", "") == 0
    with mind_in(tmp_path / "killed") as killed, mind_in(tmp_path / "whole") as whole:
        assert inner(killed) == inner(whole)
        assert len(whole.insights()) == 1
        assert [e.summary for e in killed.episodes()] == [e.summary for e in whole.episodes()]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    yield from serving(monkeypatch)


DREAM: dict[str, Any] = {
    "insight": {"trigger_topic": "雪", "insight": "雪の話は故郷の話だ。", "strategy": "故郷のことを静かに聞く。",
                "log_entry": "白い野原を歩いた。"},
}  # fmt: skip
MANY = {
    **DREAM,
    "goals": {
        "new": [{"goal": f"目標 {n}", "term": "short", "priority": n} for n in range(100, 0, -1)]
        + [{"goal": "数でない", "term": "short", "priority": float("nan")}]
    },
    "questions": {
        "new": [{"topic": "なぜ？", "context": "", "priority": 7}],
        "resolved": [{"id": "q_9", "answer": "x"}],
    },
    "entities": [{"name": "雪", "fact": "故郷では一月に降る。", "why": ""}],
}


def half(values: dict[str, Any]) -> Reply:
    """A typed answer that breaks off in the middle."""

    def reply(asked: Asked) -> Sent:
        whole = answer(values)(asked)
        return Sent(json.dumps(whole.body, ensure_ascii=False)[:-200])

    return reply


@pytest.mark.parametrize(
    ("replies", "step"),
    [
        ([answer(DREAM)], {"level": 1, "insights": 1}),
        # prose first: it is sent back, and the second answer counts
        ([says("夢を見ました。とてもきれいでした。"), answer(DREAM)], {"level": 1, "insights": 1}),
        ([says("まだ夢の話です。")], None),
        ([answer({"insight": {"insight": "   "}})], None),
        ([half(DREAM)], None),
        ([fails(401, "authentication_error")], None),
        (
            [answer(MANY)],
            {"level": 1, "insights": 1, "unusable": 1, "too_many": 97, "new_goals": 3, "unknown": 1,
             "new_questions": 1, "proposed": 1},
        ),
    ],
    ids=["dream", "prose, then a dream", "prose", "empty", "half", "refused key", "a hundred goals and NaN"],
)  # fmt: skip
def test_whatever_a_model_answers(tmp_path: Path, server: ModelServer, replies: list[Reply], step: Any) -> None:
    # D2, F10, X7: real protocol, typed answers; what cannot be used postpones, and the next night begins anew
    server.replies = replies
    clock = Clock()
    models = {"summary": "anthropic:claude-haiku-4-5", "retries": 0}
    with mind_in(tmp_path, clock, models=models) as mind:
        mind.perceive("今日は故郷に雪が降ったって。", "恋しいですか。", time=at("2026-01-18T18:00:00"))
        server.replies = [
            answer({"summary": "雪の話をした。"}),  # the note of the session, then the account of the day
            answer({"summary": "雪の話をした。故郷が恋しいのだろう。"}),
            *replies,
        ]
        report = mind.sleep(clock.set(NIGHT))
        assert report.steps["episodes"]["told"] == 1
        assert report.steps["proposals"] == {"waiting": 1}  # models.light is not set
        if step is None:
            assert list(report.steps["dream"]) == ["postponed", "reason", "reason_ja"]
            assert "sk-ant" not in report.steps["dream"]["reason"]
            assert inner(mind) == {"insights": [], "goals": [], "questions": [], "proposals": []}
            server.replies = [answer(DREAM)]
            assert mind.sleep(clock.set("2026-01-20T03:00:00")).steps["dream"] == {"level": 1, "insights": 1}
        else:
            assert report.steps["dream"] == step
        [insight] = mind.insights()
        assert (insight.strategy, insight.made_by) == ("故郷のことを静かに聞く。", "anthropic:claude-haiku-4-5")
        if step and "new_goals" in step:
            assert [g.goal for g in mind.goals()] == ["目標 1", "目標 2", "目標 3"]
            assert [(q.topic, q.priority) for q in mind.questions()] == [("なぜ？", 1.0)]
