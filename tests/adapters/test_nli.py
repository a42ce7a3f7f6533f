"""A real (tiny) model for natural language inference under onnxruntime, pulled from a hub on loopback."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from omoide.adapters.models.embedders.catalogue import model_folder
from omoide.adapters.models.nli import DEFAULT, make_judge, repository_of
from omoide.adapters.models.nli.graph import columns
from omoide.adapters.models.nli.pull import pull
from omoide.doctor import examine
from omoide.errors import InvalidInput, MissingExtra, NotFound, StoreDamaged
from omoide.models_at_hand import judge_problem, known_models
from omoide.ports import Verdict
from omoide.settings import build
from tests.adapters import tiny_nli
from tests.adapters.fake_hub import FakeHub


@pytest.fixture(autouse=True)
def _hub_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite forbids the hub; here it is one on loopback."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)


def verdict(yes: int, no: int) -> Verdict:
    raised = np.exp(np.array([4.0 * yes, 1.0, 4.0 * no]))
    entailment, neutral, contradiction = (raised / raised.sum()).tolist()
    return Verdict(entailment, neutral, contradiction)


def near(one: Verdict, other: Verdict) -> bool:
    names = ("entailment", "neutral", "contradiction")
    return np.allclose([getattr(one, n) for n in names], [getattr(other, n) for n in names], atol=1e-6)


# K1
def test_probabilities_in_the_order_of_the_model_s_own_labels(tmp_path: Path) -> None:
    tiny_nli.lay(tmp_path, DEFAULT)
    judge = make_judge("mdeberta", tmp_path, batch=2)
    assert judge.name == f"nli:{DEFAULT}"
    told = judge.judge([("yes", "yes"), ("tea", "no"), ("tea", "tea"), ("はい", "いいえ いいえ"), ("", "")])
    expected = [verdict(2, 0), verdict(0, 1), verdict(0, 0), verdict(1, 2), verdict(0, 0)]
    assert all(map(near, told, expected)), told
    assert judge.judge([]) == []
    other = ("entailment", "contradiction", "neutral")
    tiny_nli.lay(tmp_path, "someone/other-order", labels=other)
    assert near(make_judge("someone/other-order", tmp_path).judge([("yes", "")])[0], verdict(0, 1))


# K1
def test_a_premise_of_any_length_is_read_to_its_end(tmp_path: Path) -> None:
    tiny_nli.lay(tmp_path, DEFAULT, positions=32)
    judge = make_judge("mdeberta", tmp_path, batch=3)
    long = "tea " * 1_000
    told = judge.judge([(f"{long} yes", "tea"), (f"no {long}", "tea"), (long, "tea"), ("yes", f"{long} no")])
    # the part that speaks of it counts; a hypothesis that is too long is cut
    assert near(told[0], verdict(1, 0))
    assert near(told[1], verdict(0, 1))
    assert near(told[2], verdict(0, 0))
    assert near(told[3], verdict(1, 0))


# K1
@pytest.mark.parametrize("labels", [("LABEL_0", "LABEL_1", "LABEL_2"), ("entailment", "not_entailment"), ()])
def test_a_model_that_judges_something_else_is_refused(tmp_path: Path, labels: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput, match="natural language inference"):
        columns({"id2label": dict(enumerate(labels))}, "this one")
    with FakeHub("someone/sentiment", tiny_nli.files(labels)) as hub, pytest.raises(InvalidInput):
        pull("nli:someone/sentiment", tmp_path, endpoint=hub.url)
    with pytest.raises(NotFound):
        make_judge("someone/sentiment", tmp_path).judge([("a", "b")])


# K1, X6
def test_pulled_like_an_embedder_and_then_known(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with FakeHub(DEFAULT, tiny_nli.files(), break_after={"onnx/model.onnx": 50}) as hub:
        with pytest.raises(Exception, match="run the same command again"):
            pull("nli:mdeberta", tmp_path, endpoint=hub.url)
        with pytest.raises(NotFound, match="omoide models pull nli:MoritzLaurer"):
            make_judge("mdeberta", tmp_path).judge([("a", "b")])
        pull("nli:mdeberta", tmp_path, lambda done, total: seen.append((done, total)), endpoint=hub.url)
    assert [name for name, _ in hub.served] == ["onnx/model.onnx", "onnx/model.onnx", "tokenizer.json", "config.json"]
    assert seen[-1][0] == seen[-1][1]
    assert near(make_judge("nli:mdeberta", tmp_path).judge([("yes", "")])[0], verdict(1, 0))
    assert [m.name for m in known_models(tmp_path) if m.installed and m.where == "local"] == [f"nli:{DEFAULT}"]
    assert repository_of("nli:a/b") == repository_of("a/b") == "a/b"
    files = tiny_nli.files()
    del files["config.json"]
    with FakeHub("someone/bare", files) as hub, pytest.raises(InvalidInput, match=r"config\.json"):
        pull("nli:someone/bare", tmp_path, endpoint=hub.url)


# K1, I7
def test_what_is_missing_or_broken_names_its_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_MODELS__NLI", "mdeberta")
    assert build({"models": {"nli": "mdeberta"}}).models.nli == "mdeberta"

    def told() -> tuple[str, str]:
        [finding] = [one for one in examine(tmp_path) if one.what == "models.nli"]
        return finding.severity, finding.en

    assert told()[0] == "warning"
    assert "omoide models pull nli:" in told()[1]
    tiny_nli.lay(tmp_path, DEFAULT)
    assert told() == ("ok", "mdeberta")
    (model_folder(DEFAULT, tmp_path) / "onnx" / "model.onnx").write_bytes(b"junk")
    with pytest.raises(StoreDamaged, match="pull the model again"):
        make_judge("mdeberta", tmp_path).judge([("a", "b")])
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtra, match=r"omoide\[nli\]"):
        make_judge("mdeberta", tmp_path).judge([("a", "b")])
    assert isinstance(judge_problem(tmp_path, "mdeberta"), MissingExtra)
    monkeypatch.delenv("OMOIDE_MODELS__NLI")
    assert told()[0] == "ok"
