"""The persona's context for a reply (R9): every section gathered, and as much of each as there is room for.

Reading alone: nothing is marked as recalled before it was really shown (`mark_brought`). A token estimate goes the same
way (R18), so that it cannot differ from what is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from omoide.context import moved, recalled, tagging, written
from omoide.context.deciding import Decided, decide
from omoide.context.moment import Moment
from omoide.domain.budget import Filled, LeftOut, fill
from omoide.domain.context_rules import SECTIONS
from omoide.domain.dates import placed
from omoide.domain.turn import Turn
from omoide.language.detect import language_of
from omoide.ports import Faculties
from omoide.recall import Thought, conversation, mark_shown
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class Context:
    """What the persona has in mind: `text` is the sections as one block for a prompt. `shown` are the raw turns that
    belong after it, `decided` whether the past was searched and why, `thought` the memories that are in it."""

    text: str
    tokens: int
    sections: tuple[Filled, ...]
    left_out: tuple[LeftOut, ...]
    shown: tuple[Turn, ...]
    decided: Decided
    thought: Thought

    def plain(self) -> dict[str, object]:
        return {
            "sections": [{"name": one.name, "text": one.text, "tokens": one.tokens} for one in self.sections],
            "tokens": self.tokens,
            "left_out": [
                {"section": one.section, "what": one.what, "tokens": one.tokens, "cut": one.cut}
                for one in self.left_out
            ],
        }


@dataclass(frozen=True, slots=True)
class TokenEstimate:
    """Tokens of what would be sent: the context, the raw turns after it, and the message itself."""

    context: int
    conversation: int
    message: int

    @property
    def total(self) -> int:
        return self.context + self.conversation + self.message


def assemble(
    faculties: Faculties, settings: Settings, message: str, *, session: str = "", project: str = "",
    shown: Sequence[Turn] | None = None, now: datetime | None = None, ask: bool = True,
) -> Context:  # fmt: skip
    """`shown`: the raw turns in the prompt; left out, as many of the newest as the settings say (R18)."""
    now = placed(now or faculties.clock.now())
    shown = conversation(faculties, settings, None) if shown is None else shown
    language = settings.language if settings.language != "auto" else language_of(message)
    decided = decide(faculties, settings, message, shown, language, ask=ask)
    moment = Moment(faculties, settings, message, session, project, tuple(shown), now, language, decided)
    thought, episodes = recalled.thought_of(moment), recalled.episodes(moment)
    passages = recalled.passages(moment, episodes)
    sections = [
        tagging.tags(moment), written.core_memory(moment), written.notepad(moment), episodes, written.entities(moment),
        written.proposals(moment), moved.strategy(moment), moved.goals(moment), moved.feelings(moment),
        moved.question(moment), recalled.memories(thought), passages, recalled.past(moment, passages),
    ]  # fmt: skip
    sections.sort(key=lambda section: SECTIONS.index(section.name))
    rules, tokens = settings.context, faculties.tokens
    filled = fill(sections, rules.budgets.by_name(), rules.total, tokens.count, tokens.cut)
    there = next((one.text.count("\n") + 1 for one in filled.sections if one.name == "memories"), 0)
    thought = replace(thought, shown=thought.shown[:there])
    return Context(filled.text, filled.tokens, filled.sections, filled.left_out, tuple(shown), decided, thought)


def mark_brought(faculties: Faculties, settings: Settings, context: Context) -> None:
    """Strengthen in the coming night what was shown, and nothing that found no room."""
    mark_shown(faculties, settings, context.thought)


def estimate_tokens(
    faculties: Faculties, settings: Settings, message: str, *, session: str = "", project: str = "",
    shown: Sequence[Turn] | None = None, now: datetime | None = None,
) -> TokenEstimate:  # fmt: skip
    """By the same assembly; only that no model is asked for it, so that an estimate costs nothing."""
    context = assemble(faculties, settings, message, session=session, project=project, shown=shown, now=now, ask=False)
    count = faculties.tokens.count
    raw = sum(count(turn.said) + count(turn.replied) for turn in context.shown)
    return TokenEstimate(context.tokens, raw, count(message))
