"""Words by which a cue reaches back to an earlier talk (R3): 「前回」, "last time".

They say which of the related memories are meant, the latest, and nothing about the matter: left in the cue they would
be held against every memory, as words and as meaning, and lower what is relevant.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from omoide.language.terms import FUNCTION, terms, weight

_SAID = "(?:話|はなし|言っ|いっ|聞い|きい|教え|伝え|相談|決め|見せ|書い|作っ|頼ん|約束)"
_PARTICLE = "(?:から|[のは]|に?も?)、?"
# What a pattern calls `kept` stays in the cue, the rest of what it finds leaves it.
_JAPANESE = (
    # 前回り turns over, 前回比 is a ratio, 先日付 a date to come
    f"(?:前々回|前回(?![りる転比])|先日(?!付)|先ほど|さきほど|先程|この(?:あいだ|間(?![隔柄])|前(?![後方提]))|こないだ){_PARTICLE}",
    # a day that has a name is a time, and is read as one (times.py)
    f"(?P<kept>(?:昨日|先週|先月|去年)[、は]?(?:の(?:話|件|続き)|{_SAID}))",
    f"(?:さっき|昔|むかし|いつか)[、は]?(?:の(?=話|件|続き)|(?={_SAID}))",
    f"(?:さっき|最近|近ごろ|近頃)、?(?=[^。!?]{{0,20}}?{_SAID})",
    # 「3日以前」「江戸以前」 are limits and 「以前として」 a slip for 依然; the rest means a time
    f"(?<![0-9一-鿿々ァ-ヴー])(?<![こそ]れ)以前(?!と){_PARTICLE}",
    # a time, not a place and not before something: 「前に話した」, 「前にも」, but not 「駅の前に」, 「寝る前に」
    "(?:(?:ちょっと|少し|だいぶ|ずいぶん|かなり)|(?<![のうくぐすつぬぶむる手人目駅店家板午名0-9日月年週間分]))"
    f"前(?:に(?:も、?|[はの]?、?(?=[^。!?]{{0,20}}?{_SAID}))|(?=、?{_SAID}))",
)

_SAY = (
    "(?:sa(?:y|id)|t(?:ell|old)|mention(?:ed)?|talk(?:ed)?|sp(?:eak|oke|oken)|discuss(?:ed)?|agreed?|decided?|ask(?:ed)?"
    "|show(?:ed|n)?|wrote|written|promised?|suggest(?:ed)?|chatt?(?:ed)?)"
)
_WE = "(?:you|we|i)(?:'ve|'d| have| had)?"
_LAST_WEEK = "last (?:week|month|night|year)"
_TALK = "(?:session|conversation|chat|talk|discussion)"
_ADVERB = r"(?=\s*(?:[,.!?;]|$|about\b|that\b|regarding\b|concerning\b|on\b|in\b))"  # not "before the exam"
_ENGLISH = (
    # "when we last talked about it", "the last time we spoke"; not "the last time zone"
    rf"\bwhen {_WE} (?:last {_SAY}|{_SAY} last)\b(?: about (?:it|this|that)\b)?",
    rf"\b(?:the )?last time\b(?! (?:zone|slot|limit|frame|stamp|trial|signal)s?\b)(?:,? (?:that )?{_WE} {_SAY}\b)?",
    # "I told you earlier", "did I mention it before?"; "the day before" and "at last" are something else
    rf"(?P<kept>\b{_WE}(?: (?:all|both|ever|never))? {_SAY}\b[^.!?]{{0,80}}?)(?<!day )(?<!night )(?<!week )(?<!month )"
    rf"(?<!year )(?<!morning )(?<!evening )(?<!at )(?<!the )(?<!my )\b(?:earlier|before|recently|lately|last){_ADVERB}",
    rf"\b(?:earlier|before|recently),? (?={_WE} {_SAY}\b)",
    rf"(?P<kept>\b{_WE} )(?:earlier|already|once|just|recently|last) (?={_SAY}\b)",
    # a week that has a name is a time, and is read as one (times.py)
    rf"(?P<kept>\b(?:{_LAST_WEEK},? {_WE} {_SAY}|{_WE} {_SAY}\b[^.!?]{{0,80}}?\b{_LAST_WEEK})\b)",
    rf"\bthe last thing(?: that)? (?={_WE} {_SAY}\b)",
    r"\bpreviously\b|\bthe other (?:day|night|week|evening|morning|time)\b|\bremember when\b",
    r"\b(?:a (?:(?:little|short|long|good) )?while|some time) (?:ago|back)\b|\bnot long ago\b",
    # not "the last session of the course"
    rf"\b(?:(?:in|during|from|at) )?(?:our|my|your|the)? ?(?:last|previous|earlier) {_TALK}\b"
    r"(?! (?:of|at|by|between)\b)",
)


def means_last_time(cue: str) -> bool:
    """Whether the cue speaks of an earlier time they talked. "last" alone ("the last page") does not."""
    plain = _plain(cue)
    return any(pattern.search(plain) for pattern in _patterns())


def without_last_time(cue: str) -> str:
    """The cue without the words that reach back; the whole cue when nothing else would be left."""
    rest = _plain(cue)
    for pattern in _patterns():
        rest = pattern.sub(_kept, rest)
    rest = " ".join(rest.split())
    return rest if any(weight(term) > FUNCTION for term in terms(rest)) else cue


def _kept(match: re.Match[str]) -> str:
    return match.groupdict().get("kept") or " "


def _plain(cue: str) -> str:
    return unicodedata.normalize("NFKC", cue).replace("’", "'")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in (*_JAPANESE, *_ENGLISH))
