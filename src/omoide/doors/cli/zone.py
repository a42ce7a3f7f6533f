"""By whose clock times are read and shown: that of the zone which is set for the person, else the one each time brings.

Looked up when the first time is read or shown, since most commands have none.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from omoide.errors import OmoideError

if TYPE_CHECKING:
    from omoide.doors.cli.place import Place


class _Here:
    place: Place | None = None
    zone: tzinfo | None = None
    known = False


def now_at(place: Place) -> None:
    """From here on it is this command's home and person."""
    _Here.place, _Here.zone, _Here.known = place, None, False


def zone_here() -> tzinfo | None:
    if not _Here.known and _Here.place is not None:
        from omoide.compose import scope_of
        from omoide.settings import load

        with suppress(OmoideError):  # settings that cannot be read are told where they are needed
            _Here.zone = load(_Here.place.folder()).zone(scope_of(_Here.place.persona, _Here.place.person).person)
        _Here.known = True
    return _Here.zone


def shown_here(moment: datetime) -> datetime:
    zone = zone_here()
    return moment.astimezone(zone) if zone and moment.tzinfo else moment
