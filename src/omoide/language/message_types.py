"""What kind of message it is, told by its words (R1): how much of the past it calls for.

No model is asked, so the rules look for forms, not for meaning, sentence by sentence; the most demanding sentence
decides. A *request* wants something done; a *question* wants to know something, and so does "tell me"; what is left of
a *greeting* when its phrases are taken out is nothing, or a name. What only tells something is answered like a
question: it wants to be understood, which takes about as much of the past. A heartbeat is known to whoever calls; of
messages only the empty one is taken for one, since nobody has said anything.
"""

from __future__ import annotations

import re

from omoide.domain.priming_rules import MessageType
from omoide.language.sentences import sentences
from omoide.language.terms import fold

LONGEST = 4_000  # characters; what is longer is known by its beginning and its end
_SMALL_TALK = 24  # characters that may go with a greeting: a name, the weather
_SMALL_TALK_JA = 12
_LETTERS = re.compile(r"[^\W_]")
_JAPANESE = re.compile("[\u3041-\u9fff]")

_GREETING = re.compile(
    # Long enough to be known anywhere …
    "おはよう(?:ございます)?|おっはー?|ハロー(?!ワーク|キティ|ウィン)|こんにち[はわ]|こんばん[はわ]|ただいま(?!の|より|から)|お帰り(?:なさい)?|おかえり(?:なさい)?|"
    "お?おやすみ(?:なさい)?(?!の日)|お?(?:久|ひさ)し(?:ぶり|振り)(?:です(?:ね)?|だね)?|(?:初|はじ)めまして|"
    "お疲れ(?:様|さま)?(?:です|でした)?|ありがとう(?:ございま(?:す|した))?|さようなら|いってらっしゃい|"
    "(?:行|い)ってきます|ごちそうさま(?:でした)?|おめでとう(?:ございます)?|(?:今年も)?(?:どうぞ)?よろしくお(?:願|ねが)いします|"
    # … and what means it only where it stands alone.
    "(?<![^、。!?\\s~])(?:やあ|やっほー?|どうも|もしもし|またね|また(?:明日|あした|後で)(?:ね)?|じゃあ?ね|バイバイ|いただきます|"
    "(?:お)?元気(?:です(?:か)?|だった|に?してた?|ですよ|だよ)?|(?:調子|気分)は?(?:どう)?(?:です(?:か)?)?|うん+|はい|ええ|そう(?:だね|ですね|か)?|"
    "なるほど(?:ね)?|了解(?:です)?|(?:わ|分)か(?:った|りました)|いいね|すごい(?:ね)?|へえ+|ふうん|ふーん|ごめん(?:ね|なさい)?|すみません|笑|w+)"
    "(?=[、。!?\\s~ーw笑…]|$)|^(?:(?:今日|明日|今年|これから)も?)?よろしく(?:ね)?(?=[。!]*$)|"
    r"(?<![a-z0-9_'])(?:good (?:morning|afternoon|evening|night|day)|hello(?: there)?|hi(?: there)?|hey(?: there)?|"
    r"howdy|yo|greetings|welcome back|nice to (?:meet|see) you|long time no see|thank you(?: (?:so|very) much)?|"
    r"thanks(?: a lot| so much)?|thx|(?:good)?bye(?: bye)?|see you(?: (?:later|soon|tomorrow))?|take care|"
    r"have a (?:nice|good|great) \w+|happy (?:new year|birthday)|congratulations|congrats)(?![a-z0-9_'])|"
    r"(?<![^,.!?;\s])(?:ok(?:ay)?|lol|wow|haha+|i see|got it)(?=[,.!?;\s]|$)|"
    r"(?:^|(?<=[,.!?;])\s*)(?:sorry|yes|yeah|yep|no|nope|sure|right|cool|great|nice|sounds good|me too|i'm back)"
    r"(?=\s*(?:[,.!?;]|$))|"
    r"(?<![a-z0-9'])(?:how (?:are|have) (?:you|things)(?: (?:doing|going|been))?(?: today)?|"
    r"how(?:'s| is) (?:it going|everything|life)|what's up|how do you do|are you (?:well|ok(?:ay)?)|"
    r"you ok(?:ay)?)(?=\s*(?:[,.!?;]|$))"
)

