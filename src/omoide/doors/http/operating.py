"""For whoever operates a server: whether it is ready, how much it does, where time goes (X2, O3).

Nothing here names a person or a text: requests are counted by the pattern of their route.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any

from fastapi import FastAPI, Response
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily

from omoide.doors.http.stated import STATED
from omoide.doors.http.tracing import traced
from omoide.doors.wire.guard import Asgi
from omoide.doors.wire.minds import Minds
from omoide.errors import OmoideError
from omoide.fleet import disk_refusal, how_far, ready
from omoide.settings import load

_log = logging.getLogger("omoide.http")
QUIET = ("/healthz", "/readyz", "/metrics")  # asked for all day long
_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")  # whatever a stranger calls one is no label
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


def operate(app: FastAPI, minds: Minds) -> Callable[[Asgi], Asgi]:
    """Add /readyz and /metrics. What is returned watches every request, from outside of all that may refuse one."""
    registry = CollectorRegistry()
    registry.register(_Nights(minds))  # type: ignore[arg-type]

    @app.get("/readyz", include_in_schema=False)
    def readyz(response: Response) -> dict[str, Any]:
        settings = load(minds.home)
        faults = ready(settings)
        told = {name: "ready" if fault is None else fault.en for name, fault in faults.items()}
        fine = not any(faults.values())
        response.status_code = 200 if fine else 503
        answer: dict[str, Any] = {"ready": fine, "servers": told}
        if not settings.database.url:
            refusal = disk_refusal(minds.home, settings)
            answer["disk"] = refusal.en if refusal else "ready"
        return answer

    @app.get("/metrics", include_in_schema=False, dependencies=[STATED])
    def metrics() -> Response:
        return Response(generate_latest(registry), media_type=_TYPE)

    return lambda whole: Watched(whole, registry)


class Watched:
    """Counts, times, logs and traces requests. It passes everything on as it comes, streams too."""

    def __init__(self, app: Asgi, registry: CollectorRegistry) -> None:
        self._app = app
        names = ["method", "route"]
        self._requests = Counter("omoide_http_requests", "Requests.", [*names, "status"], registry=registry)
        self._seconds = Histogram(
            "omoide_http_request_seconds", "Seconds to the end of the answer.", names, buckets=_SECONDS,
            registry=registry,
        )  # fmt: skip

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        began, status = time.perf_counter(), 500

        async def noted(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with traced(scope, lambda: (_route(scope), status)):
            try:
                await self._app(scope, receive, noted)
            finally:
                method = scope["method"] if scope["method"] in _METHODS else "other"
                self._note(method, _route(scope), status, time.perf_counter() - began)

    def _note(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)
        if route not in QUIET:
            fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1_000, 1)}
            _log.info("request", extra={"fields": fields})


class _Nights:
    """How far the nights of all are, looked up whenever somebody asks; nothing where there is no server."""

    def __init__(self, minds: Minds) -> None:
        self._minds = minds

    def collect(self) -> Iterable[GaugeMetricFamily]:
        settings = load(self._minds.home)
        servers = GaugeMetricFamily("omoide_server_ready", "1 when a server answers.", labels=["server"])
        for name, fault in ready(settings).items():
            servers.add_metric([name], 1.0 if fault is None else 0.0)
        yield servers
        if not settings.database.url:
            takes = disk_refusal(self._minds.home, settings) is None
            yield GaugeMetricFamily("omoide_disk_writable", "1 when what is new can be kept.", value=float(takes))
            return
        try:
            found = how_far(self._minds.home, settings)
        except OmoideError as error:  # the rest of the metrics is still true
            return _log.warning("%s", error)
        nights = GaugeMetricFamily("omoide_nights", "Nights of all personas, by state.", labels=["state"])
        jobs = GaugeMetricFamily("omoide_jobs", "Jobs with several nights each, by state.", labels=["state"])
        for name in ("due", "over"):
            nights.add_metric([name], found[name])
        for name in ("waiting", "working", "given_up"):
            jobs.add_metric([name], found[f"jobs_{name}"])
        yield nights
        yield jobs
        yield GaugeMetricFamily("omoide_workers", "Workers that show signs of life.", value=found["workers"])


def _route(scope: Any) -> str:
    """The pattern that matched; a path itself may hold names. None has where a request was refused before."""
    return getattr(scope.get("route"), "path", "") or "other"
