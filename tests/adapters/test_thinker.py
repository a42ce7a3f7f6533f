"""ModelThinker against a provider on loopback that speaks the real protocols."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from omoide.adapters.models.limits import Budget
from omoide.adapters.models.roles import RoleThinker
from omoide.adapters.models.thinker import ModelThinker
from omoide.domain.cost import Price
from omoide.errors import MissingExtra, Postponed
from omoide.ports import Usage
from omoide.prompts.analyse_turn import AnalyseTurn, TurnAnalysis
from omoide.prompts.compress import Compressed, Summarise
from tests.adapters.model_server import Asked, ModelServer, Sent, answer, fails, says, serving

CLAUDE = "anthropic:claude-haiku-4-5"
GPT = "openai-chat:gpt-4o-mini"
FELT: dict[str, Any] = {
    "intensity": 72,
    "valence": "positive",
    "arousal": 85,
    "tags": ["joy", "pride"],
    "category": "emotional",
    "keywords": ["就職", "内定"],
    "trigger": "内定が出たと報告を受けた",
    "content": "一緒に喜び、これまでの努力をねぎらった",
}
ANALYSIS = TurnAnalysis(**FELT)
SHORT = {"trigger": "内定の報告", "content": "一緒に喜んだ"}
QUESTION = AnalyseTurn("内定が出た！", "おめでとう！", "ja")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    yield from serving(monkeypatch)


class Waits:
    """Waiting that takes no time and remembers how long it would have been."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def thinker(model: str = CLAUDE, **more: Any) -> ModelThinker:
    return ModelThinker(model, **{"wait": Waits(), **more})


def why(asked: ModelThinker, question: Any = QUESTION) -> Postponed:
    with pytest.raises(Postponed) as caught:
        asked.ask(question)
    return caught.value


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize("model", [CLAUDE, GPT])
def test_a_typed_answer_comes_back(server: ModelServer, model: str) -> None:
    # X7, F9
    used: list[Usage] = []
    server.replies = [answer(FELT, tokens=(310, 42))]
    mind = thinker(model, record=used.append, max_tokens=777)

    assert mind.ask(QUESTION) == ANALYSIS
    assert mind.who(QUESTION) == model
    assert used == [Usage(model, "analysis", 1, 310, 42)]
    [asked] = server.asked
    assert asked.path == ("/v1/messages" if model == CLAUDE else "/v1/chat/completions")
    assert asked.body["model"] == model.partition(":")[2]
    assert asked.body["temperature"] == 0
    assert 777 in (asked.body.get("max_tokens"), asked.body.get("max_completion_tokens"))
    wording = QUESTION.render()
    assert [wording.system, wording.user] == _texts(asked)[-2:]


def test_the_newer_protocol_of_openai_too(server: ModelServer) -> None:
    # X7: provider:model alone decides which protocol is spoken
    used: list[Usage] = []
    server.replies = [answer(FELT | {"intensity": 101}, tokens=(10, 2)), answer(FELT, tokens=(20, 3))]
    assert thinker("openai:gpt-4o-mini", record=used.append).ask(QUESTION) == ANALYSIS
    assert [asked.path for asked in server.asked] == ["/v1/responses"] * 2
    assert used == [Usage("openai:gpt-4o-mini", "analysis", 2, 30, 5)]


def _texts(asked: Asked) -> list[str]:
    """All text of a first request, system first."""
    messages = asked.body.get("system", []) + asked.body["messages"]
    parts = [m.get("content", m.get("text")) for m in messages]
    return [p if isinstance(p, str) else p[0]["text"] for p in parts]


@pytest.mark.parametrize("model", [CLAUDE, GPT])
@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"intensity": 101}, "intensity must be a number from 0 to 100"),
        ({"arousal": -1}, "arousal must be a number from 0 to 100"),
        ({"tags": ["joy", "bliss"]}, "unknown emotion tag 'bliss'"),
        ({"category": "holiday"}, "casual"),
        ({"content": "  "}, "trigger and content must not be empty"),
    ],
)
def test_a_wrong_answer_is_sent_back_and_corrected(
    server: ModelServer, model: str, wrong: dict[str, Any], complaint: str
) -> None:
    # E2, F9: both calls are counted
    used: list[Usage] = []
    server.replies = [answer(FELT | wrong, tokens=(100, 10)), answer(FELT, tokens=(200, 30))]

    assert thinker(model, record=used.append).ask(QUESTION) == ANALYSIS
    assert complaint in server.asked[1].text
    assert used == [Usage(model, "analysis", 2, 300, 40)]