# Words of asking to be told: grammar would call them requests, but they want to know.
_TELL = re.compile(
    "教え(?:て|ろ)|聞かせて|(?:知|聞)りたい|聞きたい|(?:覚|憶|おぼ)えて(?:い)?(?:る|ます|ない)|思い出せ|"
    r"(?<![a-z])(?:tell (?:me|us)|let me know|remind me (?:what|who|when|where|why|how|which|of|about)|"
    r"remember (?:when|what|how|the)|(?:do|can|could) you (?:still )?(?:remember|recall|know|say|see|hear|guess|think)|"
    r"i (?:wonder|(?:want|would like|'d like) to know))(?![a-z])"
)
_TE = "(?:[っいしきぎりえけせてねべめれげじ来見寝出着似得経]て|[んい]で)"
_REQUEST = re.compile(
    # 「ご確認ください」「ご対応いただけますか」: politely, without a て; not what somebody was so kind to do.
    "(?:くださ|下さ)い(?!ま(?:した|して))|(?:いただけ|頂け)(?:ます|ません(?!でした)|ない(?!で)|れば|たら|る)|"
    f"{_TE}(?:(?:くださ|下さ)[るら]|(?:くれ|もらえ|もらい|いただけ|いただき|頂け|頂き)(?!た|て|まし[たて])|"
    "ほしい|欲しい|ちょうだい|頂戴)|ないで(?:ね|よ)?[。!]*$|"
    "(?:お願い|おねがい|頼[むみめん]|よろしく)(?:(?:し|でき|致|いた)[^。?]*)?(?:ね|よ)?[。!?]*$|"
    f"(?<!く)(?<!だっ)(?<!疲れ)(?<!困っ){_TE}(?:おい?て|みて|いて)?(?:ね|よ|な)?[。!~ー]*$|"
    "(?:とい|とけ|どい)て(?:ね|よ)?[。!]*$|(?:しろ|せよ|やれ|なさい)(?:よ)?[。!]*$|"
    "(?<!どう)(?:しよう|やろう|ましょう|ろうよ|こうよ|もうよ)(?:か|よ|ね)?[。!?]*$|(?:する|やる|作る|直す)(?:こと|ように)[。!]*$"
)
# Before the verb: "ok, now please", "Aoi, "
_LEAD = r"^(?:(?:so|now|then|and|but|ok|okay|well|just|also|next|first|finally|please|kindly|hey)[,\s]+|[a-z]+,\s+)*"
_DOING = (
    "add|adjust|analy[sz]e|answer|apply|archive|arrange|ask|assign|backup|book|build|buy|calculate|call|cancel|"
    "change|check|choose|clean|clear|close|commit|compare|compile|compose|compute|configure|connect|continue|convert|"
    "copy|correct|count|create|cut|debug|delete|deploy|describe|design|disable|do|don't|download|draft|draw|edit|"
    "enable|encrypt|estimate|evaluate|explain|export|extend|fetch|fill|find|finish|fix|format|forward|generate|get|"
    "give|go|handle|help|hold|ignore|implement|import|improve|include|insert|inspect|install|invite|keep|launch|"
    "leave|link|list|load|log|look (?:up|at|into|for)|make|mark|measure|merge|migrate|monitor|move|name|notify|open|"
    "order|organi[sz]e|pack|pay|pick|plan|play|post|prepare|print|process|publish|pull|push|put|read|rebuild|record|"
    "reduce|refactor|register|reload|remember|remind|remove|rename|repair|repeat|replace|reply|report|reset|restart|"
    "restore|resume|retry|return|review|rewrite|roll|run|save|scan|schedule|search|select|send|set|share|shorten|"
    "show|simplify|solve|sort|split|start|stop|store|submit|suggest|summari[sz]e|switch|take|talk|test|think|tidy|"
    "translate|try|turn|undo|uninstall|unlock|update|upgrade|upload|use|verify|wait|wake|walk|watch|work|wrap|write"
)
_ORDER = re.compile(
    rf"{_LEAD}(?:{_DOING})(?![a-z'])(?!\s+(?:is|are|was|were|has|went)\b)|"
    r"(?<![a-z])(?:can|could|would|will|won't) (?:you|we)(?![a-z])|(?<![a-z])(?:would|do) you mind(?![a-z])|"
    r"(?<![a-z])(?:i|we)(?: would|'d)? (?:need|want|like|expect) you to(?![a-z])|(?<![a-z])let(?:'s| us)(?![a-z])|"
    r"(?:^please(?![a-z])|[,\s]please[.!?]*$)"
)
_INFORMS = re.compile(r"what an? [^?]*$")  # "What a day!"
_ASKS = re.compile(
    r"\?|何|なに(?!か|も)|なん(?:で|の|だ[っろ]|です)|いつ(?!も|か)|どこ(?!か|も)|(?:誰|だれ)(?!か|も)|なぜ|どうして|"
    "どう(?:す|な|や|だ|し|思|い[うえ])|どれ(?!も|か)|どの|どちら|どっち|いくつ|いくら|どんな|"
    "か(?:な|しら|ね)?[。!]*$|っけ[。!]*$|(?:でしょう|だろう)[。!]*$|"
    r"(?<![a-z])(?:what|when|where|who|whom|whose|why|how|which)(?:'s|'re| (?:is|are|was|were|do|does|did|can|could|"
    r"should|would|will|have|has|had|many|much|long|old|often|far|about))(?![a-z])|"
    rf"{_LEAD}(?:is|are|was|were|do|does|did|should|have|has|had|am|may|any)\s(?:you|it|he|she|they|we|i|there|that|this|"
    r"the|my|your|our|idea|news|chance)(?![a-z])"
)


def message_type(text: str) -> MessageType:
    text = text.strip()
    if not text:
        return "heartbeat"
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}\n{text[-LONGEST // 2 :]}"
    said = [
        fold(sentence) for sentence in sentences(text)
    ]  # folded afterwards: where a sentence ends, its case may tell
    left = [_GREETING.sub(" ", sentence) for sentence in said]
    kinds = {_kind(sentence) for sentence in left}
    for kind in ("request", "question"):
        if kind in kinds:
            return kind
    rest = "".join(_LETTERS.findall("".join(left)))
    room = _SMALL_TALK_JA if _JAPANESE.search(rest) else _SMALL_TALK
    return "greeting" if not rest or (left != said and len(rest) <= room) else "question"


def _kind(sentence: str) -> str:
    if not _LETTERS.search(sentence):
        return ""  # what a greeting left behind: "?", "!"
    sentence = sentence.lstrip(" ,.!?;:-、。…~")
    if _TELL.search(sentence):
        return "question"
    if _REQUEST.search(sentence) or _ORDER.search(sentence):
        return "request"
    return "question" if _ASKS.search(sentence) and not _INFORMS.match(sentence) else ""


__all__ = ["message_type"]
