"""Which questions the offline mind answers, and how it declines the others."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from omoide.adapters.models.offline.account import account
from omoide.adapters.models.offline.compression import summarise, trace
from omoide.adapters.models.offline.correcting import corrects
from omoide.adapters.models.offline.days import join_day, tell_day, tell_week
from omoide.adapters.models.offline.feeling import feeling_of_turn
from omoide.adapters.models.offline.keeping import asks_to_keep
from omoide.adapters.models.offline.naming import label
from omoide.adapters.models.offline.noting import note
from omoide.adapters.models.offline.personal import tells_of_the_person
from omoide.adapters.models.offline.reading import within_reach
from omoide.adapters.models.offline.seeking import decide
from omoide.adapters.models.offline.situation import weigh
from omoide.adapters.models.offline.topics import keywords
from omoide.errors import NoModel, Postponed
from omoide.ports import Progress, Speech
from omoide.prompts.analyse_turn import AnalyseTurn, TurnAnalysis
from omoide.prompts.compress import Compressed, Summarise, Trace
from omoide.prompts.decide_search import DecideSearch
from omoide.prompts.label_topic import LabelTopic, TopicLabel
from omoide.prompts.merge_week import MergeWeek
from omoide.prompts.session_note import SessionNote
from omoide.prompts.summarise_day import Account, JoinDay, SummariseDay

NAME = "offline"


class OfflineMind:
    """A Thinker that needs nothing but this program. The same question always has the same answer."""

    def who(self, question: Any) -> str:
        return NAME

    def ask(self, question: Any) -> Any:
        match question:
            case AnalyseTurn():
                return analyse(question)
            case Summarise():
                return Compressed(*summarise(question.trigger, question.content, question.language))
            case Trace():
                return Compressed(*trace(question.trigger, question.content, question.tags, question.language))
            case SummariseDay():
                return Account(tell_day(question))
            case JoinDay():
                return Account(join_day(question))
            case MergeWeek():
                return Account(tell_week(question))
            case LabelTopic():
                return TopicLabel(label(question))
            case SessionNote():
                return note(question)
            case DecideSearch():
                return decide(question)
        raise _beyond(question)

    def ask_all(self, questions: Sequence[Any], progress: Progress | None = None) -> list[Any]:
        return one_by_one(self.ask, questions, progress)

    def stream(self, speech: Speech) -> Generator[str, None, None]:
        raise Postponed(
            "no model is set for replies: name one with `omoide config set models.reply provider:model`.",
            "返事をするモデルがありません。`omoide config set models.reply 提供元:モデル` で設定してください。",
        )


def one_by_one(ask: Callable[[Any], Any], questions: Sequence[Any], progress: Progress | None = None) -> list[Any]:
    """For minds that answer at once: nothing is won by asking many together."""
    answers: list[Any] = []
    for question in questions:
        try:
            answers.append(ask(question))
        except Postponed as postponed:
            answers.append(postponed)
        if progress:
            progress(len(answers), len(questions))
    return answers


def analyse(question: AnalyseTurn) -> TurnAnalysis:
    """Feel one turn. What the person said weighs most; the reply only tints it (E1, E2, E4)."""
    said, replied = within_reach(question.said), within_reach(question.replied)
    feeling = feeling_of_turn(said, replied)
    weight = weigh(said, replied, feeling)
    trigger, content = account(said, replied, feeling.tags, question.language)
    return TurnAnalysis(
        intensity=weight.intensity,
        valence=feeling.valence,
        arousal=feeling.arousal,
        tags=list(feeling.tags),
        category=weight.category,
        keywords=keywords(said, replied),
        trigger=trigger,
        content=content,
        protect=asks_to_keep(said),
        corrects=corrects(said),
        personal=tells_of_the_person(said),
    )


def _beyond(question: Any) -> NoModel:
    name, key = type(question).__name__, f"models.{getattr(question, 'role', 'analysis')}"
    return NoModel(
        f"the offline mind cannot answer {name}; set a model with `omoide config set {key} provider:model`.",
        f"モデルなしでは {name} に答えられません。`omoide config set {key} 提供元:モデル` で設定できます。",
    )
