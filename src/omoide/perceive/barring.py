"""Whoever is being erased (O2): nothing they say is kept meanwhile, and what was said before does not come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from omoide.domain.dates import placed
from omoide.errors import Busy
from omoide.ports import Faculties


class BeingErased(Busy):
    """Nothing of the person is kept for now."""


@dataclass(frozen=True, slots=True)
class Presence:
    """When the person was erased last, as of the moment when something began that ends later, such as a reply. If that
    is another moment by its end, they were erased in between. No clock is asked: those of two machines differ."""

    erased: datetime | None = None

    @classmethod
    def read(cls, text: str) -> Presence:
        return cls(datetime.fromisoformat(text) if text else None)

    def __str__(self) -> str:
        return self.erased.isoformat() if self.erased else ""


def presence(faculties: Faculties) -> Presence:
    from omoide.domain.audit import hashed

    return Presence(faculties.store.audit.when("erase", hashed(faculties.scope.person)))


def being_erased(faculties: Faculties) -> bool:
    from omoide.domain.erasure import barred  # here: recall must not wait for it

    return bool(faculties.store.state.get(barred(faculties.scope.person)))


def refuse_while_erased(faculties: Faculties) -> None:
    """Call it in the transaction that keeps a turn: then it comes before the erasure, or not at all."""
    if being_erased(faculties):
        raise BeingErased(
            "this person is being erased, so nothing was kept: try again in a moment. If that was interrupted, "
            "`omoide erase person` finishes it.",
            "この人は消去の途中のため、何も覚えませんでした。少し待ってやり直してください。中断していたときは"
            " `omoide erase person` で最後まで行えます。",
        )


def was_erased(faculties: Faculties, time: datetime) -> bool:
    """Whether it was said before the person was erased. Files of other programs outlive that, and are read again."""
    erased = presence(faculties).erased
    return erased is not None and placed(time) <= placed(erased)
