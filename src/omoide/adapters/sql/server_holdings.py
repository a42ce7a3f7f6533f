"""What a server holds of a person (O2). That somebody is gone from its rows, indexes, write-ahead logs and its own
backups cannot be proved from here: to erase is refused rather than half done."""

from __future__ import annotations

from typing import NoReturn

from omoide.adapters.sql import person_rows
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.errors import Refused


class ServerHoldings:
    def __init__(self, database: PostgresDatabase) -> None:
        """`database` sees all scopes."""
        self._database = database

    def come_back(self) -> int:
        return person_rows.come_back(self._database)

    def __getattr__(self, name: str) -> NoReturn:
        raise Refused(
            "a person can only be erased from a home without a server: move it there by a backup (docs/server.md),"
            " erase, and move it back.",
            "人の消去は、サーバーを使わないホームでのみ行えます。バックアップで移し（docs/server.md）、消去してから"
            "戻してください。",
        )
