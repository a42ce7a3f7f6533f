"""Pages that say nearly the same become one (D4): duplicates every week, and look-alikes that are hardly used (K6).

A mind decides whether they are about the same matter, and is asked once for each group as its pages stand. The step
that writes the new page and archives the old ones is kept before it is carried out, and can be undone as a whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from omoide.domain.calibration import Scale
from omoide.domain.disuse import protected
from omoide.domain.learned import KnowledgeFacts, Learned, ProcedureFacts
from omoide.domain.page import same_name
from omoide.errors import Declined, Postponed, put_off
from omoide.knowing import (
    Decision,
    Move,
    body_of,
    carry_out,
    learned,
    new_page,
    open_to_change,
    pages_alike,
    plan,
    standing,
    usage,
)
from omoide.language.detect import language_of
from omoide.language.fences import without_fences
from omoide.perceive import fit
from omoide.ports import Faculties, Progress
from omoide.prompts.merge_knowledge import MergedPage, MergePages
from omoide.settings import Settings
from omoide.sleep.answers import LONGEST_DESCRIPTION, free_name, usable_name

Kind = Literal["knowledge", "procedure"]
Group = tuple[Learned, ...]
LEAST_KEPT = 0.3  # of the longest page: a page in which less is left has lost too much


def duplicates(faculties: Faculties, settings: Settings) -> list[Group]:
    """Knowledge that says the same in other words."""
    pages = [page for page in learned(faculties, "knowledge") if _may_merge(page)]
    return _groups(faculties, settings, pages, settings.learning.duplicate, "same")


def look_alikes(faculties: Faculties, settings: Settings) -> list[Group]:
    """Hardly used pages of one kind that are related. What is protected is not touched."""
    used = usage(faculties)
    found: list[Group] = []
    for kind in ("knowledge", "procedure"):
        low = [
            page
            for page in learned(faculties, kind)
            if _may_merge(page)
            and not protected(page, settings.learning)
            and (use := used.get((kind, page.name))) is not None
            and use.low_since is not None
        ]
        found += _groups(faculties, settings, low, settings.learning.related, "related")
    return found


def merge(
    faculties: Faculties, settings: Settings, groups: Sequence[Group], now: datetime, progress: Progress | None = None
) -> dict[str, Any]:
    """Ask about each group that was not looked at as it stands; write what became one page."""
    done: dict[str, Any] = {"merged_pages": 0}
    rules = settings.consolidation
    waiting = not_looked_at(faculties, groups)
    for number, group in enumerate(waiting[: rules.merge_at_once], 1):
        question = question_for(group)
        try:
            answer: MergedPage = faculties.thinker.ask(question)
        except Declined:
            answer = MergedPage(False)
        except Postponed as postponed:
            return done | put_off(postponed, len(waiting) - number + 1)
        came = _settle(faculties, settings, group, answer, faculties.thinker.who(question), now)
        done[came] = done.get(came, 0) + (len(group) if came == "merged_pages" else 1)
        if progress:
            progress(number, min(len(waiting), rules.merge_at_once))
    return done | ({"left": len(waiting) - rules.merge_at_once} if len(waiting) > rules.merge_at_once else {})


def not_looked_at(faculties: Faculties, groups: Sequence[Group]) -> list[Group]:
    by_seal = {seal(group): group for group in groups}
    return [by_seal[key] for key in faculties.store.consolidations.open(faculties.scope, "merge", list(by_seal))]


def seal(group: Group) -> str:
    """The same group with the same texts is looked at once."""
    parts = [part for page in group for part in (page.kind, page.name, page.text)]
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:24]


def question_for(group: Group) -> MergePages:
    kind: Kind = "procedure" if group[0].kind == "procedure" else "knowledge"
    pages = tuple(
        (page.name, f"{page.description}\n\n{page.text}" if page.description else page.text) for page in group
    )
    return MergePages(kind, pages, language_of("\n".join(page.text for page in group)))


def _groups(
    faculties: Faculties, settings: Settings, pages: Sequence[Learned], least: float, scale: Scale
) -> list[Group]:
    """Each page is in one group at most; the pages of a group are all alike to its first, the oldest."""
    if len(pages) < 2:
        return []
    found: list[Group] = []
    near = pages_alike(faculties, pages[0].kind, least, scale, len(pages))
    left = {page.name: page for page in sorted(pages, key=_age)}
    for page in list(left.values()):
        names = {name for name, _ in near.get(page.name, ())}
        group = [page, *(other for name, other in left.items() if name in names)][: settings.consolidation.merge_most]
        if page.name in left and len(group) > 1:
            found.append(tuple(group))
            for member in group:
                del left[member.name]
    return found


def _settle(
    faculties: Faculties, settings: Settings, group: Group, answer: MergedPage, made_by: str, now: datetime
) -> str:
    """What to count it as. A decision is kept together with the note that this group was looked at."""
    page = _page(faculties, settings, group, answer, now) if answer.same else None
    moves = _moves(faculties, group, page) if page else None
    with faculties.store.transaction():
        faculties.store.consolidations.finish(faculties.scope, "merge", [seal(group)], now)
        if page is None or moves is None:
            return "unusable" if answer.same and page is None else "conflicts" if page else "kept_apart"
        decision = Decision("merge", "these pages said nearly the same", made_by, now, _sources(group))
        step = plan(faculties, decision, moves)
    return "merged_pages" if carry_out(faculties, settings, step, now) else "conflicts"


def _page(faculties: Faculties, settings: Settings, group: Group, answer: MergedPage, now: datetime) -> Learned | None:
    """None when too much would be lost with it."""
    kind, longest = group[0].kind, max(len(page.text) for page in group)
    most = settings.consolidation.procedure_characters if kind == "procedure" else _together(group)
    text = fit(without_fences(answer.text), most)
    if len(text) < longest * LEAST_KEPT:
        return None
    own = {page.name for page in group}
    others = [name for name in faculties.pages.names(faculties.scope, kind) if name not in own]
    name = free_name(usable_name(kind, answer.title) or group[0].name, others)
    return _merged(group, name, text, answer.description, now)


def _moves(faculties: Faculties, group: Group, page: Learned) -> list[Move] | None:
    """The new page first; one of the old ones may give it its name, and is then rewritten in its place. None when one
    of them is gone or says something else since it was looked at: a mind may think for long, and the hand wins."""
    heir = next((old for old in group if same_name(old.name, page.name)), None)
    whole = new_page(page)
    moves = [] if heir else [Move(page.kind, page.name, None, whole)]
    for old in group:
        before = standing(faculties, old.kind, old.name)
        if before is None or body_of(before) != old.text.strip():
            return None
        after = whole if old is heir else None
        moves.append(Move(old.kind, old.name, before, after, related=page.name if after is None else ""))
    return moves


def _merged(group: Group, name: str, text: str, description: str, now: datetime) -> Learned:
    """Facts of the whole: as sure as the least sure, as old as the oldest, as tried as all together."""
    name = next((page.name for page in group if same_name(page.name, name)), name)
    facts = [page.facts for page in group]
    created = min((f.created_at for f in facts if f.created_at), default=now)
    others = tuple(page.name for page in group if page.name != name)
    if all(isinstance(f, ProcedureFacts) for f in facts):
        own = [f for f in facts if isinstance(f, ProcedureFacts)]
        won, lost = sum(f.success_count for f in own), sum(f.failure_count for f in own)
        return Learned("procedure", name, text, ProcedureFacts(
            description=fit(" ".join(without_fences(description).split()), LONGEST_DESCRIPTION) or own[-1].description,
            confidence=round(won / (won + lost), 4) if won + lost else min(f.confidence for f in own),
            success_count=won, failure_count=lost, version=max(f.version for f in own), created_at=created,
            updated_at=now, auto_distilled=True, source_episodes=_sources(group),
        ))  # fmt: skip
    own_facts = [f for f in facts if isinstance(f, KnowledgeFacts)]
    return Learned("knowledge", name, text, KnowledgeFacts(
        created_at=created, updated_at=now, source_episodes=_sources(group),
        confidence=min(f.confidence for f in own_facts), auto_consolidated=True,
        version=max(f.version for f in own_facts) + 1, supersedes=others,
    ))  # fmt: skip


def _sources(group: Group) -> tuple[str, ...]:
    found = (getattr(page.facts, "source_episodes", ()) for page in group)
    return tuple(dict.fromkeys(source for sources in found for source in sources))


def _together(group: Group) -> int:
    return sum(len(page.text) for page in group) + 200


def _may_merge(page: Learned) -> bool:
    """What is important or protected keeps its own page."""
    return open_to_change(page) and not page.important and not getattr(page.facts, "protected", False)


def _age(page: Learned) -> tuple[float, str]:
    created = page.facts.created_at
    return (created.timestamp() if created else 0.0, page.name)
