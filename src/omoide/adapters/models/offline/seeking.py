"""Whether the past should be searched before a reply, by rules: names, questions and words that reach back (R6)."""

from __future__ import annotations

import re
import unicodedata

from omoide.adapters.models.offline.topics import names
from omoide.language.asking import without_frame
from omoide.language.intents import intent_of
from omoide.language.timewords import means_last_time
from omoide.prompts.decide_search import MOST_KEYWORDS, DecideSearch, SearchDecision

_ASKS = re.compile(
    r"覚えて|憶えて|おぼえて|思い出し|(?:だっけ|たっけ|っけ)|(?:何|なに|なん|誰|だれ|どこ|いつ|どの|どれ|どんな|いくつ)"
    r"[^。]*(?:[?？]|か$|の$|っけ|た$)|(?:名前|誕生日|話|続き|件)(?:は|って|を|の)|"
    r"\b(?:remember|recall|remind)\b|\b(?:what|who|when|where|which|whose)\b[^.]*\?|\bdid (?:i|we|you)\b|"
    r"\b(?:i|we|you) (?:told|said|mentioned|talked|promised)\b",
    re.IGNORECASE,
)
# Asked of the persona itself and of the moment: no past is needed.
_OF_NOW = re.compile(
    r"^(?:元気|調子|今何|いま何|何して(?:る|いる)|どうしたの|どうして)|"
    r"^(?:how are you|what's up|what are you doing|why)\b",
    re.IGNORECASE,
)
_HONORIFIC = re.compile("(?:さん|ちゃん|くん|君|先生|先輩|様)$")


def decide(question: DecideSearch) -> SearchDecision:
    message = unicodedata.normalize("NFKC", question.message).strip()
    named = [stem for name in names(message) if len(stem := _HONORIFIC.sub("", name)) > 1]
    intent = intent_of(message)
    reaches_back = means_last_time(message) or bool(_ASKS.search(message)) or intent in ("emotional", "temporal")
    reaches_back = reaches_back or (intent == "technical" and message.endswith("?"))
    if not named and (not reaches_back or _OF_NOW.search(message)):
        return SearchDecision(False, "", [], intent)
    return SearchDecision(True, without_frame(message), named[:MOST_KEYWORDS], intent)
