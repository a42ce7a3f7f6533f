"""Whoever is being erased (O2): nothing they say is kept meanwhile, and what was said before does not come back."""

from __future__ import annotations

from datetime import datetime

from omoide.domain.dates import placed
from omoide.errors import Busy
from omoide.ports import Faculties


def refuse_while_erased(faculties: Faculties) -> None:
    """Call it in the transaction that keeps a turn: then it comes before the erasure, or not at all."""
    from omoide.domain.erasure import barred  # here: recall must not wait for it

    if faculties.store.state.get(barred(faculties.scope.person)):
        raise Busy(
            "this person is being erased, so nothing was kept: try again in a moment. If that was interrupted, "
            "`omoide erase person` finishes it.",
            "この人は消去の途中のため、何も覚えませんでした。少し待ってやり直してください。中断していたときは"
            " `omoide erase person` で最後まで行えます。",
        )


def was_erased(faculties: Faculties, time: datetime) -> bool:
    """Whether it was said before the person was erased. Files of other programs outlive that, and are read again."""
    from omoide.domain.audit import hashed

    erased = faculties.store.audit.when("erase", hashed(faculties.scope.person))
    return erased is not None and placed(time) <= placed(erased)
