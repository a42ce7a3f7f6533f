"""Words by which a cue reaches back to an earlier talk (R3): 「前回」, "last time"."""

from __future__ import annotations

import re
import unicodedata

_SAID = "(?:話|はなし|言っ|いっ|聞い|きい|教え|伝え|相談|決め|見せ|書い|作っ|頼ん|約束)"
_JAPANESE = (
    "前回|前々回|先日|先ほど|さきほど|先程",
    "この(?:あいだ|間|前)|こないだ",
    f"(?:さっき|昨日|先週|先月|去年|昔|むかし|いつか)[、は]?(?:の(?:話|件|続き)|{_SAID})",
    # 「3日以前」 is a limit and 「以前として」 a slip for 依然; the rest means a time
    "(?<![0-9日月年週時分])以前(?!と)",
    # a time, not a place: 「前に話した」, 「前にも」, but not 「駅の前に」
    f"(?<![の手人目駅店家板午名0-9日月年週間分])前に(?:も|[はの、]?.{{0,12}}?{_SAID})",
)

_SAY = "(?:said|told|mentioned|talked|spoke|discussed|agreed|decided|asked|showed|wrote|promised|suggested)"
_TALK = "(?:session|conversation|chat|talk|discussion)"
_ENGLISH = (
    r"\blast time\b|\bpreviously\b|\bthe other (?:day|night|week|evening|morning)\b",
    r"\b(?:a|some) (?:while|time) (?:ago|back)\b|\bnot long ago\b",
    rf"\b(?:last|previous|earlier) {_TALK}\b|\bremember when\b",
    rf"\b(?:earlier|before|previously),? (?:you|we|i)\b|\b(?:you|we|i) (?:earlier|already|once|just) {_SAY}\b",
    rf"\b(?:you|we|i)(?: have| had|'ve|'d)? {_SAY}\b[^.!?]*\b(?:earlier|before|last (?:week|month|night|year))\b",
    rf"\blast (?:week|month|night|year),? (?:you|we|i) {_SAY}\b",
)
_REACHES_BACK = re.compile("|".join(_JAPANESE + _ENGLISH))


def means_last_time(cue: str) -> bool:
    """Whether the cue speaks of an earlier time they talked. "last" alone ("the last page") does not."""
    return _REACHES_BACK.search(unicodedata.normalize("NFKC", cue).lower().replace("’", "'")) is not None
