"""One set, all methods: every question is asked of each, and the lists are counted alike."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.finding import ours
from bench.finding.baselines import baselines
from bench.finding.measures import all_found, any_found, distinct, ndcg, recall
from bench.finding.talk import Question, Talk

OURS = "ours"
ALL = "all"
DEEP = 50  # memories that are looked at until enough different sessions are found
NO_FLOOR = {"relevance_floor": 0.0}
FLOORS = tuple(round(0.3 + 0.02 * step, 2) for step in range(16))
CLEARLY_CUED = 100  # memories of each talk that are asked for by their own keywords, after nights
# Each takes one part of finding away; what a row loses is what that part brings.
ABLATIONS: dict[str, dict[str, Any]] = {
    "without the neighbouring turns": {"before": 0.0, "after": 0.0},
    "without meaning": {"meaning_weight": 0.0},
    "without words": {"words_weight": 0.0},
    "names of the two count fully": {"own_names": 1.0},
    "without near words": {"near_words": 0.0},
    "strange names like other words": {"strange_names": 1.0},
    "no step further": {"hop": 0.0},
    "without times": {"time_weight": 0.0},
    "near-duplicates not folded": {"fold": 1.0},
}


Values = dict[tuple[str, str, str], list[float]]


@dataclass
class Tally:
    """Values by (method, kind of question, measure), one per question."""

    values: Values = field(default_factory=lambda: defaultdict(list))

    def add(self, method: str, question: Question, found: Sequence[str], milliseconds: float | None) -> None:
        gold, found = question.gold, distinct(found, 10)
        row = {
            "recall@1": recall(found, gold, 1), "recall@5": recall(found, gold, 5),
            "recall@10": recall(found, gold, 10), "NDCG@10": ndcg(found, gold, 10),
            "all@5": all_found(found, gold, 5), "any@5": any_found(found, gold, 5),
        }  # fmt: skip
        if milliseconds is not None:
            row["ms"] = milliseconds
        for measure, value in row.items():
            for kind in (question.kind, ALL):
                self.values[method, kind, measure].append(value)


def run_apart(
    talks: Sequence[Talk], embedding: str, floor: float, ablate: bool, most: int | None, jobs: int
) -> Tally:  # fmt: skip
    """The same as `run`, each talk in one of so many processes: a set of many homes takes minutes, not an hour."""
    if jobs == 1:
        return run(talks, embedding, floor, ablate, most)
    tally = Tally()
    with ProcessPoolExecutor(jobs) as processes:
        for values in processes.map(partial(_values, embedding, floor, ablate, most), talks):
            for key, some in values.items():
                tally.values[key] += some
    return tally


def _values(embedding: str, floor: float, ablate: bool, most: int | None, talk: Talk) -> Values:
    return dict(run([talk], embedding, floor, ablate, most).values)


def run(talks: Sequence[Talk], embedding: str, floor: float, ablate: bool, most: int | None = None) -> Tally:
    """`most` takes only so many questions of each talk, evenly spread: for a quick look."""
    tally = Tally()
    for talk in talks:
        questions = _some(talk.questions, most)
        settings = {"embedding": {"model": embedding}, "recall": dict(NO_FLOOR)}
        with ours.told(talk, settings) as (mind, units):
            _ask_ours(tally, mind, units, talk, questions, floor, most)
            for name, ranking in baselines(talk, mind.faculties.embedder).items() if questions else ():
                for question in questions:
                    began = time.perf_counter()
                    found = ranking(question.text)
                    tally.add(name, question, found, (time.perf_counter() - began) * 1_000)
            for name, without in ABLATIONS.items() if ablate else ():
                with ours.other_settings(mind, talk, settings | {"recall": NO_FLOOR | without}) as other:
                    for question in questions:
                        tally.add(f"  {name}", question, _ask(other, units, talk, question.text).found, None)
    return tally


def _some(items: Sequence[Any], most: int | None) -> Sequence[Any]:
    return items if most is None or len(items) <= most else items[:: -(-len(items) // most)]


def _ask(mind: Any, units: Mapping[str, list[str]], talk: Talk, cue: str, ranking: Any = "relevance") -> ours.Answer:
    return ours.ask(mind, units, cue, ranking, DEEP if talk.unit == "session" else ours.PLACES)


def _ask_ours(
    tally: Tally, mind: Any, units: Mapping[str, list[str]], talk: Talk, questions: Sequence[Question], floor: float,
    most: int | None,
) -> None:  # fmt: skip
    """Found, found above the floor, remembered; and what comes for questions about what was never said."""
    for question in questions:
        answer = _ask(mind, units, talk, question.text)
        tally.add(OURS, question, answer.found, answer.milliseconds)
        above = [one for one, value in zip(answer.found, answer.relevance, strict=True) if value >= floor]
        tally.add(f"{OURS}, above the floor", question, above, None)
        tally.add(f"{OURS}, remembering", question, _ask(mind, units, talk, question.text, "priority").found, None)
        _ask_sessions(tally, mind, units, talk, question)
        for value in FLOORS:
            kept = [one for one, sure in zip(answer.found, answer.relevance, strict=True) if sure >= value]
            tally.values["floor", f"{value:.2f}", "kept"].append(recall(distinct(kept, 10), question.gold, 10))
        if question.refuse:
            tally.values["refused", question.kind, "share"].append(float(not above))
    for kind, cues in (("never said", talk.never), ("never said, their names", talk.never_renamed)):
        for cue in _some(cues, most):
            best = max(_ask(mind, units, talk, cue).relevance, default=0.0)
            tally.values["best relevance", kind, "all"].append(best)
            tally.values["false recall", kind, "share"].append(float(best >= floor))


def _ask_sessions(
    tally: Tally, mind: Any, units: Mapping[str, list[str]], talk: Talk, question: Question
) -> None:  # fmt: skip
    """Whether the sessions that hold the evidence are among the first five; asked where evidence is named by turn."""
    sessions = talk.sessions
    if talk.unit == "session" or len(set(sessions.values())) == len(sessions):
        return
    gold = frozenset(sessions[one] for one in question.gold)
    found = distinct([sessions[one] for one in ours.ask(mind, units, question.text, limit=DEEP).found], 5)
    for measure, value in (("all@5", all_found(found, gold, 5)), ("any@5", any_found(found, gold, 5))):
        tally.values["sessions", ALL, measure].append(value)


def run_nights(talks: Sequence[Talk], embedding: str, nights: int, most: int | None = None) -> Tally:
    """Remembering like a person: the same questions after so many nights, by relevance and by priority."""
    tally = Tally()
    for talk in talks:
        settings = {"embedding": {"model": embedding}}
        with ours.told(talk, settings | {"recall": NO_FLOOR}) as (mind, units):
            ours.live_nights(mind, talk, nights)
            levels = {source: memory.level for memory in mind.list() for source in memory.sources}
            level = {one: levels.get(source, 4) for source, ids in units.items() for one in ids}
            for question in _some(talk.questions, most):
                deepest = max(level[one] for one in question.gold)
                found = {how: _ask(mind, units, talk, question.text, how).found for how in ("relevance", "priority")}
                for how, ids in found.items():
                    tally.add(f"{nights} nights, {how}", question, ids, None)
                    by_level = f"{nights} nights, {how}", f"evidence at level {deepest}", "recall@10"
                    tally.values[by_level].append(recall(distinct(ids, 10), question.gold, 10))
                if question.answer:
                    cued = _ask(mind, units, talk, f"{question.text} {question.answer}").found
                    by_answer = "question and answer as the cue", f"evidence at level {deepest}", "recall@10"
                    tally.values[by_answer].append(recall(distinct(cued, 10), question.gold, 10))
            _ask_clearly(tally, mind)
    return tally


def _ask_clearly(tally: Tally, mind: Any) -> None:
    """Memories asked for by what was noted of them when they were made: is a clearly named one still found?"""
    noted = [memory for memory in mind.list() if len(memory.keywords) >= 3]
    for memory in _some(sorted(noted, key=lambda one: one.id), CLEARLY_CUED):
        shown = mind.recall(" ".join(memory.keywords[:5]), limit=ours.PLACES, mark=False, ranking="relevance").memories
        ids = {one for r in shown for one in (r.memory.id, *r.folded)}
        by_level = "its own keywords as the cue", f"level {memory.level}", "recall@10"
        tally.values[by_level].append(float(memory.id in ids))
