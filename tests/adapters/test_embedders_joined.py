"""Two embedders as one: the built-in one and a real (tiny) ONNX model side by side."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from omoide.adapters.models.embedders import make_embedder
from omoide.adapters.models.embedders.builtin import BuiltinEmbedder
from omoide.adapters.models.embedders.calibrations import OWN_FILE, calibration_of, write_calibration
from omoide.adapters.models.embedders.joined import JoinedEmbedder
from omoide.adapters.models.embedders.onnx import OnnxEmbedder
from omoide.domain.calibration import IDENTITY, Calibration
from omoide.errors import InvalidSettings, NotFound
from omoide.ports import Embedder
from omoide.settings import Settings
from omoide.sleep.forecast import estimate_cost
from tests.adapters import tiny_onnx

E5 = "intfloat/multilingual-e5-small"
MODEL = f"builtin+onnx:{E5}"
TEXTS = ["猫", "cat dog", "犬 dog", "猫 犬"]


def made(folder: Path, model: str = MODEL, dimensions: int = 0) -> Embedder:
    return make_embedder(model, dimensions=dimensions, batch=8, cache=0, folder=folder)


# X5, X6
def test_a_cosine_is_the_mean_of_the_two_cosines_and_the_name_is_both_names(tmp_path: Path) -> None:
    tiny_onnx.lay(tmp_path, E5)
    both, builtin, tiny = made(tmp_path), BuiltinEmbedder(), OnnxEmbedder(E5, tmp_path)
    assert (both.name, both.dimensions) == (f"{builtin.name}+onnx:{E5}", builtin.dimensions + 6)
    cosines = [
        one.embed(TEXTS, "cue") @ one.embed(TEXTS, "memory").T for one in (both, builtin, tiny)
    ]  # the tiny model reads cues and memories with different words before them
    np.testing.assert_allclose(cosines[0], (cosines[1] + cosines[2]) / 2, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(both.embed(TEXTS, "cue"), axis=1), 1, atol=1e-6)
    assert both.embed([], "cue").shape == (0, both.dimensions)


# X6
def test_a_text_that_one_makes_nothing_of_is_told_by_the_other(tmp_path: Path) -> None:
    tiny_onnx.lay(tmp_path, E5)
    both, tiny = made(tmp_path), OnnxEmbedder(E5, tmp_path)
    marks, nothing = both.embed(["...", ""], "memory")  # no letter for the built-in one, a word for the other
    expected = np.zeros(both.dimensions, dtype=np.float32)
    expected[-6:] = tiny.embed(["..."], "memory")[0]
    np.testing.assert_allclose(marks, expected, atol=1e-6)
    assert not nothing.any()


# X6
def test_nothing_is_loaded_before_the_first_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny_onnx.lay(tmp_path, E5)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)  # importing it now would fail
    assert made(tmp_path).dimensions == BuiltinEmbedder.dimensions + 6


# R13
def test_its_points_lie_between_those_of_its_parts_until_it_has_its_own(tmp_path: Path) -> None:
    class Part:
        """An embedder of which only the calibration matters."""

        name, dimensions = "part", 1

        def __init__(self, *points: tuple[float, float]) -> None:
            self.calibration = Calibration(points, points, points)

        def embed(self, texts: object, kind: object) -> np.ndarray:
            raise AssertionError("nothing is embedded here")

    low, high = Part((0.0, 0.0), (0.2, 0.5), (0.4, 1.0)), Part((0.6, 0.0), (0.9, 0.75), (1.0, 0.9))
    expected = ((0.3, 0.0), (0.5, 0.5), (0.6, 0.75), (0.68, 0.9))
    joined = JoinedEmbedder([low, high]).calibration
    for points in (joined.same, joined.related, joined.relevant):
        np.testing.assert_allclose(points, expected)
    write_calibration("part+part", IDENTITY, tmp_path / OWN_FILE)
    assert JoinedEmbedder([low, high], tmp_path).calibration == IDENTITY == calibration_of("part+part", tmp_path)


# X6
def test_what_cannot_be_joined_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=f"omoide models pull {E5}"):
        made(tmp_path)
    tiny_onnx.lay(tmp_path, E5)
    for wrong in ("builtin+", "+builtin", "builtin+builtin", "builtin+bert"):
        with pytest.raises(InvalidSettings, match=r"embedding\.model"):
            made(tmp_path, wrong)
    assert made(tmp_path, dimensions=262).dimensions == 262
    with pytest.raises(InvalidSettings, match="262"):
        made(tmp_path, dimensions=256)


# F9
def test_joined_embedders_cost_what_their_parts_cost() -> None:
    settings = Settings()
    service = "openai:text-embedding-3-small"
    alone, joined = (estimate_cost(settings, "", model) for model in (service, f"builtin+{service}"))
    assert joined == alone
    assert joined != estimate_cost(settings, "", "builtin")
