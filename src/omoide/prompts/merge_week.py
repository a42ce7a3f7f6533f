"""Let days run together into a week (P3): the two that stirred most in detail, the rest in a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced
from omoide.prompts.summarise_day import Account, star


@dataclass(frozen=True, slots=True)
class DayTold:
    day: str
    summary: str
    arousal: float | None
    starred: bool

    def mark(self) -> str:
        return star(self.starred, self.arousal)


@dataclass(frozen=True, slots=True)
class MergeWeek:
    """The days that matter most come first, the others follow by date. `detailed` of them keep their detail."""

    persona: str
    person: str
    week: str
    days: tuple[DayTold, ...]
    detailed: int
    least: int
    most: int
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = Account

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(
            data_only=DATA_ONLY[self.language], week=self.week, detailed=self.detailed, least=self.least, most=self.most
        )
        told = "\n\n".join(f"[{day.day}] {day.mark()}\n{day.summary}" for day in self.days)
        return Wording(system, f"{fenced('names', f'{self.persona}, {self.person}')}\n{fenced('accounts', told)}")


_SYSTEM: dict[str, str] = {
    "en": """\
You are an AI persona. Weeks have passed, and the days of {week} run together in your memory. Below is what you wrote \
about each of them; the first {detailed} are those that stirred you most, the others follow by date. The first\
 name in \
<names> is yours, the second that of the person you talked with. {data_only}

Write what is left of that week, in the first person and in the voice of the accounts. Begin with the most stirring \
days and keep their detail; what begins with ★ keeps its ★. Of the other days a line each is enough, or one for \
several. Say on which day something was where it matters. Keep names, numbers, promises and decisions exactly. Add \
nothing.

summary: the account of the week, {least} to {most} characters, in the language of the accounts, without headings.""",
    "ja": """\
あなたはAIペルソナです。何週間かたって、{week} の日々が記憶の中でひとつに溶けていきます。下は、\
その一日ずつについてあなたが\
書いたものです。はじめの {detailed} つが最も心を動かされた日で、ほかは日付順に続きます。\
<names> の一つ目があなたの名前、\
二つ目が話した相手の名前です。{data_only}

その週の何が残っているかを、一人称で、元の文章と同じ口調で書きます。最も心を動かされた日から始め、\
詳しさを保ちます。★ で始まる\
ところは ★ も残します。ほかの日は一日1行、まとめて1行でも構いません。大事なところでは、\
いつのことかも書きます。名前、数、約束、\
決めたことは正確に残します。新しいことは足しません。

summary: その週の本文。{least}〜{most} 文字、元と同じ言語で、見出しは付けません。""",
}
