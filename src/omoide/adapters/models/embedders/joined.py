"""Two embedders as one, where they make different mistakes: a cosine is then the mean of their cosines (X6).

Written `builtin+onnx:<hub name>`, or any other two or more with a plus between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from omoide.adapters.models.embedders.calibrations import SCALES, calibration_of, has_points
from omoide.domain.calibration import Calibration, Points, Scale

if TYPE_CHECKING:
    from omoide.ports import Embedder

PLUS = "+"


class JoinedEmbedder:
    """The parts' unit vectors side by side. The name holds both names: a change of either is a change of this (X5)."""

    def __init__(self, parts: Sequence[Embedder], folder: Path | None = None) -> None:
        self._parts = tuple(parts)
        self.name = PLUS.join(part.name for part in parts)
        self.dimensions = sum(part.dimensions for part in parts)
        self.remote = any(getattr(part, "remote", False) for part in parts)
        own = has_points(self.name, folder)
        self.calibration = calibration_of(self.name, folder) if own else _between([p.calibration for p in parts])

    def embed(self, texts: Sequence[str], kind: Literal["cue", "memory"]) -> np.ndarray:
        """Unit vectors; a text that one part makes nothing of is told by the others."""
        beside = np.concatenate([part.embed(texts, kind) for part in self._parts], axis=1)
        return beside / np.maximum(np.linalg.norm(beside, axis=1, keepdims=True), 1e-12)


def _between(parts: Sequence[Calibration]) -> Calibration:
    """What the mean of cosines means, for want of a measurement: where the parts say the same, that is said here."""
    return Calibration(**{scale: _mean_points(parts, scale) for scale in SCALES})


def _mean_points(parts: Sequence[Calibration], scale: Scale) -> Points:
    points: list[Points] = [getattr(part, scale) for part in parts]
    highest = min(line[-1][1] for line in points)
    meanings = sorted({meaning for line in points for _, meaning in line if meaning <= highest})
    return tuple((float(np.mean([part.cosine_for(one, scale) for part in parts])), one) for one in meanings)
