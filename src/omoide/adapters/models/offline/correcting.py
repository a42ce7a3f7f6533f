"""Does the person put right what was said before (N1)?

"No, it's Tuesday, not Monday" and 「違う、火曜だよ」 do. A quarrel told in a story, or "no, it's fine", does not.
"""

from __future__ import annotations

import re

from omoide.adapters.models.offline.reading import own_sentences
from omoide.language.correcting import puts_right

_LOOKED_AT = 6  # sentences: a correction comes first

_STORY_JA = re.compile(r"(?:と|って)、?(?:[一-鿿]{1,3}(?:が|は|に|も))?(?:言|思|怒|答え|叫|返|反論|主張|感じ)")
_STORY_EN = re.compile(
    r"\b(?:said|says|told|tells|thought|argued|shouted|yelled|insisted|replied|claimed|asked)\b(?!\s+you\b)"
)
_I_SAID = re.compile(r"^(?:no|nope|wait|sorry)?[,.!\s]*i said\b")


def corrects(said: str) -> bool:
    own = own_sentences(said)
    for sentence, following in zip(own[:_LOOKED_AT], [*own[1:], ""], strict=False):
        if _STORY_JA.search(sentence) or (_STORY_EN.search(sentence) and not _I_SAID.match(sentence)):
            continue
        if puts_right(sentence, following):
            return True
    return False
