"""What was believed when, and why it changed (N1, E9): every change of a page of what was learned is kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from omoide.domain.page_change import Change
from omoide.knowing.sources import days_of
from omoide.ports import Faculties


def record_change(
    f: Faculties, kind: str, name: str, action: str, reason: str, sources: Sequence[str], before: str | None,
    after: str | None, now: datetime, *, by: str = "", related: str = "",
) -> Change | None:  # fmt: skip
    """Keep a change that was made: whole pages with their front matter, None where none stood or stands any more.

    The same state is recorded once, whoever notices it: None when the last change of the page led here already.
    """
    if before == after:
        return None
    past = [c for c in f.store.page_changes.of(f.scope, kind, name) if c.state != "dropped" and not c.archived]
    if past and past[-1].after == after:
        return None
    days = days_of(f, sources)
    day = days[1] if days else None
    change = Change(
        "", f.scope, "", kind, name, action, reason, by, now, before, after, believed_until=day, believed_from=day,
        related=related, sources=tuple(sources),
    )  # fmt: skip
    return f.store.page_changes.add([change])[0]


def changes(f: Faculties, kind: str, name: str) -> list[Change]:
    """Those of the page itself that were carried out, oldest first."""
    past = f.store.page_changes.of(f.scope, kind, name)
    return [change for change in past if change.state == "done" and not change.archived]
