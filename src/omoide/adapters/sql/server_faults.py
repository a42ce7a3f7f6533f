"""What PostgreSQL says when something is wrong, in words that a person can act on (X2). A password is in none of them.

Only faults of the outside world are translated. A wrong statement or a broken constraint stays an error of the
library: it is a bug of ours, and hiding it would not help anybody.
"""

from __future__ import annotations

import re
from typing import Any

import psycopg
from psycopg import errors

from omoide.adapters.sql.faults import unusable_text
from omoide.errors import Busy, InvalidSettings, OmoideError, Refused, StoreDamaged, Unavailable

Fault = (psycopg.Error, UnicodeEncodeError, UnicodeDecodeError)

_BUSY = (errors.LockNotAvailable, errors.DeadlockDetected, errors.QueryCanceled, errors.SerializationFailure)
_NO_ACCESS = (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction)
_FULL = (errors.DiskFull, errors.OutOfMemory)
# An address comes from one of these; which one is not known here.
_GIVEN = (
    "the address that was given (OMOIDE_DATABASE_URL, database.url, or --to of a move)",
    "指定されたアドレス（OMOIDE_DATABASE_URL、database.url、または migrate の --to）",
)
_NO_DATABASE = re.compile(r'database ".*" does not exist')
_NO_HOST = ("failed to resolve host", "could not translate host name")


def no_address() -> InvalidSettings:
    """The library's own words would quote what stands there, the password included."""
    return InvalidSettings(
        f"{_GIVEN[0]} is no address of a PostgreSQL database: write postgresql://name:password@host:5432/database.",
        f"{_GIVEN[1]}が PostgreSQL のアドレスではありません。"
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
    if _NO_DATABASE.fullmatch(why):  # before the others: a database may be called anything
        return Unavailable(
            f"{name}: the server runs and has no such database ({why}): have it made with `CREATE DATABASE`, or check"
            f" its name in {_GIVEN[0]}.",
            f"{name}: サーバーは動いていますが、そのデータベースがありません（{why}）。`CREATE DATABASE` で作るか、"
            f"{_GIVEN[1]}の名前を確認してください。",
        )
    if why.startswith(_NO_HOST):
        return Unavailable(
            f"{name}: no machine of that name is known ({why}): check the host in {_GIVEN[0]}, and the network.",
            f"{name}: その名前のマシンが見つかりません（{why}）。{_GIVEN[1]}のホスト名と、ネットワークを確認して"
            "ください。",
        )
    if "password" in why or "role" in why or "authentication" in why:
        return Unavailable(
            f"{name} does not let us in ({why}): check name and password in {_GIVEN[0]}.",
            f"{name} に入れません（{why}）。{_GIVEN[1]}の名前とパスワードを確認してください。",
        )
    if "certificate" in why or "SSL" in why:
        return Unavailable(
            f"{name} cannot be reached over TLS ({why}): check sslmode, sslrootcert and other files in {_GIVEN[0]}, and"
            " the server's certificate.",
            f"{name} に TLS で接続できません（{why}）。{_GIVEN[1]}の sslmode、sslrootcert などのファイルと、サーバーの"
            "証明書を確認してください。",
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
