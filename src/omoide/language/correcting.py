"""How a person puts right what was said before (N1): "No, that's wrong, Hana is seven", 「違うよ、ハナは7歳だよ」.

Most corrections open with words that only say that something was wrong, and then tell what holds. The opening is no
part of the statement: held against the earlier one it would make the two look unlike. Both languages know the same
forms:

- it was wrong: "that's not right", "I made a mistake", 「それは違う」「間違えた」, and then whatever holds;
- a small objection, "no", "actually", 「いや」「ごめん」, and then a plain statement;
- one value against another: "it's Tuesday, not Monday", 「月曜じゃなくて火曜だよ」.
"""

from __future__ import annotations

import re
from functools import cache

from omoide.language.terms import fold

_OBJECTS_EN = r"\b(?:no|nope|nah|sorry|well|hm+|actually|wait|hey|oh|ah|oops|whoops|but)\b"
_SMALL_EN = rf"{_OBJECTS_EN}[,.!…\ —-]+"
_SMALL_EN_STOP = rf"(?:{_OBJECTS_EN}\ ?[,.!…—-]+\s*|actually\ )"
_WRONG_EN = r"""(?:wrong|incorrect|mistaken|false|an?\ (?:mistake|typo|slip)
    |not\ (?:quite\ )?(?:right|correct|true)|not\ what\ i\ said)"""
_WAS_WRONG_EN = rf"""(?:
    wrong
    |(?:that|this|it)(?:'?s|\ is|\ was)(?:\ (?!not)\w+)?\ {_WRONG_EN}
    |(?:that|this|it)\ (?:isn't|wasn't)(?:\ \w+)?\ (?:right|correct|true|what\ i\ said)
    |(?:you're|you\ are)(?:\ \w+)?\ (?:wrong|mistaken)
    |(?:you|i)(?:'ve|\ have)?\ (?:got|had|have|said|told\ you|wrote|gave\ you|heard|noted|remember(?:ed)?)
        (?:\ (?:it|that|this|them|the\ \w+|my\ \w+|[\w']+'s\ \w+))?(?:\ all)?\ wrong
    |i\ was\ (?:wrong|mistaken)|i(?:'ve|\ have)?\ (?:made|had\ made)\ an?\ (?:\w+\ )?(?:mistake|error)
    |my\ (?:mistake|bad|error)|(?:scratch|strike)\ that|i\ misspoke|i\ (?:mixed|messed)\ (?:it|that|this|them)\ up
    |(?:a\ |small\ |quick\ |just\ a\ )*correction
    |(?:i|let\ me)\ (?:need\ to\ |must\ |have\ to\ |should\ )?correct
        \ (?:myself|that|this|you|what\ i\ (?:said|told\ you|wrote))
    )(?:\ (?:there|earlier|before|last\ time|about\ (?:that|it)))?(?:[,.;:!…\ ]*[,.;:!…—-]\s*|\s*$)"""
_MEANT_EN = r"i\ (?:actually\ )?(?:meant|said)\ (?!to\ (?:call|do|ask|write|tell|send|go)\b)(?=\w)"
_OPENING_EN = rf"^(?:{_SMALL_EN})*(?:{_WAS_WRONG_EN}(?:{_SMALL_EN})*|{_MEANT_EN})"

_SMALL_JA = r"""(?:いや(?:いや)?|いえ|いいえ|ううん|あっ?|え|えっと|ごめん(?:なさい|ね)?|すみません|すいません|残念)
    [、,。.!！…\s]+"""
_SOFT_JA = "(?:です|でした|だった|だよ|だ|よ|ってば|わ|ね|の|な|けど|で)*"
_WAS_WRONG_JA = rf"""(?:
    (?:(?:それ|そこ|これ|さっき(?:言った)?の[^、。]{{0,12}}?|前に言ったの)(?:は|って|、)?)?
    (?:(?:違う|ちがう)(?:[、\s]?(?:違う|ちがう))*|違い(?:ます|ました)|違っ(?:た|てた|ていた)|ちがいます|間違い|間違っ(?:てる|て(?:い)?(?:る|た|ます|ました)|てます)|誤り
        |(?:言い|書き)?間違え(?:た|てた|ました|てました)|(?:言い|書き)間違い|勘違い(?:してた|していた|してました|でした|だった)?|嘘|うそ)
    {_SOFT_JA}[、,。.!！\s—-]+
    |(?:[^、。]{{0,8}}を?)?訂正(?:します|しますね|させて(?:ください)?|です|だ)?[:：、,。.!！\s]+
    |正しくは、?
    )"""
_OPENING_JA = rf"^(?:{_SMALL_JA})*(?:{_WAS_WRONG_JA})+"

