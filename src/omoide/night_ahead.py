"""A night that was lived ahead of the clock, by a time that was handed in or a clock that was accepted (a jump of the
machine's own is not lived at all: perceive/clock_skew.py): what it did, and the way back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from omoide.domain.dates import night_of
from omoide.domain.turn import Scope
from omoide.errors import OmoideError
from omoide.mind import Mind
from omoide.perceive import backup_before_jump
from omoide.ports import Backup, Finding

_KEY = "night ahead"


def note_ahead(mind: Mind, when: datetime | None) -> None:
    """Before a night ahead of the clock is lived: backups that are taken later hold what it did."""
    now, key = mind.faculties.clock.now(), mind.scope.key(_KEY)
    if when and when > now and not _lived(mind, mind.scope, now):
        with mind.faculties.store.transaction():
            mind.faculties.store.state.set(key, now.isoformat())


def night_ahead(mind: Mind, scopes: Iterable[Scope]) -> Finding | None:
    """Of the first of these who have lived one."""
    now = mind.faculties.clock.now()
    for scope in scopes:
        if last := _lived(mind, scope, now):
            noted = mind.faculties.store.state.get(scope.key(_KEY))
            backup = _newest_backup(mind, datetime.fromisoformat(noted)) if noted else _before_the_jump(mind, now)
            return _told(date.fromordinal(last), backup)
    return None


def _lived(mind: Mind, scope: Scope, now: datetime) -> int:
    """The night, if it lies ahead. A day is nothing: somebody travelled, or could not wait."""
    last = mind.faculties.store.runs.last_night(scope)
    tonight = night_of(now, mind.settings.night.hour, mind.settings.zone(scope.person))
    return last if last > tonight + 1 else 0


def _told(night: date, backup: str) -> Finding:
    en = (
        f"the night of {night} was lived, which lies ahead of the clock: memories have faded as if it were then, and no"
        " other is lived until that time; "
    )
    ja = f"時計より先の {night} の夜を過ごしています。記憶はその時まで薄れ、それまでほかの夜は過ごせません。"
    if backup:
        en += f"`omoide backup restore {backup}` goes back to the newest backup, `omoide backup list` shows the others"
        ja += f"`omoide backup restore {backup}` で最新のバックアップに戻せます（ほかは `omoide backup list`）"
    else:
        en += "there is no backup to go back to; if the clock is wrong, set it right"
        ja += "戻せるバックアップはありません。時計が違っていれば直してください"
    return Finding("warning", "night", en, ja)


def _before_the_jump(mind: Mind, now: datetime) -> str:
    """Where the machine's clock lived it: dated ahead, but of before (O6)."""
    name = backup_before_jump(mind.faculties.store.state)
    return name if name in {backup.name for backup in _backups(mind)} else _newest_backup(mind, now)


def _newest_backup(mind: Mind, before: datetime) -> str:
    taken = [backup for backup in _backups(mind) if backup.taken <= before]
    return max(taken, key=lambda backup: backup.taken).name if taken else ""


def _backups(mind: Mind) -> list[Backup]:
    try:
        return mind.backups.list()
    except OmoideError:  # its place cannot be reached: `omoide backup list` says why
        return []
