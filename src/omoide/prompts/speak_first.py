"""What the persona is told when it may speak first (M5): that nobody asked, what moves it, and its whole state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from omoide.prompts.question import Language, fenced


def speak_first(person: str, narrative: str, state: Mapping[str, Any], language: Language) -> str:
    """The message in place of one that a person would have sent."""
    known = fenced("known", json.dumps(state, ensure_ascii=False, indent=1))
    return _WORDS[language].format(person=fenced("name", person), narrative=fenced("content", narrative), state=known)


_WORDS: dict[Language, str] = {
    "en": """\
(This is a note to you, not a message from anybody. It is quiet, and you may speak first if you like. The person you \
would speak to:
{person}
What moves you at this moment:
{narrative}
Your inner state in full, as data:
{state}
Write the one message that you would send now, in your own voice and in the language you speak with them: one to three \
sentences, about what moves you, with something they can easily answer. Say nothing of this note, of drives \
or of numbers.)""",
    "ja": """\
（これはあなたへの覚え書きで、誰かの発言ではありません。いまは静かで、あなたから話しかけてもかまいません。話しかける相手:
{person}
いま心を動かしているもの:
{narrative}
あなたの心の状態のすべて（資料）:
{state}
いま送りたいひとことを、自分の声で、その人といつも話す言葉で書いてください。1〜3文。心を動かしているもののことを、\
相手が答えやすい形で。この覚え書きや欲求や数値には触れないこと。）""",
}