def test_nonsense_until_the_end_is_postponed_and_still_counted(server: ModelServer) -> None:
    # F10, F9
    used: list[Usage] = []
    server.replies = [answer(FELT | {"intensity": 500}, tokens=(100, 10))]

    refused = why(thinker(record=used.append, corrections=2))
    assert "no usable answer" in refused.en
    assert "使える答え" in refused.ja
    assert used == [Usage(CLAUDE, "analysis", 3, 300, 30)]


def test_words_instead_of_an_answer_are_postponed(server: ModelServer) -> None:
    # F10
    server.replies = [says("I'd rather not judge somebody's feelings.")]
    assert "no usable answer" in why(thinker(GPT)).en
    assert len(server.asked) == 3


@pytest.mark.parametrize(("model", "stop"), [(CLAUDE, "refusal"), (GPT, "content_filter")])
def test_a_refusal_is_postponed_at_once(server: ModelServer, model: str, stop: str) -> None:
    # F10
    server.replies = [says("", finish=stop)]
    assert "refused to answer" in why(thinker(model)).en
    assert len(server.asked) == 1


@pytest.mark.parametrize(("model", "stop"), [(CLAUDE, "max_tokens"), (GPT, "length")])
def test_an_answer_that_was_cut_off_says_which_setting_helps(server: ModelServer, model: str, stop: str) -> None:
    # F10, X7
    server.replies = [says('{"intensity": 7', finish=stop)]
    assert "models.max_tokens" in why(thinker(model)).en


def test_something_that_is_no_provider_is_postponed(server: ModelServer) -> None:
    # F10
    server.replies = [
        lambda _: Sent("<html>welcome to the hotel network</html>", headers={"content-type": "text/html"})
    ]
    assert isinstance(thinker().ask_all([QUESTION])[0], Postponed)
    assert isinstance(thinker(GPT).ask_all([QUESTION])[0], Postponed)


# ---------------------------------------------------------------- trouble and patience


@pytest.mark.parametrize("model", [CLAUDE, GPT])
def test_too_many_requests_waits_as_long_as_it_is_told(server: ModelServer, model: str) -> None:
    # P2
    waits = Waits()
    used: list[Usage] = []
    server.replies = [fails(429, "rate_limit_error", retry_after="7"), answer(FELT)]

    assert thinker(model, wait=waits, record=used.append).ask(QUESTION) == ANALYSIS
    assert waits.seconds == [7]
    assert used == [Usage(model, "analysis", 1, 100, 20)]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 529, 408])
@pytest.mark.parametrize("model", [CLAUDE, GPT])
def test_a_failing_provider_is_tried_again_ever_later_then_postponed(
    server: ModelServer, model: str, status: int
) -> None:
    # P2, F10
    waits = Waits()
    server.replies = [fails(status)]

    refused = why(thinker(model, wait=waits, retries=3))
    assert waits.seconds == [2, 4, 8]
    assert len(server.asked) == 4
    assert f"HTTP {status}" in refused.en
    assert f"HTTP {status}" in refused.ja
    assert "secret" not in refused.en + refused.ja


def test_a_provider_that_asks_for_too_much_patience_is_left_alone(server: ModelServer) -> None:
    # P2
    waits = Waits()
    server.replies = [fails(429, retry_after="3600")]
    assert "no more requests" in why(thinker(wait=waits, longest_wait=60)).en
    assert (waits.seconds, len(server.asked)) == ([], 1)


def test_a_hanging_provider_times_out(server: ModelServer) -> None:
    # F10
    server.replies = [server.hang]
    budget = Budget()
    refused = why(thinker(timeout_seconds=0.05, retries=1, budget=budget))
    assert "within 0.05 seconds" in refused.en
    assert budget.calls == 2


def test_no_connection_is_postponed(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # F10
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://127.0.0.1:{port}")
    assert "cannot be reached" in why(thinker()).en


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (401, "authentication_error", "does not accept the API key"),
        (403, "permission_error", "does not accept the API key"),
        (404, "not_found_error", "does not know"),
        (402, "billing_error", "no credit"),
    ],
)
def test_what_no_retry_can_help_stops_the_whole_batch(server: ModelServer, status: int, kind: str, words: str) -> None:
    # F10: a thousand memories must not knock a thousand times with a wrong key
    waits = Waits()
    server.replies = [fails(status, kind)]
    answers = thinker(wait=waits, concurrency=1).ask_all([QUESTION] * 20)

    assert all(isinstance(a, Postponed) and words in a.en and "secret" not in a.en for a in answers)
    assert (len(server.asked), waits.seconds) == (1, [])


def test_a_request_that_is_not_taken_does_not_stop_the_others(server: ModelServer) -> None:
    # F10, D5
    server.replies = [fails(400, "invalid_request_error"), answer(FELT)]
    first, second = thinker(concurrency=1).ask_all([QUESTION] * 2)
    assert "did not take the request (HTTP 400)" in first.en
    assert second == ANALYSIS


