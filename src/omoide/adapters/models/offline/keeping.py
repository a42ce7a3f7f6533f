"""Does the person ask that this be kept for good (E4)?

「覚えておいて」 and "don't forget" ask for it. 「覚えてる？」, "I can't remember" and what somebody else said do not:
a mention is not an assertion.
"""

from __future__ import annotations

import re

from omoide.adapters.models.offline.reading import own_sentences

_ASKS_JA = re.compile(
    """
      (?:覚え|おぼえ)て(?:おいて|おけ(?!ば|る|な)|おくように|おくんだ|て(?:ね|よ|くれ(?![るたて])|ください|ほし)
                       |いて(?:ね|ください|くれ(?![たて])|ほし)|ね(?![ぁ-ん?])|ください|くれ(?![たて])|ほし)
    | (?:覚え|おぼえ)と(?:いて|け(?!ば))
    | (?:忘れ|わすれ)(?:ないで|るな(?!ら|ん)|ないよう|て(?:ほしくな|くれるな|はいけ|はだめ|はダメ))
    | (?:忘れ|わすれ)ちゃ(?:だめ|ダメ|駄目|いけ|嫌|いや|やだ)
    | 記憶(?:して(?:おいて|ください|くれ|ほし|ね|$|[。!、])|しといて|に(?:とどめて|留めて|刻んで))
    | (?:心|頭|頭の片隅)に(?:留めて|とめて|置いて|刻んで|入れて)(?:おいて|ください|くれ|ほし|ね)
    | 肝に銘じ(?:て(?:おいて|くれ|ください|ね)|ろ)
    """,
    re.VERBOSE,
)
# What turns the same words into a thing that happened, or into the speaker's own intention.
_TELLS_JA = re.compile(
    """
      よかった|良かった|損は|あげ|いられ|いただいた|くれた|くれて(?:い|る|た|あ|う|嬉)|もら(?:った|って|いた)
    | い(?:る|た|ます|ました)(?:[?。!、ねよか]|$)|おこう|おき(?:たい|ます)|おく(?:[ねよ。!]|$)|ね?って$
    | に(?:でき|なっ|し(?:て(?:い|る|ま|き)|たい|よう|ます|まし|た(?:[。!、]|$)|ている))|、?(?:書|メモし|付箋|アラーム)
    """,
    re.VERBOSE,
)
_REPORTED_JA = re.compile(
    "[ねよなさ]*(?:って(?!ば)|と)、?.{0,8}(?:言|い[いうっわ]|頼|お願|伝え|書|叫|聞|念|釘|約束|思|か)"
)

_ASKS_EN = re.compile(
    r"""
      \bremember\ (?:this|that|these|those|it|my|the|what|how|i|to|always|we|our|me)\b | \bremember\s*:
    | \b(?:do\ not|don't|dont|never)\ (?:you\ )?(?:ever\ )?forget\b
    | \b(?:keep|bear|have)\ (?:this\ |that\ |it\ )?in\ mind\b
    | \bmake\ a?\ ?(?:mental\ )?note\ (?:of|that)\b
    | \bcommit\ (?:this|that|it)\ to\ memory\b | \bmemori[sz]e\ (?:this|that|it|my)\b
    | \b(?:store|save|put|keep)\ (?:this|that|it)\ (?:to|in|into)\ (?:your\ )?memory\b
    """,
    re.VERBOSE,
)
# An order stands at the beginning of a clause, or after words that make it a request.
_ORDER = re.compile(
    r"(?:^|[,.;:!?)—-]\s*|\b(?:and|so|but|also|then|now|oh|hey|ok|okay|important)\s+)"
    r"(?:please |just |always |kindly )*$"
)
_REQUEST = re.compile(
    r"\b(?:please|(?:can|could|will|would)\ you(?:\ please)?|(?:want|need|like|ask(?:ing)?)\ you\ to"
    r"|make\ sure(?:\ you|\ to|\ that\ you)?|be\ sure\ to|you\ (?:must|should|have\ to|need\ to|can))"
    r"\s+(?:always\ |to\ )*$",
    re.VERBOSE,
)
_REPORTED_EN = re.compile(
    r"\b(?:said|says|saying|told|tells|telling|asked|asks|wrote|reminded|reminds|goes|song|title)\b[^.;!?]*$"
)
_OWN_PLAN = re.compile(r"\b(?:i|we|i'll|we'll|i will|let me|i'd|i always)\s+(?:(?!you\b)\w+\s+){0,3}$")
_REMINISCENCE = re.compile(r"remember (?:when|the time|that time|how (?:we|you|i)|me\b)")


def asks_to_keep(said: str) -> bool:
    return any(_asks_ja(sentence) or _asks_en(sentence) for sentence in own_sentences(said))


def _asks_ja(sentence: str) -> bool:
    for match in _ASKS_JA.finditer(sentence):
        after = sentence[match.end() :]
        if not _TELLS_JA.match(after) and not _REPORTED_JA.match(after):
            return True
    return False


def _asks_en(sentence: str) -> bool:
    for match in _ASKS_EN.finditer(sentence):
        before, rest = sentence[: match.start()], sentence[match.start() :]
        if _REPORTED_EN.search(before) or _OWN_PLAN.search(before):
            continue
        if _REQUEST.search(before):
            return True
        if _ORDER.search(before) and not _REMINISCENCE.match(rest) and not rest.rstrip().endswith("?"):
            return True
    return False
