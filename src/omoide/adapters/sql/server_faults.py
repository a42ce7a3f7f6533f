"""What PostgreSQL says when something is wrong, in words that a person can act on (X2). A password is in none of them.

Only faults of the outside world are translated. A wrong statement or a broken constraint stays an error of the
library: it is a bug of ours, and hiding it would not help anybody.
"""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import errors

from omoide.adapters.sql.faults import unusable_text
from omoide.errors import Busy, InvalidSettings, OmoideError, Refused, StoreDamaged, Unavailable

Fault = (psycopg.Error, UnicodeEncodeError, UnicodeDecodeError)

_BUSY = (errors.LockNotAvailable, errors.DeadlockDetected, errors.QueryCanceled, errors.SerializationFailure)
_NO_ACCESS = (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction)
_FULL = (errors.DiskFull, errors.OutOfMemory)


def no_address() -> InvalidSettings:
    """The library's own words would quote what stands there, the password included."""
    return InvalidSettings(
        "database.url (OMOIDE_DATABASE_URL) is no address of a PostgreSQL database: write"
        " postgresql://name:password@host:5432/database.",
        "database.url（OMOIDE_DATABASE_URL）が PostgreSQL のアドレスではありません。"
        "postgresql://名前:パスワード@ホスト:5432/データベース の形で書いてください。",
    )


def explained(error: Exception, name: str) -> Exception:
    """The error to raise instead; the same one when it is a bug and not a fault."""
    if isinstance(error, UnicodeEncodeError | UnicodeDecodeError) or (
        isinstance(error, psycopg.DataError) and "NUL" in str(error)
    ):
        return unusable_text()
    if isinstance(error, _BUSY):
        return Busy(
            f"another process is writing to {name}: try again in a moment.",
            f"別のプロセスが {name} に書き込んでいます。少し待ってからやり直してください。",
        )
    if isinstance(error, _NO_ACCESS):
        return Refused(
            f"{name} does not allow this ({reason(error)}): give that role the rights to its own tables.",
            f"{name} で許可されていない操作です（{reason(error)}）。その役割に自分の表への権限を与えてください。",
        )
    if isinstance(error, _FULL):
        return StoreDamaged(
            f"the server of {name} is out of room ({reason(error)}): free some; nothing was half-written.",
            f"{name} のサーバーの容量が足りません（{reason(error)}）。空きを作ってください。書きかけはありません。",
        )
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return unreachable(error, name)
    return error


def unreachable(error: object, name: str) -> OmoideError:
    why = reason(error)
    if "password" in why or "role" in why or "authentication" in why:
        return Unavailable(
            f"{name} does not let us in ({why}): check name and password in OMOIDE_DATABASE_URL.",
            f"{name} に入れません（{why}）。OMOIDE_DATABASE_URL の名前とパスワードを確認してください。",
        )
    if "certificate" in why or "SSL" in why:
        return Unavailable(
            f"{name} cannot be reached over TLS ({why}): check sslmode, sslrootcert and the other files that"
            " OMOIDE_DATABASE_URL names, and the server's certificate.",
            f"{name} に TLS で接続できません（{why}）。OMOIDE_DATABASE_URL の sslmode、sslrootcert などのファイルと、"
            "サーバーの証明書を確認してください。",
        )
    return Unavailable(
        f"{name} cannot be reached ({why}): check that the server runs, then try again.",
        f"{name} に接続できません（{why}）。サーバーの動作を確かめてから、やり直してください。",
    )


def lost(name: str) -> Unavailable:
    return Unavailable(
        f"the connection to {name} was lost in the middle of a change, which was undone whole: try again.",
        f"変更の途中で {name} との接続が切れ、変更は全体が取り消されました。やり直してください。",
    )


def unsure(name: str) -> Unavailable:
    return Unavailable(
        f"the connection to {name} was lost at the very end of a change, which is there whole or not at all: look"
        " before you try again.",
        f"変更の最後で {name} との接続が切れました。変更は全体が残ったか、まったく残っていないかです。"
        "確かめてからやり直してください。",
    )


def without_extension(error: Exception, name: str) -> Refused:
    return Refused(
        f"{name} has no pgvector ({reason(error)}): have an administrator run `CREATE EXTENSION vector` there once.",
        f"{name} に pgvector がありません（{reason(error)}）。管理者に `CREATE EXTENSION vector` を一度実行して"
        "もらってください。",
    )


def reason(error: object) -> str:
    """The last thing that was said, in one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = next((line for line in lines if "FATAL" in line), lines[0] if lines else type(error).__name__)
    return said.partition("FATAL:")[2].strip() or said


def shown(parts: dict[str, Any]) -> str:
    """An address without its secrets."""
    user = f"{parts['user']}@" if parts.get("user") else ""
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{user}{parts.get('host', 'localhost')}{port}/{parts.get('dbname', '')}"
