"""Procedures from what was told about how things are done (D3, K4).

A page is a file and cannot share a transaction with the store. So what a mind answered is kept as a plan first, then
each page is written unless it stands there, then the account is marked: killed anywhere in between, the next night goes
on with the same words and asks nobody again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from omoide.domain.learned import Learned, ProcedureFacts
from omoide.errors import InvalidInput, PageConflict, put_off
from omoide.knowing import alike, indexed_text, write_learned
from omoide.language.cutting import cut
from omoide.language.detect import language_of
from omoide.ports import Faculties, Progress
from omoide.ports.consolidating import Stage
from omoide.prompts.distil_procedure import DistilProcedures
from omoide.settings import Settings
from omoide.sleep.answers import Draft, free_name, procedure_drafts
from omoide.sleep.asking import Answered, add_up, ask_about
from omoide.sleep.matter import Material, Matter, Sorted

AT_ONCE = 4  # accounts that are asked for together: what a killed night loses at most
KNOWN = 100  # titles that a question lists


def distil(faculties: Faculties, settings: Settings, now: datetime, progress: Progress | None = None) -> dict[str, Any]:
    """Sort what is new, ask about what tells how something is done, write what no page says yet."""
    kept = faculties.store.consolidations
    done: dict[str, Any] = {"distilled": 0, "similar": 0}
    add_up(done, carry_out(faculties, settings, "distil", now))
    found = to_distil(faculties, settings, now)
    kept.finish(faculties.scope, "distil", found.other, now)
    tonight = found.telling
    for start in range(0, len(tonight), AT_ONCE):
        some = tonight[start : start + AT_ONCE]
        asked = ask_about(faculties, [(matter, questions(faculties, settings, told)) for matter, told in some])
        for answered in asked:
            if answered.delayed is None:
                _plan(faculties, settings, answered, now, done)
        add_up(done, carry_out(faculties, settings, "distil", now))
        delayed = [answered.delayed for answered in asked if answered.delayed]
        if delayed:
            return done | put_off(delayed[0], len(tonight) - start - len(asked) + len(delayed) + found.rest)
        if progress:
            progress(start + len(some), len(tonight))
    return done | ({"left": found.rest} if found.rest else {})


def to_distil(faculties: Faculties, settings: Settings, now: datetime) -> Sorted:
    """New accounts with what they tell of how things are done."""
    return Material(faculties, settings, now).sorted_for("distil", lambda piece: piece.procedural)


def questions(faculties: Faculties, settings: Settings, told: str) -> list[DistilProcedures]:
    rules, scope = settings.consolidation, faculties.scope
    known = tuple(faculties.pages.names(faculties.scope, "procedure"))[:KNOWN]
    return [
        DistilProcedures(scope.persona, scope.person, (part,), known, rules.most_procedures, language_of(part))
        for part in cut(told, rules.part_characters, 0)
    ]


def _plan(
    faculties: Faculties, settings: Settings, answered: Answered[Matter], now: datetime, done: dict[str, Any]
) -> None:
    rules, source = settings.consolidation, answered.about.source
    found = [item for answer in answered.answers for item in answer.procedures]
    drafts, left = procedure_drafts(found, rules.most_procedures, rules.procedure_characters)
    add_up(done, left | {"refused": answered.refused})
    keep_plan(faculties, "distil", source, drafts, (source,), answered.made_by, now)


def keep_plan(
    faculties: Faculties, stage: Stage, source: str, drafts: Sequence[Draft], sources: Sequence[str], made_by: str,
    now: datetime,
) -> None:  # fmt: skip
    plan = {"drafts": [asdict(draft) for draft in drafts], "sources": list(sources), "by": made_by}
    faculties.store.consolidations.plan(faculties.scope, stage, source, json.dumps(plan, ensure_ascii=False), now)


def carry_out(faculties: Faculties, settings: Settings, stage: Stage, now: datetime) -> dict[str, int]:
    """Write the procedures that were decided on, each unless it or one like it stands there."""
    done = {"distilled": 0, "similar": 0, "conflicts": 0}
    for source, text in faculties.store.consolidations.planned(faculties.scope, stage):
        plan = json.loads(text)
        try:
            for draft in (Draft(**one) for one in plan["drafts"]):
                done["distilled" if _write(faculties, settings, draft, plan, now) else "similar"] += 1
        except PageConflict:  # edited by hand at this very moment: next night again
            done["conflicts"] += 1
            continue
        faculties.store.consolidations.finish(faculties.scope, stage, [source], now)
    return done


def _write(faculties: Faculties, settings: Settings, draft: Draft, plan: dict[str, Any], now: datetime) -> bool:
    """False when an existing one is so much alike that a second would only crowd it."""
    rules = settings.learning
    facts = ProcedureFacts(
        description=draft.description,
        confidence=rules.distilled_confidence,
        created_at=now,
        updated_at=now,
        auto_distilled=True,
        source_episodes=tuple(plan["sources"]),
    )
    item = Learned("procedure", draft.name, draft.text, facts)
    if alike(faculties, settings, indexed_text(item), ["procedure"], 1, rules.duplicate, "same", now=now):
        return False
    item = replace(item, name=free_name(draft.name, faculties.pages.names(faculties.scope, "procedure")))
    try:
        write_learned(
            faculties, settings, item, now, action="distilled", by=plan["by"],
            sources=tuple(plan["sources"]),
        )  # fmt: skip
    except InvalidInput:  # too long for a page, or a name that a file system refuses after all
        return False
    return True
