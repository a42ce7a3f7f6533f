"""Forgetting what is no longer used (K6): every night a mark, every month the archive. Nothing is deleted.

Skills, persons and what is marked as important or protected are never touched. A page that is shown again loses its
mark; one that was archived can be restored. An account that is let go keeps its text and can be asked for by its day.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from omoide.domain.dates import wall_clock
from omoide.domain.disuse import Use, forgettable, low_activity
from omoide.domain.episode import Episode
from omoide.domain.learned import IMPORTANT, Learned
from omoide.domain.page import PageName
from omoide.errors import NotFound, Refused
from omoide.knowing import mark_low, read_learned, retire, usage
from omoide.ports import Faculties
from omoide.ports.learning import Key, Seen
from omoide.settings import Settings

NEVER = Use()


@dataclass(frozen=True, slots=True)
class Disused:
    """Pages and accounts, by what would become of them."""

    pages: tuple[Learned, ...]
    accounts: tuple[Episode, ...]


def to_mark(faculties: Faculties, settings: Settings, now: datetime) -> Disused:
    """What counts as hardly used from now on."""
    rules, used, changed = settings.learning, usage(faculties), faculties.store.learned.seen(faculties.scope)
    seen = faculties.store.episode_uses.uses(faculties.scope)
    idle = [
        key for key, use in used.items() if use.low_since is None and _may_be_idle(key, use, changed, now, settings)
    ]
    pages = [page for page in _pages(faculties, idle) if low_activity(page, used[page.kind, page.name], now, rules)]
    accounts = [
        account
        for account in _accounts(faculties)
        if (use := seen.get(account.id, NEVER)).low_since is None and _idle(account, use, settings, now)
    ]
    return Disused(tuple(pages), tuple(accounts))


def mark(faculties: Faculties, settings: Settings, now: datetime) -> dict[str, Any]:
    found = to_mark(faculties, settings, now)
    with faculties.store.transaction():
        if found.pages:
            mark_low(faculties, found.pages, now)
        if found.accounts:
            faculties.store.episode_uses.low(faculties.scope, [account.id for account in found.accounts], now)
    return {"marked": len(found.pages), "accounts_marked": len(found.accounts)}


def to_forget(faculties: Faculties, settings: Settings, now: datetime) -> Disused:
    """What has been hardly used for so long, and has not come up once since."""
    used, seen = usage(faculties), faculties.store.episode_uses.uses(faculties.scope)
    gone = faculties.store.episode_uses.forgotten(faculties.scope)
    low = [key for key, use in used.items() if use.low_since is not None]
    pages = [
        page for page in _pages(faculties, low) if forgettable(page, used[page.kind, page.name], now, settings.learning)
    ]
    accounts = [
        account
        for account in _accounts(faculties)
        if account.id not in gone and _long_low(seen.get(account.id, NEVER), settings, now)
    ]
    return Disused(tuple(pages), tuple(accounts))


def forget(faculties: Faculties, settings: Settings, now: datetime) -> dict[str, Any]:
    """Take them out of the index; pages go to the archive, accounts keep their text where it is."""
    found = to_forget(faculties, settings, now)
    done = {"forgotten": 0, "accounts_forgotten": len(found.accounts), "conflicts": 0}
    for page in found.pages:
        try:
            retire(faculties, settings, page, now, action="forget", reason="not used for long", sources=())
            done["forgotten"] += 1
        except (Refused, NotFound):  # edited or taken away at this very moment: the hand wins, the others go on
            done["conflicts"] += 1
    faculties.store.episode_uses.forget(faculties.scope, [account.id for account in found.accounts], now)
    return done | {"versions_removed": _prune(faculties, settings)}


def bring_back(faculties: Faculties, episode_id: str, now: datetime) -> bool:
    """An account that was let go is found again from the next night on; somebody asked for it, so it was used. False
    for one that was not let go."""
    uses = faculties.store.episode_uses
    with faculties.store.transaction():
        back = uses.bring_back(faculties.scope, episode_id)
        if back:
            uses.used(faculties.scope, [episode_id], now)
    return back


def _prune(faculties: Faculties, settings: Settings) -> int:
    """Only so many earlier versions of each procedure stay."""
    pages, scope = faculties.pages, faculties.scope
    names = [PageName("procedure", name) for name in pages.names(scope, "procedure")]
    return sum(pages.prune(scope, name, settings.learning.versions_kept) for name in names)


def _pages(faculties: Faculties, keys: Iterable[Key]) -> list[Learned]:
    """Those of this person that the machine may write."""
    found = (read_learned(faculties, kind, name) for kind, name in keys if kind != "skill")
    return [page for page in found if page and page.place == "own" and not page.problem]


def _may_be_idle(key: Key, use: Use, seen: Mapping[Key, Seen], now: datetime, settings: Settings) -> bool:
    """By what the store knows: of a thousand pages only a few are read."""
    rules = settings.learning
    if key[0] == "procedure":
        return True  # it may have failed too often
    since = max((one for one in (use.last, seen[key].changed if key in seen else None) if one), default=None)
    recent = since is not None and now - since < timedelta(days=rules.knowledge_idle_days)
    return use.count < rules.few_uses and not recent


def _accounts(faculties: Faculties) -> list[Episode]:
    """Days and weeks; moments that stand for themselves stay. Days that run into a week are found as that week."""
    found = faculties.store.episodes.within(faculties.scope)
    return [e for e in found if e.kind in ("day", "week") and not e.failed and not _important(e)]


def _important(account: Episode) -> bool:
    return any(mark in account.summary for mark in IMPORTANT)


def _idle(account: Episode, use: Use, settings: Settings, now: datetime) -> bool:
    rules = settings.learning
    since = use.last or datetime.combine(account.days.last, datetime.min.time(), tzinfo=wall_clock(now, None).tzinfo)
    return use.count < rules.few_uses and now - since >= timedelta(days=rules.knowledge_idle_days)


def _long_low(use: Use, settings: Settings, now: datetime) -> bool:
    """Coming up again takes the mark away, so a mark that is this old says it all."""
    return use.low_since is not None and now - use.low_since >= timedelta(days=settings.learning.forget_after_days)
