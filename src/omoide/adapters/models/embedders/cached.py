"""An embedder that remembers what it embedded last (X4): the same cue often comes several times in a row."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from omoide.domain.calibration import Calibration
    from omoide.ports import Embedder


class Cached:
    """The `size` texts used last, by kind, for one embedder. Threads may share it."""

    def __init__(self, embedder: Embedder, size: int = 500) -> None:
        self.embedder = embedder
        self.size = size
        self.remote: bool = getattr(embedder, "remote", False)
        self._kept: OrderedDict[tuple[str, str], np.ndarray] = OrderedDict()
        self._lock = Lock()

    @property
    def name(self) -> str:
        return self.embedder.name

    @property
    def dimensions(self) -> int:
        return self.embedder.dimensions

    @property
    def calibration(self) -> Calibration:
        return self.embedder.calibration

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        """A copy, so that nobody can change what is kept. Each distinct new text is embedded once."""
        found = self._look_up(texts, kind)
        new = list(dict.fromkeys(text for text in texts if text not in found))
        if new:
            # Outside the lock: two threads may embed the same text, which costs time but never correctness.
            fresh = dict(zip(new, self.embedder.embed(new, kind), strict=True))
            self._keep(fresh, kind)
            found |= fresh
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        return np.stack([found[text] for text in texts])

    def _look_up(self, texts: Sequence[str], kind: str) -> dict[str, np.ndarray]:
        found = {}
        with self._lock:
            for text in texts:
                if (kind, text) in self._kept:
                    self._kept.move_to_end((kind, text))
                    found[text] = self._kept[kind, text]
        return found

    def _keep(self, fresh: dict[str, np.ndarray], kind: str) -> None:
        with self._lock:
            for text, vector in fresh.items():
                self._kept[kind, text] = vector.copy()
                self._kept.move_to_end((kind, text))
            while len(self._kept) > self.size:
                self._kept.popitem(last=False)
