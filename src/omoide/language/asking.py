"""What a question is framed with in Japanese: 「…の話を覚えてる？」「…について何と言っていた？」.

English frames are words of their own (function_words.py). Japanese ones run into their neighbours, so that pairs of
characters across the border would look like words of the matter: they are cut out whole.
"""

from __future__ import annotations

import re

from omoide.language.terms import FUNCTION, terms, weight

_VERB = "(?:話|言|いっ|聞|尋ね|答え|教え|伝え|相談|覚え|憶え|思い出|知)"
_END = "(?:こと|とき|時|っけ|よね|かな|か(?=[。?？]|$)|[。?？]|$)"
_TAIL = f"(?:[ぁ-ん]{{0,8}}?{_END}|[っしいえて](?:た|て(?:い)?(?:た|る|ない|ます|ました)?|る)?)"
_FRAMES = re.compile(
    "|".join(
        (
            "(?:について|に関して|に関する|のことで)(?:の)?(?:こと)?[をはが]?",
            f"(?:何|なん|なに)(?:のこと|て|と|の|を|が|か)?(?:だった|だっ)?(?:っけ)?(?:{_VERB}{_TAIL})?",
            f"どう{_VERB}{_TAIL}",
            f"(?:の|という)?(?:話|こと|件|とき|時)[をはも]?(?:全部)?(?:{_VERB}{_TAIL})",
            "(?:の|という)(?:話|こと|件|とき)(?=[、。?？]|$)",
            "(?:を|は|も)?(?:全部)?(?:教えて|覚えて|憶えて|思い出し)[ぁ-ん]{0,6}",
            "って何(?:のこと)?(?:だった|だ|です)?(?:っけ|か)?(?=[。?？]|$)|だったっけ|どうだった|これまでの?|の返事は?",
            "(?:を|は)?(?:尋ね|聞い|話し|言っ|答え)(?:た|て(?:い)?た)(?:とき|時|こと|よね|っけ)?",
        )
    )
)


def without_frame(cue: str) -> str:
    """The matter of a question alone; the whole cue when nothing else would be left."""
    matter = " ".join(_FRAMES.sub(" ", cue).split())
    return matter if any(weight(term) > FUNCTION for term in terms(matter)) else cue
