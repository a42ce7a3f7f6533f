"""What the night would write on entity pages, for the persona to decide while it talks (T2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from omoide.language.quoting import in_a_line
from omoide.tools.night import NoArguments
from omoide.tools.telling import fenced, said
from omoide.tools.tool import Arguments, Result, Tool

if TYPE_CHECKING:
    from omoide.domain.proposal import Proposal
    from omoide.mind import Mind


class DecideArguments(Arguments, frozen=True):
    proposal_id: Annotated[str, msgspec.Meta(min_length=1, description="Its id, such as pr_001.")]
    accept: Annotated[bool, msgspec.Meta(description="true writes it on the page; false declines it for good.")]
    text: Annotated[str, msgspec.Meta(max_length=500, description="Your own words instead of the proposed ones.")] = ""


class ProposalShape(msgspec.Struct, frozen=True):
    id: str
    name: str
    fact: str
    why: str
    proposed_at: str
    related: tuple[str, ...]
    status: Literal["pending", "accepted", "declined"]


class Waiting(Result, frozen=True):
    proposals: tuple[ProposalShape, ...]

    def tell(self, language: str) -> str:
        if not self.proposals:
            return said(language, "No proposals wait.", "待っている提案はありません。")
        return fenced(_line(proposal) for proposal in self.proposals)


class Decided(Result, frozen=True):
    proposal: ProposalShape
    written: str

    def tell(self, language: str) -> str:
        if self.proposal.status == "declined":
            return said(language, "Declined; it will not be proposed again.", "見送りました。もう提案されません。")
        first = said(language, "Written on its page:", "ページに書きました:")
        return f"{first}\n{fenced([f'- {in_a_line(self.proposal.name)}: {in_a_line(self.written)}'])}"


def _line(proposal: ProposalShape) -> str:
    why = f" ({in_a_line(proposal.why)})" if proposal.why else ""
    memories = f" [{', '.join(proposal.related)}]" if proposal.related else ""
    return f"- {proposal.id} {in_a_line(proposal.name)}: {in_a_line(proposal.fact)}{why}{memories}"


def _shape(proposal: Proposal) -> ProposalShape:
    return ProposalShape(
        proposal.id, proposal.name, proposal.fact, proposal.why, proposal.proposed_at.isoformat(), proposal.related,
        proposal.status,
    )  # fmt: skip


def list_entity_proposals(mind: Mind, _given: NoArguments) -> Waiting:
    return Waiting(tuple(_shape(proposal) for proposal in mind.proposals()))


def decide_entity_proposal(mind: Mind, given: DecideArguments) -> Decided:
    decided = mind.decide_proposal(given.proposal_id, given.accept, given.text or None)
    return Decided(_shape(decided), decided.written)


PROPOSALS = Tool(
    name="list_entity_proposals",
    title="What the night proposes",
    description=(
        "What was noticed in your sleep about persons and things and could be written on their pages, with the ids of "
        "memories that speak of it. Decide on each with decide_entity_proposal."
    ),
    takes=NoArguments,
    gives=Waiting,
    run=list_entity_proposals,
    read_only=True,
    idempotent=True,
    new=lambda _given, _whose: Waiting(()),
)

DECIDE = Tool(
    name="decide_entity_proposal",
    title="Accept or decline a proposal",
    description=(
        "Accept a proposal, which writes it on the page of that person or thing, in your own words if you give some; "
        "or decline it, and it does not come back."
    ),
    takes=DecideArguments,
    gives=Decided,
    run=decide_entity_proposal,
)
