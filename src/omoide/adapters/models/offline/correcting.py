"""Does the person put right what was said before (N1)?

"No, it's Tuesday, not Monday" and 「違う、火曜だよ」 do. A quarrel told in a story, or "no, it's fine", does not.
"""

from __future__ import annotations

import re

from omoide.adapters.models.offline.reading import own_sentences

_LOOKED_AT = 6  # sentences: a correction comes first

_JA = tuple(
    re.compile(pattern, re.VERBOSE)
    for pattern in (
        # 違う、火曜だよ: a contradiction, then what is right
        r"""^(?:いや|いえ|いいえ|ううん|あ|え|ごめん(?:なさい)?|すみません|残念|えっと)?[、,。.!\s]*(?:それ|そこ|これ)?(?:は|って)?
            (?:違う|ちがう|違い(?:ます|ました)|ちがいます|間違い|間違っ(?:てる|てい(?:る|ます)|てます)|誤り)
            (?:です|だよ|だ|よ|ってば|わ|ね|の)*[、,。.!\s—-]+(?![?])\S""",
        # いや、月曜じゃなくて火曜
        r"^(?:いや|いえ|いいえ|ううん|違う|ちがう|あ|ごめん|すみません)[、,。.!\s].{0,60}(?:じゃ|では|で)なく(?:て|、|\s).{1,60}",
        # 月曜じゃなくて火曜だよ
        r"""^(?:.{1,20}は、?)?[^、。]{1,12}(?:じゃ|では)なく(?:て)?、?[^、。]{1,12}(?<!たい)(?<!そう)(?<!みたい)(?<!もの)(?<!かった)
            (?:だよ|ですよ?|なんだよ?|なんですよ?|だってば|が正しい(?:です|よ)?|が正解(?:です|だよ)?|の間違い(?:です|だよ)?)[。!.\s]*$""",
        r"""^.{0,12}訂正(?:し|です|だ|させ|[:、。]|$|\s)|正しくは|の間違いで(?:す|した)|^.{0,10}(?:言い|書き)間違(?:えた|えました|い(?:です|でした|だった))
            |^(?:ごめん)?[、\s]*さっき(?:言った|の)?.{0,12}(?:は|、)(?:間違い|嘘|うそ|違って)""",
    )
)
_STORY_JA = re.compile(r"(?:と|って)、?(?:[一-鿿]{1,3}(?:が|は|に|も))?(?:言|思|怒|答え|叫|返|反論|主張|感じ)")

_SUBJECT = r"(?:it's|it\ is|its|it\ was|he's|she's|they're|i'm|i\ am|(?:my|the)\ \w+(?:\ \w+)?\ (?:is|was))"
_SHORT_ANSWER = (
    r"(?:fine|ok|okay|all\ right|alright|good|nothing|too|just|great|so|sorry|glad|happy|sure|not|serious|kidding"
    r"|joking|really|very|going|doing|more|about|like|because|hard|easy|still|only)\b"
)
_EN = tuple(
    re.compile(pattern, re.VERBOSE)
    for pattern in (
        # "that's wrong, it is Tuesday"; alone only when nothing else is said
        rf"""^(?:no|nope|sorry|well|hm+|actually|wait|hey|oh|but)?[,.!\ —-]*
            (?:(?:that|this|it)(?:'s|\ is|\ was)|you're|you\ are|you\ (?:got|have|had)\ (?:it|that|this|my\ \w+))
            (?:\ \w+)?
            \ (?:wrong|incorrect|mistaken|not\ right|not\ correct|not\ true|not\ what\ i\ said|false)\b
            (?:[,.;:!\ —-]+(?:actually,?\ )?
                (?:{_SUBJECT}|(?:it|that)\ should|should\ be|i\ (?:said|meant|live|work)|the\ (?:right|correct)|not)\b
              |\s*[.!]*$)""",
        # "no, it's Tuesday"
        rf"""^(?:no|nope|wait|actually|sorry|oh)[,.!\ —-]+(?:(?:no|wait|actually|sorry)[,\ ]+)*
            (?:{_SUBJECT}|i\ meant|i\ said)\ (?!{_SHORT_ANSWER})\S+""",
        # "it's Tuesday, not Monday"
        rf"""^(?!.*\b(?:because|when|if|while)\b){_SUBJECT}\ (?!not\b)(?:[\w:'-]+\ ){{0,4}}?[\w:'-]+,\ not
            \ (?!only\b|just\b|that\b|to\b|really\b|too\b|so\b|sure\b|bad\b|much\b|yet\b|at\ all\b)[\w:'\ -]+[.!]*$""",
        r"""^(?:a\ |small\ |quick\ |just\ a\ )*correction\b
            |^(?:i|let\ me)\ (?:need\ to\ |must\ |have\ to\ |should\ )?correct\ (?:myself|that|this|what\ i|you)
            |\bi\ misspoke\b|^(?:sorry,?\ |no,?\ |oh,?\ )?i\ meant\ (?!to\ (?:call|do|ask|write|tell|send|go))\w+
            |^not\ \w+(?:\ \w+)?,\ (?:but|it's|it\ is)\b""",
    )
)
_STORY_EN = re.compile(
    r"\b(?:said|says|told|tells|thought|argued|shouted|yelled|insisted|replied|claimed|asked)\b(?!\s+you\b)"
)
_I_SAID = re.compile(r"^(?:no|nope|wait|sorry)?[,.!\s]*i said\b")


def corrects(said: str) -> bool:
    own = own_sentences(said)
    for at, sentence in enumerate(own[:_LOOKED_AT]):
        if _STORY_JA.search(sentence) or (_STORY_EN.search(sentence) and not _I_SAID.match(sentence)):
            continue
        # what is right often comes in the next sentence: "That's wrong. It is Tuesday."
        following = own[at + 1] if at + 1 < len(own) else ""
        if any(pattern.search(sentence) for pattern in (*_JA, *_EN)):
            return True
        if following and any(pattern.search(f"{sentence} {following}") for pattern in (_JA[0], _JA[1], _EN[0], _EN[1])):
            return True
    return False
