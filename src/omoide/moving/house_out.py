"""Moving out (N5): a scope as the files of document 000's system, with exactly their keys.

What Omoide knows besides (archived days, resolved questions, where something came from) has no place in them; a backup
holds all of it. Levels in the inner state are those of the moment of the export.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from omoide.domain.page import PageName
from omoide.errors import InvalidInput
from omoide.home import make_folder
from omoide.motivate import inner_state, reflections
from omoide.moving import shapes
from omoide.moving.aside import joined, load
from omoide.moving.logs_out import logs
from omoide.moving.places import (
    EMOTIONS,
    ENTITIES,
    EPISODES,
    GOALS,
    INNER_STATE,
    INSIGHTS,
    MAIN_DIARY,
    PAGES,
    moment,
    wall,
)
from omoide.pages import entity_names, read_entity, read_page
from omoide.ports import Faculties
from omoide.settings import Settings
from omoide.whole_files import write_whole


@dataclass(frozen=True, slots=True)
class HouseWritten:
    folder: Path
    files: tuple[str, ...]


def export_house(faculties: Faculties, settings: Settings, folder: Path, now: datetime) -> HouseWritten:
    """Each file is whole or not there; files of the same names are replaced, others are left."""
    zone = settings.zone(faculties.scope.person)
    written: list[str] = []
    for name, text in _files(faculties, settings, zone, now):
        _put(folder / name, text)
        written.append(name)
    return HouseWritten(folder, tuple(written))


def _files(faculties: Faculties, settings: Settings, zone: tzinfo | None, now: datetime) -> Iterator[tuple[str, str]]:
    yield EPISODES, as_json(_episodes(faculties, zone))
    yield INSIGHTS, as_json(_insights(faculties, zone))
    yield GOALS, as_json(_goals(faculties, zone))
    yield INNER_STATE, as_json(_inner_state(faculties, settings, zone, now))
    yield EMOTIONS, as_json(_emotions(faculties, zone))
    yield from _pages(faculties)
    yield from logs(faculties, zone)


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _episodes(faculties: Faculties, zone: tzinfo | None) -> list[Any]:
    aside = load(faculties, EPISODES)
    kept = faculties.store.episodes.within(faculties.scope)
    return [aside.completed(e.id, shapes.episode_out(e, zone)) for e in kept] + aside.entries_of("")


def _insights(faculties: Faculties, zone: tzinfo | None) -> list[Any]:
    """In the order in which they were written down, as a diary is."""
    aside = load(faculties, INSIGHTS)
    kept = reversed(faculties.store.insights.all(faculties.scope))
    return [aside.completed(i.id, shapes.insight_out(i, zone)) for i in kept] + aside.entries_of("")


def _goals(faculties: Faculties, zone: tzinfo | None) -> dict[str, Any]:
    aside = load(faculties, GOALS)
    kept = faculties.store.goals.all(faculties.scope, None)
    lists: dict[str, Any] = {}
    for name, (term, status) in shapes.GOAL_LISTS.items():
        mine = [goal for goal in kept if goal.status == status and term in (None, goal.term)]
        lists[name] = [aside.completed(g.id, shapes.goal_out(g, zone)) for g in mine] + aside.entries_of(name)
    return joined(lists | {"meta": reflections(faculties).plain()}, aside.around)


def _inner_state(faculties: Faculties, settings: Settings, zone: tzinfo | None, now: datetime) -> dict[str, Any]:
    """Questions in the order in which they were asked: the levels already say which is the most urgent."""
    aside = load(faculties, INNER_STATE)
    state = inner_state(faculties, settings, now)
    plain = state.plain()
    drives = plain["drives"]
    questions = faculties.store.questions.all(faculties.scope)
    drives["curiosity"]["open_questions"] = [
        aside.completed(question.id, question.brief()) for question in questions
    ] + aside.entries_of("")
    for drive, key, at in (
        ("boredom", "last_interaction", state.last_interaction),
        ("relatedness", "last_emotion_change", state.last_emotion_change),
    ):
        drives[drive][key] = wall(at, zone) if at else None
    return joined(plain, aside.around)


def _emotions(faculties: Faculties, zone: tzinfo | None) -> list[Any]:
    """The persona's, felt with anybody: the log holds no word of theirs. By time, with what lies aside in between."""
    aside = load(faculties, EMOTIONS)
    kept = [shapes.emotion_out(felt, zone) for felt in faculties.store.emotions.since(faculties.scope.persona)]
    entries = [aside.completed(emotion_key(shape), shape) for shape in kept] + aside.entries_of("")

    def when(entry: Any) -> float:
        try:
            return moment(entry.get("timestamp"), zone).timestamp()
        except (ValueError, AttributeError, InvalidInput, OverflowError):
            return float("inf")

    return sorted(entries, key=when)


def emotion_key(shape: dict[str, Any]) -> str:
    """What stands for an id, which a line of this log has not."""
    return json.dumps([shape["timestamp"], shape["category"], shape["intensity"]])


def _pages(faculties: Faculties) -> Iterator[tuple[str, str]]:
    """Core memory and notepad with what was written by hand for all persons, as a prompt has them."""
    for file, kind in PAGES.items():
        name = PageName(kind)
        text = read_page(faculties, name).text
        if kind in ("core_memory", "notepad") and (
            shared := faculties.pages.read_shared(faculties.scope, name).text.strip()
        ):
            text = f"{shared}\n\n{text.strip()}".strip() + "\n"
        if text or file in ("core_memory.txt", "notepad.txt", MAIN_DIARY):
            yield file, text
    for name in entity_names(faculties):
        yield f"{ENTITIES}/{name}.md", read_entity(faculties, name).text


def _put(path: Path, text: str) -> None:
    make_folder(path.parent)
    write_whole(path, text)
