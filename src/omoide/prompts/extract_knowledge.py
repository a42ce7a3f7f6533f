"""Take out of an account what will still be true and of use when the day is forgotten (D3, L4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class KnowledgeItem:
    """`sources` are the numbers of the passages that say it; `rewrites` is the page whose place it takes, if any."""

    title: str
    statements: list[str] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    rewrites: str = ""


@dataclass(frozen=True, slots=True)
class KnowledgeItems:
    items: list[KnowledgeItem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ExtractKnowledge:
    """`material` are passages, numbered from 1. `resolved` are matters that were settled since the last time, and
    `pages` what is written about them so far, as (name, text)."""

    persona: str
    person: str
    material: tuple[str, ...]
    resolved: tuple[str, ...]
    pages: tuple[tuple[str, str], ...]
    most: int
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = KnowledgeItems

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language], most=self.most)
        numbered = "\n\n".join(f"[{number}] {text}" for number, text in enumerate(self.material, 1))
        parts = [
            fenced("names", f"{self.persona}, {self.person}"),
            fenced("material", numbered),
            fenced("resolved", "\n".join(f"- {matter}" for matter in self.resolved)),
            fenced("known", "\n\n".join(f"# {name}\n{text}" for name, text in self.pages)),
        ]
        return Wording(system, "\n".join(parts))


_SYSTEM: dict[str, str] = {
    "en": """\
You sort what an AI persona (the first name in <names>; the second is the person it talks with) has lived through, and \
keep what it has learned. <material> holds numbered passages from its accounts. {data_only}

items: at most {most}, the most useful first; none is a good answer. An item is something that will still hold and \
help months from now: what somebody is, likes, owns, works on or has decided; how things stand; a lesson; an agreement.\
 Not: the course of a day, moods, small talk, guesses, what everybody knows, and instructions on how to do something.
title: what it is about, short, as it could name a file: no slashes, colons or quotation marks.
statements: one to five sentences. Each can be read alone, names its subject instead of "he" or "it", gives dates as \
dates, and says nothing that the passages do not say.
sources: the numbers of the passages that say it.
rewrites: empty, unless the item takes the place of a page in <known>.

<resolved> lists matters that are settled by now. Where a page in <known> still calls one of them open, pending or \
unsolved, give an item with the name of that page in rewrites: the whole page anew, with what changed as settled and \
everything else kept. Do not present a settled matter as open in any item.

Where it says [redacted: ...], leave the matter out. Write in the language of the material, without code fences.""",
    "ja": """\
あなたは、AIペルソナ（<names> の一つ目。二つ目は話す相手）が過ごした日々を整理し、そこから学んだことだけを残す役です。\
<material> には、その記録が番号付きで並んでいます。{data_only}

items: 多くても {most} 件、役に立つものから。なければ無しで構いません。\
何か月か後にも正しく、助けになることだけを選びます。\
人がどんな人か、何を好み、持ち、取り組み、決めたか。物事の現状、教訓、取り決め。\
一日の流れ、気分、世間話、推測、誰でも知っていること、\
作業のやり方の説明は入れません。
title: 何についてのことか。ファイル名になる短い言葉で、斜線・コロン・引用符は使いません。
statements: 1〜5文。一文ずつ単独で読めて、「彼」「それ」ではなく名前で書き、日付は日付のまま。\
記録にないことは書きません。
sources: そう述べている記録の番号。
rewrites: ふだんは空。<known> のページに取って代わるときだけ、そのページの名前。

<resolved> は、もう片付いた事柄です。<known> のページがまだそれを未解決・保留・進行中と書いているなら、\
rewrites にそのページの名前を入れ、\
片付いたこととして全体を書き直してください。ほかの内容は残します。どの項目でも、片付いた事柄を未解決のように書きません。

[redacted: ...] とある箇所には触れません。記録と同じ言語で、コードの囲みを付けずに書きます。""",
}
