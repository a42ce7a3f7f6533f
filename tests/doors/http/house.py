"""A server in this process, with everything that stands before it, and a client that asks it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from omoide.compose import passes
from omoide.domain.access import Pass
from omoide.doors.http.app import make_app
from omoide.doors.http.serving import guarded
from omoide.doors.wire.keys import Keys
from omoide.doors.wire.minds import Minds
from tests.mind.world import Clock, at

OWN_TOKEN = "correct-horse-battery-staple"


@dataclass
class House:
    app: FastAPI
    minds: Minds
    client: TestClient
    clock: Clock

    def token(self, right: Any, persona: str = "", name: str = "") -> dict[str, str]:
        """The header of a new token."""
        holder = Pass(name or f"{right}-{persona}", right, persona)
        return {"Authorization": f"Bearer {passes(self.minds.home).issue(holder, at('2026-01-18T18:00:00'))}"}


@contextmanager
def house(home: Path, token: str = "", required: bool | None = None, **parts: Any) -> Iterator[House]:
    """On this machine, unless a token is required; a clock that stands still."""
    clock = parts.setdefault("clock", Clock())
    minds = Minds(home, "aoi", "me", "en", parts)
    keys = Keys(token, passes(home), required=bool(token) if required is None else required)
    app = make_app(minds, keys)
    whole = guarded(app, minds, keys, ("127.0.0.1",))
    with TestClient(whole, base_url="http://127.0.0.1:8378", raise_server_exceptions=False) as client:
        yield House(app, minds, client, clock)
