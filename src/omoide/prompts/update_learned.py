"""Does something that happened change what a page says, and how does it read then (K5, L4)?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from omoide.language.fences import without_fences
from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class Update:
    needed: bool
    text: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UpdateLearned:
    """`found`: a judge has seen that the news contradict the page; `withdrawn`: what it came from was corrected."""

    kind: Literal["knowledge", "procedure"]
    name: str
    page: str
    news: str
    found: bool
    withdrawn: bool
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = Update

    def render(self) -> Wording:
        words = _WORDS[self.language]
        known = words["withdrawn"] if self.withdrawn else words["found"] if self.found else ""
        system = words["system"].format(data_only=DATA_ONLY[self.language], known=known, kind=words[self.kind])
        return Wording(system, "\n".join(map(fenced, ("name", "page", "news"), (self.name, self.page, self.news))))


def usable(answer: Update, page: str) -> str | None:
    """The new text; empty when the page stays as it is, None when the answer cannot be used."""
    if not answer.needed:
        return ""
    text = without_fences(answer.text)
    return text if text and text != page.strip() else None


_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "knowledge": "a page of what it knows; the new text keeps every fact that still holds",
        "procedure": (
            "a procedure; the new text is a procedure again, whole and in order, in which no step contradicts another"
        ),
        "found": "A comparison has found that the two contradict each other. ",
        "withdrawn": (
            "The page was learned from something that has since been corrected; <news> says what holds instead. "
        ),
        "system": """\
<page> stands in the notes of an AI persona under the title in <name>. <news> tells what has happened since. {known}\
{data_only}

needed: true only if <news> shows that something on the page is wrong or no longer so: a fact has changed, a matter it \
calls open is settled, a step failed or is done differently now. News that only add to it, repeat it, or speak of \
something else change nothing, nor does a wish, a plan or a single doubt.
text: if needed, the whole page anew. It is {kind}. Change only what the news change. Otherwise empty.
reason: one sentence on what changed, or why nothing does.

Invent nothing. Write in the language of the page, without code fences.""",
    },
    "ja": {
        "knowledge": "知っていることのページなので、いまも正しい事実はすべて残します",
        "procedure": "手順のページなので、順番どおりの完全な手順として書き、工程どうしが食い違わないようにします",
        "found": "この二つは食い違うと判定されています。",
        "withdrawn": "このページのもとになった話は、後で訂正されました。正しい内容は <news> にあります。",
        "system": """\
<page> は、AIペルソナの覚え書きのうち <name> という題のページです。<news> には、その後に起きたことがあります。{known}\
{data_only}

needed: <news> によって、ページのどこかが誤りだと分かるか、もうそうではないと分かるときだけ true。\
事実が変わった、未解決とある件が片づいた、手順が失敗した、やり方が変わった、など。補足、繰り返し、別の話、願い、予定、\
一度きりの疑いでは変えません。
text: 必要なときは、ページの全文を書き直します。{kind}。変わったところだけを直します。不要なら空のまま。
reason: 何が変わったか、またはなぜ変えないかを一文で。

想像で足しません。ページと同じ言語で、コードの囲みを付けずに書きます。""",
    },
}
