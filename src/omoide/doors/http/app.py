"""The application: every route, behind one guard. It speaks to minds in threads, since the core is synchronous."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from omoide._version import __version__
from omoide.doors.http.problems import tell_problems
from omoide.doors.http.routes import inner_life, memories, pages, perceiving, recalling
from omoide.doors.wire.minds import Minds
from omoide.doors.wire.nights import NightRuns


def make_app(minds: Minds) -> FastAPI:
    """Without the guard, which stands before it (see serving.py)."""

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.nights.close()
        minds.close()

    app = FastAPI(
        title="Omoide",
        version=__version__,
        summary="A memory like a person's for AI personas and agents.",
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        lifespan=living,
    )
    app.state.minds = minds
    app.state.nights = NightRuns(minds)
    tell_problems(app)

    @app.get("/healthz", tags=["health"])
    def healthz() -> dict[str, Any]:
        """Whether the server answers; it does not look into the home."""
        return {"ok": True, "version": __version__}

    for group in (perceiving, recalling, memories, inner_life, pages):
        app.include_router(group.router)
    return app