def test_a_provider_that_is_down_is_not_asked_for_every_question(server: ModelServer) -> None:
    # F10, D5
    server.replies = [fails(503)]
    answers = thinker(concurrency=1, retries=1).ask_all([QUESTION] * 50)
    assert [type(a) for a in answers] == [Postponed] * 50
    assert len(server.asked) == 6

    server.asked.clear()
    server.replies = [fails(503), fails(503), answer(FELT)] * 3 + [fails(503)]
    recovering = thinker(concurrency=1, retries=0).ask_all([QUESTION] * 20)
    assert [isinstance(a, Postponed) for a in recovering] == [True, True, False] * 3 + [True] * 11
    assert len(server.asked) == 12, "only three in a row count as down"


def test_a_missing_key_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    # F10
    assert "ANTHROPIC_API_KEY" in why(thinker(CLAUDE)).en
    assert "OPENAI_API_KEY" in why(thinker(GPT)).ja
    assert "GOOGLE_API_KEY" in why(thinker("google:gemini-3-flash")).en


@pytest.mark.parametrize(
    ("model", "words"),
    [("nobody:model", "provider:model"), ("claude-haiku-4-5", "provider:model"), ("mistral:small", "pip install")],
)
def test_a_model_that_cannot_be_opened_says_why(model: str, words: str) -> None:
    # F10, X7
    assert words in why(thinker(model)).en


# ---------------------------------------------------------------- many at once


def test_answers_keep_their_order_and_failures_their_place(server: ModelServer) -> None:
    # D5
    def by_text(asked: Asked) -> Sent:
        number = int(_texts(asked)[-1].split("#")[1].split()[0])
        reply = answer({"trigger": f"t{number}", "content": "c"}) if number % 3 else says("no")
        return reply(asked)

    server.replies = [by_text]
    seen: list[tuple[int, int]] = []
    questions = [Summarise(f"#{n} ", "text", "en") for n in range(12)]
    answers = thinker(corrections=0).ask_all(questions, lambda done, of: seen.append((done, of)))

    assert [a.trigger if isinstance(a, Compressed) else type(a) for a in answers] == [
        f"t{n}" if n % 3 else Postponed for n in range(12)
    ]
    assert seen == [(n, 12) for n in range(1, 13)]


@pytest.mark.parametrize("limit", [1, 3])
def test_never_more_calls_at_once_than_allowed(server: ModelServer, limit: int) -> None:
    # X7
    together = threading.Barrier(limit, timeout=30)

    def wait_for_the_others(asked: Asked) -> Sent:
        together.wait()  # nobody is answered before as many are here as may be
        return answer(SHORT)(asked)

    server.replies = [wait_for_the_others]
    answers = thinker(concurrency=limit, retries=0).ask_all([Summarise("t", "c", "en")] * (limit * 4))
    assert answers == [Compressed(**SHORT)] * (limit * 4)
    assert server.most_at_once == limit


def test_inside_a_running_event_loop(server: ModelServer) -> None:
    # a notebook asks from within its own loop
    server.replies = [answer(FELT)]

    async def cell() -> Any:
        return thinker().ask(QUESTION)

    assert asyncio.run(cell()) == ANALYSIS


def test_usage_and_progress_arrive_in_the_thread_that_asks(server: ModelServer) -> None:
    # F9: a SQLite connection belongs to its thread
    with sqlite3.connect(":memory:") as db:
        db.execute("create table used (calls, input, output)")
        row = "insert into used values (?, ?, ?)"
        server.replies = [answer(SHORT, tokens=(10, 2))]
        mind = thinker(record=lambda used: db.execute(row, (used.calls, used.input_tokens, used.output_tokens)))

        def progress(done: int, of: int) -> None:
            db.execute("select 1")

        mind.ask_all([Summarise("t", "c", "en")] * 25, progress)
        assert db.execute("select sum(calls), sum(input), sum(output) from used").fetchone() == (25, 250, 50)


def test_an_interruption_leaves_nothing_running(server: ModelServer) -> None:
    # D5
    before = threading.active_count()
    server.replies = [answer(SHORT), server.hang]

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        thinker(concurrency=1).ask_all([Summarise("t", "c", "en")] * 3, stop)
    assert [t.name for t in threading.enumerate() if t.name.startswith("omoide-models")] == []
    assert threading.active_count() <= before + 2  # connections of the server itself


def test_no_questions_no_calls() -> None:
    assert thinker().ask_all([]) == []


# ---------------------------------------------------------------- ceilings


