"""What could not be written beside a conversation: told by `omoide doctor`, since it must never break what is said."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from omoide.errors import OmoideError
from omoide.ports import Faculties


def note_fault(faculties: Faculties, what: str, error: OmoideError) -> None:
    """The last one of a kind. A store that cannot keep even this will be heard of in other ways."""
    values = {"at": faculties.clock.now().isoformat(), "en": error.en, "ja": error.ja}
    with suppress(OmoideError):
        faculties.store.state.set(_key(faculties, what), json.dumps(values, ensure_ascii=False))


def works_again(faculties: Faculties, what: str) -> None:
    with suppress(OmoideError):
        if faculties.store.state.get(_key(faculties, what)):
            faculties.store.state.set(_key(faculties, what), None)


def fault(faculties: Faculties, what: str) -> dict[str, Any] | None:
    """When it happened and what to do, in both languages; None when it works."""
    kept = faculties.store.state.get(_key(faculties, what))
    return json.loads(kept) if kept else None


def _key(faculties: Faculties, what: str) -> str:
    return faculties.scope.key("fault", what)
