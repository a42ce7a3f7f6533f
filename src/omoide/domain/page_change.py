"""How what was learned changed: what stood on a page before and after, why, and since when each was held true (N1, K3).

Two times are kept apart. *Valid time* are the days that the sources tell of: until when what stood before was held
true, and from when on what stands now. *Transaction time* is the moment in which the page was changed. So both can be
asked: what was true then, and what did we believe then.

One decision may change several pages (one supersedes another, two become one). Their changes share a `step` and are
undone together. Undoing is a change like any other, the other way round; so undoing an undo brings it back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from omoide.domain.turn import Scope

# planned: decided, and the pages may or may not show it yet. dropped: a page had been changed by hand meanwhile.
ChangeState = Literal["planned", "done", "dropped"]


@dataclass(frozen=True, slots=True)
class Change:
    """`before` and `after` are whole pages with their front matter; None where no page stood, or stands any more."""

    id: str
    scope: Scope
    step: str
    kind: str
    name: str
    action: str  # created, edited, supersede, merge, coexist, reconsolidate, forget, restore, undo …
    reason: str
    by: str  # the mind, the judge or "person" who decided
    recorded_at: datetime
    before: str | None
    after: str | None
    believed_until: date | None = None  # what stood before was held true until this day
    believed_from: date | None = None  # what stands now is held true from this day on
    related: str = ""  # the other page, or the episode, that it was held against
    sources: tuple[str, ...] = ()
    state: ChangeState = "done"
    archived: bool = False  # of the copy in the archive, which comes and goes with the page itself

    @property
    def revision_before(self) -> str:
        return revision_of(self.before)

    @property
    def revision_after(self) -> str:
        return revision_of(self.after)


@dataclass(frozen=True, slots=True)
class Belief:
    """What a page said for a while: held true of these days, on record between these moments, and why it went."""

    text: str
    believed_from: date | None
    believed_until: date | None
    recorded_at: datetime
    replaced_at: datetime | None
    by: str
    reason: str  # why it was believed
    why_changed: str = ""
    replaced_by: str = ""  # the page that took its place, when it was another one


def revision_of(text: str | None) -> str:
    """As pages number their texts; empty where there is none."""
    return "" if text is None else hashlib.sha256(text.encode()).hexdigest()[:16]


def beliefs(changes: Sequence[Change]) -> list[Belief]:
    """All that a page ever said, oldest first, from its changes in their order."""
    told: list[Belief] = []
    for change in (change for change in changes if _counts(change)):
        if change.before is not None:
            since = told.pop() if told and told[-1].text == change.before and told[-1].replaced_at is None else None
            told.append(_ended(change, since))
        if change.after is not None:
            told.append(
                Belief(change.after, change.believed_from, None, change.recorded_at, None, change.by, change.reason)
            )
    return told


def _counts(change: Change) -> bool:
    return change.state == "done" and not change.archived and change.before != change.after


def _ended(change: Change, since: Belief | None) -> Belief:
    """What stood before, as far as it is on record since when."""
    return Belief(
        text=change.before or "",
        believed_from=since.believed_from if since else None,
        believed_until=change.believed_until,
        recorded_at=since.recorded_at if since else change.recorded_at,
        replaced_at=change.recorded_at,
        by=since.by if since else "",
        reason=since.reason if since else "",
        why_changed=change.reason,
        replaced_by=change.related if change.after is None else "",
    )
