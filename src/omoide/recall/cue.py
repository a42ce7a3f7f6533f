"""What a cue asks for, before anything is searched: its words, its meaning, its time, and the names in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from omoide.domain.hearing import Hearing
from omoide.domain.ranking import RecallRules
from omoide.domain.span import Span
from omoide.domain.turn import Scope
from omoide.language.asking import without_frame
from omoide.language.cue_names import without_names
from omoide.language.terms import FUNCTION, terms, weight
from omoide.language.times import times, without
from omoide.language.timewords import means_last_time, without_last_time

# What is left of "what happened last Friday?" when its time is taken out: it asks for nothing else.
_EMPTY = re.compile(
    r"\b(?:happen\w*|talk\w*|did|do|done|said|say|spoke|speak|discuss\w*|remember|recall|tell|know|there)\b"
    r"|話し?た?|喋っ?た?|言っ?た?|した|あった|起きた|出来事|何|こと|件|覚えて|思い出\w*|教えて|会話|内容"
)


@dataclass(frozen=True, slots=True)
class Cue:
    """`words` are searched as they are, `meant` is embedded: without times, and without the names of the two.
    `last_time` tells that it reached back to an earlier talk: the words for that are in neither."""

    words: str
    meant: str
    hearing: Hearing
    spans: tuple[Span, ...] = ()
    only_time: bool = False
    last_time: bool = False


def read_cue(text: str, scope: Scope, today: date, rules: RecallRules) -> Cue:
    spoken = times(text, today) if rules.time_weight else []
    rest = without(text, spoken) if spoken else text
    only_time = bool(spoken) and not _asks(_EMPTY.sub(" ", without_last_time(rest)))
    words = text if only_time or not spoken else rest
    words = without_frame(without_last_time(words))
    named = without_names(words, scope)
    hearing = Hearing(
        rules.before, rules.after, rules.own_names, rules.near_words, rules.strange_names, named.light, named.others
    )
    meant = named.rest if rules.own_names < 1 else words
    return Cue(words, meant, hearing, tuple(one.span for one in spoken), only_time, means_last_time(text))


def _asks(text: str) -> bool:
    return any(weight(term) > FUNCTION for term in terms(text))
