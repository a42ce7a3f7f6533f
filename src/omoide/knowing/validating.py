"""Nothing is believed only because a model wrote it (K1): a candidate must follow from what it was taken from.

A judge decides what is clear, which costs nothing; the mind is asked about the rest. Where nobody can decide now, the
candidate waits. It is kept before it is judged and until its page is written, so that a killed night loses none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from omoide.domain.candidate import Candidate, Validated
from omoide.errors import Declined, NoModel, OmoideError, Postponed
from omoide.language.detect import language_of
from omoide.ports import Faculties, Verdict
from omoide.prompts.validate_knowledge import Support, ValidateKnowledge
from omoide.settings import Settings


def validate(
    f: Faculties, s: Settings, candidates: Sequence[Candidate], now: datetime | None = None
) -> list[Validated]:
    """In the order given. Rejected ones are settled here; tell `accept_candidate` when an accepted one is written."""
    now = now or f.clock.now()
    for candidate in candidates:
        f.store.candidates.add(f.scope, candidate, now)
    decided = [_by_judge(s, c, v, f) for c, v in zip(candidates, _verdicts(f, candidates), strict=True)]
    left = [i for i, one in enumerate(decided) if one is None]
    for i, one in zip(left, _by_mind(f, s, [candidates[i] for i in left]), strict=True):
        decided[i] = one
    told = [one for one in decided if one is not None]
    _settle(f, s, told, now)
    return told


def waiting_candidates(f: Faculties) -> list[Candidate]:
    """What earlier nights could not decide, or did not live to write."""
    return [kept.candidate for kept in f.store.candidates.all(f.scope)]


def accept_candidate(f: Faculties, validated: Validated, now: datetime) -> bool:
    """Its page is written: it waits no more."""
    return f.store.candidates.settle(f.scope, validated.candidate.key, "accepted", validated.by, validated.reason, now)


def _verdicts(f: Faculties, candidates: Sequence[Candidate]) -> Sequence[Verdict | None]:
    """A judge that fails leaves everything to the mind."""
    if f.judge is None or not candidates:
        return [None] * len(candidates)
    try:
        return f.judge.judge([(candidate.premise, candidate.text) for candidate in candidates])
    except OmoideError:
        return [None] * len(candidates)


def _by_judge(s: Settings, candidate: Candidate, verdict: Verdict | None, f: Faculties) -> Validated | None:
    """None where it is not clear."""
    if verdict is None or f.judge is None:
        return None
    if verdict.entailment >= s.learning.entailment:
        reason = f"entailment {verdict.entailment:.2f}"
        return Validated(candidate, "accepted", s.learning.accepted_by_entailment, f.judge.name, reason)
    if verdict.contradiction >= s.learning.contradiction:
        return Validated(candidate, "rejected", 0.0, f.judge.name, f"contradiction {verdict.contradiction:.2f}")
    return None


def _by_mind(f: Faculties, s: Settings, candidates: Sequence[Candidate]) -> list[Validated]:
    questions = [ValidateKnowledge(c.text, c.premise, language_of(c.text)) for c in candidates]
    told = []
    for candidate, question, answer in zip(candidates, questions, answers(f, questions), strict=True):
        by = f.thinker.who(question)
        match answer:
            case Support(supported=True):
                told.append(Validated(candidate, "accepted", s.learning.accepted_by_model, by, answer.reason))
            case Support():
                told.append(Validated(candidate, "rejected", 0.0, by, answer.reason))
            case Declined():
                told.append(Validated(candidate, "rejected", 0.0, by, answer.en))
            case _:
                told.append(Validated(candidate, "waiting", 0.0, "", "" if isinstance(answer, NoModel) else answer.en))
    return told


def answers(f: Faculties, questions: Sequence[Any]) -> list[Any]:
    """In order; a Postponed stands where there is none."""
    if not questions:
        return []
    try:
        return f.thinker.ask_all(questions)
    except Postponed as postponed:
        return [postponed] * len(questions)


def _settle(f: Faculties, s: Settings, told: Sequence[Validated], now: datetime) -> None:
    store, scope = f.store.candidates, f.scope
    with f.store.transaction():
        for one in told:
            if one.outcome == "rejected":
                store.settle(scope, one.candidate.key, "rejected", one.by, one.reason, now)
        store.tried(scope, [one.candidate.key for one in told if one.outcome == "waiting" and one.reason])
        store.let_go(scope, now - timedelta(days=s.learning.rejected_kept_days))
