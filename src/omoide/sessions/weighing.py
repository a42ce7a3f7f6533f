"""How important a talk was (S4): how it was felt, how new it was, what it has to do with, how often it came up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from omoide.domain.salience import NEAREST, Impression, felt_as, importance
from omoide.domain.session import Session
from omoide.ports import Faculties
from omoide.settings import Settings


def weighed(faculties: Faculties, settings: Settings, session: Session) -> tuple[Session, float]:
    """The session, embedded by the present embedder, and its importance. Raises what the embedder raises."""
    session = embedded(faculties, session)
    scope, store = faculties.scope, faculties.store
    own = store.tiers.made_from(scope, session.flush.sources)
    memories = store.memories.fetch(scope, own)
    # A matter that is recalled again and again keeps coming up; the talk itself is the first time.
    impression = Impression(
        felt=max((felt_as(one.emotion.valence, one.intensity) for one in memories), default=0.0),
        similarities=_similarities(faculties, session, own),
        mentions=1 + max((one.recalls for one in memories), default=0),
    )
    return session, importance(impression, settings.tiers.salience)


def embedded(faculties: Faculties, session: Session) -> Session:
    name = faculties.embedder.name
    if session.embedding and session.flush.embedder == name:
        return session
    [vector] = faculties.embedder.embed([session.flush.summary], "memory")
    flush = replace(session.flush, embedder=name)
    return Session(flush, tuple(np.asarray(vector, np.float32).tolist()))


def _similarities(faculties: Faculties, session: Session, own: list[int]) -> tuple[float, ...]:
    """To the nearest memories, best first; those made from its own turns are the talk itself."""
    vector = np.asarray(session.embedding, np.float32)
    rows, cosines = faculties.nearest.search(faculties.scope, vector, NEAREST + len(own))
    others = ~np.isin(rows, own)
    alike = faculties.embedder.calibration.read(cosines[others][:NEAREST], "same")
    return tuple(float(one) for one in alike)
