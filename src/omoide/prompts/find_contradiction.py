"""Do two pages of knowledge contradict each other, and what is to become of them (K3)?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from omoide.language.fences import without_fences
from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced

STRATEGIES = ("none", "supersede", "merge", "coexist")


@dataclass(frozen=True, slots=True)
class Resolution:
    """`holds` is the page that stays when one supersedes the other; `title` and `text` are of the page that two become;
    `condition` says when which of two holds that both stay."""

    strategy: Literal["none", "supersede", "merge", "coexist"]
    holds: Literal["first", "second", "both"] = "both"  # no empty choice: some providers refuse one
    title: str = ""
    text: str = ""
    condition: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A page as the question shows it; `since` are the days that it was learned from, as far as they are known."""

    name: str
    text: str
    since: str = ""


@dataclass(frozen=True, slots=True)
class FindContradiction:
    """`found`: a judge has seen a contradiction already; only what to do about it is asked."""

    first: Told
    second: Told
    found: bool
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = Resolution

    def render(self) -> Wording:
        known = _FOUND if self.found else _OPEN
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language], known=known[self.language])
        pages = [fenced("first", _shown(self.first)), fenced("second", _shown(self.second))]
        return Wording(system, "\n".join(pages))


def usable(answer: Resolution) -> Resolution | None:
    """The answer with its texts cleaned; None when it does not say what its strategy needs."""
    text, condition = without_fences(answer.text), " ".join(without_fences(answer.condition).split())
    if answer.strategy not in STRATEGIES:
        return None
    if answer.strategy == "supersede" and answer.holds not in ("first", "second"):
        return None
    if (answer.strategy == "merge" and not text) or (answer.strategy == "coexist" and not condition):
        return None
    title, reason = " ".join(answer.title.split()), " ".join(answer.reason.split())
    return Resolution(answer.strategy, answer.holds, title, text, condition, reason)


def _shown(page: Told) -> str:
    return f"# {page.name}\n{f'({page.since})' if page.since else ''}\n{page.text}"


_OPEN = {
    "en": "First ask yourself whether both can be true of the same thing at the same time.",
    "ja": "まず、同じものについて、同じ時に、両方が正しいことがあり得るかを考えます。",
}
_FOUND = {
    "en": "A comparison has found that they contradict each other; decide what to do about it.",
    "ja": "この二つは食い違うと判定されています。どう扱うかを決めます。",
}
_SYSTEM: dict[str, str] = {
    "en": """\
<first> and <second> are two pages from the notes of an AI persona, with the days that they were learned from. {known} \
{data_only}

strategy: one of
none: they do not contradict each other. They speak of different things or times, or say the same.
supersede: one is out of date or was a mistake, and the other has taken its place. holds: "first" or "second", the one \
that is right now. What was learned later is not always right; look at what the pages say.
merge: they can be told as one page without losing anything that is true. title: a short name for it, fit for a file. \
text: the whole page; every fact that still holds, each once; of what was corrected, what holds now.
coexist: both are right under different circumstances. condition: one sentence that says when which of them holds.
reason: one sentence on why.

Invent nothing. Leave empty what the strategy does not need. Write in the language of the pages, without code \
fences.""",
    "ja": """\
<first> と <second> は、AIペルソナの覚え書きの二枚です。いつ知ったことかも添えてあります。{known}{data_only}

strategy: 次のどれか一つ。
none: 食い違わない。別の物事や別の時の話であるか、同じことを言っている。
supersede: 一方は古くなったか誤りで、もう一方に置き換わっている。holds に、いま正しいほうを "first" か "second" で。\
後に知ったほうが正しいとは限らないので、書かれている内容で決めます。
merge: 正しい内容を失わずに一枚にまとめられる。title はファイル名になる短い名前、text はまとめたページの全文。\
いまも正しい事実をすべて、一度ずつ。訂正されたことは、いま正しいほうを書きます。
coexist: 場合によってどちらも正しい。condition に、どんなときにどちらが当てはまるかを一文で。
reason: そう決めた理由を一文で。

想像で足しません。その扱いに要らない欄は空のままにします。ページと同じ言語で、コードの囲みを付けずに書きます。""",
}
