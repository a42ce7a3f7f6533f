"""What a cue means, as a vector. Somebody waits for it: where the embedder does not answer, words alone must do."""

from __future__ import annotations

import logging

import numpy as np

from omoide.errors import Postponed
from omoide.ports import Faculties

_log = logging.getLogger("omoide.recall")


def meaning_of(faculties: Faculties, text: str) -> np.ndarray:
    """A zero vector, which nothing is near to, when there is none now (F10 is about what is kept; this is not)."""
    try:
        return faculties.embedder.embed([text], "cue")[0]
    except Postponed as postponed:
        _log.warning("by words alone: %s", postponed.en)
        return np.zeros(faculties.embedder.dimensions, np.float32)
