"""Embedders: texts to vectors that can be compared by meaning (X6). Each adapter is loaded only when it is chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from omoide.errors import InvalidSettings

if TYPE_CHECKING:
    from omoide.ports import Embedder

__all__ = ["BUILTIN", "make_embedder", "refuse_unknown"]

BUILTIN = ("builtin", "builtin-3")  # what comes with the program, by either name
SERVICES = ("openai", "google")


def make_embedder(
    model: str, *, dimensions: int, batch: int, cache: int, folder: Path, service_batch: int = 20,
    service_pause: float = 2.0,
) -> Embedder:  # fmt: skip
    """The embedder that the settings name. `folder` is the home: models and own calibrations lie there."""
    refuse_unknown(model)
    embedder = _bare(model, dimensions, batch, folder, service_batch, service_pause)
    if not cache:
        return embedder
    from omoide.adapters.models.embedders.cached import Cached

    return Cached(embedder, cache)


def refuse_unknown(model: str) -> None:
    """A name of which no embedder could be made; nothing is opened for that."""
    parts = model.split("+")
    if len(set(parts)) < len(parts) or not all(_is_known(part) for part in parts):
        raise _unknown(model)


def _is_known(part: str) -> bool:
    provider, _, name = part.partition(":")
    return part in BUILTIN or (provider in ("onnx", *SERVICES) and bool(name))


def _bare(model: str, dimensions: int, batch: int, folder: Path, service_batch: int, service_pause: float) -> Embedder:
    provider, _, name = model.partition(":")
    if len(parts := model.split("+")) > 1:
        from omoide.adapters.models.embedders.joined import JoinedEmbedder

        return _of_length(
            JoinedEmbedder([_bare(part, 0, batch, folder, service_batch, service_pause) for part in parts], folder),
            dimensions,
        )
    if model in BUILTIN:
        from omoide.adapters.models.embedders.builtin import BuiltinEmbedder

        return _of_length(BuiltinEmbedder(folder), dimensions)
    if provider == "onnx":
        from omoide.adapters.models.embedders.onnx import OnnxEmbedder

        return _of_length(OnnxEmbedder(name, folder, batch=batch), dimensions)
    from omoide.adapters.models.embedders.api import ApiEmbedder

    return ApiEmbedder(model, dimensions=dimensions, batch=service_batch, folder=folder, pause=service_pause)


def _of_length(embedder: Embedder, dimensions: int) -> Embedder:
    if dimensions not in (0, embedder.dimensions):
        raise InvalidSettings(
            f"setting embedding.dimensions: {embedder.name} makes {embedder.dimensions} dimensions, "
            f"not {dimensions}; run `omoide config unset embedding.dimensions`.",
            f"設定 embedding.dimensions: {embedder.name} は {embedder.dimensions} 次元です"
            f"（{dimensions} は選べません）。`omoide config unset embedding.dimensions` を実行してください。",
        )
    return embedder


def _unknown(model: str) -> InvalidSettings:
    from omoide.adapters.models.embedders.catalogue import API, HUB

    names = ", ".join(["builtin", *(f"onnx:{m.repository}" for m in HUB), *(m.name for m in API)])
    return InvalidSettings(
        f"setting embedding.model: there is no embedder {model!r}; possible are {names}, "
        "or any onnx:<hub name>, openai:<model>, google:<model>, or two of them with a + between; "
        "`omoide config unset embedding.model` goes back to builtin.",
        f"設定 embedding.model: {model!r} という埋め込みモデルはありません。使えるもの: {names}、"
        "または onnx:<ハブの名前>、openai:<モデル>、google:<モデル>、そのうち二つを + でつないだもの。"
        "`omoide config unset embedding.model` で builtin に戻せます。",
    )
