"""What to say of work that no mind could do now."""

from __future__ import annotations

from typing import Any

from omoide.errors import NoModel, OmoideError, Postponed


def put_off(error: Postponed, count: int = 1) -> dict[str, Any]:
    """A model that could not be reached is asked again when the same night is called again; where none is set, the
    work waits for one."""
    return {"waiting": count} if isinstance(error, NoModel) else {"postponed": count} | because(error)


def because(error: OmoideError | None, key: str = "reason") -> dict[str, str]:
    """Why, as a report keeps it for a reader of either language."""
    if error is None:
        return {}
    return {key: error.en} | ({f"{key}_ja": error.ja} if error.ja != error.en else {})
