"""Spans for OpenTelemetry, where its API is installed. Where they go is set up as with every program: by
`opentelemetry-instrument` and the variables OTEL_…; without that they go nowhere, at no cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

try:
    from opentelemetry import propagate, trace
except ImportError:
    propagate = trace = None


@contextmanager
def traced(scope: Any, over: Callable[[], tuple[str, int]]) -> Iterator[None]:
    """One span for a request, below the caller's; `over` says at the end which route it was and what was answered."""
    if trace is None or propagate is None:
        yield
        return
    carrier = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    method = scope["method"]
    with trace.get_tracer("omoide").start_as_current_span(
        method, context=propagate.extract(carrier), kind=trace.SpanKind.SERVER
    ) as span:
        try:
            yield
        finally:
            route, status = over()
            span.update_name(f"{method} {route}")
            span.set_attribute("http.request.method", method)
            span.set_attribute("http.route", route)
            span.set_attribute("http.response.status_code", status)
