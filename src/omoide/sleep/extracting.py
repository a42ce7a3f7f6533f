"""Knowledge from what was lived (D3, K1, L4): asked for, held against its sources, and only then written.

What a mind took out of an account is kept as candidates in one transaction with the note that the account was looked
at. So nobody is asked twice, and a candidate that nobody can judge now waits for a later night.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from omoide.domain.candidate import Candidate, Validated
from omoide.domain.learned import KnowledgeFacts, Learned
from omoide.domain.page import folded
from omoide.domain.sameness import sameness
from omoide.errors import InvalidInput, PageConflict, put_off
from omoide.knowing import (
    accept_candidate,
    alike,
    read_learned,
    validate,
    waiting_candidates,
    write_learned,
)
from omoide.language.cutting import cut
from omoide.language.detect import language_of
from omoide.ports import Faculties, Progress
from omoide.prompts.extract_knowledge import ExtractKnowledge
from omoide.settings import Settings
from omoide.sleep.answers import Draft, free_name, knowledge_drafts
from omoide.sleep.asking import Answered, add_up, ask_about
from omoide.sleep.matter import Material, Sorted
from omoide.sleep.settled import PAGES, Settled, newly_settled, note_settled, still_open

AT_ONCE = 4
PAGE = "page:"  # among the sources of a candidate: the page that it rewrites


def extract(
    faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None
) -> dict[str, Any]:
    """Judge what earlier nights had to leave, ask about what is new, and judge that. A ceiling that is reached on the
    way thus never lets candidates pile up."""
    done: dict[str, Any] = {"learned": 0, "known": 0, "rejected": 0}
    _judge(faculties, settings, now, done)
    _ask(faculties, settings, now, done, progress)
    if not done.get("unjudged"):
        _judge(faculties, settings, now, done)
    return done


def to_extract(faculties: Faculties, settings: Settings, now: datetime) -> Sorted:
    """New accounts without what only tells how something is done."""
    return Material(faculties, settings, now).sorted_for("extract", lambda piece: piece.semantic)


def questions(
    faculties: Faculties, settings: Settings, told: str, resolved: Sequence[str], pages: Sequence[Learned] = ()
) -> list[ExtractKnowledge]:
    rules, scope = settings.consolidation, faculties.scope
    known = tuple((page.name, page.text) for page in pages)
    return [
        ExtractKnowledge(
            scope.persona, scope.person, (part,) if part else (), tuple(resolved), known, rules.most_items,
            language_of(part or "\n".join(resolved)),
        )
        for part in cut(told, rules.part_characters, 0) or [""]
    ]  # fmt: skip


def _ask(
    faculties: Faculties, settings: Settings, now: datetime, done: dict[str, Any], progress: Progress | None
) -> None:
    kept = faculties.store.consolidations
    settled = newly_settled(faculties, settings)
    newest = settled[-1].matters if settled else ()
    found = to_extract(faculties, settings, now)
    kept.finish(faculties.scope, "extract", found.other, now)
    tonight = found.telling
    for start in range(0, len(tonight), AT_ONCE):
        some = tonight[start : start + AT_ONCE]
        asked = ask_about(faculties, [(one, questions(faculties, settings, one[1], newest)) for one in some])
        for answered in asked:
            if answered.delayed is None:
                matter, told = answered.about
                _keep(faculties, settings, answered, told, matter.source, now, done)
        delayed = [answered.delayed for answered in asked if answered.delayed]
        if delayed:
            done |= put_off(delayed[0], len(tonight) - start - len(asked) + len(delayed) + found.rest)
            return
        if progress:
            progress(start + len(some), len(tonight))
    if found.rest:
        done["left"] = found.rest
    for part in settled:
        if not _rewrite_settled(faculties, settings, part, now, done):
            return


def _rewrite_settled(
    faculties: Faculties, settings: Settings, settled: Settled, now: datetime, done: dict[str, Any]
) -> bool:
    """Pages that still call a settled matter open are told anew (L4). What was settled up to here is done with then;
    False when it had to be put off."""
    pages = still_open(faculties, settings, settled.matters)
    some = [pages[start : start + PAGES] for start in range(0, len(pages), PAGES)]
    asked = ask_about(faculties, [(few, questions(faculties, settings, "", settled.matters, few)) for few in some])
    delayed = [answered.delayed for answered in asked if answered.delayed]
    with faculties.store.transaction():
        for answered in asked:
            for draft in _drafts(settings, answered, done) if answered.delayed is None else ():
                page = next((page for page in answered.about if folded(page.name) == folded(draft.rewrites)), None)
                if page is not None:
                    _keep_rewriting(faculties, page, draft, settled.matters, now)
        if not delayed:
            note_settled(faculties, settled)
    if delayed:
        done |= put_off(delayed[0])
    return not delayed


def _keep_rewriting(faculties: Faculties, page: Learned, draft: Draft, resolved: Sequence[str], now: datetime) -> None:
    premise = "\n".join([page.text, *resolved])
    sources = (f"{PAGE}{page.name}",)
    faculties.store.candidates.add(
        faculties.scope, Candidate("knowledge", page.name, draft.text, premise, sources), now
    )


def _keep(
    faculties: Faculties, settings: Settings, answered: Answered[Any], told: str, source: str, now: datetime,
    done: dict[str, Any],
) -> None:  # fmt: skip
    """As candidates, in one transaction with the note that this account was looked at."""
    drafts = _drafts(settings, answered, done)
    with faculties.store.transaction():
        waiting = [kept.candidate.name for kept in faculties.store.candidates.all(faculties.scope)]
        taken = [*faculties.pages.names(faculties.scope, "knowledge"), *waiting]
        for draft in drafts:
            name = free_name(draft.name, taken)
            taken.append(name)
            candidate = Candidate("knowledge", name, draft.text, told, (source,))
            faculties.store.candidates.add(faculties.scope, candidate, now)
        faculties.store.consolidations.finish(faculties.scope, "extract", [source], now)


def _drafts(settings: Settings, answered: Answered[Any], done: dict[str, Any]) -> list[Draft]:
    rules = settings.consolidation
    found = [item for answer in answered.answers for item in answer.items]
    drafts, left = knowledge_drafts(found, rules.most_items, rules.item_characters)
    add_up(done, left | {"refused": answered.refused})
    return drafts


def _judge(faculties: Faculties, settings: Settings, now: datetime, done: dict[str, Any]) -> None:
    """What is accepted is written and then settled, one by one; what nobody can judge now waits."""
    waiting = waiting_candidates(faculties)
    for start in range(0, len(waiting), settings.night.batch):
        for judged in validate(faculties, settings, waiting[start : start + settings.night.batch], now):
            if judged.outcome == "waiting":
                done["unjudged"] = done.get("unjudged", 0) + 1
                done |= {"postponed": done.get("postponed", 0) + 1, "reason": judged.reason} if judged.reason else {}
                continue
            came = _write(faculties, settings, judged, now) if judged.outcome == "accepted" else "rejected"
            if judged.outcome == "accepted" and came != "conflicts":
                accept_candidate(faculties, judged, now)
            add_up(done, {came: 1})


def _write(faculties: Faculties, settings: Settings, judged: Validated, now: datetime) -> str:
    """What to count it as. Written unless the same is known already, or it stands there since a killed night."""
    candidate = judged.candidate
    there = read_learned(faculties, "knowledge", candidate.name)
    rewritten = any(source.startswith(PAGE) for source in candidate.sources)
    try:
        if there is not None and there.text.strip() == candidate.text.strip():
            return "known"
        if rewritten:
            return _rewrite(faculties, settings, judged, there, now)
        if _says_nothing_new(faculties, settings, candidate, now):
            return "known"
        name = free_name(candidate.name, faculties.pages.names(faculties.scope, "knowledge"))
        facts = KnowledgeFacts(
            created_at=now, updated_at=now, source_episodes=candidate.sources, confidence=judged.confidence,
            auto_consolidated=True,
        )  # fmt: skip
        write_learned(
            faculties, settings, Learned("knowledge", name, candidate.text, facts), now, action="learned",
            reason=judged.reason, by=judged.by, sources=candidate.sources,
        )  # fmt: skip
    except PageConflict:
        return "conflicts"
    except InvalidInput:
        return "unusable"
    return "learned"


def _says_nothing_new(faculties: Faculties, settings: Settings, candidate: Candidate, now: datetime) -> bool:
    """True when a page says it in the same words. What is merely near may differ in the one number that matters; such
    pages are held against each other by other steps."""
    told, rules = f"{candidate.name}\n{candidate.text}", settings.learning
    near = alike(faculties, settings, told, ["knowledge"], rules.nearest, rules.related, now=now)
    said = [sameness(line) for line in candidate.text.splitlines()]
    return any(all(line in sameness(one.item.text) for line in said) for one in near)


def _rewrite(faculties: Faculties, settings: Settings, judged: Validated, there: Learned | None, now: datetime) -> str:
    """A page that was archived meanwhile, or that the machine may not write, is left as it is; and so is one that says
    something else than when it was told anew, which may be nights ago."""
    if there is None or there.problem or not isinstance(there.facts, KnowledgeFacts):
        return "unusable"
    if not judged.candidate.premise.startswith(there.text):
        return "changed_meanwhile"
    facts = replace(there.facts, updated_at=now, version=there.facts.version + 1)
    write_learned(
        faculties, settings, replace(there, text=judged.candidate.text, facts=facts), now, action="resolved",
        reason="a matter that it called open is settled", by=judged.by, sources=there.facts.source_episodes,
    )  # fmt: skip
    return "rewritten"
