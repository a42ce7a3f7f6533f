"""A model of a few hundred bytes: an ONNX graph that looks up one row per token, and a tokenizer to go with it.

The bytes are written by hand, field by field as onnx.proto numbers them, so that no further package is needed.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit

WORDS = ("[PAD]", "[UNK]", "query:", "passage:", "猫", "cat", "犬", "dog")
ROWS = np.eye(len(WORDS), 6, dtype=np.float32) + np.arange(6, dtype=np.float32) / 10
FLOAT, INT64 = 1, 7


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _value(name: str, kind: int, axes: tuple[str, ...]) -> bytes:
    shape = b"".join(_bytes(1, _bytes(2, axis)) for axis in axes)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def graph_bytes() -> bytes:
    """last_hidden_state = rows[input_ids]; attention_mask is an input that only the pooling uses."""
    rows = (
        b"".join(_number(1, n) for n in ROWS.shape) + _number(2, FLOAT) + _bytes(8, "rows") + _bytes(9, ROWS.tobytes())
    )
    gather = _bytes(1, "rows") + _bytes(1, "input_ids") + _bytes(2, "last_hidden_state") + _bytes(4, "Gather")
    graph = _bytes(1, gather) + _bytes(2, "tiny") + _bytes(5, rows)
    graph += _bytes(11, _value("input_ids", INT64, ("batch", "length")))
    graph += _bytes(11, _value("attention_mask", INT64, ("batch", "length")))
    graph += _bytes(12, _value("last_hidden_state", FLOAT, ("batch", "length", "width")))
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, "") + _number(2, 17))


def tokenizer_text() -> str:
    tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = WhitespaceSplit()  # type: ignore[assignment]
    return tokenizer.to_str()


def files(cls: bool = False) -> dict[str, bytes]:
    """A repository as the hub would hold it."""
    pooling = json.dumps({"pooling_mode_cls_token": cls, "pooling_mode_mean_tokens": not cls})
    return {
        "README.md": b"# tiny",
        "onnx/model.onnx": graph_bytes(),
        "tokenizer.json": tokenizer_text().encode(),
        "1_Pooling/config.json": pooling.encode(),
    }


def lay(folder: Path, repository: str) -> None:
    """As a pull leaves it."""
    target = folder / "models" / repository.replace("/", "--")
    for path, data in files().items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(data)
    manifest = {"model": "onnx/model.onnx", "pooling": "mean", "dimensions": 6}
    (target / "omoide.json").write_text(json.dumps(manifest))
