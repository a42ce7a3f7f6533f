"""What a night took: seconds of each step, and what was asked of models meanwhile.

It stands beside the record of the night, not in it: a step is recorded with what it did, in the transaction that does
it, and how long that took is known only afterwards. Lost figures cost nothing but themselves.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from omoide.domain.turn import Scope
from omoide.ports import Faculties, Usage


@dataclass(frozen=True, slots=True)
class Taken:
    """`seconds` by step; `usage` of models by all who asked while the night lasted."""

    seconds: Mapping[str, float] = field(default_factory=dict)
    usage: tuple[Usage, ...] = ()

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


class Watch:
    """Steps that run together share their time evenly: they are one transaction."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def over(self, *names: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            each = (time.perf_counter() - began) / max(len(names), 1)
            for name in names:
                self.seconds[name] = self.seconds.get(name, 0.0) + each


@contextmanager
def measured(faculties: Faculties, night: int) -> Iterator[Watch]:
    """Keep what this night took, added to what it took before, should it have been cut short."""
    state, key = faculties.store.state, _key(faculties.scope, night)
    watch, before = Watch(), {(one.model, one.role): one for one in state.usage()}
    try:
        yield watch
    finally:
        if watch.seconds:
            used = [_more(one, before.get((one.model, one.role))) for one in state.usage()]
            state.set(key, _written(_joined(taken(faculties, night), watch.seconds, used)))


def taken(faculties: Faculties, night: int) -> Taken:
    """What a night took; nothing is known of one that was lived before anybody measured."""
    kept = faculties.store.state.get(_key(faculties.scope, night))
    if not kept:
        return Taken()
    told = json.loads(kept)
    return Taken(told["seconds"], tuple(Usage(*one) for one in told["usage"]))


def _key(scope: Scope, night: int) -> str:
    return scope.key("night took", str(night))


def _more(now: Usage, before: Usage | None) -> Usage:
    if before is None:
        return now
    return Usage(
        now.model, now.role, now.calls - before.calls, now.input_tokens - before.input_tokens,
        now.output_tokens - before.output_tokens,
    )  # fmt: skip


def _joined(known: Taken, seconds: Mapping[str, float], used: list[Usage]) -> Taken:
    both = dict(known.seconds)
    for name, took in seconds.items():
        both[name] = both.get(name, 0.0) + took
    sums: dict[tuple[str, str], tuple[int, int, int]] = {}
    for one in (*known.usage, *used):
        calls, given, got = sums.get((one.model, one.role), (0, 0, 0))
        sums[one.model, one.role] = (calls + one.calls, given + one.input_tokens, got + one.output_tokens)
    return Taken(both, tuple(Usage(*name, *numbers) for name, numbers in sorted(sums.items()) if numbers[0]))


def _written(told: Taken) -> str:
    rows = [[u.model, u.role, u.calls, u.input_tokens, u.output_tokens] for u in told.usage]
    return json.dumps({"seconds": {name: round(s, 4) for name, s in told.seconds.items()}, "usage": rows})
