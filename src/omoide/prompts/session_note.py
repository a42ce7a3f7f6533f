"""Note what a session brought since its last note (W7): a summary, what is settled, what is to be done, how procedures
went. Only what was not noted yet is asked about: nothing is ever summarised twice (W6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from omoide.ports import Role, Wording
from omoide.prompts.question import DATA_ONLY, Language, fenced
from omoide.prompts.summarise_day import Exchange


@dataclass(frozen=True, slots=True)
class ProcedureOutcome:
    """How it went with a procedure, as far as the talk tells."""

    procedure: str
    result: Literal["success", "failure", "unclear"]


@dataclass(frozen=True, slots=True)
class Noted:
    """The answer."""

    summary: str
    resolved: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    outcomes: list[ProcedureOutcome] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.summary.strip():
            raise ValueError("summary must not be empty")


@dataclass(frozen=True, slots=True)
class SessionNote:
    """`earlier`: what the session brought before, already noted. `tasks`: what was open when it began. `procedures`:
    those that the persona had in mind during it."""

    persona: str
    person: str
    day: str
    exchanges: tuple[Exchange, ...]
    earlier: str
    tasks: tuple[str, ...]
    procedures: tuple[str, ...]
    most: int
    language: Language

    role: ClassVar[Role] = "summary"
    answer: ClassVar[type] = Noted

    def render(self) -> Wording:
        system = _SYSTEM[self.language].format(data_only=DATA_ONLY[self.language], day=self.day, most=self.most)
        parts = [
            fenced("names", f"{self.persona}, {self.person}"),
            fenced("earlier", self.earlier),
            fenced("tasks", "\n".join(f"- {task}" for task in self.tasks)),
            fenced("procedures", "\n".join(f"- {name}" for name in self.procedures)),
            fenced("conversation", self.log()),
        ]
        return Wording(system, "\n".join(parts))

    def log(self) -> str:
        return "\n\n".join(
            "\n".join(
                [f"[{one.clock}]"]
                + [f"{name}: {text}" for name, text in ((self.person, one.said), (self.persona, one.replied)) if text]
            )
            for one in self.exchanges
        )


_SYSTEM: dict[str, str] = {
    "en": """\
A conversation of {day} has come to a pause, and you take the notes. The first name in <names> is the AI persona's, \
the second that of the person it talked with. {data_only}

<conversation> is what was said since the last note; write about that alone. <earlier> is what the session brought \
before, <tasks> what was still to be done when it began, <procedures> what the persona had at hand.

summary: what was talked about, decided, found out and promised, in at most {most} characters, with names, numbers and \
dates as they were said.
resolved: matters that the conversation itself shows to be settled or done. A matter in <tasks> goes by exactly the \
words it has there; another in a short phrase of your own. An intention or a hope settles nothing.
tasks: what somebody clearly still has to do after this conversation, one short phrase each, none that stands in \
<tasks> already.
outcomes: for each procedure in <procedures> that was really followed, its name as it stands there and success or \
failure as the conversation shows it; unclear when it does not.
topics: up to five words or names that it was about.

Leave a list empty rather than guess. Keep [redacted: ...] as it is, or leave the matter out. Write in the language of \
the conversation.""",
    "ja": """\
{day} の会話が一区切りしたので、あなたが記録を取ります。<names> の一つ目がAIペルソナ、二つ目が話した相手の名前です。\
{data_only}

<conversation> は前の記録のあとに話されたことです。書くのはこの部分だけです。<earlier> はこのセッションでそれまでに\
あったこと、<tasks> は始まったときに残っていた課題、<procedures> はペルソナの手元にあった手順です。

summary: 話したこと、決めたこと、わかったこと、約束したことを {most} 文字以内で。名前・数・日付は言われたとおりに。
resolved: 会話の中で、片づいた・終わったとはっきりわかる事柄。<tasks> にあるものは、そこにある言葉のまま。\
それ以外は短い言葉で。するつもり、そうなるといい、というだけでは片づいていません。
tasks: この会話のあとに誰かがしなければならないとはっきりしていること。一つずつ短い言葉で。すでに <tasks> に\
あるものは書きません。
outcomes: <procedures> の手順のうち、実際に行われたもの。そこにある名前と、会話からわかる成否（success か failure）。\
わからなければ unclear。
topics: 何についての話だったかを、五つまでの言葉や名前で。

迷うときは空のままにします。[redacted: ...] はそのまま残すか、触れないでおきます。会話と同じ言語で書きます。""",
}
