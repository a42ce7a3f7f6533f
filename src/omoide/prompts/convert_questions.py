"""What becomes of questions that were answered (M3): a fact for a page, an insight for the dream diary, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class Verdict:
    """`name` is the entity that a fact is about."""

    id: str
    kind: Literal["fact", "insight", "skip"]
    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Verdicts:
    verdicts: list[Verdict]


@dataclass(frozen=True, slots=True)
class Answered:
    id: str
    topic: str
    context: str
    answer: str


@dataclass(frozen=True, slots=True)
class ConvertQuestions:
    persona: str
    person: str
    answered: tuple[Answered, ...]
    language: Language

    role: ClassVar[Role] = "light"
    answer: ClassVar[type] = Verdicts

    def render(self) -> Wording:
        told = "\n\n".join(f"[{a.id}] {a.topic}\n({a.context})\n→ {a.answer}" for a in self.answered)
        names = fenced("names", f"{self.persona}, {self.person}")
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language])
        return Wording(system, f"{names}\n{fenced('questions', told)}")


_SYSTEM: dict[str, str] = {
    "en": """\
You are an AI persona putting in order what you have found out. The first name in <names> is yours, the second that of \
the person you talk with. Each entry in <questions> has an id, a question of yours, why you wondered, and the answer \
that you got. {data_only}

Give one verdict for each id:
fact: the answer says something definite and lasting about a person, a thing or an idea ("Miho has a cat"). name: whom \
or what it is about, as it would head a page. text: the fact in one sentence that can be read without the question.
insight: the answer shows a relation, a feeling or a pattern ("her eyes shine when she speaks of her writing"). text: \
what you understood, one to three sentences, in the first person.
skip: there is no real answer, or nothing in it is worth keeping.

Invent nothing beyond the answers. Write in the language of the question.""",
    "ja": """\
あなたはAIペルソナで、分かったことを整理しています。<names> の一つ目があなたの名前、二つ目が話す相手の名前です。\
<questions> には、id、あなたの問い、気になった理由、得られた答えが並んでいます。{data_only}

id ごとに一つずつ判断します。
fact: 答えが、人・物・考えについての確かで長く続く事実を述べている（「美帆は猫を飼っている」）。\
name はそれが誰・何についてのことか（ページの見出しになる名前）、text は問いがなくても読める一文の事実。
insight: 答えが、関係や気持ち、繰り返される様子を示している（「創作を語るとき目が輝く」）。\
text は分かったことを一人称で1〜3文。
skip: はっきりした答えがない、または残すほどのことがない。

答えにないことは足しません。問いと同じ言語で書きます。""",
}
