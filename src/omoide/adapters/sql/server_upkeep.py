"""Looking after a database on a server (O1, O5): is it ours, is it walled, is it growing, and making its indexes anew.

That its pages are whole is the server's own business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from omoide.adapters.sql import crossing
from omoide.adapters.sql.archive_findings import archive_faults
from omoide.adapters.sql.findings import (
    StoreLimits,
    growth,
    other_form,
    too_large,
    too_old,
    unreadable_pages,
    without_vectors,
)
from omoide.adapters.sql.migrations import MIGRATIONS, migrate, version
from omoide.adapters.sql.postgres import PostgresDatabase
from omoide.adapters.sql.server_backups import ServerBackups
from omoide.adapters.sql.walls import raise_walls
from omoide.errors import OmoideError
from omoide.ports import Blobs, Clock, Finding


class ServerUpkeep:
    def __init__(
        self,
        database: PostgresDatabase,
        backups: ServerBackups,
        limits: StoreLimits,
        clock: Clock,
        embedder: Callable[[], str],
        archive: Callable[[], Blobs],
    ) -> None:
        """`database` sees all scopes; `embedder` names the present one, if it can be had at all; `archive` opens the
        place of its files."""
        self._database = database
        self._backups = backups
        self._limits = limits
        self._clock = clock
        self._embedder = embedder
        self._archive = archive

    def check(self) -> Sequence[Finding]:
        form = version(self._database)
        if form == 0:
            return [Finding("ok", "store", "there is no store yet.", "まだ保存されたものはありません。")]
        if form != MIGRATIONS[-1].number:
            return [other_form(form)]
        return [
            self._reached(), *self._role(), *self._vectors(), *unreadable_pages(self._database),
            *archive_faults(self._database, self._archive),
            *growth(self._database, self._limits), *too_large(self.size(), self._limits), *self._age_of_backups(),
        ]  # fmt: skip

    def _age_of_backups(self) -> list[Finding]:
        """An object store that cannot be reached is something to know, not a reason to know nothing else."""
        try:
            newest = self._backups.newest(now := self._clock.now())
        except OmoideError as error:
            return [Finding("warning", "backup", error.en, error.ja)]
        return too_old(now - newest if newest else None, self._limits)

    def repair(self, now: datetime) -> Sequence[Finding]:
        """Walls and indexes of words are made anew."""
        migrate(self._database, before_upgrade=lambda: self._backups.create(now, "upgrade"))
        with self._database.transaction():
            raise_walls(self._database)
            crossing.index(self._database, MIGRATIONS[-1].number)
        return [
            Finding(
                "ok", "words", "all words are indexed anew, and the walls between scopes stand.",
                "すべての言葉を索引し直し、相手ごとの壁を建て直しました。",
            )
        ]  # fmt: skip

    def vacuum(self) -> tuple[int, int]:
        before = self.size()
        self._database.execute("VACUUM ANALYZE")
        return before, self.size()

    def size(self) -> int:
        return self._database.execute("SELECT pg_database_size(current_database())").fetchone()[0]

    def _reached(self) -> Finding:
        kind = self._database.execute("SHOW server_version").fetchone()[0]
        vectors = self._database.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()[0]
        text = f"{self._database.name}: PostgreSQL {kind}, pgvector {vectors}"
        return Finding("ok", "database", text, text)

    def _role(self) -> list[Finding]:
        name, all_powerful = self._database.execute(
            "SELECT rolname, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
        ).fetchone()
        if not all_powerful:
            return []
        return [
            Finding(
                "warning", "role",
                f"the role {name} is above the walls between persons (superuser or BYPASSRLS): use a plain role.",
                f"役割 {name} は相手ごとの壁を越えられます（superuser か BYPASSRLS）。普通の役割を使ってください。",
            )
        ]  # fmt: skip

    def _vectors(self) -> list[Finding]:
        try:
            name = self._embedder()
        except OmoideError as error:  # a missing extra or a wrong setting: that has to be put right first
            return [Finding("warning", "embedder", error.en, error.ja)]
        return without_vectors(self._database, name)
