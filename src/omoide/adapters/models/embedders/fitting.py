"""From pairs that people judged to the points of a calibration.

Each scale is the chance that a pair is what the scale names, were such pairs and the others equally frequent: a
logistic curve over the cosine. A guard then moves the curve up where the chance alone would let too many unrelated
pairs through: a memory is compared with thousands of others, so one false alarm in a hundred is many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from omoide.domain.calibration import Calibration, Points, Scale

# Where the curve is sampled; straight lines between these are within 0.02 of it.
CHANCES = (0.02, 0.1, 0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.95)
# At most this part of unrelated pairs may read above this value.
GUARDS: dict[Scale, tuple[float, float]] = {"same": (0.85, 0.001), "related": (0.75, 0.005), "relevant": (0.2, 0.01)}
RIDGE = 1e-2


@dataclass(frozen=True, slots=True)
class Judged:
    """Cosines of pairs by what people say of them."""

    same: np.ndarray
    topic: np.ndarray
    near: np.ndarray
    answer: np.ndarray
    unrelated: np.ndarray


def fit(judged: Judged) -> Calibration:
    return Calibration(
        same=_points("same", [judged.same], [judged.near, judged.topic, judged.unrelated], judged.unrelated),
        related=_points("related", [judged.topic, judged.same], [judged.unrelated], judged.unrelated),
        relevant=_points("relevant", [judged.answer], [judged.unrelated], judged.unrelated),
    )


def _points(scale: Scale, yes: list[np.ndarray], no: list[np.ndarray], unrelated: np.ndarray) -> Points:
    slope, offset = _logistic(yes, no)
    at = np.array([(_logit(chance) - offset) / slope for chance in CHANCES])
    value, allowed = GUARDS[scale]
    lowest = float(np.quantile(unrelated, 1 - allowed))
    at += max(lowest - float(np.interp(value, CHANCES, at)), 0.0)
    if at[-1] > 0.98:  # a weak embedder: squeeze what lies above the guard below a perfect match
        guarded = min(lowest, 0.9)
        at = np.where(at > guarded, guarded + (at - guarded) * (0.98 - guarded) / (at[-1] - guarded), at)
    first = float(at[0] - (at[1] - at[0]))
    points = [(first, 0.0), *zip(at.tolist(), CHANCES, strict=True), (1.0, 1.0)]
    return tuple((round(x, 4), y) for x, y in points)


def _logistic(yes: list[np.ndarray], no: list[np.ndarray]) -> tuple[float, float]:
    """Slope and offset; every group on a side weighs the same, and both sides do. Newton's method, a slight ridge."""
    groups = [(group, 1.0, len(yes)) for group in yes] + [(group, 0.0, len(no)) for group in no]
    x = np.concatenate([group for group, _, _ in groups]).astype(np.float64)
    y = np.concatenate([np.full(len(group), label) for group, label, _ in groups])
    weight = np.concatenate([np.full(len(group), 0.5 / sides / len(group)) for group, _, sides in groups])
    # In units of their own spread, so that the ridge is as slight for an embedder that crowds all cosines together.
    middle, spread = float(x.mean()), float(x.std()) or 1.0
    design = np.stack([(x - middle) / spread, np.ones_like(x)], axis=1)
    ridge = np.diag([RIDGE, 0.0])
    beta = np.zeros(2)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ beta))
        gradient = design.T @ (weight * (y - chance)) - ridge @ beta
        curvature = (design * (weight * chance * (1 - chance))[:, None]).T @ design + ridge
        step = np.linalg.solve(curvature, gradient)
        beta += np.clip(step, -5.0, 5.0)
        if float(np.abs(step).max()) < 1e-9:
            break
    if beta[0] <= 0:
        raise ValueError("this embedder gives pairs that belong together no higher cosines than others")
    return float(beta[0]) / spread, float(beta[1] - beta[0] * middle / spread)


def _logit(chance: float) -> float:
    return float(np.log(chance / (1 - chance)))
