"""Answered questions become knowledge (M3): a fact on a page, an insight in the dream diary, or nothing. Once each.

A page is a file and cannot share a transaction with the store. So what a mind decided is kept first; then the page is
written unless the text stands there already; then the question is marked. Killed anywhere in between, the next night
goes on with the same words.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from omoide import motivate
from omoide.domain.dates import wall_clock
from omoide.domain.dream import Insight
from omoide.domain.page import page_name
from omoide.domain.question import OpenQuestion
from omoide.errors import InvalidInput, PageConflict, Postponed, put_off
from omoide.language.detect import language_of
from omoide.pages import stands_on, write_entity
from omoide.perceive import fit
from omoide.ports import Faculties, Progress
from omoide.prompts.convert_questions import Answered, ConvertQuestions, Verdict
from omoide.settings import Settings

AT_ONCE = 10  # answers that one question to a mind holds
LONGEST = 1_000


def convert_questions(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None
) -> dict[str, Any]:
    """What no mind can judge now waits; what it leaves out of its answer waits too. An empty answer is nothing."""
    done: dict[str, Any] = {"facts": 0, "insights": 0, "skipped_answers": 0, "conflicts": 0}
    waiting = motivate.questions_to_convert(faculties)
    for question in waiting:
        if not question.answer.strip():
            _plan(faculties, Verdict(question.id, "skip"), "")
    undecided = [question for question in waiting if _planned(faculties, question.id) is None]
    for start in range(0, len(undecided), AT_ONCE):
        some = undecided[start : start + AT_ONCE]
        try:
            _decide(faculties, settings, some)
        except Postponed as postponed:
            done |= put_off(postponed, len(undecided) - start)
            break
        if progress:
            progress(min(start + AT_ONCE, len(undecided)), len(undecided))
    for question in waiting:
        if (plan := _planned(faculties, question.id)) is not None:
            done[_carry_out(faculties, settings, question, *plan, now)] += 1
    return done


def _decide(faculties: Faculties, settings: Settings, some: Sequence[OpenQuestion]) -> None:
    scope = faculties.scope
    asked = ConvertQuestions(
        scope.persona,
        scope.person,
        tuple(Answered(q.id, q.topic, q.context, q.answer) for q in some),
        settings.language if settings.language != "auto" else language_of("\n".join(q.topic for q in some)),
    )
    answer = faculties.thinker.ask(asked)
    known = {question.id for question in some}
    with faculties.store.transaction():
        for verdict in answer.verdicts:
            if verdict.id in known and _planned(faculties, verdict.id) is None:
                _plan(faculties, _usable(verdict), faculties.thinker.who(asked))


def _usable(verdict: Verdict) -> Verdict:
    """A fact without a name that could head a page is kept as an insight: nothing that was found out is lost."""
    text = fit(verdict.text, LONGEST)
    if not text or verdict.kind == "skip":
        return Verdict(verdict.id, "skip")
    if verdict.kind == "insight":
        return replace(verdict, text=text, name="")
    try:
        return replace(verdict, text=text, name=page_name("entity", fit(verdict.name, LONGEST)).name)
    except InvalidInput:
        return Verdict(verdict.id, "insight", "", text)


def _carry_out(
    faculties: Faculties, settings: Settings, question: OpenQuestion, verdict: Verdict, made_by: str, now: datetime
) -> str:
    """Returns what to count it as."""
    if verdict.kind == "fact":
        try:
            _write_fact(faculties, settings, question, verdict, now)
        except (PageConflict, InvalidInput):  # edited by hand at this very moment, or full: next night again
            return "conflicts"
    with faculties.store.transaction():
        if verdict.kind == "insight":
            faculties.store.insights.add(
                Insight(
                    "", faculties.scope, now, question.topic, verdict.text, origin="question", made_by=made_by,
                    sources=question.sources,
                )
            )  # fmt: skip
        motivate.mark_converted(faculties, settings, question.id, verdict.kind, now, verdict.text)
        faculties.store.state.set(_key(faculties, question.id), None)
    return {"fact": "facts", "insight": "insights"}.get(verdict.kind, "skipped_answers")


def _write_fact(
    faculties: Faculties, settings: Settings, question: OpenQuestion, verdict: Verdict, now: datetime
) -> None:
    """With where it comes from, for whoever reads the page."""
    if stands_on(faculties, verdict.name, verdict.text):
        return
    day = wall_clock(now, settings.zone(faculties.scope.person)).date().isoformat()
    if language_of(verdict.text) == "ja":
        line = f"{verdict.text}（{day}、問い「{question.topic}」の答えから）"
    else:
        line = f'{verdict.text} ({day}, from the answer to "{question.topic}")'
    write_entity(faculties, verdict.name, line)


def _plan(faculties: Faculties, verdict: Verdict, made_by: str) -> None:
    faculties.store.state.set(_key(faculties, verdict.id), json.dumps([asdict(verdict), made_by], ensure_ascii=False))


def _planned(faculties: Faculties, question_id: str) -> tuple[Verdict, str] | None:
    kept = faculties.store.state.get(_key(faculties, question_id))
    if kept is None:
        return None
    verdict, made_by = json.loads(kept)
    return Verdict(**verdict), made_by


def _key(faculties: Faculties, question_id: str) -> str:
    return faculties.scope.key("converting", question_id)
