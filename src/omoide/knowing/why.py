"""Why a page says what it says (E9, N1): what is believed and since when, from which talk, who judged, and what was
believed before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from omoide.domain.candidate import KeptCandidate
from omoide.domain.learned import Learned
from omoide.domain.page_change import Belief, Change, beliefs
from omoide.knowing.history import changes
from omoide.knowing.page_texts import body_of
from omoide.knowing.reading import read_learned
from omoide.knowing.sources import Source, days_learned, source_ids, sources_of
from omoide.knowing.undoing import learned_page
from omoide.ports import Faculties


@dataclass(frozen=True, slots=True)
class PageStory:
    """`page` as it stands, or as it lies in the archive; None when it is only on record any more. `rejected` are
    candidates of that name that did not hold."""

    kind: str
    name: str
    page: Learned | None
    days: tuple[date, date] | None
    sources: list[Source]
    changes: list[Change]
    beliefs: list[Belief]
    rejected: list[KeptCandidate]

    @property
    def by(self) -> str:
        """Who decided last about what it says."""
        return self.changes[-1].by if self.changes else ""

    def plain(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "name": self.name,
            "page": self.page.plain() if self.page else None,
            "believed_from": _day(self.days[0]) if self.days else None,
            "by": self.by,
            "sources": [
                {"id": one.id, "first": _day(one.first), "last": _day(one.last), "turns": list(one.turns)}
                for one in self.sources
            ],
            "changes": [plain_change(change) for change in self.changes],
            "beliefs": [_plain_belief(belief) for belief in self.beliefs],
            "rejected": [
                {"text": one.candidate.text, "by": one.by, "reason": one.reason, "decided_at": _moment(one.decided_at)}
                for one in self.rejected
            ],
        }


def why_page(f: Faculties, name: str) -> PageStory:
    """By its name, such as `knowledge:NAME`."""
    page = learned_page(f, name)
    kind, known = page.kind, page.name
    item = read_learned(f, kind, known) or read_learned(f, kind, known, archived=True)  # type: ignore[arg-type]
    past = changes(f, kind, known)
    ids = source_ids(item.facts) if item else tuple(dict.fromkeys(one for change in past for one in change.sources))
    rejected = [
        kept
        for kept in f.store.candidates.all(f.scope, "rejected")
        if (kept.candidate.kind, kept.candidate.name) == (kind, known)
    ]
    days = days_learned(f, item.facts) if item else None
    held = [replace(belief, text=body_of(belief.text)) for belief in beliefs(past)]
    return PageStory(kind, known, item, days, sources_of(f, ids), past, held, rejected)


def plain_change(change: Change) -> dict[str, Any]:
    """As JSON holds it."""
    return {
        "id": change.id,
        "step": change.step,
        "page": f"{change.kind}:{change.name}",
        "action": change.action,
        "reason": change.reason,
        "by": change.by,
        "recorded_at": _moment(change.recorded_at),
        "believed_until": _day(change.believed_until),
        "believed_from": _day(change.believed_from),
        "before": change.before,
        "after": change.after,
        "revision_before": change.revision_before,
        "revision_after": change.revision_after,
        "related": change.related,
        "sources": list(change.sources),
    }


def _plain_belief(belief: Belief) -> dict[str, Any]:
    return {
        "text": belief.text,
        "believed_from": _day(belief.believed_from),
        "believed_until": _day(belief.believed_until),
        "recorded_at": _moment(belief.recorded_at),
        "replaced_at": _moment(belief.replaced_at),
        "by": belief.by,
        "reason": belief.reason,
        "why_changed": belief.why_changed,
        "replaced_by": belief.replaced_by,
    }


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
