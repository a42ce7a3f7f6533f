"""What SQLite says when something is wrong, in words that a person can act on (X1).

Only faults of the outside world are translated. A wrong statement or a broken constraint stays a sqlite3 error:
it is a bug of ours, and hiding it would not help anybody.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from omoide.disk import no_access, no_room, refusal_of
from omoide.errors import Busy, CannotWrite, InvalidInput, OmoideError, StoreDamaged

_PRIMARY = 0xFF  # the low byte of an extended result code is the code itself
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_NO_ACCESS = {sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH}
_UNREADABLE = {
    sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS,
    sqlite3.SQLITE_IOERR_DATA,
}  # fmt: skip
_UNWRITABLE = {
    sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_DELETE, sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP,
}  # fmt: skip
_UNDECODABLE = "Could not decode to UTF-8"  # has no code of its own
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

# Damaged bytes reach Python as texts that cannot be decoded: in a row, or in SQLite's own message about them.
Fault = (sqlite3.Error, UnicodeEncodeError, UnicodeDecodeError)


def explained(error: Exception, path: Path) -> Exception:
    """The error to raise instead; the same one when it is a bug and not a fault."""
    if isinstance(error, UnicodeEncodeError):
        return unusable_text()
    if isinstance(error, sqlite3.DataError):
        return _too_long()
    if isinstance(error, UnicodeDecodeError) or str(error).startswith(_UNDECODABLE):
        return _by_code(sqlite3.SQLITE_CORRUPT, ValueError("a text in it is not readable"), path) or error
    code = getattr(error, "sqlite_errorcode", None)
    return error if code is None else _by_code(code, error, path) or error


def of_writing(error: Exception) -> bool:
    """Whether the disk did not let SQLite write, or make the files that it wants beside a store even to read it."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code in _UNWRITABLE or code & _PRIMARY in {*_NO_ACCESS, sqlite3.SQLITE_FULL}


def of_the_file(error: sqlite3.Error) -> bool:
    """Whether it tells of the file itself. A file that is in use or cannot be opened, and a disk without room for what
    SQLite keeps beside it while it reads, may be as sound as ever."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code & _PRIMARY == sqlite3.SQLITE_IOERR:
        return code in _UNREADABLE
    return code & _PRIMARY not in {*_BUSY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL}


def unusable_text() -> InvalidInput:
    return InvalidInput(
        "the text holds a NUL character or half a surrogate pair and cannot be kept: remove it and try again.",
        "文字列に NUL 文字または不完全なサロゲートが含まれているため保存できません。取り除いてからやり直してください。",
    )


def lost_transaction(path: Path) -> CannotWrite:
    return CannotWrite(
        f"{path}: the change was undone because the disk failed or is full: free some space, run `omoide check`.",
        f"{path}: ディスクの異常か容量不足で変更を取り消しました。空きを作り `omoide check` を実行してください。",
    )


def _by_code(code: int, error: Exception, path: Path) -> OmoideError | None:
    kind = code & _PRIMARY
    if kind in _BUSY:
        return Busy(
            f"another process is writing to {path}: try again in a moment.",
            f"別のプロセスが {path} に書き込んでいます。少し待ってからやり直してください。",
        )
    if kind == sqlite3.SQLITE_FULL:
        return no_room(path)
    if kind in _NO_ACCESS:
        return refusal_of(path.parent) or no_access(path, error)
    if kind == sqlite3.SQLITE_IOERR:
        refusal = refusal_of(path.parent) if code in _UNWRITABLE else None
        return refusal or (CannotWrite if code in _UNWRITABLE else StoreDamaged)(
            f"{path} cannot be read or written ({error}): check the disk and its free space, then run `omoide check`.",
            f"{path} を読み書きできません（{error}）。ディスクと空き容量を確かめ、`omoide check` を実行してください。",
        )
    if kind in _DAMAGED:
        return StoreDamaged(
            f"{path} is damaged ({error}): run `omoide repair` to restore a backup or save what can be read.",
            f"{path} が壊れています（{error}）。`omoide repair` でバックアップに戻すか、読める分を救い出してください。",
        )
    return _too_long() if kind == sqlite3.SQLITE_TOOBIG else None


def _too_long() -> InvalidInput:
    return InvalidInput(
        "the text is too long to be kept: shorten it and try again.",
        "文字列が長すぎて保存できません。短くしてからやり直してください。",
    )
