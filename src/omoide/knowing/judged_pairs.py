"""Which texts were held against each other already (K3, K5): as long as both stay the same, once is enough."""

from __future__ import annotations

import hashlib

from omoide.ports import Faculties, Judged


def seal(one: str, other: str) -> str:
    """For two texts in either order; blanks around them do not count."""
    parts = sorted(hashlib.sha256(text.strip().encode()).hexdigest() for text in (one, other))
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:24]


def judgement(f: Faculties, one: str, other: str, texts: str) -> Judged | None:
    """What was decided about two nodes while they had these texts (a seal)."""
    known = f.store.judged_pairs.get(f.scope, one, other)
    return known if known and known.seal == texts else None


def remember(f: Faculties, one: str, other: str, texts: str, verdict: str) -> None:
    """One more attempt where these texts have been judged before."""
    before = judgement(f, one, other, texts)
    f.store.judged_pairs.put(f.scope, one, other, Judged(texts, verdict, (before.attempts if before else 0) + 1))
