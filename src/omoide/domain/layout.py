"""Where the nodes of a small drawing go: without chance, so that the same graph is always drawn alike.

They start on rings around the middle, one ring for each link of distance, next to those they hang on. Then linked ones
pull and all others push each other, and at last boxes that still overlap are moved apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from omoide.domain.strengths import Floats

Pair = tuple[int, int]
_PULLS, _TIDIES = 300, 400
_STRETCH = 1.35  # drawings are wider than high, as screens and labels are


def place(distances: Sequence[int], pairs: Sequence[Pair], boxes: Floats, gap: float = 14.0) -> Floats:
    """Centres of boxes (width and height each) for nodes of which the first is the middle."""
    count = len(distances)
    if count == 1:
        return np.zeros((1, 2))
    length = 0.75 * float(np.median(boxes[:, 0])) + 3 * gap
    at = _rings(distances, pairs) * length
    at = _pulled(at, pairs, length)
    at[:, 0] *= _STRETCH
    return _apart(at - at[0], boxes + gap)


def _rings(distances: Sequence[int], pairs: Sequence[Pair]) -> Floats:
    """Every node in a sector of its own, as wide as what hangs on it."""
    parents = _parents(distances, pairs)
    weight = dict.fromkeys(range(len(distances)), 1)
    for node in sorted(parents, key=lambda one: -distances[one]):
        weight[parents[node]] += weight[node]
    sector = {0: (0.0, 2 * np.pi)}
    taken = dict.fromkeys(range(len(distances)), 0)
    at = np.zeros((len(distances), 2))
    for node in sorted(parents, key=lambda one: (distances[one], one)):
        start, width = sector[parents[node]]
        whole = max(weight[parents[node]] - 1, 1)
        begin = start + width * taken[parents[node]] / whole
        taken[parents[node]] += weight[node]
        sector[node] = (begin, width * weight[node] / whole)
        angle = begin + sector[node][1] / 2
        at[node] = distances[node] * np.array([np.cos(angle), np.sin(angle)])
    return at


def _parents(distances: Sequence[int], pairs: Sequence[Pair]) -> Mapping[int, int]:
    """The first neighbour that is nearer to the middle; the middle itself where there is none."""
    parents = dict.fromkeys(range(1, len(distances)), 0)
    for one, other in sorted({(max(pair), min(pair)) for pair in pairs}, reverse=True):
        for child, parent in ((one, other), (other, one)):
            if child and distances[parent] < distances[child]:
                parents[child] = parent
    return parents


def _pulled(at: Floats, pairs: Sequence[Pair], length: float) -> Floats:
    """Springs between linked nodes, repulsion between all, cooling down."""
    linked = np.zeros((len(at), len(at)), dtype=bool)
    for one, other in pairs:
        linked[one, other] = linked[other, one] = one != other
    for step in range(_PULLS):
        away = at[:, None] - at[None, :]
        far = np.maximum(np.linalg.norm(away, axis=2), 1.0)
        push = length**2 / far**2 - np.where(linked, far / length, 0.0)
        move = (away / far[..., None] * push[..., None] * length * 0.1).sum(axis=1)
        size = np.maximum(np.linalg.norm(move, axis=1, keepdims=True), 1e-9)
        at = at + move / size * np.minimum(size, length * 0.2 * (1 - step / _PULLS))
    return at


def _apart(at: Floats, boxes: Floats) -> Floats:
    """The middle stays; of two boxes that overlap each moves half, along the shorter way."""
    for _ in range(_TIDIES):
        away = at[:, None] - at[None, :]
        over = (boxes[:, None] + boxes[None, :]) / 2 - np.abs(away)
        hit = (over > 0).all(axis=2) & ~np.eye(len(at), dtype=bool)
        if not hit.any():
            break
        order = np.arange(len(at))
        side = np.where(away == 0, np.sign(order[:, None] - order[None, :])[..., None], np.sign(away))
        across = over[..., 0] < over[..., 1]
        step = np.stack([np.where(across, over[..., 0], 0), np.where(across, 0, over[..., 1])], axis=2) * side
        at = at + np.where(hit[..., None], step, 0).sum(axis=1) * 0.5
        at = at - at[0]
    return at
