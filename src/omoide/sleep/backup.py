"""A backup every week, taken when the night is over (O1)."""

from __future__ import annotations

from datetime import datetime, timedelta

from omoide.ports import Backup, Backups
from omoide.settings import BackupSettings


def back_up_when_due(backups: Backups, rules: BackupSettings, now: datetime) -> Backup | None:
    """Take one when the newest is so many days old or older, then let the oldest go."""
    if not rules.every_days:
        return None
    newest = max((backup.taken for backup in backups.list()), default=None)
    if newest and now - newest < timedelta(days=rules.every_days):
        return None
    taken = backups.create(now, "weekly")
    backups.prune(rules.keep)
    return taken
