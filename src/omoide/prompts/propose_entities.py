"""Read a stretch of talk as somebody who was not part of it, and note lasting facts about persons and things (T2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.dream import EntityFact
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class Facts:
    facts: list[EntityFact]


@dataclass(frozen=True, slots=True)
class ProposeEntities:
    """`known` are the names of pages that are there already."""

    persona: str
    person: str
    conversation: tuple[str, ...]
    known: tuple[str, ...]
    most: int
    language: Language

    role: ClassVar[Role] = "light"
    answer: ClassVar[type] = Facts

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language], most=self.most)
        parts = [
            fenced("names", f"{self.persona}, {self.person}"),
            fenced("conversation", "\n".join(self.conversation)),
            fenced("page", "\n".join(self.known)),
        ]
        return Wording(system, "\n".join(parts))


_SYSTEM: dict[str, str] = {
    "en": """\
You read the log of a conversation between an AI persona (the first name in <names>) and a person (the second). You \
were not part of it. Note what the persona may want to write on its pages about people, things and ideas. <page> lists \
the pages that it has. {data_only}

facts: at most {most}, the most telling first, none if there are none. name: whom or what it is about, as it would \
head a page; the name of an existing page if it is the same. fact: one sentence that will still be true and of use \
in a year (who somebody is, what they like, own, do, plan), as it was said in the log. why: half a sentence on why \
it is worth keeping.

Leave out passing states, small talk, general knowledge, and whatever the log does not say. Where it says \
[redacted: ...], leave the matter out. Write in the language of the log.""",
    "ja": """\
AIペルソナ（<names> の一つ目）と、ある人（二つ目）との会話の記録を読みます。あなたはその場にいなかった読み手です。\
ペルソナが、人・物・考えについてのページに書き留めたくなりそうなことを控えてください。<page> は、\
いまあるページの名前です。{data_only}

facts: 多くても {most} 件、大切なものから。なければ無しで構いません。\
name は誰・何についてのことか（ページの見出しになる名前。\
すでにあるページと同じものなら、その名前）。fact は一年後にも正しく役に立つ一文（どんな人か、何が好きか、何を持ち、\
何をし、何を望んでいるか）。記録で語られたとおりに。why は残す理由を短く。

その場限りの様子、世間話、一般的な知識、記録にないことは書きません。[redacted: ...] とある箇所には触れません。\
記録と同じ言語で書きます。""",
}
