"""From a trained table to the files that ship."""

from __future__ import annotations

import numpy as np

from omoide.adapters.models.embedders.tokens import Rows
from omoide.adapters.models.embedders.weights import Weights


def pack(table: np.ndarray, rows: Rows) -> Weights:
    """Eight bits per number, each row on its own scale: sentences lose nothing that can be measured."""
    scales = np.abs(table).max(axis=1) / 127
    whole = np.rint(table / scales[:, None]).astype(np.int8)
    return Weights(whole, scales.astype(np.float32), rows.pieces, rows.words, rows.first_bucket)
