"""Does the person tell something lasting about themself (R3)? Such a memory goes along from project to project.

"I prefer tabs", 「うちの犬は…」 and 「私は辛い物が苦手」 do. "I like this approach", 「この設計が好き」 and what others
like do not: they belong to the matter at hand. In doubt it is not personal; a fact that stays in its project can still
be recalled there, one that follows everywhere is in the way.
"""

from __future__ import annotations

import re

from omoide.adapters.models.offline.personal_english import in_english
from omoide.adapters.models.offline.personal_japanese import in_japanese
from omoide.adapters.models.offline.reading import own_sentences

_LOOKED_AT = 12  # sentences
_ASKS = re.compile(r"[?]\s*$|(?:です|ます|でした|ました|だった|だろう|でしょう|の|っけ|る)か[。!]*$|っけ[。!]*$")


def tells_of_the_person(said: str) -> bool:
    return any(
        not _ASKS.search(sentence) and (in_english(sentence) or in_japanese(sentence))
        for sentence in own_sentences(said)[:_LOOKED_AT]
    )
