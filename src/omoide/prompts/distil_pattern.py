"""Write down what was done the same way again and again (D4). Rules found the sequence; a mind only words it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.distil_procedure import DistilledProcedures
from omoide.prompts.question import DATA_ONLY, Language, fenced


@dataclass(frozen=True, slots=True)
class DistilPattern:
    """`sequence` are the actions in their order, `times` how often they were seen so, on `days` days; `examples` are
    the runs as the log has them."""

    sequence: tuple[str, ...]
    times: int
    days: int
    examples: tuple[str, ...]
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = DistilledProcedures

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language], times=self.times, days=self.days)
        parts = [
            fenced("patterns", "\n".join(f"{n}. {action}" for n, action in enumerate(self.sequence, 1))),
            fenced("material", "\n\n".join(self.examples)),
        ]
        return Wording(system, "\n".join(parts))


_SYSTEM: dict[str, str] = {
    "en": """\
The log of an AI persona shows the same sequence of actions {times} times on {days} days. <patterns> lists the actions \
in their order, <material> quotes the runs. {data_only}

procedures: one procedure that describes this habit, or none when the runs have nothing in common but the tools.
title: what it achieves, short, as it could name a file: no slashes, colons or quotation marks.
description: one sentence that says when it is done.
keywords: two to five words that a request for it would use, as the log writes them.
steps: one for each action, in their order, in the imperative, saying what the tool is used for there.
notes: what differs from run to run, as far as the log shows it.

Add nothing that the log does not show. Write in the language of the log, without code fences.""",
    "ja": """\
AIペルソナの記録に、同じ順番の動作が {days} 日のうちに {times} 回見つかりました。<patterns> は動作を順に並べたもの、\
<material> はそのときの記録です。{data_only}

procedures: この習慣を表す手順を一つ。道具が同じだけで中身に共通点がなければ、無しで構いません。
title: 何ができる手順か。ファイル名になる短い言葉で、斜線・コロン・引用符は使いません。
description: どんなときに行うのかを一文で。
keywords: 頼むときに使いそうな言葉を2〜5個、記録の表記のまま。
steps: 動作ごとに一つ、順番どおり、「〜する」の形で。そこで道具を何に使うかも書きます。
notes: 回ごとに違っていた点。記録から分かる範囲で。

記録にないことは足しません。記録と同じ言語で、コードの囲みを付けずに書きます。""",
}
