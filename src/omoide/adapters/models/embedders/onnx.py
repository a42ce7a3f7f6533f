"""Embedders from the hub that run here; `pull` fetches them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import numpy as np

from omoide.adapters.models.embedders.calibrations import calibration_of
from omoide.adapters.models.embedders.catalogue import MANIFEST, hub_model, model_folder
from omoide.adapters.models.embedders.graph import OnnxGraph
from omoide.adapters.models.embedders.pull import pull
from omoide.errors import NotFound

__all__ = ["OnnxEmbedder", "pull"]


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


def _manifest(folder: Path, repository: str) -> dict[str, Any]:
    try:
        return json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise NotFound(
            f"the model {repository} is not here yet: run `omoide models pull {repository}`.",
            f"モデル {repository} はまだありません。`omoide models pull {repository}` を実行してください。",
        ) from error
