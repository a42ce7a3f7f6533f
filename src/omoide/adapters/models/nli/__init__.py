"""Judges: models for natural language inference, which say whether one text follows from another (K1, K3).

They run here, under onnxruntime, and are fetched like embedders: `omoide models pull nli:mdeberta`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from omoide.errors import InvalidSettings

if TYPE_CHECKING:
    from omoide.ports import Judge

__all__ = ["DEFAULT", "PREFIX", "make_judge", "refuse_unknown", "repository_of"]

PREFIX = "nli:"
DEFAULT = "MoritzLaurer/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7"
ALIASES = {"mdeberta": DEFAULT}


def repository_of(model: str) -> str:
    """By repository or by a short name, with or without "nli:"."""
    name = model.removeprefix(PREFIX).strip("/")
    return ALIASES.get(name.lower(), name)


def refuse_unknown(model: str) -> None:
    """A name that is no repository of the hub; nothing is looked for there."""
    if "/" not in repository_of(model):
        raise InvalidSettings(
            f"setting models.nli: {model!r} names no judge; run `omoide config set models.nli mdeberta`, name a hub"
            " model as owner/name, or go without one by `omoide config unset models.nli`.",
            f"設定 models.nli: {model!r} という判定モデルはありません。"
            "`omoide config set models.nli mdeberta` とするか、ハブのモデルを 所有者/名前 の形で書くか、"
            "`omoide config unset models.nli` で外してください。",
        )


def make_judge(model: str, folder: Path, batch: int = 16) -> Judge:
    """The judge that the settings name; nothing is read before it is first asked. `folder` is the home."""
    from omoide.adapters.models.nli.onnx import OnnxJudge

    return OnnxJudge(repository_of(model), folder, batch=batch)
