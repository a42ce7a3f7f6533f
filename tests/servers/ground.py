"""The folder that servers live in, and the note in it that says which are running."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from tests.servers.kinds import KINDS, Server

FOLDER = Path(__file__).parents[2] / ".servers"
_NOTE = "servers.json"


def running(folder: Path = FOLDER) -> dict[str, Server]:
    """Those of the noted servers that live."""
    return {kind: server for kind, server in _noted(folder).items() if server.process.alive}


def up(kinds: Sequence[str] = tuple(KINDS), folder: Path = FOLDER) -> dict[str, str]:
    """Start what does not run yet; returns the addresses of the kinds asked for. What did start is noted, also when
    another one failed."""
    with _alone(folder):
        servers = running(folder)
        missing = [kind for kind in kinds if kind not in servers]
        for kind, gone in _noted(folder).items():
            if kind in missing:
                gone.end(kind)  # it was killed: what it left elsewhere goes
        try:
            if "database" in missing:  # alone: its program is copied, and while others fork a copy cannot be run
                servers["database"] = _start("database", folder)
            with ThreadPoolExecutor(max_workers=len(KINDS)) as hands:
                begun = {kind: hands.submit(_start, kind, folder) for kind in missing if kind != "database"}
            servers |= {kind: started.result() for kind, started in begun.items() if not started.exception()}
            for started in begun.values():
                started.result()
        finally:
            _note(folder, servers)
        return {kind: servers[kind].url for kind in kinds}


def down(folder: Path = FOLDER) -> list[str]:
    """Stop what was started here, and remove what it left. Returns which kinds ran."""
    if not folder.exists():
        return []
    with _alone(folder):
        servers = running(folder)
        for kind, server in _noted(folder).items():
            server.end(kind)
        (folder / _NOTE).unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    return list(servers)


def _noted(folder: Path) -> dict[str, Server]:
    try:
        noted = json.loads((folder / _NOTE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return {kind: Server(**fields) for kind, fields in noted.items()}


def _start(kind: str, folder: Path) -> Server:
    room = folder / kind
    shutil.rmtree(room, ignore_errors=True)  # what an earlier one left that was killed
    room.mkdir(parents=True)
    return KINDS[kind](room)


def _note(folder: Path, servers: dict[str, Server]) -> None:
    fresh = folder / f"{_NOTE}.new"
    fresh.write_text(json.dumps({kind: server.noted() for kind, server in servers.items()}), encoding="utf-8")
    fresh.chmod(0o600)  # passwords stand in it
    os.replace(fresh, folder / _NOTE)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with FileLock(folder / ".lock"):
        yield
