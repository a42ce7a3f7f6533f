"""Embedders from the hub that run here, with onnxruntime; pull.py fetches them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import numpy as np

from omoide.adapters.models.embedders.calibrations import calibration_of
from omoide.adapters.models.embedders.catalogue import MANIFEST, hub_model, model_folder
from omoide.errors import MissingExtra, NotFound, StoreDamaged

MOST_TOKENS = 512


class OnnxEmbedder:
    """Reads only its manifest at first; the model itself is loaded by the first text."""

    def __init__(self, model: str, folder: Path, *, batch: int = 64) -> None:
        known = hub_model(model)
        self.name = f"onnx:{known.repository}"
        self._prefix = {"cue": known.cue_prefix, "memory": known.memory_prefix}
        self._folder = model_folder(known.repository, folder)
        self._batch = batch
        manifest = _manifest(self._folder, known.repository)
        self.dimensions = int(manifest["dimensions"])
        self._graph: OnnxGraph | None = None
        self._file, self._pooling = manifest["model"], manifest["pooling"]
        self._lock = Lock()
        self.calibration = calibration_of(self.name, folder)

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        """Unit vectors; an empty text gives a zero vector, which is like nothing."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        # Texts of like length share a batch, so that little is padded.
        order = sorted((i for i, text in enumerate(texts) if text.strip()), key=lambda i: len(texts[i]))
        for start in range(0, len(order), self._batch):
            part = order[start : start + self._batch]
            vectors[part] = self._loaded().run([self._prefix[kind] + texts[i] for i in part])
        return vectors

    def _loaded(self) -> OnnxGraph:
        with self._lock:
            if self._graph is None:
                self._graph = OnnxGraph(self._folder, self._file, self._pooling)
            return self._graph


class OnnxGraph:
    """A model and its tokenizer."""

    def __init__(self, folder: Path, file: str, pooling: str) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise MissingExtra("onnxruntime", "onnx") from error
        try:
            self._session = onnxruntime.InferenceSession(folder / file, providers=["CPUExecutionProvider"])
            self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # both libraries know nothing narrower for a damaged or missing file
            raise StoreDamaged(
                f"the model in {folder} cannot be loaded ({error}): delete that folder and pull the model again.",
                f"{folder} のモデルを読み込めません（{error}）。フォルダを消してモデルを取り直してください。",
            ) from error
        self._pooling = pooling
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._tokenizer.enable_truncation(MOST_TOKENS)
        pad = next((t for t in ("<pad>", "[PAD]") if self._tokenizer.token_to_id(t) is not None), "[PAD]")
        self._tokenizer.enable_padding(pad_id=self._tokenizer.token_to_id(pad) or 0, pad_token=pad)

    def run(self, texts: list[str]) -> np.ndarray:
        """Unit vectors of one batch."""
        encoded = self._tokenizer.encode_batch(texts)
        mask = np.array([e.attention_mask for e in encoded], dtype=np.int64)
        given = {
            "input_ids": np.array([e.ids for e in encoded], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        output = np.asarray(self._session.run(None, {k: v for k, v in given.items() if k in self._inputs})[0])
        pooled = _pool(output, mask, self._pooling).astype(np.float32)
        return pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-12)


def _pool(output: np.ndarray, mask: np.ndarray, pooling: str) -> np.ndarray:
    """One vector per text; some models pool inside their graph."""
    if output.ndim == 2:
        return output
    if pooling == "cls":
        return output[:, 0]
    weights = mask[:, :, None].astype(np.float32)
    return (output * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)


def _manifest(folder: Path, repository: str) -> dict[str, Any]:
    try:
        return json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError) as error:
        raise NotFound(
            f"the model {repository} is not here yet: run `omoide models pull {repository}`.",
            f"モデル {repository} はまだありません。`omoide models pull {repository}` を実行してください。",
        ) from error