_NOT_A_SUBJECT = (
    r"(?!(?:there|here|one|what|who|how|where|why|when|which|that|this|everything|nothing|every\w+|all|life)\b)"
)
_SUBJECT = rf"""(?:it's|it\ is|its|it\ was|he's|she's|they're|i'm|i\ am|(?:i|we)\ (?:live|work|start)|i\ was\ born
    |{_NOT_A_SUBJECT}(?:[\w'-]+\ ){{0,3}}?[\w'-]+\ (?:is|are|was|were|lives?|works?|starts?|begins?|costs?|leaves?))"""
_SHORT_ANSWER = (
    r"(?:fine|ok|okay|all\ right|alright|good|nothing|too|just|great|so|sorry|glad|happy|sure|not|serious|kidding"
    r"|joking|really|very|going|doing|more|about|like|because|hard|easy|still|only|also|ready|here|there)\b"
)
_OBJECTION_EN = rf"^(?:{_SMALL_EN})+{_SUBJECT}\ (?!{_SHORT_ANSWER})\S+"
_OBJECTION_JA = (
    rf"^(?:{_SMALL_JA})+[^、。?？]{{1,20}}は、?[^、。?？]{{1,24}}(?:だった|でした)(?:よ|わ|ね)?[。.!！\s]*$",
    r"^(?:いや|いえ|いいえ|ううん)[、,。.!！\s]+[^、。?？]{1,20}は、?[^、。?？]{1,24}(?:だよ|です|なんだ|なんです)(?:よ|ね)?[。.!！\s]*$",
)
_DENIAL = r"""(?:isn't|aren't|wasn't|is\ not|are\ not|was\ not|'s\ not|'re\ not|'m\ not|am\ not
    |don't|doesn't|do\ not|does\ not)"""
_CONTRAST_EN = (
    # it's Tuesday, not Monday
    rf"""^(?!.*\b(?:because|when|if|while)\b)(?:{_SMALL_EN})*{_SUBJECT}\ (?!not\b)(?:[\w:'-]+\ ){{0,4}}?[\w:'-]+,\ not
        \ (?!only\b|just\b|that\b|to\b|really\b|too\b|so\b|sure\b|bad\b|much\b|yet\b|at\ all\b)[\w:'\ -]+[.!]*$""",
    r"^not\ \w+(?:\ \w+)?,\ (?:but|it's|it\ is)\b",
    # Hana isn't six, she's seven
    rf"""^(?:{_SMALL_EN})*(?:[\w'-]+\ ){{0,3}}?[\w'-]+(?:\ )?{_DENIAL}\ (?!only\b|just\b|sure\b)
        [^,;.?]{{1,40}}[,;]\ (?:but\ )?(?:she|he|it|they|i|we)
        (?:'s|'re|'m|\ (?:is|are|am|work|works|live|lives|start|starts|have|has)\b)""",
)
_CONTRAST_JA = (
    # いや、月曜じゃなくて火曜
    r"^(?:いや|いえ|いいえ|ううん|違う|ちがう|あ|ごめん|すみません)[、,。.!！\s].{0,60}(?:じゃ|では|で)なく(?:て|、|\s).{1,60}",
    # 月曜じゃなくて火曜だよ
    r"""^(?:.{1,20}は、?)?[^、。]{1,12}(?:じゃ|では)な(?:く(?:て)?、?|い、)[^、。]{1,12}(?<!たい)(?<!そう)(?<!みたい)(?<!もの)(?<!かった)
        (?:だよ|ですよ?|なんだよ?|なんですよ?|だってば|が正しい(?:です|よ)?|が正解(?:です|だよ)?|の間違い(?:です|だよ)?)[。!！.\s]*$""",
    # コンサートはCホールの間違いだった
    r"の間違い(?:です|でした|だった|だよ)",
)


def without_opening(text: str) -> str:
    """What holds, without the words that say that something was wrong; empty when nothing else was said."""
    for pattern in (*_openings(), _small()):
        if found := pattern.match(text):
            return text[found.end() :].strip()
    return text


def puts_right(sentence: str, following: str = "") -> bool:
    """Whether a sentence says that something was wrong and what holds, which may stand in the `following` one."""
    plain, after = fold(sentence).strip(), fold(following).strip()
    if _small().fullmatch(f"{plain} "):
        plain = f"{plain} {after}"  # "No. It's Tuesday."
    for pattern in _openings():
        if found := pattern.match(plain):
            holds = plain[found.end() :].strip() or after
            return bool(holds) and not holds.endswith("?")
    return not plain.endswith("?") and any(pattern.search(plain) for pattern in _forms())


@cache
def _openings() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.VERBOSE | re.IGNORECASE) for pattern in (_OPENING_EN, _OPENING_JA))


@cache
def _small() -> re.Pattern[str]:
    """Objections alone; an English one needs a stop, for "no one" objects to nothing."""
    return re.compile(rf"^(?:{_SMALL_EN_STOP}|{_SMALL_JA})+", re.VERBOSE | re.IGNORECASE)


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    forms = (_OBJECTION_EN, *_OBJECTION_JA, *_CONTRAST_EN, *_CONTRAST_JA)
    return tuple(re.compile(pattern, re.VERBOSE) for pattern in forms)
