"""A hub model under onnxruntime: tokens in, unit vectors out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from omoide.errors import MissingExtra, StoreDamaged

MOST_TOKENS = 512


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
