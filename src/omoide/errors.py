"""What can go wrong in words a user can act on.

Every error that a person may see is an OmoideError. It says, in one line, what happened and what to do,
in English and in Japanese; the doors choose the language. Anything else that escapes is a bug of ours.
"""

from __future__ import annotations

from typing import Any


class OmoideError(Exception):
    """One line with the remedy, in both languages."""

    exit_code = 1

    def __init__(self, en: str, ja: str | None = None) -> None:
        super().__init__(en)
        self.en = en
        self.ja = ja or en

    def text(self, language: str) -> str:
        return self.ja if language == "ja" else self.en


class InvalidInput(OmoideError):
    """What was handed in cannot be used as it is."""

    exit_code = 2


class InTheFuture(InvalidInput):
    """A time that lies ahead of this machine's clock."""


class InvalidSettings(InvalidInput):
    """A setting is unknown or has a value outside its range; the message names the key."""


class NotFound(OmoideError):
    """Nothing has that id."""

    exit_code = 3


class Refused(OmoideError):
    """A rule forbids it (a protected memory, a full list, a newer home)."""

    exit_code = 4


class ProtectionFull(Refused):
    """The list of protected memories is full; `oldest` are the ones offered for release."""

    def __init__(self, en: str, ja: str, oldest: tuple[str, ...]) -> None:
        super().__init__(en, ja)
        self.oldest = oldest


class PageConflict(Refused):
    """Somebody else changed the page meanwhile; both texts are kept, and the message says where."""


class Busy(OmoideError):
    """Another process holds what is needed; try again."""

    exit_code = 5


class StoreDamaged(OmoideError):
    """The database cannot be read, or the disk cannot be written."""

    exit_code = 6


class CannotWrite(StoreDamaged):
    """The disk takes no writing: it is read-only, full, or not ours. What was kept can still be read."""


class ArchiveFault(OmoideError):
    """A place for files of the archive cannot be written or read; what was to go there is where it was."""

    exit_code = 6


class Unavailable(OmoideError):
    """A server cannot be reached, or does not let us in."""

    exit_code = 9


class MissingExtra(OmoideError):
    """An optional package is not installed."""

    exit_code = 7

    def __init__(self, what: str, extra: str) -> None:
        from omoide.extras import install_line

        command = install_line(extra)
        super().__init__(
            f"{what} is not installed (it comes with omoide[{extra}]): run {command}",
            f"{what} がありません（omoide[{extra}] に含まれます）: {command} を実行してください",
        )


class Postponed(OmoideError):
    """A model could not answer now; the work waits and is tried again later. Nothing was made up instead."""

    exit_code = 8


class NoModel(Postponed):
    """No model is set for this question: it waits until one is, and asking again tonight would not help."""


class Declined(Postponed):
    """A model will not answer this one, however often it is asked (its provider's policy); another model may."""


def put_off(error: Postponed, count: int = 1) -> dict[str, Any]:
    """What a report says of work that no mind could do now. A model that could not be reached is asked again when the
    same night is called again; where none is set, the work waits for one."""
    return {"waiting": count} if isinstance(error, NoModel) else {"postponed": count} | because(error)


def because(error: OmoideError | None, key: str = "reason") -> dict[str, str]:
    """Why, as a report keeps it for a reader of either language."""
    if error is None:
        return {}
    return {key: error.en} | ({f"{key}_ja": error.ja} if error.ja != error.en else {})
