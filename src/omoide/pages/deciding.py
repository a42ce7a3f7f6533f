"""Proposals for entity pages (T2): checked at night, decided by the persona when it is awake.

What was proposed once, and whatever was decided about it, is not proposed again; and when the persona did not want a
page about somebody or something at all, nothing more is proposed for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from omoide.domain.dates import placed
from omoide.domain.page import folded, page_name
from omoide.domain.proposal import Proposal, ProposalStatus
from omoide.domain.sameness import sameness
from omoide.errors import InvalidInput, NotFound, Postponed, Refused
from omoide.pages.entities import entity_names, write_entity
from omoide.pages.writing import read_page
from omoide.perceive import fit
from omoide.ports import Faculties
from omoide.recall import recall
from omoide.settings import Settings

LONGEST = 500  # characters of a fact, and of the reason for it
RELATED = 3  # memories that go along with a proposal


@dataclass(frozen=True, slots=True)
class Candidate:
    name: str
    fact: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What may be proposed; and how much was no name or no fact, known already, or too much for one night."""

    proposals: tuple[Proposal, ...] = ()
    unusable: int = 0
    known: int = 0
    too_many: int = 0


def weigh(
    faculties: Faculties, settings: Settings, candidates: Sequence[Candidate], now: datetime, sources: Sequence[str],
    made_by: str,
) -> Weighed:  # fmt: skip
    """By reading alone; what is left is kept by `keep_proposals`, in the transaction of whatever made it."""
    store, scope, rules = faculties.store, faculties.scope, settings.dream
    pages = {folded(name): name for name in entity_names(faculties)}
    unwanted = {folded(p.name) for p in store.proposals.all(scope, "declined")} - set(pages)
    made = {_key(p.name, p.fact) for p in store.proposals.all(scope, None)}
    good: list[Candidate] = []
    unusable = known = 0
    for candidate in candidates:
        fitted = _fitted(candidate)
        if fitted is None:
            unusable += 1
            continue
        name = pages.get(folded(fitted.name), fitted.name)
        key = _key(name, fitted.fact)
        if key in made or folded(name) in unwanted or stands_on(faculties, name, fitted.fact):
            known += 1
            continue
        made.add(key)
        good.append(Candidate(name, fitted.fact, fitted.why))
    room = max(min(rules.most_proposals, rules.most_pending - len(store.proposals.all(scope))), 0)
    chosen = tuple(
        Proposal("", scope, c.name, c.fact, c.why, now, _related(faculties, settings, c, now), tuple(sources), made_by)
        for c in good[:room]
    )
    return Weighed(chosen, unusable, known, len(good) - len(chosen))


def keep_proposals(faculties: Faculties, weighed: Weighed) -> int:
    return sum(faculties.store.proposals.add(proposal)[1] for proposal in weighed.proposals)


def proposals(faculties: Faculties, status: ProposalStatus | None = "pending") -> list[Proposal]:
    return faculties.store.proposals.all(faculties.scope, status)


def decide_proposal(
    faculties: Faculties, proposal_id: str, accept: bool, now: datetime, text: str | None = None
) -> Proposal:
    """Accepted, it is written on the page, in the persona's own words if it has any. The page comes first: killed in
    between, a second call finds the text there and does not write it twice."""
    proposal = one_proposal(faculties, proposal_id)
    if proposal.status != "pending":
        raise _decided(proposal)
    written = ""
    if accept:
        written = (text or "").strip() or proposal.fact
        if not stands_on(faculties, proposal.name, written):
            write_entity(faculties, proposal.name, written)
    status: ProposalStatus = "accepted" if accept else "declined"
    if not faculties.store.proposals.decide(faculties.scope, proposal_id, status, fit(written, LONGEST), placed(now)):
        raise _decided(one_proposal(faculties, proposal_id))
    return one_proposal(faculties, proposal_id)


def one_proposal(faculties: Faculties, proposal_id: str) -> Proposal:
    found = faculties.store.proposals.get(faculties.scope, proposal_id)
    if found is None:
        raise NotFound(
            f"no proposal has the id {proposal_id}; see `omoide entities proposals`.",
            f"{proposal_id} という提案はありません。`omoide entities proposals` で確かめてください。",
        )
    return found


def stands_on(faculties: Faculties, name: str, text: str) -> bool:
    """Is it on the page already, whatever the marks and blanks?"""
    return sameness(text) in sameness(read_page(faculties, page_name("entity", name)).text)


def _fitted(candidate: Candidate) -> Candidate | None:
    try:
        name = page_name("entity", fit(candidate.name, 1_000)).name
    except InvalidInput:
        return None
    fact = fit(candidate.fact, LONGEST)
    return Candidate(name, fact, fit(candidate.why, LONGEST)) if sameness(fact) else None


def _related(faculties: Faculties, settings: Settings, candidate: Candidate, now: datetime) -> tuple[str, ...]:
    """Memories that speak of it; none when their vectors cannot be asked for now."""
    cue = f"{candidate.name} {candidate.fact}"
    try:
        found = recall(faculties, settings, cue, limit=RELATED, session="", now=now, mark=False, ranking="relevance")
    except Postponed:
        return ()
    return tuple(one.memory.id for one in found.memories)


def _key(name: str, fact: str) -> tuple[str, str]:
    return folded(name), sameness(fact)


def _decided(proposal: Proposal) -> Refused:
    state = {"accepted": "採用", "declined": "見送り"}.get(proposal.status, proposal.status)
    return Refused(
        f"the proposal {proposal.id} is {proposal.status} already.",
        f"提案 {proposal.id} はすでに{state}に決まっています。",
    )
