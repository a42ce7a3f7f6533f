"""Judges: models for natural language inference, which say whether one text follows from another (K1, K3).

They run here, under onnxruntime, and are fetched like embedders: `omoide models pull nli:mdeberta`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from omoide.ports import Judge

__all__ = ["DEFAULT", "PREFIX", "make_judge", "repository_of"]

PREFIX = "nli:"
DEFAULT = "MoritzLaurer/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7"
ALIASES = {"mdeberta": DEFAULT}


def repository_of(model: str) -> str:
    """By repository or by a short name, with or without "nli:"."""
    name = model.removeprefix(PREFIX).strip("/")
    return ALIASES.get(name.lower(), name)


def make_judge(model: str, folder: Path, batch: int = 16) -> Judge:
    """The judge that the settings name; nothing is read before it is first asked. `folder` is the home."""
    from omoide.adapters.models.nli.onnx import OnnxJudge

    return OnnxJudge(repository_of(model), folder, batch=batch)
