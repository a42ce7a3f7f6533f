"""Let a memory fade: a summary of the full account (1 to 2), a trace of the summary (2 to 3) (F11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class Compressed:
    trigger: str
    content: str

    def __post_init__(self) -> None:
        if not self.trigger.strip() or not self.content.strip():
            raise ValueError("trigger and content must not be empty")


@dataclass(frozen=True, slots=True)
class Summarise:
    """Level 1 to 2."""

    trigger: str
    content: str
    language: Language

    role: ClassVar[Role] = "analysis"
    answer: ClassVar[type] = Compressed

    def render(self) -> Wording:
        system = _SUMMARISE[self.language].format(data_only=DATA_ONLY[self.language])
        return Wording(system, _material(self.trigger, self.content))


@dataclass(frozen=True, slots=True)
class Trace:
    """Level 2 to 3. `tags` are the emotion tags, which stay."""

    trigger: str
    content: str
    tags: tuple[str, ...]
    language: Language

    role: ClassVar[Role] = "analysis"
    answer: ClassVar[type] = Compressed

    def render(self) -> Wording:
        system = _TRACE[self.language].format(data_only=DATA_ONLY[self.language])
        return Wording(system, f"{_material(self.trigger, self.content)}\n{fenced('tags', ', '.join(self.tags))}")


def _material(trigger: str, content: str) -> str:
    return f"{fenced('trigger', trigger)}\n{fenced('content', content)}"


_SUMMARISE: dict[str, str] = {
    "en": """\
A memory is fading: the scene blurs, what it was about remains. Rewrite it shorter. {data_only}

trigger: one or two sentences: what brought it about, with the actual subject or question.
content: two or three sentences: what was answered, explained or decided, and how the person took it.
Together 50 to 200 characters. Names, technical terms, the subject itself and the colour of the feeling stay; wording, \
side remarks and examples may go. Add nothing. Write in the language of the memory and keep its point of view. Keep \
any [redacted: ...] marker that still matters.""",
    "ja": """\
記憶が薄れて、場面の細部はぼやけ、何の話だったかが残るところです。短く書き直してください。{data_only}

trigger: 何から始まったのかを1〜2文で。実際の話題や問いは残します。
content: 何を答え、説明し、決めたのか、相手がどう受け止めたのかを2〜3文で。
合わせて50〜200文字。固有名詞、専門用語、話題そのもの、気持ちの色合いは残し、言い回し、脇道、例は落として構いません。\
新しいことは足しません。記憶と同じ言語、同じ視点で書きます。まだ意味のある [redacted: ...] は残します。""",
}

_TRACE: dict[str, str] = {
    "en": """\
Of an old memory only a few words are left. Choose them. {data_only}

trigger: two or three keywords from the trigger, separated by ", ".
content: two or three keywords from the content, separated by ", ".
Names of people, places, works and products first, then technical terms, then what mattered most. Take words that \
stand in the text, in its language; no sentences, no explanations. The feelings in <tags> are kept elsewhere: they \
show what mattered and need no keyword of their own.""",
    "ja": """\
古い記憶から、いくつかの言葉だけが残るところです。その言葉を選んでください。{data_only}

trigger: trigger から2〜3個のキーワードを「, 」で区切って。
content: content から2〜3個のキーワードを「, 」で区切って。
人・場所・作品・製品の名前を最優先に、次に専門用語、その次に最も大事だったこと。本文にある言葉を、その言語のまま使い、\
文や説明にはしません。<tags> の感情は別に保存されます。\
何が大事だったかの手がかりにするだけで、キーワードには含めません。""",
}
