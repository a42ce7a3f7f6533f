"""A judge of a few hundred bytes: each word adds to three figures, and a tokenizer that joins two texts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from tokenizers.processors import TemplateProcessing

from tests.adapters.tiny_onnx import FLOAT, INT64, _bytes, _number, _value

# The columns are in the order of LABELS: neither the usual one nor that of our own values.
LABELS = ("contradiction", "entailment", "neutral")
WORDS = {"[PAD]": (0, 0, 0), "[UNK]": (0, 0, 0), "[CLS]": (0, 0, 1), "[SEP]": (0, 0, 0), "yes": (0, 4, 0),
         "no": (4, 0, 0), "はい": (0, 4, 0), "いいえ": (4, 0, 0)}  # fmt: skip
ROWS = np.array(list(WORDS.values()), dtype=np.float32)


def graph_bytes() -> bytes:
    """logits = the sum over all tokens of rows[input_ids]; padding adds nothing."""
    rows = (
        b"".join(_number(1, n) for n in ROWS.shape) + _number(2, FLOAT) + _bytes(8, "rows") + _bytes(9, ROWS.tobytes())
    )
    axes = _number(1, 1) + _number(2, INT64) + _bytes(8, "axes") + _bytes(9, np.array([1], dtype=np.int64).tobytes())
    gather = _bytes(1, "rows") + _bytes(1, "input_ids") + _bytes(2, "looked_up") + _bytes(4, "Gather")
    flat = _bytes(1, "keepdims") + _number(3, 0) + _number(20, 2)
    add = _bytes(1, "looked_up") + _bytes(1, "axes") + _bytes(2, "logits") + _bytes(4, "ReduceSum") + _bytes(5, flat)
    graph = _bytes(1, gather) + _bytes(1, add) + _bytes(2, "tiny") + _bytes(5, rows) + _bytes(5, axes)
    graph += _bytes(11, _value("input_ids", INT64, ("batch", "length")))
    graph += _bytes(11, _value("attention_mask", INT64, ("batch", "length")))
    graph += _bytes(12, _value("logits", FLOAT, ("batch", "three")))
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, "") + _number(2, 17))


def tokenizer_text() -> str:
    numbers = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(WordLevel(numbers, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = WhitespaceSplit()  # type: ignore[assignment]
    tokenizer.post_processor = TemplateProcessing(  # type: ignore[assignment]
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", numbers["[CLS]"]), ("[SEP]", numbers["[SEP]"])],
    )  # fmt: skip
    return tokenizer.to_str()


def files(labels: tuple[str, ...] = LABELS, positions: int = 512) -> dict[str, bytes]:
    """A repository as the hub would hold it."""
    named = {str(number): label for number, label in enumerate(labels)}
    config = {"id2label": named, "max_position_embeddings": positions, "pad_token_id": 0}
    return {
        "README.md": b"# tiny",
        "config.json": json.dumps(config).encode(),
        "onnx/model.onnx": graph_bytes(),
        "tokenizer.json": tokenizer_text().encode(),
    }


def lay(folder: Path, repository: str, **given: object) -> None:
    """As a pull leaves it."""
    target = folder / "models" / repository.replace("/", "--")
    for path, data in files(**given).items():  # type: ignore[arg-type]
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(data)
    (target / "omoide.json").write_text(json.dumps({"model": "onnx/model.onnx"}))
