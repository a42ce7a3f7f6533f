"""Embedders at a service, against a server on loopback that speaks the real protocols through the real clients."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from omoide.adapters.models.embedders import make_embedder
from omoide.adapters.models.embedders.api import ApiEmbedder
from omoide.errors import InvalidSettings, MissingExtra, OmoideError, Postponed
from tests.adapters.fake_embedding_server import EmbeddingServer, vector_of

KEY = "sk-very-secret"
OPENAI = "openai:text-embedding-3-small"
GOOGLE = "google:gemini-embedding-001"
BOTH = pytest.mark.parametrize("model", [OPENAI, GOOGLE])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as running:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{running.url}/v1")
        monkeypatch.setenv("GEMINI_API_KEY", KEY)
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", running.url)
        yield running


def unit(texts: list[str], dimensions: int) -> np.ndarray:
    vectors = np.array([vector_of(text, dimensions) for text in texts])
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def embedder(model: str, waits: list[float], dimensions: int = 8, batch: int = 64) -> ApiEmbedder:
    return ApiEmbedder(model, dimensions=dimensions, batch=batch, wait=waits.append)


# X6, R15
@BOTH
def test_twenty_texts_at_a_time_with_two_seconds_between(server: EmbeddingServer, model: str) -> None:
    waits: list[float] = []
    texts = [f"{i} 猫" for i in range(45)]
    texts[3] = "  "  # an empty text is not sent: services refuse it
    vectors = embedder(model, waits).embed(texts, "memory")
    expected = unit(texts, 8)
    expected[3] = 0
    np.testing.assert_allclose(vectors, expected, atol=1e-6)
    assert vectors.dtype == np.float32
    sizes = [len(received.body.get("input", received.body.get("requests", []))) for received in server.received]
    assert (sizes, waits) == ([20, 20, 4], [2.0, 2.0])


# X6
def test_what_openai_is_sent(server: EmbeddingServer) -> None:
    embedder(OPENAI, []).embed(["猫"], "cue")
    [received] = server.received
    assert (received.path, received.key) == ("/v1/embeddings", f"Bearer {KEY}")
    assert received.body == {
        "input": ["猫"], "model": "text-embedding-3-small", "encoding_format": "float", "dimensions": 8,
    }  # fmt: skip


# X6
@pytest.mark.parametrize(("kind", "task"), [("cue", "RETRIEVAL_QUERY"), ("memory", "RETRIEVAL_DOCUMENT")])
def test_what_google_is_sent(server: EmbeddingServer, kind: str, task: str) -> None:
    embedder(GOOGLE, []).embed(["猫", "犬"], kind)  # type: ignore[arg-type]
    [received] = server.received
    assert received.path.endswith("/models/gemini-embedding-001:batchEmbedContents")
    assert received.key == KEY
    asked = [(r["content"]["parts"], r["taskType"], r["outputDimensionality"]) for r in received.body["requests"]]
    assert asked == [([{"text": "猫"}], task, 8), ([{"text": "犬"}], task, 8)]


# X5, X6
def test_full_length_is_not_asked_for_and_a_shorter_one_is_another_embedder(server: EmbeddingServer) -> None:
    full = ApiEmbedder(OPENAI)
    assert (full.name, full.dimensions) == (OPENAI, 1536)
    server.dimensions = 1536
    full.embed(["cat"], "cue")
    assert "dimensions" not in server.received[0].body
    assert embedder(OPENAI, []).name == f"{OPENAI}@8"
    assert ApiEmbedder("google:text-embedding-004").dimensions == 768
    assert ApiEmbedder("openai:local-model", dimensions=8).name == "openai:local-model"


# R15
@BOTH
def test_a_busy_service_is_asked_again_after_what_it_says_else_two_four_eight(
    server: EmbeddingServer, model: str
) -> None:
    waits: list[float] = []
    server.failures = [(429, {"Retry-After": "7"}), (503, {}), (500, {})]
    np.testing.assert_allclose(embedder(model, waits).embed(["cat"], "memory"), unit(["cat"], 8), atol=1e-6)
    assert (waits, len(server.received)) == ([7.0, 4.0, 8.0], 4)


# R15
@BOTH
def test_after_three_retries_the_work_waits_for_next_time(server: EmbeddingServer, model: str) -> None:
    waits: list[float] = []
    server.failures = [(429, {})] * 4
    with pytest.raises(Postponed) as caught:
        embedder(model, waits).embed(["cat"], "memory")
    assert (waits, len(server.received)) == ([2.0, 4.0, 8.0], 4)
    assert "429" in caught.value.en
    assert "429" in caught.value.ja
    np.testing.assert_allclose(embedder(model, waits).embed(["cat"], "memory"), unit(["cat"], 8), atol=1e-6)


# R15
@BOTH
def test_a_cue_is_asked_for_once_and_not_again_while_the_service_is_silent(server: EmbeddingServer, model: str) -> None:
    waits: list[float] = []
    now = [100.0]
    made = ApiEmbedder(model, dimensions=8, wait=waits.append, watch=lambda: now[0])
    server.failures = [(503, {})]
    for _ in range(3):
        with pytest.raises(Postponed):
            made.embed(["cat"], "cue")
    assert (waits, len(server.received)) == ([], 1)
    now[0] += 31
    np.testing.assert_allclose(made.embed(["cat"], "cue"), unit(["cat"], 8), atol=1e-6)


# R15
@BOTH
def test_nobody_waits_an_hour(server: EmbeddingServer, model: str) -> None:
    waits: list[float] = []
    server.failures = [(429, {"Retry-After": "3600"})]
    with pytest.raises(Postponed):
        embedder(model, waits).embed(["cat"], "memory")
    assert waits == []


# X6
@BOTH
@pytest.mark.parametrize(("status", "hint"), [(401, "_API_KEY"), (403, "_API_KEY"), (400, "embedding.model")])
def test_a_refusal_is_not_repeated_and_never_shows_the_key(
    server: EmbeddingServer, model: str, status: int, hint: str
) -> None:
    waits: list[float] = []
    server.failures = [(status, {})]
    with pytest.raises(Postponed) as caught:
        embedder(model, waits).embed(["cat"], "cue")
    assert (waits, len(server.received)) == ([], 1)
    assert hint in caught.value.en
    assert hint in caught.value.ja
    assert KEY not in caught.value.en + caught.value.ja


# X6
@BOTH
def test_no_key_and_no_connection_postpone(
    server: EmbeddingServer, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:9")
    waits: list[float] = []
    with pytest.raises(Postponed, match="no connection"):
        embedder(model, waits).embed(["cat"], "memory")
    assert waits == [2.0, 4.0, 8.0]
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("GEMINI_API_KEY")
    with pytest.raises(Postponed, match="_API_KEY"):
        embedder(model, waits).embed(["cat"], "cue")
    assert server.received == []


# X6
@BOTH
def test_vectors_of_the_wrong_length_are_refused(server: EmbeddingServer, model: str) -> None:
    server.dimensions = 5
    with pytest.raises(InvalidSettings) as caught:
        ApiEmbedder(model).embed(["cat"], "cue")
    assert "embedding.dimensions" in caught.value.en
    assert "5" in caught.value.ja


# X6
def test_an_endless_text_is_cut_to_what_a_service_takes(server: EmbeddingServer) -> None:
    embedder(OPENAI, []).embed(["あ" * 100_000, "短い"], "memory")
    assert server.received[0].body["input"] == ["あ" * 2730, "短い"]


# X6
def test_an_unknown_model_must_say_its_length_and_a_missing_client_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InvalidSettings, match=r"embedding\.dimensions"):
        make_embedder("openai:something-new", dimensions=0, batch=64, cache=0, folder=tmp_path)
    made = make_embedder("openai:something-new", dimensions=99, batch=64, cache=3, folder=tmp_path)
    assert (made.name, made.dimensions) == ("openai:something-new", 99)
    monkeypatch.setattr(sys, "path", [])
    for loaded in [name for name in sys.modules if name.partition(".")[0] in ("openai", "google")]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setattr(sys, "path_importer_cache", {})
    for model in (OPENAI, GOOGLE):
        with pytest.raises(MissingExtra, match=r"omoide\[models\]") as caught:
            ApiEmbedder(model)
        assert isinstance(caught.value, OmoideError)


@BOTH
def test_batches_that_are_asked_for_one_by_one_have_a_rest_between_them_too(
    server: EmbeddingServer, model: str
) -> None:
    # R15: an index asks for a few texts at a time; a cue never rests
    waits: list[float] = []
    times = iter([100.0, 100.0, 100.5, 103.0, 110.0, 110.0])  # asked, answered, asked, answered, …
    embedder = ApiEmbedder(model, dimensions=8, pause=2.0, wait=waits.append, watch=lambda: next(times))
    embedder.embed(["one"], "memory")
    embedder.embed(["two"], "memory")
    assert waits == [1.5]
    embedder.embed(["three"], "memory")
    assert waits == [1.5]
    hasty: list[float] = []
    embedder = ApiEmbedder(model, dimensions=8, batch=2, pause=0.5, wait=hasty.append, watch=lambda: 0.0)
    embedder.embed(["a", "b", "c"], "memory")
    embedder.embed(["d"], "cue")
    assert hasty == [0.5]
