"""What a cosine means (R13).

Every embedder spreads its cosines differently. A calibration turns one into an absolute number from 0 to 1 on three
scales, so that a threshold means the same with every embedder.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

Scale = Literal["same", "related", "relevant"]
Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """For each scale, (cosine, meaning) points; straight lines between them.

    same: two texts say the same (dedupe, links); related: they share a topic; relevant: one answers the other.
    """

    same: Points
    related: Points
    relevant: Points

    def __post_init__(self) -> None:
        for points in (self.same, self.related, self.relevant):
            if len(points) < 2 or any(a[0] >= b[0] or a[1] > b[1] for a, b in pairwise(points)):
                raise ValueError("a calibration needs two or more points, rising")
            if not all(0 <= meaning <= 1 for _, meaning in points):
                raise ValueError("a calibration reads cosines as numbers from 0 to 1")

    def read(self, cosines: np.ndarray, scale: Scale) -> np.ndarray:
        points = getattr(self, scale)
        return np.interp(cosines, [x for x, _ in points], [y for _, y in points])

    def cosine_for(self, value: float, scale: Scale) -> float:
        """The lowest cosine that reads as the value or more; above 1 when none does."""
        points = getattr(self, scale)
        if value > points[-1][1]:
            return 2.0
        for (x0, y0), (x1, y1) in pairwise(points):
            if value <= y0:
                return x0
            if value <= y1:
                return x0 + (x1 - x0) * (value - y0) / (y1 - y0)
        return points[-1][0]


IDENTITY = Calibration(*(((0.0, 0.0), (1.0, 1.0)),) * 3)
