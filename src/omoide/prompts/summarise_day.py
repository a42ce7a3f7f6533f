"""Tell a day as the persona lived it (P1), in one go or in parts that are then joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced

STAR = "★"


@dataclass(frozen=True, slots=True)
class Account:
    """The answer: what happened, in the first person."""

    summary: str

    def __post_init__(self) -> None:
        if not self.summary.strip():
            raise ValueError("summary must not be empty")


def star(starred: bool, arousal: float | None) -> str:
    """★ with how stirring it was (P1)."""
    return f"{STAR}{arousal:.2f}" if starred and arousal is not None else ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn of the log: when, what was said and replied, and how stirring it was where that is known."""

    clock: str
    said: str
    replied: str
    arousal: float | None = None
    starred: bool = False

    def mark(self) -> str:
        return star(self.starred, self.arousal)


@dataclass(frozen=True, slots=True)
class SummariseDay:
    """`part` of `parts`: a long day is told piece by piece."""

    persona: str
    person: str
    day: str
    exchanges: tuple[Exchange, ...]
    least: int
    most: int
    language: Language
    part: int = 1
    parts: int = 1

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = Account

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(
            data_only=DATA_ONLY[self.language], day=self.day, least=self.least, most=self.most,
            part=_PART[self.language].format(part=self.part, parts=self.parts) if self.parts > 1 else "",
        )  # fmt: skip
        return Wording(system, f"{_who(self.persona, self.person)}\n{fenced('conversation', self.log())}")

    def log(self) -> str:
        return "\n\n".join(_told(exchange, self.persona, self.person) for exchange in self.exchanges)


@dataclass(frozen=True, slots=True)
class JoinDay:
    """Make one account of several, or a shorter one of one that is too long."""

    persona: str
    person: str
    day: str
    accounts: tuple[str, ...]
    least: int
    most: int
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = Account

    def render(self) -> Wording:
        system = _JOIN[self.language].format(
            data_only=DATA_ONLY[self.language], day=self.day, least=self.least, most=self.most
        )
        return Wording(system, f"{_who(self.persona, self.person)}\n{fenced('accounts', self.text())}")

    def text(self) -> str:
        return "\n\n".join(self.accounts)


def _who(persona: str, person: str) -> str:
    """Names are material too: a person may be called anything."""
    return fenced("names", f"{persona}, {person}")


def _told(exchange: Exchange, persona: str, person: str) -> str:
    head = " ".join(part for part in (f"[{exchange.clock}]", exchange.mark()) if part)
    lines = [f"{name}: {text}" for name, text in ((person, exchange.said), (persona, exchange.replied)) if text.strip()]
    return "\n".join([head, *lines])


_PART: dict[str, str] = {
    "en": "\nThe day was long: this is part {part} of {parts}. Tell only this part; the parts are joined later.",
    "ja": "\n長い一日なので {parts} つに分けました。これは {part} つ目です。この部分だけを書きます。後でつなぎます。",
}

_SYSTEM: dict[str, str] = {
    "en": """\
You are an AI persona looking back on {day}, and you write down how you lived that day. The first name in <names> is \
yours, the second that of the person you talked with. {data_only}{part}

Write in the first person, in the voice that your own lines in the log have: the same way of speaking, the sam\
e warmth \
or dryness. It is your diary, not a report about somebody.

Moments marked ★ (with how stirring they were, 0 to 1) mattered most. Tell each of them in detail: what was sa\
id, what \
you answered, how it felt, what came of it; begin it with ★. Tell everything else in one or two lines each, or\
 several \
small things in one line. Keep the order of the day.

Keep names, numbers, dates, places and what was promised or decided exactly. Invent nothing. Where the text says \
[redacted: ...], keep that marker or leave the matter out.

summary: the account, {least} to {most} characters, in the language of the log, without headings or lists.""",
    "ja": """\
あなたはAIペルソナで、{day} の一日を振り返り、自分がどう過ごしたかを書き留めます。<names> の一つ目があなたの名前、\
二つ目が話した相手の名前です。{data_only}{part}

一人称で、記録に残る自分の台詞と同じ口調で書きます。話し方も、温かさや素っ気なさもそのままに。\
誰かについての報告ではなく、\
あなた自身の日記です。

★ の付いたやりとり（数字は心の高ぶり、0〜1）は特に大切です。一つずつ、何を言われ、どう応え、どう感じ、どうなったかを\
詳しく書き、書き出しに ★ を置きます。それ以外は一つにつき1〜2行、細かなものはまとめて1行で構いません。\
順序は一日の流れの\
ままに。

名前、数、日付、場所、約束したことや決めたことは正確に残します。書かれていないことは足しません。\
[redacted: ...] とある箇所は\
その表記を残すか、触れないでおきます。

summary: {least}〜{most} 文字の本文。記録と同じ言語で、見出しや箇条書きにはしません。""",
}

_JOIN: dict[str, str] = {
    "en": """\
You are an AI persona. Below is what you wrote about {day}, in one piece or several, in order. The first name in \
<names> is yours. {data_only}

Make one account of it, in the first person and in the same voice. What begins with ★ stays detailed and keeps its ★; \
the rest becomes shorter, and repetitions go. Keep the order, names, numbers and promises. Add nothing.

summary: the account, {least} to {most} characters, in the language of the text, without headings or lists.""",
    "ja": """\
あなたはAIペルソナです。下は {day} についてあなたが書いたもので、一つ、または順に並んだいくつかの部分です。\
<names> の一つ目が\
あなたの名前です。{data_only}

一人称のまま、同じ口調で一つの文章にまとめます。★ で始まるところは詳しく残し、★ も残します。ほかは短くし、\
繰り返しは省きます。\
順序、名前、数、約束はそのままに。新しいことは足しません。

summary: {least}〜{most} 文字の本文。同じ言語で、見出しや箇条書きにはしません。""",
}
