"""Open questions: asked in sleep or by a tool, resolved in sleep or by a tool, then turned into knowledge once (M3).

Nothing here looks at a conversation: a question that seems to have been answered stays open until somebody says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from omoide.domain.dates import memory_day, placed
from omoide.domain.persona_emotion import in_unit
from omoide.domain.question import Conversion, OpenQuestion, by_urgency
from omoide.domain.special_event import SpecialEvent
from omoide.errors import InvalidInput, NotFound, Refused
from omoide.motivate import events
from omoide.motivate.wording import kept, tongue
from omoide.ports import Faculties
from omoide.settings import Settings


def ask_question(
    faculties: Faculties, settings: Settings, topic: str, now: datetime, *, context: str = "", priority: float = 0.5,
    source_date: date | None = None, sources: Sequence[str] = (),
) -> tuple[OpenQuestion, bool]:  # fmt: skip
    """Wonder about something; False when the same question is open already."""
    try:
        in_unit("priority", priority)
    except ValueError as error:
        raise InvalidInput(
            f"a question's priority must be a number from 0 to 1, not {priority!r}.",
            f"問いの優先度は 0 から 1 までの数です（{priority!r} は使えません）。",
        ) from error
    topic = kept(topic, "question", "問い")
    context = kept(context, "context", "背景", may_be_empty=True)
    day = source_date or memory_day(placed(now), settings.zone(faculties.scope.person))
    return faculties.store.questions.add(faculties.scope, topic, context, priority, day, now, sources)


def questions(faculties: Faculties, resolved: bool | None = False) -> list[OpenQuestion]:
    """What the persona most wants to know first; None means: resolved ones too."""
    return by_urgency(faculties.store.questions.all(faculties.scope, resolved))


def resolve_question(faculties: Faculties, question_id: str, answer: str, now: datetime) -> OpenQuestion:
    """By a tool, a person or sleep. An empty answer only closes it: there will be nothing to convert."""
    answer = kept(answer, "answer", "答え", may_be_empty=True)
    if not faculties.store.questions.resolve(faculties.scope, question_id, answer, placed(now)):
        raise _settled(one_question(faculties, question_id))
    return one_question(faculties, question_id)


def drop_question(faculties: Faculties, question_id: str) -> OpenQuestion:
    """Delete it: it was not worth asking."""
    question = one_question(faculties, question_id)
    faculties.store.questions.drop(faculties.scope, question_id)
    return question


def questions_to_convert(faculties: Faculties) -> list[OpenQuestion]:
    """Resolved ones that have not been turned into anything yet, in the order in which they were asked."""
    return [q for q in faculties.store.questions.all(faculties.scope, resolved=True) if q.converted == "none"]


def mark_converted(
    faculties: Faculties, settings: Settings, question_id: str, into: Conversion, now: datetime, learnt: str = ""
) -> SpecialEvent | None:
    """Once: a second call changes nothing and returns None. A fact or an insight is a discovery (P5), told by what was
    learnt, else by the answer; call it in the transaction that writes the page or the diary."""
    if into == "none":
        raise InvalidInput(
            "a question becomes fact, insight or skip.", "問いは fact・insight・skip のどれかになります。"
        )
    learnt = kept(learnt, "finding", "発見", may_be_empty=True)
    with faculties.store.transaction():
        question = one_question(faculties, question_id)
        if question.open:
            raise Refused(
                f"the question {question.id} is still open; resolve it first.",
                f"問い {question.id} はまだ開いています。先に解決してください。",
            )
        if not faculties.store.questions.convert(faculties.scope, question_id, into, placed(now)) or into == "skip":
            return None
        learnt = learnt or question.answer
        event = events.discovery(question, learnt, now, settings.motivation, tongue(settings, question.topic))
        return events.keep(faculties, event)


def one_question(faculties: Faculties, question_id: str) -> OpenQuestion:
    found = faculties.store.questions.get(faculties.scope, question_id)
    if found is None:
        raise NotFound(
            f"no question has the id {question_id}; see `omoide questions --all`.",
            f"{question_id} という問いはありません。`omoide questions --all` で確かめてください。",
        )
    return found


def _settled(question: OpenQuestion) -> Refused:
    return Refused(f"the question {question.id} is resolved already.", f"問い {question.id} はすでに解決しています。")
