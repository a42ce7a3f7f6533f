"""Name what some days have in common (G4), in a few words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced

LONGEST = 40  # characters of a label
_OF_EACH = 1_000
_OTHERS, _OF_OTHERS = 5, 200


@dataclass(frozen=True, slots=True)
class TopicLabel:
    """The answer."""

    label: str


@dataclass(frozen=True, slots=True)
class LabelTopic:
    """Accounts of the topic, and some of other matters that its label has to be told apart from."""

    accounts: tuple[str, ...]
    others: tuple[str, ...]
    names: tuple[str, str]
    language: Language

    role: ClassVar[Role] = "light"
    answer: ClassVar[type] = TopicLabel

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language], most=LONGEST)
        told = "\n\n".join(account[:_OF_EACH] for account in self.accounts)
        rest = "\n\n".join(other[:_OF_OTHERS] for other in self.others[-_OTHERS:])
        return Wording(
            system,
            f"{fenced('names', ', '.join(self.names))}\n{fenced('accounts', told)}\n{fenced('memories', rest)}",
        )


_SYSTEM: dict[str, str] = {
    "en": """\
Some days of an AI persona's life have a topic in common. <accounts> holds what it wrote about them, <memories> holds \
pieces about other matters, <names> the names of the persona and of the person it talks with. {data_only}

label: what the accounts have in common, in one to four words and at most {most} characters, as one would write it \
on a folder, in the language of the accounts. Name the matter itself, so that it is told apart from the other matters; \
no names from <names>, no date, no quotes, no full stop.""",
    "ja": """\
AIペルソナの日々のうち、いくつかの日に共通の話題があります。<accounts> はその日々についてペルソナが書いたもの、\
<memories> はほかの話題の断片、<names> はペルソナと相手の名前です。{data_only}

label: <accounts> に共通する話題を、フォルダーに書く見出しのように、1〜4 語、{most} 文字以内で、元の文章と同じ言語で\
書きます。ほかの話題と区別がつくように、内容そのものを名づけます。<names> の名前、日付、引用符、句点は入れません。""",
}
