"""The persona's context for a reply (R9): every section gathered, and as much of each as there is room for. What the
four channels bring by themselves (R1) is limited by the type of the message, all else by its own budget.

Reading alone: nothing is marked as recalled before it was really shown (`mark_brought`). A token estimate goes the same
way (R18), so that it cannot differ from what is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from omoide import knowing
from omoide.context import channels, moved, recalled, tagging, underway, written
from omoide.context.channels import Primed
from omoide.context.deciding import UNDECIDED, Decided, decide
from omoide.context.moment import Moment
from omoide.disk import where_it_can_be_kept
from omoide.domain.budget import Filled, LeftOut, Section, fill
from omoide.domain.context_rules import SECTIONS
from omoide.domain.dates import placed
from omoide.domain.priming_rules import MessageType
from omoide.domain.resolution import Resolution
from omoide.domain.turn import Turn
from omoide.language.detect import language_of
from omoide.language.message_types import message_type
from omoide.ports import Faculties
from omoide.recall import Thought, conversation, mark_shown
from omoide.settings import Settings


@dataclass(frozen=True, slots=True)
class Context:
    """What the persona has in mind: `text` is the sections as one block for a prompt. `shown` are the raw turns that
    belong after it, `decided` whether the past was searched and why, `thought` the memories that are in it, `primed`
    what the channels brought and why, `resolved` the matters that are settled."""

    text: str
    tokens: int
    sections: tuple[Filled, ...]
    left_out: tuple[LeftOut, ...]
    shown: tuple[Turn, ...]
    decided: Decided
    thought: Thought
    primed: Primed
    resolved: tuple[Resolution, ...]
    session: str
    time: datetime
    found: tuple[str, ...] = ()  # what the passages in it were taken from

    def plain(self) -> dict[str, object]:
        return {
            "message_type": self.primed.message_type,
            "budget": self.primed.budget,
            "channels": [channel.plain() for channel in self.primed.channels],
            "resolved": [one.plain() for one in self.resolved],
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
    shown: Sequence[Turn] | None = None, now: datetime | None = None, ask: bool = True, kind: MessageType | None = None,
) -> Context:  # fmt: skip
    """`shown`: the raw turns in the prompt; left out, as many of the newest as the settings say (R18). `kind`: the type
    of the message where the caller knows it, as at a heartbeat; else its words tell."""
    now = placed(now or faculties.clock.now())
    shown = tuple(conversation(faculties, settings, None) if shown is None else shown)
    language = settings.language if settings.language != "auto" else language_of(message)
    moment = Moment(faculties, settings, message, session, project, shown, now, language, UNDECIDED)
    primed_by = channels.begin(moment, kind or message_type(message))  # they look while the rest is gathered
    moment = replace(moment, decided=decide(faculties, settings, message, shown, language, ask=ask))
    thought, resolved = recalled.thought_of(moment), underway.resolved_matters(moment)
    sections = _sections(moment, thought, resolved)
    primed = primed_by()
    sections += [channel.section for channel in primed.channels]
    sections.sort(key=lambda section: SECTIONS.index(section.name))
    rules, tokens = settings.context, faculties.tokens
    filled = fill(sections, rules.budgets.by_name(), rules.total, tokens.count, tokens.cut)
    there = next((one.text.count("\n") + 1 for one in filled.sections if one.name == "memories"), 0)
    return Context(
        filled.text, filled.tokens, filled.sections, (*primed.left_out, *filled.left_out), shown, moment.decided,
        replace(thought, shown=thought.shown[:there]), primed.within(filled, tokens), resolved, session, now,
        _found(sections, filled.left_out),
    )  # fmt: skip


def _sections(moment: Moment, thought: Thought, resolved: Sequence[Resolution]) -> list[Section]:
    episodes = recalled.episodes(moment)
    passages = recalled.passages(moment, episodes, thought)
    return [
        tagging.tags(moment), written.core_memory(moment), written.notepad(moment), episodes, written.entities(moment),
        written.proposals(moment), moved.strategy(moment), moved.goals(moment), moved.feelings(moment),
        moved.question(moment), underway.current_task(moment), underway.resolved(moment, resolved),
        underway.sessions(moment, episodes), recalled.memories(thought), passages, recalled.past(moment, passages),
    ]  # fmt: skip


def _found(sections: Sequence[Section], left_out: Sequence[LeftOut]) -> tuple[str, ...]:
    without = {one.what for one in left_out if one.section == "passages" and not one.cut}
    labels = [one.label for section in sections if section.name == "passages" for one in section.pieces]
    return tuple(dict.fromkeys(label for label in labels if label not in without))


def mark_brought(faculties: Faculties, settings: Settings, context: Context) -> None:
    """Strengthen in the coming night what was shown, and nothing that found no room; count the use of each learned page
    and of each account that a search brought (K6), and note the procedures: how they went is asked at the end of the
    session (K4)."""
    mark_shown(faculties, settings, context.thought)
    accounts = [one for one in context.found if faculties.store.episodes.get(faculties.scope, one)]
    with where_it_can_be_kept():
        if accounts:
            faculties.store.episode_uses.used(faculties.scope, accounts, context.time)
        if shown := context.primed.learned:
            knowing.mark_used(faculties, shown, context.time)
            names = [item.name for item in shown if item.kind == "procedure"]
            if names:
                knowing.note_injected(faculties, context.session, names, context.time)


def estimate_tokens(
    faculties: Faculties, settings: Settings, message: str, *, session: str = "", project: str = "",
    shown: Sequence[Turn] | None = None, now: datetime | None = None,
) -> TokenEstimate:  # fmt: skip
    """By the same assembly; only that no model is asked for it, so that an estimate costs nothing."""
    context = assemble(faculties, settings, message, session=session, project=project, shown=shown, now=now, ask=False)
    count = faculties.tokens.count
    raw = sum(count(turn.said) + count(turn.replied) for turn in context.shown)
    return TokenEstimate(context.tokens, raw, count(message))
