"""Priming (R1): four channels at once, each within its share of what the message may bring to mind.

They run beside each other, in threads with connections of their own, and none asks a model. A channel that fails
(somebody's page is damaged) is told and leaves the other three standing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from omoide.context.moment import Moment
from omoide.domain.budget import Context, LeftOut, Piece, Section, fill, framed
from omoide.domain.priming_rules import CHANNELS, ChannelName, MessageType, channel_budgets
from omoide.errors import OmoideError
from omoide.ports import Tokens

if TYPE_CHECKING:
    from omoide.domain.learned import Learned


Why = tuple[str, str]  # in English and in Japanese: whoever looks need not speak the language of the talk


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that came to mind: its lines in the prompt, what it is called, why it is there, and the page it is."""

    piece: Piece
    why: Why
    learned: Learned | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a channel brings, and why: the items in the order in which they are read. Where there is no room for all,
    those at the end stay (`newest_last`), or those at the beginning."""

    items: tuple[Item, ...]
    why: Why
    newest_last: bool = False


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel as it was filled: `tokens` are those of its section with the tags around it, never above `budget`."""

    name: ChannelName
    budget: int
    tokens: int
    items: tuple[Item, ...]
    why: Why
    left_out: tuple[LeftOut, ...] = ()
    newest_last: bool = False
    problem: OmoideError | None = None

    @property
    def section(self) -> Section:
        return Section(self.name, tuple(item.piece for item in self.items), "last" if self.newest_last else "first")

    def plain(self) -> dict[str, Any]:
        items = [{"name": item.piece.label, "text": item.piece.text, "why": item.why[0]} for item in self.items]
        told: dict[str, Any] = {
            "name": self.name, "budget": self.budget, "tokens": self.tokens, "items": items, "why": self.why[0],
        }  # fmt: skip
        return told | ({"problem": self.problem.en} if self.problem else {})


@dataclass(frozen=True, slots=True)
class Primed:
    """What the four channels brought: `budget` is the ceiling of the message's type."""

    message_type: MessageType
    budget: int
    channels: tuple[Channel, ...]

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        return tuple(one for channel in self.channels for one in channel.left_out)

    def within(self, context: Context, tokens: Tokens) -> Primed:
        """As much of it as found room in the whole prompt."""
        return replace(self, channels=tuple(_within(channel, context, tokens) for channel in self.channels))

    @property
    def learned(self) -> list[Learned]:
        return [item.learned for channel in self.channels for item in channel.items if item.learned]


def begin(moment: Moment, kind: MessageType) -> Callable[[], Primed]:
    """Let the channels look while the caller does other things; the answer waits for the last of them."""
    rules = moment.settings.priming
    budgets = channel_budgets(kind, rules)
    pool, looking = _threads(), dict[ChannelName, Future[Found]]()
    # Handed in before those that wait for it: whatever else the threads have to do, it is begun first.
    seen = pool.submit(_seen, moment, budgets)
    for name in CHANNELS:
        if budgets[name] > 0:
            looking[name] = pool.submit(_look, name, moment, budgets[name], seen)

    def finish() -> Primed:
        channels = [_filled(moment, name, budgets[name], looking) for name in CHANNELS]
        return Primed(kind, rules.ceilings.of(kind), tuple(channels))

    return finish


def _seen(moment: Moment, budgets: Mapping[ChannelName, int]) -> Mapping[Any, Any]:
    """How the learned pages stand, with what was changed by hand taken in; nothing where nobody will ask."""
    from omoide import knowing

    if not moment.message.strip() or not (budgets["knowledge"] or budgets["procedures"]):
        return {}
    return knowing.seen_now(moment.faculties, moment.settings, moment.now)


def _look(name: ChannelName, moment: Moment, budget: int, seen: Future[Mapping[Any, Any]]) -> Found:
    from omoide.context import known, lately, who

    match name:
        case "people":
            return who.people(moment, budget)
        case "activity":
            return lately.activity(moment, budget)
        case "knowledge":
            return known.knowledge(moment, budget, seen.result)
        case "procedures":
            return known.procedures(moment, budget, seen.result)


def _filled(moment: Moment, name: ChannelName, budget: int, looking: Mapping[ChannelName, Future[Found]]) -> Channel:
    if name not in looking:
        return Channel(name, budget, 0, (), ("there is no room for it", "入る余地がない"))
    try:
        found = looking[name].result()
    except OmoideError as error:
        why = ("it could not be looked at", "調べられなかった")
        return Channel(name, budget, 0, (), why, problem=error)
    return fitted(name, budget, found, moment.faculties.tokens)


def fitted(name: ChannelName, budget: int, found: Found, tokens: Tokens) -> Channel:
    """As much of it as fits with its tags; only what alone is too long is cut."""
    whole = Channel(name, budget, 0, found.items, found.why, newest_last=found.newest_last)
    done = fill((whole.section,), {}, budget, tokens.count, tokens.cut)
    return replace(_within(whole, done, tokens), left_out=done.left_out)


def _within(channel: Channel, context: Context, tokens: Tokens) -> Channel:
    """The channel with those items alone that are in the context."""
    text = next((section.text for section in context.sections if section.name == channel.name), "")
    out = [one for one in context.left_out if one.section == channel.name]
    gone = sum(not one.cut for one in out)
    items = channel.items[gone:] if channel.newest_last else channel.items[: len(channel.items) - gone]
    if any(one.cut for one in out):
        items = tuple(replace(item, piece=replace(item.piece, text=text)) for item in items)
    return replace(channel, items=items, tokens=tokens.count(framed(channel.name, text)) if text else 0)


@cache
def _threads() -> ThreadPoolExecutor:
    """Kept from one message to the next: so are their connections, until the mind is closed."""
    return ThreadPoolExecutor(len(CHANNELS), thread_name_prefix="omoide-channel")
