"""Entries of document 000's JSON files become records of this scope, each once (N5, E7). Call each in a transaction."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from omoide.domain.episode import Episode
from omoide.domain.goal import GoalMeta
from omoide.domain.persona_emotion import in_unit
from omoide.errors import InvalidInput
from omoide.motivate import keep_reflections, reflections
from omoide.moving import shapes
from omoide.moving.aside import Aside, joined, load, save, unknown_in
from omoide.moving.house_out import emotion_key
from omoide.moving.places import EMOTIONS, EPISODES, GOALS, INNER_STATE, INSIGHTS, moment
from omoide.moving.reading import Tally, expect
from omoide.ports import Faculties

Entry = dict[str, Any]
_MOST_DAYS = 366  # a longer range is no week


def goals(faculties: Faculties, value: Any, zone: tzinfo | None) -> Tally:
    lists, aside, tally = expect(value, dict, GOALS), load(faculties, GOALS), Tally()

    def keep(entry: Entry, where: str) -> bool:
        goal = shapes.goal_in(entry, where, faculties.scope, zone)
        given = goal.id or json.dumps([goal.goal, entry.get("created_at")], ensure_ascii=False)
        kept, new = faculties.store.goals.move_in(replace(goal, id=aside.new_ids.get(given, goal.id)))
        if kept.id != given:
            aside.new_ids[given] = kept.id
        aside.keep_unknown(kept.id, entry, shapes.GOAL_KEYS)
        return new

    for where in shapes.GOAL_LISTS:
        _each(lists.get(where) or [], GOALS, where, aside, tally, lambda entry, where=where: keep(entry, where))
    _meta(faculties, lists.get("meta"), aside, tally)
    known = dict.fromkeys(shapes.GOAL_LISTS, None) | {"meta": GoalMeta().plain()}
    aside.around = joined(aside.around, unknown_in(lists, known))
    save(faculties, GOALS, aside)
    return tally


def _meta(faculties: Faculties, meta: Any, aside: Aside, tally: Tally) -> None:
    """When the persona last looked back; what this home knows of it itself is newer."""
    if not isinstance(meta, dict) or reflections(faculties) != GoalMeta():
        return
    try:
        level = meta.get("last_reflection_level") or 0
        if isinstance(level, bool) or level not in (0, 1, 2, 3):
            raise ValueError(f"last_reflection_level must be 1, 2 or 3, not {level!r}")
        days = [
            date.fromisoformat(str(meta[key])[:10]) if meta.get(key) else None
            for key in ("last_level2_date", "last_level3_date")
        ]
    except ValueError as error:
        return tally.odd(GOALS, "meta", error)
    keep_reflections(faculties, GoalMeta(level, *days))


def episodes(faculties: Faculties, value: Any, zone: tzinfo | None) -> Tally:
    entries, aside, tally = expect(value, list, EPISODES), load(faculties, EPISODES), Tally()
    goal_ids = load(faculties, GOALS).new_ids

    def keep(entry: Entry) -> bool | None:
        episode = shapes.episode_in(entry, faculties.scope, zone)
        episode = replace(episode, detail=goal_ids.get(episode.detail, episode.detail))
        there = _same_episode(faculties, episode)
        if there is not None:
            return False if (there.summary, there.created) == (episode.summary, episode.created) else None
        kept = faculties.store.episodes.put(replace(episode, sources=_turns_of(faculties, episode, zone)))
        if kept is None:
            return None
        aside.keep_unknown(kept.id, entry, shapes.episode_keys(kept.kind))
        return True

    _each(entries, EPISODES, "", aside, tally, keep)
    save(faculties, EPISODES, aside)
    return tally


def _same_episode(faculties: Faculties, episode: Episode) -> Episode | None:
    """Of a day, a week and a moment there is one account; an archived one counts when it is this very one."""
    for there in faculties.store.episodes.within(faculties.scope, episode.days, archived=None):
        place = (there.kind, there.days.first, there.detail) == (episode.kind, episode.days.first, episode.detail)
        if place and (not there.archived or there.summary == episode.summary) and not there.failed:
            return there
    return None


def _turns_of(faculties: Faculties, episode: Episode, zone: tzinfo | None) -> tuple[str, ...]:
    """What was said on its days, as far as the log holds it (E9). A special moment does not say from which turn."""
    length = (episode.days.last - episode.days.first).days + 1
    if episode.special or length > _MOST_DAYS:
        return ()
    days = [episode.days.first + timedelta(days=number) for number in range(length)]
    return tuple(turn.key for day in days for turn in faculties.store.log.of_day(faculties.scope, day, zone))


def insights(faculties: Faculties, value: Any, zone: tzinfo | None) -> Tally:
    entries, aside, tally = expect(value, list, INSIGHTS), load(faculties, INSIGHTS), Tally()
    kept = [shapes.insight_out(insight, zone) for insight in reversed(faculties.store.insights.all(faculties.scope))]
    there = Counter((shape["created_at"], shape["trigger_topic"], shape["insight"]) for shape in kept)

    def keep(entry: Entry) -> bool:
        insight = shapes.insight_in(entry, faculties.scope, zone)
        shape = shapes.insight_out(insight, zone)
        if _seen_before(there, (shape["created_at"], shape["trigger_topic"], shape["insight"])):
            return False
        aside.keep_unknown(faculties.store.insights.add(insight).id, entry, shapes.INSIGHT_KEYS)
        return True

    _each(entries, INSIGHTS, "", aside, tally, keep)
    save(faculties, INSIGHTS, aside)
    return tally


def emotions(faculties: Faculties, value: Any, zone: tzinfo | None) -> Tally:
    entries, aside, tally = expect(value, list, EMOTIONS), load(faculties, EMOTIONS), Tally()
    log = faculties.store.emotions
    there = Counter(emotion_key(shapes.emotion_out(felt, zone)) for felt in log.since(faculties.scope.persona))

    def keep(entry: Entry) -> bool | None:
        if entry.get("type") != "persona":
            return None  # what was once guessed of the user's emotions
        felt = shapes.emotion_in(entry, faculties.scope, zone)
        key = emotion_key(shapes.emotion_out(felt, zone))
        if _seen_before(there, key):
            return False
        log.add(felt)
        aside.keep_unknown(key, entry, shapes.EMOTION_KEYS)
        return True

    _each(entries, EMOTIONS, "", aside, tally, keep)
    save(faculties, EMOTIONS, aside)
    return tally


def inner_state(faculties: Faculties, value: Any, zone: tzinfo | None) -> Tally:
    """Only the open questions are records: levels, last talk and last emotion follow from the rest (M6)."""
    state, aside, tally = expect(value, dict, INNER_STATE), load(faculties, INNER_STATE), Tally()

    def keep(entry: Entry) -> bool:
        topic, context = shapes.text(entry, "topic"), shapes.text(entry, "context", "")
        priority = entry.get("priority", 0.5)
        in_unit("priority", priority)
        day = date.fromisoformat(shapes.text(entry, "source_date").strip()[:10])
        asked = moment(datetime.combine(day, time(12)).isoformat(), zone)
        kept, new = faculties.store.questions.add(faculties.scope, topic, context, priority, day, asked, ())
        aside.keep_unknown(kept.id, entry, shapes.QUESTION_KEYS)
        return new

    drives = state.get("drives")
    curiosity = drives.get("curiosity") if isinstance(drives, dict) else None
    questions = curiosity.get("open_questions") if isinstance(curiosity, dict) else None
    _each(questions or [], INNER_STATE, "", aside, tally, keep)
    aside.around = joined(aside.around, unknown_in(state, shapes.INNER_STATE_KEYS))
    save(faculties, INNER_STATE, aside)
    return tally


def _each(
    entries: Any, file: str, where: str, aside: Aside, tally: Tally, keep: Callable[[Entry], bool | None]
) -> None:
    """`keep` says True for new, False for known, None for what has no place here. An entry that cannot be read is
    named, and lies aside with the others."""
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        if aside.keep_entry(where, entries):
            tally.odd(file, where, InvalidInput("not a list", "リストではありません"))
            tally.aside += 1
        return
    for number, entry in enumerate(entries, 1):
        try:
            if not isinstance(entry, dict):
                raise InvalidInput("not an object", "オブジェクトではありません")
            done = keep(entry)
        except (ValueError, TypeError, OverflowError, InvalidInput) as error:
            done = None
            if aside.keep_entry(where, entry):
                tally.odd(file, f"{where} {number}".strip(), error)
                tally.aside += 1
                continue
        if done is None:
            new = aside.keep_entry(where, entry)
            tally.aside, tally.known = tally.aside + new, tally.known + (not new)
        else:
            tally.new, tally.known = tally.new + done, tally.known + (not done)


def _seen_before(there: Counter[Any], key: Any) -> bool:
    """As often as the home has it: a log may hold the same line twice."""
    if there[key] > 0:
        there[key] -= 1
        return True
    return False
