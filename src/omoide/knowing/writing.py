"""Writing learned pages. What a person wrote is never lost: a page that cannot be read is refused, one that was changed
meanwhile is a conflict, and what stood there before is kept as a version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from omoide.domain.dates import placed
from omoide.domain.learned import KnowledgeFacts, Learned, LearnedKind
from omoide.domain.learned_facts import changed_facts, told_facts
from omoide.domain.page import Page, PageName, page_name
from omoide.domain.page_change import revision_of
from omoide.errors import InvalidInput, Refused
from omoide.knowing.keeping import catch_up, intent, stamp_of, take_in
from omoide.knowing.reading import learned_from, one_learned, read_learned
from omoide.language.clean import clean
from omoide.language.front_matter import join, part, rejoin
from omoide.perceive import redact
from omoide.ports import Faculties
from omoide.settings import Settings


def write_learned(
    f: Faculties, s: Settings, item: Learned, now: datetime, *, action: str, reason: str = "",
    sources: Sequence[str] = (), by: str = "", related: str = "",
) -> Learned:  # fmt: skip
    """Put a page in place of what stands there, and let it be found at once. Its dates are set where it has none, and
    the last one when its text changes. An item that was read before is refused with a PageConflict when its file says
    something else by now. With an empty action the caller keeps its own record."""
    now = placed(now)
    there = read_learned(f, item.kind, item.name)
    name = page_name(item.kind, there.name if there else item.name)
    key = (item.kind, name.name)
    if there and there.problem:
        raise _unreadable(there)
    page = f.pages.read(f.scope, name)
    item = _stamped(_redacted(item), there, now)
    text = rendered(page.text, item, there) if there else join(told_facts(item.facts), item.text)
    if page.exists and text == page.text:
        return there or one_learned(f, *key)
    catch_up(f, s, key, now)
    plan = intent(action, reason, sources, by, related, do="write", revision=revision_of(text))
    f.store.learned.intend(f.scope, key, plan)
    f.pages.write(f.scope, name, text, item.revision or page.revision, now)
    if stamp := stamp_of(f, key):
        take_in(f, s, {key: stamp}, now)
    return one_learned(f, *key)


def write_whole_page(f: Faculties, s: Settings, name: PageName, text: str, revision: str, now: datetime) -> Page:
    """A page as the persona wrote it, front matter and all. One that could not be read again is refused."""
    kind, now, text = cast("LearnedKind", name.kind), placed(now), redact(clean(text))
    item = learned_from(Page(name, text, "", now), kind)
    if item.problem:
        raise InvalidInput(
            f"{name} was not written: {item.problem}. Mend it and write it again.",
            f"{name} は書き込みませんでした。{item.problem_ja}。直してからもう一度書いてください。",
        )
    there = read_learned(f, kind, name.name)
    key = (kind, there.name if there else name.name)
    catch_up(f, s, key, now)
    plan = intent("written", "", (), "persona", "", do="write", revision=revision_of(text))
    f.store.learned.intend(f.scope, key, plan)
    page = f.pages.write(f.scope, PageName(*key), text, revision, now)
    if stamp := stamp_of(f, key):
        take_in(f, s, {key: stamp}, now)
    return page


def rendered(before: str, item: Learned, there: Learned) -> str:
    """The page as its file will hold it. Of a head that is there only what changes is touched; dates that so far were
    those of the file are written down, since the file will have another one."""
    if there.bare:
        return join(told_facts(item.facts), item.text)
    parted = part(before)
    dates = {name: getattr(item.facts, name) for name in ("created_at", "updated_at") if name not in parted.fields}
    pinned = {name: moment.isoformat() for name, moment in dates.items() if moment}
    return rejoin(parted, pinned | changed_facts(there.facts, item.facts), item.text)


def _stamped(item: Learned, there: Learned | None, now: datetime) -> Learned:
    """With its dates: made now, unless it says otherwise; changed now, when its text does."""
    facts, now = item.facts, now.replace(microsecond=0)
    created = facts.created_at or (there.facts.created_at if there else None) or now
    updated = facts.updated_at or now
    if there and item.text.strip("\n") != there.text and facts.updated_at == there.facts.updated_at:
        updated = now
    return replace(item, facts=replace(facts, created_at=created, updated_at=updated))


def _redacted(item: Learned) -> Learned:
    facts = item.facts
    if not isinstance(facts, KnowledgeFacts):
        facts = replace(facts, description=redact(" ".join(facts.description.split())))
    return replace(item, text=redact(clean(item.text)).strip("\n"), facts=facts)


def _unreadable(item: Learned) -> Refused:
    return Refused(
        f"{item.kind} {item.name} is left as it is: {item.problem}. Mend the file by hand.",
        f"{item.kind} {item.name} はそのまま残します。{item.problem_ja}。ファイルを直してください。",
    )
