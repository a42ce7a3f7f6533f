"""Hub models: a real (tiny) ONNX model under onnxruntime, pulled from a hub on loopback."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from omoide.adapters.models.embedders import make_embedder
from omoide.adapters.models.embedders.catalogue import known_models
from omoide.adapters.models.embedders.onnx import OnnxEmbedder, pull
from omoide.errors import InvalidInput, MissingExtra, NotFound, Postponed, StoreDamaged
from tests.adapters import tiny_onnx
from tests.adapters.fake_hub import REVISION, FakeHub

E5 = "intfloat/multilingual-e5-small"
MINI = "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"


@pytest.fixture(autouse=True)
def _hub_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite forbids the hub; here it is one on loopback."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)


def unit(rows: list[list[str]]) -> np.ndarray:
    """Mean over the words' rows, at unit length."""
    means = [np.mean([tiny_onnx.ROWS[tiny_onnx.WORDS.index(word)] for word in words], axis=0) for words in rows]
    return np.array([mean / np.linalg.norm(mean) for mean in means], dtype=np.float32)


# X6
def test_mean_of_the_words_with_the_prefix_the_model_was_trained_with(tmp_path: Path) -> None:
    tiny_onnx.lay(tmp_path, E5)
    embedder = OnnxEmbedder(E5, tmp_path, batch=2)
    assert (embedder.name, embedder.dimensions) == (f"onnx:{E5}", 6)
    texts = ["猫", "cat dog 犬", "", "dog"]
    kinds: tuple[tuple[Literal["cue", "memory"], str], ...] = (("cue", "query:"), ("memory", "passage:"))
    for kind, prefix in kinds:
        expected = unit([[prefix, "猫"], [prefix, "cat", "dog", "犬"], ["[PAD]"], [prefix, "dog"]])
        expected[2] = 0
        np.testing.assert_allclose(embedder.embed(texts, kind), expected, atol=1e-6)


# X6
def test_a_model_without_prefixes_gets_the_text_alone(tmp_path: Path) -> None:
    tiny_onnx.lay(tmp_path, MINI)
    embedder = make_embedder(f"onnx:{MINI}", dimensions=0, batch=8, cache=0, folder=tmp_path)
    np.testing.assert_allclose(embedder.embed(["cat 猫"], "cue"), unit([["cat", "猫"]]), atol=1e-6)
    assert embedder.embed([], "cue").shape == (0, 6)


# X6
def test_texts_of_any_length_are_cut_at_the_model_s_limit(tmp_path: Path) -> None:
    tiny_onnx.lay(tmp_path, MINI)
    long = OnnxEmbedder(MINI, tmp_path).embed(["cat " * 512 + "dog " * 5000], "memory")
    np.testing.assert_allclose(long, unit([["cat"]]), atol=1e-6)


