"""Topics of episodes (G4): found in the night from the passages of their accounts, named, and recalled by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from omoide.domain.episode import Episode, strongest_first
from omoide.domain.topics import Topic, likeness, regroup
from omoide.errors import NotFound, Postponed
from omoide.language.detect import language_of
from omoide.language.terms import fold, terms, weight
from omoide.ports import Faculties
from omoide.prompts.label_topic import LONGEST, LabelTopic
from omoide.settings import Settings

_SHOWN = 12  # accounts of a topic that a question holds, the most stirring first
_OTHERS = 40


@dataclass(frozen=True, slots=True)
class TopicTold:
    topic: Topic
    episodes: tuple[Episode, ...]


def find_topics(faculties: Faculties, settings: Settings) -> dict[str, Any]:
    """Group episodes anew, keeping what belongs together, and name what has no name or has outgrown it."""
    scope, store = faculties.scope, faculties.store
    episodes = {one.id: one for one in store.episodes.within(scope) if not one.failed}
    pieces = _vectors(faculties, episodes)
    ids = sorted(pieces)
    words = [_telling(episodes[name].summary) for name in ids]
    alike = likeness([pieces[name] for name in ids], words, settings.topics)
    before = store.topics.all(scope)
    heirs = {one.id: one.merged_into for one in store.episodes.within(scope, archived=True) if one.merged_into}
    grouped = regroup(before, ids, alike, settings.topics, heirs)
    topics, postponed = _named(faculties, settings, grouped, episodes)
    kept = store.topics.replace(scope, topics)
    fresh = len({one.id for one in kept} - {one.id for one in before})
    result: dict[str, Any] = {"topics": len(kept), "new": fresh, "episodes": sum(len(one.members) for one in kept)}
    return result | ({"postponed": True, "reason": postponed.en} if postponed else {})


def list_topics(faculties: Faculties) -> list[TopicTold]:
    """The largest first."""
    episodes = {one.id: one for one in faculties.store.episodes.within(faculties.scope, archived=None)}
    told = [
        TopicTold(topic, tuple(episodes[name] for name in topic.members if name in episodes))
        for topic in faculties.store.topics.all(faculties.scope)
    ]
    ordered = [replace(one, episodes=tuple(sorted(one.episodes, key=lambda e: (e.days.first, e.id)))) for one in told]
    return sorted(ordered, key=lambda one: (-len(one.episodes), one.topic.id))


def one_topic(faculties: Faculties, name: str) -> TopicTold:
    """By its label or id, or by a part of the label that no other topic has."""
    every, wanted = list_topics(faculties), fold(name).strip()
    exact = [one for one in every if wanted in (fold(one.topic.label), one.topic.id)]
    found = exact or [one for one in every if wanted and wanted in fold(one.topic.label)]
    if len(found) != 1:
        known = ", ".join(one.topic.label or one.topic.id for one in (found or every)[:10])
        more = (f"There are: {known}.", f"あるのは {known} です。") if known else ("", "")
        raise NotFound(
            f"no single topic is called {name!r}. {more[0]} See `omoide topics`.",
            f"「{name}」に当たる話題が一つに決まりません。{more[1]}`omoide topics` で確かめてください。",
        )
    return found[0]


def _telling(text: str) -> frozenset[str]:
    """Words that name a matter: no endings, no fragments."""
    return frozenset(term for term in terms(text) if weight(term) >= 1)


def _vectors(faculties: Faculties, episodes: dict[str, Episode]) -> dict[str, np.ndarray]:
    """The pieces of each account; one that is not embedded yet waits for another night."""
    passages = faculties.store.passages
    rows = {name: of for name, of in passages.rows_of(faculties.scope, "episodic_memory").items() if name in episodes}
    found, vectors = passages.vectors.get([row for of in rows.values() for row in of], faculties.embedder.name)
    by_row = dict(zip(found.tolist(), vectors, strict=True))
    whole = {name: of for name, of in rows.items() if all(row in by_row for row in of)}
    return {name: np.stack([by_row[row] for row in of]) for name, of in whole.items()}


def _named(
    faculties: Faculties, settings: Settings, topics: Sequence[Topic], episodes: dict[str, Episode]
) -> tuple[list[Topic], Postponed | None]:
    """A label that no mind can give now is asked for again the next night; the topic is there without one."""
    waiting = [at for at, topic in enumerate(topics) if topic.needs_name(settings.topics)]
    questions = [_question(faculties, topics[at], episodes) for at in waiting]
    named, postponed = list(topics), None
    for at, question, answer in zip(waiting, questions, faculties.thinker.ask_all(questions), strict=True):
        if isinstance(answer, Postponed):
            postponed = answer
            continue
        label = " ".join(answer.label.split())[:LONGEST].strip()
        if label:
            taken = {fold(topic.label) for other, topic in enumerate(named) if other != at}
            named[at] = replace(
                topics[at],
                label=_unlike(label, taken),
                made_by=faculties.thinker.who(question),
                named_with=len(topics[at].members),
            )
    return named, postponed


def _question(faculties: Faculties, topic: Topic, episodes: dict[str, Episode]) -> LabelTopic:
    members = strongest_first([episodes[name] for name in topic.members], _SHOWN)
    texts = tuple(one.summary for one in members[:_SHOWN])
    others = tuple(one.summary for name, one in sorted(episodes.items()) if name not in topic.members)[-_OTHERS:]
    names = (faculties.scope.persona, faculties.scope.person)
    return LabelTopic(texts, others, names, language_of("\n".join(texts)))


def _unlike(label: str, taken: set[str]) -> str:
    """Two topics never have one name: it is what they are recalled by."""
    number, unique = 2, label
    while fold(unique) in taken:
        number, unique = number + 1, f"{label} {number}"
    return unique
