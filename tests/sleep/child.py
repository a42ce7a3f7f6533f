"""Nights in processes of their own, with a mind that always says the same; each dies where it is told to.

Reads lines of [home, place, number]; see tests/mind/nights.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from omoide.adapters.files.pages import FilePages
from omoide.adapters.sql.consolidations import SqlConsolidations
from omoide.adapters.sql.judgements import SqlCandidates, SqlChanges
from omoide.adapters.sql.learned import SqlLearned
from omoide.prompts.find_contradiction import Resolution
from omoide.prompts.merge_knowledge import MergedPage
from omoide.prompts.update_learned import Update
from tests.mind.nights import die, serve
from tests.sleep.nightly import FACT, Clock, Counsel, at, believing, items, living, procedures

ASKED = "when the mind is asked"
PLACES: dict[str, tuple[type, str, bool]] = {
    "before a page": (FilePages, "write", True),
    "after a page": (FilePages, "write", False),
    "after a removal": (FilePages, "remove", False),
    "before a plan": (SqlConsolidations, "plan", True),
    "after a plan": (SqlConsolidations, "plan", False),
    "before it is finished": (SqlConsolidations, "finish", True),
    "after it is finished": (SqlConsolidations, "finish", False),
    "after a candidate": (SqlCandidates, "add", False),
    "before it is settled": (SqlCandidates, "settle", True),
    "after it is settled": (SqlCandidates, "settle", False),
    "after changes are planned": (SqlChanges, "add", False),
    "while marking": (SqlLearned, "low", False),
}
MERGED = MergedPage(
    True, "The plumber Sato", "The plumber Sato mends pipes in Nara. He answers on Mondays and Fridays."
)
DIGEST = procedures(("Digest", ["Fetch the news", "Send the digest"]))


def dying(owner: Any, name: str, before: bool, number: int) -> None:
    """Let a method kill the process at its nth call."""
    real, left = getattr(owner, name), number

    def run(*given: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if before and not left:
            die()
        result = real(*given, **named)
        if not left:
            die()
        return result

    setattr(owner, name, run)


class Mortal(Counsel):
    """Dies when it is asked for the nth time about something that is learned."""

    def __init__(self, lives: int) -> None:
        super().__init__(
            DistilProcedures=_distil, ExtractKnowledge=_extract, MergePages=MERGED, UpdateLearned=Update(False),
            FindContradiction=Resolution("none"), DistilPattern=DIGEST,
        )  # fmt: skip
        self.lives = lives

    def _answer(self, question: Any) -> Any:
        if type(question).__name__ in self.answers:
            self.lives -= 1
            if self.lives == 0:
                die()
        return super()._answer(question)


def _distil(question: Any) -> Any:
    if "deploy" in question.material[0]:
        return procedures(("Deploy", ["Tag the commit", "Wait for the build"]))
    return procedures(("Press the button", ["Open the lid", "Press the button"]))


def _extract(question: Any) -> Any:
    if "ferry" in question.material[0]:
        return items(("Ferry", "The ferry leaves at noon."))
    return items(("Miho's cat", FACT)) if "Miho" in question.material[0] else items()


def night(home: Path, place: str, number: int) -> None:
    if place in PLACES:
        dying(*PLACES[place], number)
    clock = Clock(at("2026-01-19T03:00:00"))
    tree = {"backup": {"every_days": 0}}
    with living(home, clock, believing(), Mortal(number if place == ASKED else 0), tree) as mind:
        mind.sleep()


if __name__ == "__main__":
    serve(night, "", 0)
