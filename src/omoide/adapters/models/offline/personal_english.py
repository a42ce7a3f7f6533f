"""Words by which people speak of themselves in English, and those that show that something else is meant."""

from __future__ import annotations

import re

_KIN = (
    r"wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|son|daughter|kids?|child(?:ren)?|baby|twins|mother"
    r"|mom|mum|father|dad|parents?|sisters?|brothers?|siblings?|grand(?:ma|pa|mother|father|parents|son|daughter)"
    r"|aunt|uncle|cousin|niece|nephew|family|cats?|dogs?|pets?|rabbit|hamster|parrot"
)
_ABOUT_ME = (
    r"(?:first\ |last\ |full\ |real\ |middle\ )?name|nickname|birthday|age|pronouns|hometown|address|phone\ number"
    r"|hobby|hobbies|job|profession|blood\ type|native\ language|mother\ tongue"
    r"|(?:least\ )?favou?rite\ [\w\ -]+?"
)
_BEING = (
    r"allergic|vegetarian|vegan|pescatarian|left-handed|right-handed|colou?r-?\ ?blind|deaf|diabetic|asthmatic"
    r"|dyslexic|autistic|married|single|divorced|widowed|engaged|pregnant|retired|bilingual|intolerant"
    r"|(?:originally\ )?from\ (?!the\b|a\b)|\d+\ years\ old|in\ my\ (?:twenties|thirties|forties|fifties|sixties)"
    r"|based\ in|fluent\ in"
)
# What stands after "I like" and the like when it is the matter at hand that is liked.
_AT_HAND = (
    r"this|that|these|those|it|them|your|you|how|what|where|when|option|plan|version|approach|variant|solution|both"
    r"|(?:the|a|an|our|his|her|their)\ (?:\w+\ )?(?:new|old|idea|approach|design|plan|way|fix|result|name|option|one"
    r"|version|change|solution|layout|look|api|code|test|output|button|first|second|third|last|latest|other|current)"
)
_NO_TRADE = r"(?:bit|little|lot|few|couple|moment|mess|second|step|loss|hurry|meeting|call|fan\ of\ (?:this|that|the))"
_SURELY = r"(?:(?:really|absolutely|strongly|generally|usually|much|always|still|just|also|do|do\ not|don't|never)\ )*"

_TELLS = re.compile(
    rf"""
      \bmy\ (?:own\ |\w+(?:-|\ )?(?:year-old|old|little|elder|younger|late)\ )?
      (?:{_KIN})(?:'s\b|\b(?!\s*(?:class|node|process|branch)))
    | \bmy\ (?:{_ABOUT_ME})\ (?:is|are|was|'s|has\ always\ been)\b
    | \b(?:i'm|i\ am|i\ was)\ (?:also\ |a\ strict\ |very\ |severely\ )*(?:{_BEING})
    | \b(?:i'm|i\ am)\ (?:also\ )?an?\ (?!{_NO_TRADE}\b)(?:\w+[\ -]){{0,2}}\w+
      (?=\s*(?:$|[,.;!]|and\b|at\b|in\b|by\b|from\b|with\b|of\b))
    | \bcall\ me\ (?!when|if|later|back|at|once|after|before|on|tomorrow|today|crazy|whatever|with|for|any)\w+
    | \bi\ go\ by\b | ^(?:hi|hello|hey)?,?\ ?i'm\ \w+,?\ (?:and\ )?(?:nice|pleased|glad)\ to\ meet
    | \b(?:we\ have|i\ have|we\ own)\ an?\ (?:\w+\ ){{1,3}}(?:called|named)\ \w+
    | \bi\ (?:can't|cannot|don't|never|no\ longer)\ (?:eat|drink|smoke|drive|swim|stand|tolerate)\b
    | \bi\ (?:play|collect|paint|knit|garden|run|swim|hike|dance|sing)\ .*
      \b(?:every|on\ \w+days|once\ a|twice\ a|for\ fun)\b
    | \bi(?:'ll)?\ (?:turn|turned|be)\ (?:\d+|twenty|thirty|forty|fifty|sixty|seventy)\b
    | \bi\ (?:studied|graduated|majored)\b
    | \bi\ {_SURELY}(?:prefer|like|love|hate|enjoy|dislike|adore|detest|can't\ stand|cannot\ stand)
      \ (?!(?:{_AT_HAND})\b)\w+
    | \bi\ (?:live(?!-)|grew\ up|was\ born|come\ from|work\ (?:at|as|for|in|from)|study|teach|speak|commute
        |moved\ to|have\ lived)\b
    | \bi\ (?:have|own|keep|adopted|'ve\ got|have\ got)\ (?:an?\ |two\ |three\ |four\ |\d+\ |some\ |no\ )(?:\w+\ )?
      (?:{_KIN}|allergy|allergies|disability)\b
    | \bi(?:'ve|\ have)\ been\ \w+ing\b.*\b(?:for\ (?:\w+\ )?(?:years|decades)|since\ (?:\d{{4}}|childhood|i\ was))
    | \bi\ (?:always|never|usually|normally|generally|typically|tend\ to|rarely)\ (?:use|write|work|drink|eat|read
        |sleep|wake|get\ up|go|start|take|wear|cook|format|indent|keep|put|want|answer|reply|travel|run\ every)\b
    | \b(?:always|never)\ (?:answer|reply|respond|talk|speak|write\ to|address|explain)\b
    | \b(?:answer|reply|respond|talk|speak|explain)\ (?:to\ )?(?:me\ )?(?:only\ |always\ )?
      in\ (?:english|japanese|short|plain|simple|polite)\b
    """,
    re.VERBOSE,
)
_MATTER = re.compile(
    r"""
      \b(?:this|the|our|that|each|every)\ (?:project|repo|repository|codebase|file|branch|module|component|service|app
        |release|sprint|ticket|issue|pr|pull\ request|function|class|method|test|endpoint|script|package|commit|case)\b
    | \bhere\b
    """,
    re.VERBOSE,
)
_NOT_ASSERTED = re.compile(
    r"\b(?:if|whether|unless|suppose|imagine|do|did|does) (?:i|my)\b|\bi(?:'d| would| wish| could)\b"
)


def in_english(sentence: str) -> bool:
    if _MATTER.search(sentence) or _NOT_ASSERTED.search(sentence):
        return False
    return _TELLS.search(sentence) is not None
