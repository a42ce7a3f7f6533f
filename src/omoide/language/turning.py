"""Staying with a subject and leaving it (W2): turning phrases at the beginning of a sentence, names that come again."""

from __future__ import annotations

import re
from collections.abc import Collection

from omoide.language.cue_names import names_in
from omoide.language.sentences import sentences
from omoide.language.terms import fold

_LISTENED = 2_000  # characters: nobody turns to another subject in the middle of a pasted file
_OPENING = re.compile(r"^(?:(?:あ+っ?|えっ?と|ああ|うん|oh|ah|ok(?:ay)?|well|so|um)[\s、,.!…ー]+)+")
_JAPANESE = re.compile(
    "ところで|そういえば|そう言えば|それはそうと|それはさておき|話(?:は|が)?(?:変わ|飛|それ|逸れ)|話を変え|話題を変え"
    "|話題(?:は|が)変わ|別の話(?:だ|で|に|な)|別件(?:だ|で|な)|関係ない(?:話|んだ|けど)|余談(?:だ|で)|全然違う話"
    "|さて[、,\\s]|閑話休題"
)
_ENGLISH = re.compile(
    r"by the way\b|btw\b|anyways?\s*[,.:;!…–—-]|anyways?$"
    r"|on (?:another|a different|an unrelated|a side) (?:note|topic)\b"
    r"|changing the (?:subject|topic)\b|(?:to|let'?s|let me|can (?:i|we)) change the (?:subject|topic)\b"
    r"|(?:completely |totally )?(?:unrelated|off[- ]topic)\s*[,:;–—-]"
    r"|(?:a )?different (?:subject|topic|question)\s*[,:;–—-]"
    r"|speaking of (?:something|which)\b|incidentally\b|apropos of nothing\b|that reminds me\b|before i forget\b"
    r"|moving on\b|switching (?:gears|topics|subjects)\b"
)
_KATAKANA = re.compile("[ァ-ヴー]{3,}")


def turns_to_another_subject(text: str) -> bool:
    """Whether a sentence of the text begins with such a phrase, perhaps after an interjection."""
    for sentence in sentences(text[:_LISTENED]):
        start = _OPENING.sub("", fold(sentence).strip())
        if _JAPANESE.match(start) or _ENGLISH.match(start):
            return True
    return False


def names_again(text: str, earlier: Collection[str], own: Collection[str] = ()) -> bool:
    """Whether a name that was mentioned earlier comes again: then it is the same subject, whatever an embedder knows of
    the name. `own` are the names of those who talk, which say nothing."""
    known = {fold(name) for name in own}
    names = {fold(name) for name in (*names_in(text[:_LISTENED]), *_KATAKANA.findall(text[:_LISTENED]))} - known
    return any(name in fold(one[:_LISTENED]) for one in earlier for name in names)
