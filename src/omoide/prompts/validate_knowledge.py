"""Does a candidate for knowledge follow from the accounts that it was taken from (K1)?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class Support:
    supported: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ValidateKnowledge:
    """`claim` would be learned; `material` is what it was taken from."""

    claim: str
    material: str
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = Support

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language])
        return Wording(system, f"{fenced('material', self.material)}\n{fenced('claim', self.claim)}")


_SYSTEM: dict[str, str] = {
    "en": """\
An assistant read <material> and noted <claim> as something worth knowing. Check the note before it is kept: notes \
like this are sometimes embellished or simply made up. {data_only}

supported: true only if <material> itself says everything that <claim> asserts, or it follows from it without further \
assumptions. Names, numbers, dates, causes and who said or did something must agree. False if any part is added, \
guessed, exaggerated, turned into a general rule after a single case, or true in the world but not told there. Another \
wording is fine.
reason: one short sentence; if false, the part that is not covered. Write it in the language of <claim>.""",
    "ja": """\
ある助手が <material> を読み、覚えておく価値のあることとして <claim> を書き留めました。\
こうした覚え書きには尾ひれや作り話が混じることがあるので、残す前に確かめます。{data_only}

supported: <claim> の言うことがすべて <material> に書かれているか、余計な前提なしにそこから言えるときだけ true。\
名前、数、日付、理由、誰が言い誰がしたかまで合っていなければなりません。一部でも付け足し、推測、誇張、\
一度きりのことの一般化があれば false。世の中では正しくても、そこに語られていなければ false。言い回しの違いは構いません。
reason: 短い一文で。false のときは、裏づけのない箇所を。<claim> と同じ言語で書きます。""",
}
