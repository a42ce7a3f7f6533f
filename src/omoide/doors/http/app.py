"""The application: every route, behind one guard. It speaks to minds in threads, since the core is synchronous."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI

from omoide._version import __version__
from omoide.doors.dashboard.mounting import add_dashboard
from omoide.doors.http.agents import mount_mcp
from omoide.doors.http.problems import PROBLEMS, tell_problems
from omoide.doors.http.proxy.routes import attach
from omoide.doors.http.routes import (
    associations,
    day_by_day,
    inner_life,
    keeping,
    memories,
    pages,
    people,
    perceiving,
    recalling,
    settings,
    signing_in,
    sleeping,
)
from omoide.doors.http.stated import STATED
from omoide.doors.http.streams import Streams
from omoide.doors.wire.keys import Keys
from omoide.doors.wire.minds import Minds
from omoide.doors.wire.nights import NightRuns

ROUTES = (
    perceiving, recalling, memories, inner_life, day_by_day, pages, associations, people, sleeping, keeping, settings,
)  # fmt: skip
# Each thread has a connection of its own to every open home; more would not answer sooner on a few cores.
THREADS = 16


def make_app(minds: Minds, keys: Keys | None = None) -> FastAPI:
    """Without the guard, which stands before it (see serving.py)."""

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        from anyio.to_thread import current_default_thread_limiter

        current_default_thread_limiter().total_tokens = THREADS
        async with AsyncExitStack() as open_until_the_end:
            await open_until_the_end.enter_async_context(proxy)
            if agents:
                await open_until_the_end.enter_async_context(agents)
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
        responses=PROBLEMS,
    )
    app.state.minds = minds
    app.state.keys = keys or Keys()
    app.state.nights = NightRuns(minds)
    app.state.streams = Streams(minds)
    tell_problems(app)

    @app.get("/healthz", tags=["health"])
    def healthz() -> dict[str, Any]:
        """Whether the server answers; it does not look into the home."""
        return {"ok": True, "version": __version__}

    for group in ROUTES:
        app.include_router(group.router, dependencies=[STATED])
    app.include_router(signing_in.router)
    proxy = attach(app)
    add_dashboard(app)
    agents = mount_mcp(app, minds)
    _tell_of_tokens(app)
    return app


def _tell_of_tokens(app: FastAPI) -> None:
    """In the description of the API: a token may be needed, or not, as the server was started."""
    described = app.openapi

    def openapi() -> dict[str, Any]:
        told = described()
        told.setdefault("components", {})["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        told["security"] = [{}, {"token": []}]
        return told

    app.openapi = openapi
