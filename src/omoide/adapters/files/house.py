"""Which house this is (X10), in a file of its own (house.json).

Not among the rows: a backup that is restored elsewhere must not bring it along, and one that is restored in its own
place must not take it away. So it survives a damaged store. A copy of the whole folder brings the file along, and is
known for one by the place that stands in it: it becomes a house of its own.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from omoide.adapters.files.folder import Folder
from omoide.domain.owning import BEGIN, House, house_in
from omoide.errors import CannotWrite, StoreDamaged

FILE = "house.json"
_PATIENCE = 10.0  # seconds for another process to write it


class HouseFile:
    def __init__(self, files: Folder) -> None:
        self._files = files

    def known(self) -> House:
        """The house, for whoever only looks; where there is none yet, one without a name that owns nothing."""
        house, place = self._read()
        return house if house and not _is_copy(place, self._files.place()) else House("")

    def settled(self) -> House:
        """The house, for whoever writes; where there is none yet, a new one that owns nothing but what it will write.
        On a disk that cannot be written it is as it is known."""
        house, place = self._read()
        if house and place == self._files.place():
            return house
        with suppress(CannotWrite, OSError), self._files.alone("house", _PATIENCE):
            return self._settle()
        return self.known()

    def adopt(self, more: Iterable[str]) -> House:
        """It owns these files from now on too, with all others of the houses that they carry."""
        with self._files.alone("house", _PATIENCE):
            house = self._settle()
            return self._written(House(house.id, house.owns.union(house_in(name) or name for name in more)))

    def _settle(self) -> House:
        house, place = self._read()
        if house is None or _is_copy(place, self._files.place()):
            name = f"{BEGIN}{secrets.token_hex(8)}"
            house = House(name, frozenset([name]))
        return self._written(house)

    def _written(self, house: House) -> House:
        kept = {"id": house.id, "owns": sorted(house.owns), "place": self._files.place()}
        self._files.write(FILE, (json.dumps(kept, ensure_ascii=False, indent=1) + "\n").encode())
        return house

    def _read(self) -> tuple[House | None, dict[str, Any]]:
        """With the place that it was written in."""
        try:
            text = self._files.read(FILE)
        except FileNotFoundError:
            return None, {}
        try:
            kept = json.loads(text)
            return House(str(kept["id"]), frozenset(map(str, kept["owns"]))), dict(kept["place"])
        except (ValueError, KeyError, TypeError) as error:
            where = self._files.shown(FILE)
            raise StoreDamaged(
                f"{where} cannot be read: delete it, then run `omoide archive adopt` to own what was put away again.",
                f"{where} を読めません。消してから `omoide archive adopt` で、このホームの保管ファイルを引き継いで"
                "ください。",
            ) from error


def _is_copy(place: Mapping[str, object], here: Mapping[str, object]) -> bool:
    """One that was moved has something in common with where it was."""
    return bool(place and here and not place.items() & here.items())
