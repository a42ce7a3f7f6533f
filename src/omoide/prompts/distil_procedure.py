"""Make a procedure of what was told about how something is done (D3, K4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class DistilledProcedure:
    """`keywords` are what a request that needs it would name; they become the [keywords] of its description."""

    title: str
    description: str = ""
    keywords: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    notes: str = ""


@dataclass(frozen=True, slots=True)
class DistilledProcedures:
    procedures: list[DistilledProcedure] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DistilProcedures:
    """`material` are paragraphs that tell how something is done; `known` are the titles that there are already."""

    persona: str
    person: str
    material: tuple[str, ...]
    known: tuple[str, ...]
    most: int
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = DistilledProcedures

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language], most=self.most)
        parts = [
            fenced("names", f"{self.persona}, {self.person}"),
            fenced("material", "\n\n".join(self.material)),
            fenced("known", "\n".join(self.known)),
        ]
        return Wording(system, "\n".join(parts))


_SYSTEM: dict[str, str] = {
    "en": """\
You keep the work notes of an AI persona (the first name in <names>; the second is the person it talks with). \
<material> holds passages from its accounts that tell how something is done. Write each thing that can be done again \
as a procedure that somebody who was not there could follow. {data_only}

procedures: at most {most}; none when nothing can be repeated (a single event, an intention, a wish). <known> lists \
the titles that are there: leave out what they cover already. For each:
title: what it achieves, short, as it could name a file: no slashes, colons or quotation marks.
description: one sentence that says when it is needed.
keywords: two to five words that a request for it would use, as the material writes them.
steps: one action each, in their order, in the imperative; commands, paths, amounts and names exactly as they stand in \
the material. Do not add a step that the material does not give. Where it contradicts itself, take what was said last \
and say so in notes.
notes: conditions, warnings, what to do when it fails; empty when the material says nothing of it.

Where it says [redacted: ...], write that the value must be looked up. Write in the language of the material, without \
code fences around the whole.""",
    "ja": """\
あなたは、AIペルソナ（<names> の一つ目。二つ目は話す相手）の作業ノートを整える役です。<material> には、\
何かのやり方を語った箇所が集めてあります。繰り返し行えることを、その場にいなかった人でもたどれる手順に書き直してください。\
{data_only}

procedures: 多くても {most} 件。一度きりの出来事や予定、願いだけなら無しで構いません。<known> は、\
すでにある手順の名前です。そこに含まれるものは書きません。それぞれに、
title: 何ができる手順か。ファイル名になる短い言葉で、斜線・コロン・引用符は使いません。
description: どんなときに要るのかを一文で。
keywords: 頼むときに使いそうな言葉を2〜5個、素材にある表記のまま。
steps: 一つに一つの動作。順番どおり、「〜する」の形で。コマンド、パス、分量、名前は素材のまま正確に。\
素材にない工程は足しません。素材どうしが食い違うときは、後で言われた方を採り、notes にそう書きます。
notes: 条件、注意、うまくいかないときの対処。素材に書かれていなければ空にします。

[redacted: ...] とある箇所は、その値を別に確かめるよう書きます。素材と同じ言語で書き、全体をコードの囲みで\
くるまないでください。""",
}