def test_a_ceiling_on_calls_postpones_the_rest(server: ModelServer) -> None:
    # D5: repeated calls count too
    server.replies = [fails(500), answer(SHORT)]
    budget = Budget(max_calls=4)
    answers = thinker(concurrency=1, budget=budget).ask_all([Summarise("t", "c", "en")] * 6)

    assert [type(a) for a in answers] == [Compressed] * 3 + [Postponed] * 3
    assert (len(server.asked), budget.calls) == (4, 4)
    assert "ceiling of 4 model calls" in answers[-1].en


def test_a_ceiling_on_dollars_is_never_passed(server: ModelServer) -> None:
    # D5, F9
    server.replies = [answer(SHORT, tokens=(2_000, 1_000))]  # 0.7 cents each
    budget = Budget(max_dollars=0.05, prices={CLAUDE: Price(1.0, 5.0)})
    mind = thinker(concurrency=3, budget=budget)
    answers = mind.ask_all([Summarise("t", "c", "en")] * 30)

    answered = [a for a in answers if isinstance(a, Compressed)]
    assert 4 <= len(answered) <= 7
    assert budget.dollars == pytest.approx(0.007 * len(answered))
    assert budget.dollars <= 0.05
    assert "ceiling of $0.05" in next(a.en for a in answers if isinstance(a, Postponed))


def test_a_ceiling_is_shared_by_all_thinkers_of_a_run(server: ModelServer) -> None:
    # D5, X7
    server.replies = [answer(SHORT)]
    budget = Budget(max_calls=1)
    assert thinker(CLAUDE, budget=budget).ask(Summarise("t", "c", "en")) == Compressed(**SHORT)
    assert "ceiling" in why(thinker(GPT, budget=budget)).en


def test_a_ceiling_without_a_price_is_not_guessed(server: ModelServer) -> None:
    # D5
    server.replies = [answer(SHORT)]
    prices = {CLAUDE: Price(1.0, 5.0)}
    assert "no price" in why(thinker(GPT, budget=Budget(max_dollars=1.0, prices=prices))).en
    assert server.asked == []
    dated = thinker(f"{CLAUDE}-20251001", budget=Budget(max_dollars=1.0, prices=prices))
    assert dated.ask(Summarise("t", "c", "en")) == Compressed(**SHORT)


def test_a_call_that_hung_counts_as_paid(server: ModelServer) -> None:
    # D5: a provider may charge for what we no longer waited for
    server.replies = [server.hang]
    budget = Budget(max_dollars=0.02, prices={CLAUDE: Price(1.0, 5.0)})
    assert "ceiling of $0.02" in why(thinker(timeout_seconds=0.05, retries=9, budget=budget)).en
    assert 0.01 < budget.dollars <= 0.02


# ---------------------------------------------------------------- roles and cold starts


@dataclass
class Named:
    """Answers with its own name; a real thinker for the rules of choosing."""

    name: str

    def who(self, question: Any) -> str:
        return self.name

    def ask(self, question: Any) -> Any:
        return self.name

    def ask_all(self, questions: Any, progress: Any = None) -> list[Any]:
        for done in range(len(questions)):
            if progress:
                progress(done + 1, len(questions))
        return [f"{self.name}:{question.said}" for question in questions]


@dataclass(frozen=True)
class Light:
    said: str
    role = "light"


def test_each_role_has_its_own_mind() -> None:
    # X7
    both = RoleThinker({"analysis": Named("sharp")}, Named("plain"))
    seen: list[tuple[int, int]] = []
    questions = [Light("a"), replace(QUESTION, said="b"), Light("c"), replace(QUESTION, said="d")]

    assert both.ask_all(questions, lambda *at: seen.append(at)) == ["plain:a", "sharp:b", "plain:c", "sharp:d"]
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert [both.who(q) for q in questions[:2]] == ["plain", "sharp"]
    assert [both.ask(q) for q in questions[:2]] == ["plain", "sharp"]


def test_a_model_that_fails_is_never_replaced_by_another(server: ModelServer) -> None:
    # F10: no silent fallback
    server.replies = [fails(500)]
    both = RoleThinker({"analysis": thinker(retries=0)}, Named("offline"))
    assert isinstance(both.ask_all([QUESTION])[0], Postponed)
    with pytest.raises(Postponed):
        both.ask(QUESTION)


def test_the_model_library_is_loaded_by_the_first_call_only() -> None:
    # cold paths are thin
    code = (
        "import sys; from omoide.adapters.models.thinker import ModelThinker; ModelThinker('a:b').ask_all([]);"
        "sys.exit(any(m.startswith(('pydantic', 'httpx', 'anthropic', 'openai')) for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    # F10
    monkeypatch.delitem(sys.modules, "omoide.adapters.models.calls", raising=False)
    monkeypatch.setitem(sys.modules, "pydantic_ai", None)
    with pytest.raises(MissingExtra, match=r"omoide\[models\]"):
        thinker().ask(QUESTION)
