"""Whether the past should be searched before a reply, by rules: names, questions and words that reach back (R6)."""

from __future__ import annotations

import re
import unicodedata

from omoide.adapters.models.offline.topics import names
from omoide.language.asking import without_frame
from omoide.language.timewords import means_last_time
from omoide.prompts.decide_search import MOST_KEYWORDS, DecideSearch, Intent, SearchDecision

# The first that fits; of several the one that says more about what is sought.
_INTENTS: tuple[tuple[Intent, re.Pattern[str]], ...] = (
    ("relational", re.compile(
        r"関係|仲(?:良|い|は|が)|(?:に|と)とって|どう思って|\b(?:relationship|friends? with|get along|"
        r"between (?:you|us)|who is \w+ to|feel about (?:me|you|him|her|them))\b", re.IGNORECASE)),
    ("emotional", re.compile(
        r"嬉し|うれし|悲し|かなし|寂し|さみし|さびし|楽し|怖|辛|つら|泣|笑|怒|感動|好きだっ|初めて|はじめて|思い出(?!せ)|"
        r"\b(?:happ(?:y|iest)|sad|glad|lonely|afraid|scared|angry|cried|laugh\w*|proud|love[ds]?|felt|feel|favou?rite "
        r"moment|first (?:time|met|day))\b", re.IGNORECASE)),
    ("technical", re.compile(
        r"設定|方法|手順|やり方|使い方|エラー|バージョン|インストール|コード|コマンド|バグ|実装|API|"
        r"\b(?:how (?:to|do|does|did|can)|error|version|install\w*|config\w*|set ?up|command|code|bug|build|"
        r"deploy\w*)\b", re.IGNORECASE)),
    ("temporal", re.compile(
        r"最近|昨日|きのう|一昨日|おととい|先週|先月|去年|今朝|昨夜|この(?:前|間|あいだ)|こないだ|さっき|\d+日(?!間)|"
        r"\b(?:recently|lately|yesterday|last (?:night|week|month|year)|the other day|this (?:morning|week)|earlier|"
        r"today|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", re.IGNORECASE)),
)  # fmt: skip

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
    intent = _intent(message)
    reaches_back = means_last_time(message) or bool(_ASKS.search(message)) or intent in ("emotional", "temporal")
    reaches_back = reaches_back or (intent == "technical" and message.endswith("?"))
    if not named and (not reaches_back or _OF_NOW.search(message)):
        return SearchDecision(False, "", [], intent)
    return SearchDecision(True, without_frame(message), named[:MOST_KEYWORDS], intent)


def _intent(message: str) -> Intent:
    for intent, shape in _INTENTS:
        if shape.search(message):
            return intent
    return "factual"
