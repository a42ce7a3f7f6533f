"""Contradictions between pages of knowledge are found and resolved (K3).

Pages that are about the same are held against each other, each pair once while its words stay the same. A judge sorts
out what clearly agrees; the mind decides about the rest: one page supersedes the other, the two become one, or both
stay with the condition under which each holds. Nothing is lost: what goes is archived, and every step can be undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from omoide.domain.learned import KnowledgeFacts, Learned
from omoide.errors import Declined, OmoideError, Postponed, put_off
from omoide.knowing.carrying_out import Decision, carry_out, finish_planned, plan
from omoide.knowing.judged_pairs import judgement, remember, seal
from omoide.knowing.keeping import refresh_learned
from omoide.knowing.likeness import pages_alike
from omoide.knowing.page_texts import made_text, open_to_change
from omoide.knowing.reading import learned
from omoide.knowing.resolving import Pair, moves_for
from omoide.knowing.sources import told_days
from omoide.knowing.validating import answers
from omoide.language.detect import language_of
from omoide.ports import Faculties, Progress
from omoide.prompts.find_contradiction import FindContradiction, Resolution, Told, usable
from omoide.settings import Settings

AT_ONCE = 16  # pairs that are asked about together: what a killed night asks again at most
Sight = Literal["agree", "contradict", "unclear"]
COUNTED = {"supersede": "superseded", "merge": "merged", "coexist": "coexisting", "none": "agreeing"}


@dataclass(frozen=True, slots=True)
class Seen:
    pair: Pair
    sight: Sight


def reconcile(
    f: Faculties, s: Settings, names: Sequence[str] | None = None, now: datetime | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Hold the pages of these names (None: all) against what is related to them. Says what it did."""
    now = now or f.clock.now()
    done: dict[str, Any] = dict.fromkeys(("agreeing", "superseded", "merged", "coexisting"), 0)
    done |= {key: count for key, count in finish_planned(f, s, now).items() if count}
    refresh_learned(f, s, now)
    pairs = related_pairs(f, s, names)
    for start in range(0, len(pairs), AT_ONCE):
        some = pairs[start : start + AT_ONCE]
        delayed = _settle(f, s, _look(f, s, some), now, done)
        if delayed:
            return done | put_off(delayed[0], len(pairs) - start - len(some) + len(delayed))
        if progress:
            progress(start + len(some), len(pairs))
    return done


def related_pairs(f: Faculties, s: Settings, names: Sequence[str] | None = None) -> list[Pair]:
    """Each two pages that are near enough and not judged as they stand, once. What is new has been taken in before."""
    pages = {item.name: item for item in learned(f, "knowledge") if open_to_change(item)}
    near = pages_alike(f, "knowledge", s.learning.related, "related", s.learning.nearest)
    found: dict[frozenset[str], Pair] = {}
    for name in pages if names is None else [name for name in pages if name in set(names)]:
        for other in [other for other, _ in near.get(name, ()) if other in pages]:
            key = frozenset((name, other))
            if key not in found and not _judged(f, s, pages[name], pages[other]):
                found[key] = Pair(*sorted((pages[name], pages[other]), key=lambda page: page.name))
    return list(found.values())


def _judged(f: Faculties, s: Settings, one: Learned, other: Learned) -> bool:
    known = judgement(f, one.node, other.node, seal(one.text, other.text))
    return known is not None and (known.verdict != "unusable" or known.attempts >= s.learning.attempts)


def _look(f: Faculties, s: Settings, pairs: Sequence[Pair]) -> list[Seen]:
    """By the judge, both ways round; without one, or where it fails, nothing is clear."""
    both = [(a.text, b.text) for pair in pairs for a, b in ((pair.first, pair.second), (pair.second, pair.first))]
    try:
        verdicts = f.judge.judge(both) if f.judge else []
    except OmoideError:
        verdicts = []
    if not verdicts:
        return [Seen(pair, "unclear") for pair in pairs]
    seen = []
    for number, pair in enumerate(pairs):
        there, back = verdicts[2 * number : 2 * number + 2]
        agree = max(there.entailment, back.entailment) >= s.learning.agreement
        contradict = max(there.contradiction, back.contradiction) >= s.learning.contradiction
        # One way round this, the other way that: not clear at all.
        sight: Sight = "unclear" if agree == contradict else "agree" if agree else "contradict"
        seen.append(Seen(pair, sight))
    return seen


def _settle(f: Faculties, s: Settings, seen: Sequence[Seen], now: datetime, done: dict[str, Any]) -> list[Postponed]:
    """Returns why some of them have to wait."""
    for one in seen:
        if one.sight == "agree":
            _remember(f, one.pair, "none")
            done["agreeing"] += 1
    asked = [one for one in seen if one.sight != "agree"]
    questions = [_question(f, one) for one in asked]
    delayed: list[Postponed] = []
    for one, question, answer in zip(asked, questions, answers(f, questions), strict=True):
        if isinstance(answer, Postponed) and not isinstance(answer, Declined):
            delayed.append(answer)
            continue
        resolution = usable(answer) if isinstance(answer, Resolution) else None
        judge = f"{f.judge.name}, " if f.judge and one.sight == "contradict" else ""
        outcome = _resolve(f, s, one.pair, resolution, judge + f.thinker.who(question), now)
        done[outcome] = done.get(outcome, 0) + 1
    return delayed


def _question(f: Faculties, seen: Seen) -> FindContradiction:
    first, second = seen.pair.first, seen.pair.second
    return FindContradiction(
        Told(first.name, first.text, told_days(f, first.facts)),
        Told(second.name, second.text, told_days(f, second.facts)),
        seen.sight == "contradict",
        language_of(f"{first.text}\n{second.text}"),
    )


def _resolve(f: Faculties, s: Settings, pair: Pair, resolution: Resolution | None, by: str, now: datetime) -> str:
    """Returns what to count it as."""
    if resolution is None:
        remember(f, pair.first.node, pair.second.node, seal(pair.first.text, pair.second.text), "unusable")
        return "unusable"
    if resolution.strategy == "none":
        _remember(f, pair, "none")
        return "agreeing"
    moves = moves_for(f, s, pair, resolution, now)
    if moves is None:  # one of the two is not what was asked about any more
        return "changed_meanwhile"
    sources = [source for item in (pair.first, pair.second) for source in _sources(item)]
    decision = Decision(resolution.strategy, made_text(resolution.reason), by, now, tuple(dict.fromkeys(sources)))
    with f.store.transaction():
        step = plan(f, decision, moves.moves)
        remember(f, pair.first.node, pair.second.node, seal(moves.first_text, moves.second_text), resolution.strategy)
    return COUNTED[resolution.strategy] if carry_out(f, s, step, now) else "conflicts"


def _remember(f: Faculties, pair: Pair, verdict: str) -> None:
    remember(f, pair.first.node, pair.second.node, seal(pair.first.text, pair.second.text), verdict)


def _sources(item: Learned) -> tuple[str, ...]:
    return item.facts.source_episodes if isinstance(item.facts, KnowledgeFacts) else ()