# X6
def test_pull_fetches_only_what_is_needed_and_reports_every_byte(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with FakeHub(E5, tiny_onnx.files()) as hub:
        target = pull(f"onnx:{E5}", tmp_path, lambda done, total: seen.append((done, total)), endpoint=hub.url)
    needed = {name: data for name, data in tiny_onnx.files().items() if name != "README.md"}
    total = sum(map(len, needed.values()))
    assert [name for name, _ in hub.served] == ["onnx/model.onnx", "tokenizer.json", "1_Pooling/config.json"]
    assert {name: (target / name).read_bytes() for name in needed} == needed
    assert seen == sorted(seen)
    assert seen[-1] == (total, total)
    embedder = OnnxEmbedder("multilingual-e5-small", tmp_path)  # the last part of the name is enough
    np.testing.assert_allclose(embedder.embed(["猫"], "cue"), unit([["query:", "猫"]]), atol=1e-6)
    assert [m.name for m in known_models(tmp_path) if m.where == "local" and m.installed] == [f"onnx:{E5}"]


# X6
def test_pull_goes_on_where_it_broke_off_and_a_second_pull_fetches_nothing(tmp_path: Path) -> None:
    with FakeHub(E5, tiny_onnx.files(), break_after={"onnx/model.onnx": 100}) as hub:
        with pytest.raises(Postponed, match="run the same command again"):
            pull(E5, tmp_path, endpoint=hub.url)
        with pytest.raises(NotFound):
            OnnxEmbedder(E5, tmp_path)
        pull(E5, tmp_path, endpoint=hub.url)
        assert hub.served[:2] == [("onnx/model.onnx", ""), ("onnx/model.onnx", "bytes=100-")]
        before = len(hub.served)
        pull(E5, tmp_path, endpoint=hub.url)
        assert len(hub.served) == before
    assert OnnxEmbedder(E5, tmp_path).embed(["猫"], "cue").any()


# X6
@pytest.mark.parametrize("name", ["onnx/model.onnx", "tokenizer.json"])
def test_a_file_that_arrives_damaged_is_deleted_and_fetched_anew(tmp_path: Path, name: str) -> None:
    with FakeHub(E5, tiny_onnx.files(), damaged={name}) as hub:
        with pytest.raises(StoreDamaged) as caught:
            pull(E5, tmp_path, endpoint=hub.url)
        assert name in caught.value.ja
        hub.damaged.clear()
        pull(E5, tmp_path, endpoint=hub.url)
    assert hub.served.count((name, "")) == 2
    assert OnnxEmbedder(E5, tmp_path).embed(["猫"], "cue").any()


# X5, X6
def test_a_newer_revision_replaces_the_files_that_changed(tmp_path: Path) -> None:
    with FakeHub(E5, tiny_onnx.files()) as hub:
        pull(E5, tmp_path, endpoint=hub.url)
        hub.files |= {"1_Pooling/config.json": tiny_onnx.files(cls=True)["1_Pooling/config.json"]}
        hub.served.clear()
        pull(E5, tmp_path, endpoint=hub.url)
    assert hub.served == [("1_Pooling/config.json", "")]
    np.testing.assert_allclose(OnnxEmbedder(E5, tmp_path).embed(["猫"], "cue"), unit([["query:"]]), atol=1e-6)


# X6
def test_pooling_follows_the_repository(tmp_path: Path) -> None:
    with FakeHub("someone/cls-model", tiny_onnx.files(cls=True)) as hub:
        pull("someone/cls-model", tmp_path, endpoint=hub.url)
    embedder = OnnxEmbedder("someone/cls-model", tmp_path)
    np.testing.assert_allclose(embedder.embed(["cat dog"], "cue"), unit([["cat"]]), atol=1e-6)


# X6
def test_what_cannot_be_pulled_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = tiny_onnx.files()
    del files["onnx/model.onnx"]
    with FakeHub("someone/torch-only", files) as hub:
        with pytest.raises(InvalidInput, match="no ONNX file"):
            pull("someone/torch-only", tmp_path, endpoint=hub.url)
        with pytest.raises(NotFound, match="check the name"):
            pull("someone/nothing", tmp_path, endpoint=hub.url)
        with pytest.raises(InvalidInput):
            pull("not//a//name", tmp_path, endpoint=hub.url)
    for name in ("builtin", "openai:text-embedding-3-small"):
        with pytest.raises(InvalidInput, match="needs no download"):
            pull(name, tmp_path, endpoint=hub.url)
    with pytest.raises(Postponed, match="check the connection"):
        pull(E5, tmp_path, endpoint="http://127.0.0.1:9")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(Postponed, match="check the connection"):
        pull(E5, tmp_path, endpoint=hub.url)
    assert not any(tmp_path.rglob("*.json"))
    assert REVISION not in str(list(tmp_path.rglob("*")))


# X6
def test_a_model_that_was_not_pulled_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as caught:
        make_embedder(f"onnx:{E5}", dimensions=0, batch=8, cache=8, folder=tmp_path)
    assert f"omoide models pull {E5}" in caught.value.en
    assert f"omoide models pull {E5}" in caught.value.ja


# X6
def test_a_damaged_model_says_what_to_do(tmp_path: Path) -> None:
    tiny_onnx.lay(tmp_path, E5)
    next(tmp_path.rglob("model.onnx")).write_bytes(b"junk")
    with pytest.raises(StoreDamaged, match="pull the model again"):
        OnnxEmbedder(E5, tmp_path).embed(["猫"], "cue")


# X6
def test_without_the_extra_the_command_to_install_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny_onnx.lay(tmp_path, E5)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(MissingExtra, match=r"omoide\[onnx\]"):
        OnnxEmbedder(E5, tmp_path).embed(["猫"], "cue")
    with pytest.raises(MissingExtra, match=r"omoide\[onnx\]"):
        pull(E5, tmp_path)
