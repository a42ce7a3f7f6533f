"""Tell what is known about somebody or something as one text again, instead of adding to it for ever (T2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class EntityText:
    text: str

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ValueError("the text must not be empty")


@dataclass(frozen=True, slots=True)
class ConsolidateEntity:
    name: str
    page: str
    news: str
    language: Language

    role: ClassVar[Role] = "light"
    answer: ClassVar[type] = EntityText

    def render(self) -> Wording:
        system = _WORDS[self.language].format(data_only=DATA_ONLY[self.language])
        return Wording(system, "\n".join(map(fenced, ("name", "page", "news"), (self.name, self.page, self.news))))


_WORDS: dict[str, str] = {
    "en": """\
You keep notes about the people and things in your life. Below is the page about one of them, and what you have just \
learned. Write the page anew as one text that holds both. {data_only}

text: plain Markdown without a title. Every fact stays: names, dates, numbers, likes, promises, who said so. Say each \
thing once. Where the news contradicts the page, the news holds, and what was believed before is named as such in half \
a sentence. Invent nothing. Keep the language and the voice of the page.""",
    "ja": """\
あなたは、身の回りの人や物事についての覚え書きを持っています。下に、そのうちの一枚と、いま新しく知ったことがあります。\
両方を収めた一つの文章として、このページを書き直してください。{data_only}

text: 見出しのない Markdown。事実はすべて残します（名前、日付、数、好み、約束、誰から聞いたか）。\
同じことは一度だけ書きます。\
新しく知ったことと食い違うときは新しい方を採り、以前どう思っていたかを短く添えます。想像で足しません。\
ページと同じ言語、同じ口調で書きます。""",
}
