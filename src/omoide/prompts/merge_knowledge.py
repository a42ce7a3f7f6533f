"""Make one page of several that say nearly the same (D4, K6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class MergedPage:
    """`same` is False when the pages are about different things and must stay apart."""

    same: bool
    title: str = ""
    text: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class MergePages:
    """`pages` are (name, text), the newest last."""

    kind: Literal["knowledge", "procedure"]
    pages: tuple[tuple[str, str], ...]
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = MergedPage

    def render(self) -> Wording:
        words = _WORDS[self.language]
        system = words["system"].format(data_only=DATA_ONLY[self.language], form=words[self.kind])
        return Wording(system, fenced("known", "\n\n".join(f"# {name}\n{text}" for name, text in self.pages)))


_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "system": """\
The pages in <known> look alike; the newest stands last. Decide whether they are about the same matter, and if so make \
one page of them. {data_only}

same: true when one page can say it all; false when they are about different persons, things, places or times, however \
alike the words are. Then leave the rest empty.
title: the best of the titles, or a better one: short, as it could name a file, no slashes, colons or quotation marks.
text: {form} Every fact of every page stays, each said once: names, dates, numbers, conditions. Where two differ, say \
what holds now and what was said before. Add nothing. No code fence around the whole.""",
        "knowledge": "one to eight sentences that can be read alone. description stays empty.",
        "procedure": (
            "numbered steps, one action each, then what to watch for. "
            "description: one sentence that says when it is needed, with the [keywords] of the pages in brackets."
        ),
    },
    "ja": {
        "system": """\
<known> のページは互いに似ています。最後のものが最も新しいページです。\
同じ事柄についてのものかを判断し、そうなら一枚にまとめてください。\
{data_only}

same: 一枚で言い尽くせるなら true。言葉が似ていても、人・物・場所・時期が違うなら false とし、ほかは空にします。
title: いちばんよい題、またはよりよい題。ファイル名になる短い言葉で、斜線・コロン・引用符は使いません。
text: {form}どのページの事実も、一度ずつ、すべて残します（名前、日付、数、条件）。\
食い違うところは、今どうであり以前どう書かれていたかを記します。\
新しいことは足しません。全体をコードの囲みでくるまないでください。""",
        "knowledge": "単独で読める1〜8文。description は空のまま。",
        "procedure": (
            "番号付きの工程。一つに一つの動作、その後に注意点。"
            "description は、どんなときに要るかの一文に、元のページにある [キーワード] を角括弧のまま添えます。"
        ),
    },
}
