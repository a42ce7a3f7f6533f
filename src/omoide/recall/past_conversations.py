"""Keyword search over past conversations (R7): the very words, from both ends of the past.

A phrase that came up a thousand times would bring a thousand messages. The newest and the oldest are shown, so that
what was said long ago is not buried; when nobody asked, one from between comes along, which cue and date decide.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from omoide.domain.conversation import ConversationRules, Past, Side, seeded
from omoide.domain.dates import wall_clock
from omoide.domain.turn import Turn
from omoide.language.detect import language_of
from omoide.language.terms import fold
from omoide.ports import Faculties
from omoide.settings import Settings

CONTINUES = {"ja": "（続きがあります）", "en": " (continues)"}
_READ_AT_ONCE = 20
_PROBED = 200  # candidates that are looked at for one from between: no search walks a whole life


def search_past(
    faculties: Faculties, settings: Settings, words: str | Sequence[str], *, automatic: bool = False,
    exclude: Collection[str] = (), now: datetime | None = None,
) -> list[Past]:  # fmt: skip
    """Messages that hold one of the phrases, newest first. `exclude` are keys of turns that the prompt has already."""
    phrases = [fold(phrase).strip() for phrase in ([words] if isinstance(words, str) else words)]
    phrases = [phrase for phrase in phrases if phrase]
    if not phrases:
        return []
    keys = [key for key in faculties.store.log.holding(faculties.scope, phrases) if key not in set(exclude)]
    zone = settings.zone(faculties.scope.person)
    today = wall_clock(now or faculties.clock.now(), zone).date()
    search = _Search(lambda some: faculties.store.log.read(faculties.scope, some), phrases, settings.conversation)
    found = search.from_both_ends(keys)
    if automatic:
        found += search.from_between(keys, "\x1f".join(phrases), today)
    return sorted(found, key=lambda past: (past.time, past.key, past.speaker), reverse=True)


@dataclass(slots=True)
class _Search:
    read: Callable[[Sequence[str]], list[Turn]]
    phrases: list[str]
    rules: ConversationRules
    seen: set[str] = field(default_factory=set)  # beginnings of what was taken: the same text comes once
    taken: set[tuple[str, Side]] = field(default_factory=set)

    def from_both_ends(self, keys: Sequence[str]) -> list[Past]:
        newest = self._take(self.rules.newest, self._messages(keys, newest=True))
        oldest = self._take(self.rules.oldest, self._messages(keys[::-1], newest=False))
        return newest + [replace(past, whence="oldest") for past in oldest]

    def from_between(self, keys: Sequence[str], cue: str, day: date) -> list[Past]:
        ends = {key for key, _ in self.taken}
        between = [key for key in keys if key not in ends]
        order = [between[at] for at, _ in zip(seeded(cue, day, len(between)), range(_PROBED), strict=False)]
        return [
            replace(past, whence="middle") for past in self._take(self.rules.middle, self._messages(order, newest=True))
        ]

    def _take(self, most: int, messages: Iterator[Past]) -> list[Past]:
        found: list[Past] = []
        while len(found) < most and (past := next(messages, None)):
            beginning = fold(past.text)[: self.rules.alike]
            if (past.key, past.speaker) in self.taken or beginning in self.seen:
                continue
            self.seen.add(beginning)
            self.taken.add((past.key, past.speaker))
            found.append(self._cut(past))
        return found

    def _messages(self, keys: Sequence[str], newest: bool) -> Iterator[Past]:
        """The messages of these turns that hold a phrase, read a few turns at a time."""
        for start in range(0, len(keys), _READ_AT_ONCE):
            for turn in self.read(keys[start : start + _READ_AT_ONCE]):
                sides: Iterable[tuple[Side, str]] = (("person", turn.said), ("persona", turn.replied))
                for speaker, text in list(sides)[:: -1 if newest else 1]:
                    if len(text.strip()) >= self.rules.shortest and any(p in fold(text) for p in self.phrases):
                        yield Past(turn.key, speaker, turn.time, text.strip(), cut=False)

    def _cut(self, past: Past) -> Past:
        if len(past.text) <= self.rules.cut:
            return past
        text = past.text[: self.rules.cut]
        return replace(past, text=text + CONTINUES[language_of(text)], cut=True)
