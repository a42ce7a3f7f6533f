"""A model for natural language inference and its tokenizer: pairs of texts in, probabilities out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from omoide.errors import InvalidInput, MissingExtra, Postponed, StoreDamaged
from omoide.ports import Verdict

MOST_TOKENS = 512
OVERLAP = 64  # tokens that two neighbouring windows of a long premise share
SENSES = {"entail": "entailment", "neutral": "neutral", "contra": "contradiction"}
# Best first; what is not there is passed over, and the processor always is.
PROVIDERS = ("CUDAExecutionProvider", "ROCMExecutionProvider", "DmlExecutionProvider", "CPUExecutionProvider")


class JudgeGraph:
    def __init__(self, folder: Path, file: str) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise MissingExtra("onnxruntime", "nli") from error
        try:
            config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            there = onnxruntime.get_available_providers()
            chosen = [provider for provider in PROVIDERS if provider in there]
            self._session = onnxruntime.InferenceSession(folder / file, providers=chosen)
            self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # both libraries know nothing narrower for a damaged or missing file
            raise StoreDamaged(
                f"the judge in {folder} cannot be loaded ({error}): delete that folder and pull the model again.",
                f"{folder} の判定モデルを読み込めません（{error}）。フォルダを消してモデルを取り直してください。",
            ) from error
        self._columns = columns(config, str(folder))
        self._most = min(MOST_TOKENS, int(config.get("max_position_embeddings") or MOST_TOKENS))
        self._pad = int(config.get("pad_token_id") or 0)
        self._inputs = {given.name for given in self._session.get_inputs()}
        self._tokenizer.no_padding()

    def windows(self, premise: str, hypothesis: str) -> list[Any]:
        """The pair as tokens; several times, with parts of the premise, where it is too long for the model."""
        half = self._most // 2
        self._tokenizer.enable_truncation(half)
        kept = self._tokenizer.encode(hypothesis, add_special_tokens=False)
        hypothesis = hypothesis[: kept.offsets[-1][1]] if len(kept) == half else hypothesis
        self._tokenizer.enable_truncation(self._most, stride=min(OVERLAP, half // 4), strategy="only_first")
        whole = self._tokenizer.encode(premise, hypothesis)
        return [whole, *whole.overflowing]

    def run(self, windows: list[Any]) -> list[Verdict]:
        """One batch."""
        longest = max(len(window) for window in windows)

        def padded(rows: list[list[int]], filling: int) -> np.ndarray:
            return np.array([row + [filling] * (longest - len(row)) for row in rows], dtype=np.int64)

        given = {
            "input_ids": padded([window.ids for window in windows], self._pad),
            "attention_mask": padded([window.attention_mask for window in windows], 0),
            "token_type_ids": padded([window.type_ids for window in windows], 0),
        }
        try:
            told = self._session.run(None, {k: v for k, v in given.items() if k in self._inputs})
        except (
            Exception
        ) as error:  # the library knows nothing narrower; a graphics card without memory is the usual one
            raise Postponed(
                f"the judge failed ({error}): the model decides instead.",
                f"判定モデルが失敗しました（{error}）。代わりに言語モデルが判断します。",
            ) from error
        logits = np.asarray(told[0])
        raised = np.exp(logits - logits.max(axis=1, keepdims=True), dtype=np.float64)
        shares = raised / raised.sum(axis=1, keepdims=True)
        return [Verdict(**{sense: float(row[column]) for sense, column in self._columns.items()}) for row in shares]


def columns(config: dict[str, Any], what: str) -> dict[str, int]:
    """Which column of the answer means what. Models differ in their order, so it is read and never assumed."""
    labels = {int(number): str(label).lower() for number, label in (config.get("id2label") or {}).items()}
    found = {
        sense: number for number, label in labels.items() for start, sense in SENSES.items() if label.startswith(start)
    }
    if len(found) != len(SENSES) or len(labels) != len(SENSES):
        raise InvalidInput(
            f"{what} does not judge entailment, neutral and contradiction (its labels: {sorted(labels.values())}): "
            "choose a model for natural language inference.",
            f"{what} は含意・中立・矛盾を判定するモデルではありません（ラベル: {sorted(labels.values())}）。"
            "自然言語推論のモデルを選んでください。",
        )
    return found
