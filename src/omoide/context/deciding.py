"""Whether the past is searched before a reply, and for what (R6): one call, and rules when it fails.

A reply is waiting. So a model that does not answer, or not in time, is not waited for: the rules of the offline mind
decide instead, and it is said. Nothing that they decide is kept, so nothing pretends to be a model's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.intent import Intent
from omoide.domain.page import folded
from omoide.domain.turn import Scope, Turn
from omoide.errors import MissingExtra, OmoideError, Postponed
from omoide.language.clean import clean
from omoide.language.cue_names import without_names
from omoide.language.detect import Language
from omoide.language.terms import terms
from omoide.ports import Faculties
from omoide.prompts.decide_search import DecideSearch, SearchDecision
from omoide.settings import Settings

LONGEST_MESSAGE = 2_000  # what follows adds nothing to what a message is about
_BEFORE, _LONGEST_BEFORE = 2, 300  # exchanges that tell what "it" is, and characters of each side
BY_RULES = "rules"
OFF = "off"


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided, by which mind ("rules" when it was by rules, "off" when nobody was asked), and what kept a
    model from it."""

    search: bool
    words: str
    keywords: tuple[str, ...]
    intent: Intent
    made_by: str
    failure: OmoideError | None = None


UNDECIDED = Decided(False, "", (), "factual", OFF)


def decide(
    faculties: Faculties, settings: Settings, message: str, shown: Sequence[Turn], language: Language, *,
    ask: bool = True,
) -> Decided:  # fmt: skip
    """`ask`: whether a model may be asked; an estimate of tokens does not."""
    message = clean(message).strip()[:LONGEST_MESSAGE]
    if not settings.context.auto_recall or not message:
        return UNDECIDED
    question = DecideSearch(message, _before(shown), language, settings.context.decide_seconds)
    failure: OmoideError | None = None
    made_by = BY_RULES
    if ask:
        try:
            answer = faculties.thinker.ask(question)
            made_by = faculties.thinker.who(question)
        except (Postponed, MissingExtra) as error:
            answer, failure = faculties.decide(question), error
    else:
        answer = faculties.decide(question)
    settled: SearchDecision = answer.settled(message)
    named = _without_the_two(settled.keywords or (), faculties.scope)
    return Decided(settled.search, settled.words, named, settled.intent, made_by, failure)


def _without_the_two(keywords: Sequence[str], scope: Scope) -> tuple[str, ...]:
    """The names of the two who talk stand in every second turn, and find nothing."""
    own = {folded(scope.person), folded(scope.persona)}
    light = without_names("", scope).light
    return tuple(word for word in keywords if folded(word) not in own and not light.issuperset(terms(word)))


def _before(shown: Sequence[Turn]) -> tuple[str, ...]:
    lines: list[str] = []
    for turn in shown[-_BEFORE:]:
        lines += [f"{mark} {' '.join(text.split())[:_LONGEST_BEFORE]}" for mark, text in _sides(turn) if text.strip()]
    return tuple(lines)


def _sides(turn: Turn) -> tuple[tuple[str, str], ...]:
    return (">", turn.said), ("<-", turn.replied)


__all__ = ["BY_RULES", "OFF", "UNDECIDED", "Decided", "decide"]
