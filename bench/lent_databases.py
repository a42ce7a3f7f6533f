"""Databases on the server that `make servers` started: lent for a benchmark, and gone with it."""

from __future__ import annotations

import os
from pathlib import Path

from bench.many_personas import name_of
from tests.servers import ground
from tests.servers.databases import ROLE, Databases


class LentDatabases(Databases):
    def __init__(self) -> None:
        standing = ground.running().get("database")
        if standing is None:
            raise SystemExit("no PostgreSQL server is running: start one with `make servers`.")
        super().__init__(standing.url)
        self._server = standing.pid
        self._made: list[str] = []
        self.prepare()

    def make(self, empty: bool = False) -> str:
        self._made.append(super().make(empty))
        return self._made[-1]

    def copy(self, url: str) -> str:
        """As it is now; nobody may be connected to it."""
        other = url.replace(name_of(url), f"{name_of(url)}_copy")
        self._made.append(other)
        self.administer(f"CREATE DATABASE {name_of(other)} TEMPLATE {name_of(url)} OWNER {ROLE} STRATEGY file_copy")
        return other

    def drop_all(self) -> None:
        for url in self._made:
            self.drop(url)
        super().drop_all()

    def processor_seconds(self) -> float:
        """Of the server and all its processes, also those that have ended; 0 where the system does not tell."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            own = int(stat.parent.name) == self._server
            if own or int(fields[1]) == self._server:
                ticks += sum(map(int, fields[11:15] if own else fields[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0
