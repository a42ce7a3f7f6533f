"""Pages at night (T2): what the talk says about persons and things is proposed, and pages that grew are told anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from omoide.domain.dates import wall_clock
from omoide.domain.page import Page, page_name
from omoide.errors import InvalidInput, PageConflict, Postponed, put_off
from omoide.language.detect import language_of
from omoide.pages import Candidate, entity_names, keep_proposals, overwrite_page, read_page, weigh
from omoide.ports import Faculties, Progress
from omoide.prompts.consolidate_entity import ConsolidateEntity
from omoide.prompts.propose_entities import ProposeEntities
from omoide.settings import Settings
from omoide.sleep.dreaming import told

LEAST_KEPT = 0.2  # a page told anew in less than this part of its length has lost too much


def propose_entities(
    faculties: Faculties, settings: Settings, now: datetime, record: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Look through what was said since the last pass; kept in one transaction with the record of the step."""
    scope, store, rules = faculties.scope, faculties.store, settings.dream
    since = store.state.get(scope.key("proposed"))
    turns = store.log.recent(scope, datetime.fromisoformat(since) if since else None, now, rules.turns)
    if not turns or not rules.most_proposals:
        return {}
    lines, shown = told(turns, scope.persona, scope.person, rules.characters)
    question = ProposeEntities(
        scope.persona,
        scope.person,
        lines,
        tuple(entity_names(faculties)),
        rules.most_proposals,
        settings.language if settings.language != "auto" else language_of("\n".join(lines)),
    )
    try:
        facts = faculties.thinker.ask(question).facts
    except Postponed as postponed:
        return put_off(postponed)
    candidates = [Candidate(fact.name, fact.fact, fact.why) for fact in facts]
    sources, made_by = tuple(turn.key for turn in shown), faculties.thinker.who(question)
    weighed = weigh(faculties, settings, candidates, now, sources, made_by)
    with store.transaction():
        done = {
            "proposed": keep_proposals(faculties, weighed),
            "unusable": weighed.unusable,
            "too_many": weighed.too_many,
        }
        store.state.set(scope.key("proposed"), turns[-1].time.isoformat())
        record(done)
    return done


def tidy_entities(
    faculties: Faculties, settings: Settings, now: datetime, level: int, progress: Progress | None = None
) -> dict[str, Any]:
    """With a weekly or monthly reflection, or a week after the last time: tell the pages that have grown as one text.

    A page that was edited by hand meanwhile keeps that text; it, and what no mind can do now, is left for the next
    night.
    """
    scope, store = faculties.scope, faculties.store
    if not tidying_due(faculties, settings, now, level):
        return {}
    grown = grown_pages(faculties, settings)
    done: dict[str, Any] = {"consolidated": 0, "conflicts": 0, "unusable": 0}
    for number, page in enumerate(grown, 1):
        try:
            done[_tell_anew(faculties, page)] += 1
        except Postponed as postponed:
            done |= put_off(postponed, len(grown) - number + 1)
            break
        if progress:
            progress(number, len(grown))
    if set(done) == {"consolidated", "conflicts", "unusable"} and not done["conflicts"]:
        store.state.set(scope.key("tidied"), _today(faculties, settings, now).isoformat())
    return done


def grown_pages(faculties: Faculties, settings: Settings) -> list[Page]:
    return [page for page in _pages(faculties) if _has_grown(faculties, settings, page)]


def _pages(faculties: Faculties) -> list[Page]:
    """Those that can be read: a page that is no text, or too long, is its owner's matter."""
    found: list[Page] = []
    for name in entity_names(faculties):
        try:
            found.append(read_page(faculties, page_name("entity", name)))
        except InvalidInput:
            continue
    return found


def _tell_anew(faculties: Faculties, page: Page) -> str:
    name = page.name.name
    answer = faculties.thinker.ask(ConsolidateEntity(name, page.text, "", language_of(page.text)))
    text = f"# {name}\n\n{answer.text.strip()}\n"
    if len(text) < len(page.text) * LEAST_KEPT:
        _note_length(faculties, name, len(page.text))  # the same page would only be shortened the same way again
        return "unusable"
    try:
        written = overwrite_page(faculties, page.name, text, page.revision)
    except PageConflict:
        return "conflicts"
    _note_length(faculties, name, len(written.text))
    return "consolidated"


def tidying_due(faculties: Faculties, settings: Settings, now: datetime, level: int) -> bool:
    if level >= 2:
        return True
    last = faculties.store.state.get(faculties.scope.key("tidied"))
    if last is None:
        days = faculties.store.log.days(faculties.scope, settings.zone(faculties.scope.person))
        last = days[0].isoformat() if days else None
    if last is None:
        return False
    return (_today(faculties, settings, now) - date.fromisoformat(last)).days >= settings.dream.weekly_days


def _has_grown(faculties: Faculties, settings: Settings, page: Page) -> bool:
    before = faculties.store.state.get(_length_key(faculties, page.name.name))
    return len(page.text) - int(before or 0) >= settings.dream.page_growth


def _note_length(faculties: Faculties, name: str, length: int) -> None:
    faculties.store.state.set(_length_key(faculties, name), str(length))


def _length_key(faculties: Faculties, name: str) -> str:
    return faculties.scope.key("consolidated", name)


def _today(faculties: Faculties, settings: Settings, now: datetime) -> date:
    return wall_clock(now, settings.zone(faculties.scope.person)).date()
