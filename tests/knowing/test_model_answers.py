"""The three questions over a real provider's protocol: typed answers, and whatever else a model says (K1, K3, K5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from omoide.domain.candidate import Candidate
from omoide.knowing import News, learned, reconcile, reconsolidate, validate, waiting_candidates
from tests.adapters.model_server import ModelServer, Reply, answer, fails, says, serving
from tests.knowing.court import MONDAY, SUNDAY, court
from tests.knowing.test_contradicting import NOTHING, pages
from tests.mind.world import mind_in

MODELS = {"summary": "anthropic:claude-haiku-4-5", "retries": 0}
CLAIM = Candidate("knowledge", "Tea", "Miho likes tea.", "Miho said that she likes tea.", ("e",))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    yield from serving(monkeypatch)


@pytest.mark.parametrize(
    ("replies", "counted"),
    [
        ([answer({"strategy": "supersede", "holds": "first", "reason": "moved"})], {"superseded": 1}),
        ([answer({"strategy": "coexist", "condition": "by season"})], {"coexisting": 1}),
        ([answer({"strategy": "merge", "title": "Backups", "text": "```\nAll of it.\n```"})], {"merged": 1}),
        ([answer({"strategy": "merge"})], {"unusable": 1}),
        ([answer({"strategy": "supersede"})], {"unusable": 1}),
        # what does not fit the schema is sent back, and the second answer counts
        ([answer({"strategy": "replace"}), answer({"strategy": "none"})], {"agreeing": 1}),
        ([says("They disagree, I think.")], None),
        ([fails(401, "authentication_error")], None),
    ],
    ids=["supersede", "coexist", "merge", "no text", "no page", "other word", "prose", "refused key"],
)
def test_whatever_a_model_says_about_two_pages(
    tmp_path: Path, server: ModelServer, replies: list[Reply], counted: Any
) -> None:
    # K3, X7, F10
    with court(tmp_path) as c:
        pages(c)
    server.replies = replies
    with mind_in(tmp_path, models=MODELS) as mind:
        done = reconcile(mind.faculties, mind.settings)
        if counted is None:
            assert done["postponed"] == 1
            assert "sk-ant" not in done["reason"]
            assert {item.text for item in learned(mind.faculties, "knowledge")} >= {MONDAY, SUNDAY}
        else:
            assert done == NOTHING | counted
        sent = str(server.asked[0].body)
        assert SUNDAY in sent
        assert MONDAY in sent


def test_a_claim_and_an_update(tmp_path: Path, server: ModelServer) -> None:
    # K1, K5
    with court(tmp_path) as c:
        c.write("Backup", SUNDAY)
        told = News(c.episode("2026-01-17", MONDAY), date(2026, 1, 17), MONDAY)
    with mind_in(tmp_path, models=MODELS) as mind:
        f, s = mind.faculties, mind.settings
        server.replies = [answer({"supported": True, "reason": "said so"})]
        [accepted] = validate(f, s, [CLAIM])
        assert (accepted.outcome, accepted.by, accepted.confidence) == ("accepted", MODELS["summary"], 0.7)
        server.replies = [fails(529, "overloaded_error")]
        [waits] = validate(f, s, [replace(CLAIM, name="Tea 2")])
        assert (waits.outcome, len(waiting_candidates(f))) == ("waiting", 2)
        server.replies = [answer({"needed": True, "text": f"```\n{MONDAY}\n```", "reason": "moved"})]
        assert reconsolidate(f, s, [told]) == {"updated": 1, "unchanged": 0}
        assert [item.text for item in learned(f, "knowledge")] == [MONDAY]
