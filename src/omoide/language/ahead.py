"""Whether a sentence speaks of what is still to come, in both languages.

Only plain signs count: a month or a weekday without one is taken for the last, since people tell more than they plan.
"""

from __future__ import annotations

import re
from functools import cache

_END = re.compile(r"[.!?。!?\n]")
_OPENING = 3  # words before a time that begins a sentence: "On Monday I will", "My wedding in June will"
# People who say when they fly, start or move have not done so yet; what is over they tell in the past tense.
_GOING = "arrive|begin|come|fly|go|graduate|leave|marry|move|return|start|travel|visit"


@cache
def _signs() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    english = (
        r"\b(?:will|won't|shall|gonna|see you|promise[ds]?|about to|looking forward|can't wait|plan(?:s|ning)? to)\b"
        r"|'ll\b|(?:\b(?:am|is|are)|'m|'re|'s) going to\b"
        rf"|\b(?:i|we) (?:have to |want to )?(?:{_GOING})\b|\b(?:i|we) have an? [a-z' -]{{2,30}} (?:on|in)\b"
    )
    coming = (
        r"予定|つもり|約束|楽しみ|ましょう|[しこ]よう|[行会]おう"
        r"|(?:行く|行きます|会う|会います|帰る|帰ります|戻る|戻ります|来る|来ます|出る|出ます|始まる|始まります|始める"
        r"|始めます|する|します|引っ越す|引っ越します)(?:[よねんの]|から|ので)*$"
    )
    return (
        re.compile(english),
        re.compile(coming),
        re.compile(r"(?:[っいしんきたれ]た|ました|だった|かった)[よねんの]*$"),
    )


def lies_ahead(plain: str, start: int, end: int) -> bool:
    """Of the sentence around that place, in a folded text."""
    english, coming, over = _signs()
    first = max((match.end() for match in _END.finditer(plain, 0, start)), default=0)
    last = _END.search(plain, end)
    sentence = plain[first : last.start() if last else len(plain)].strip()
    before = plain[first:start]  # "I flew there in December and will never forget it" is over
    told = sentence if len(before.split()) <= _OPENING else before
    return bool(english.search(told) or (coming.search(sentence) and not over.search(sentence)))
