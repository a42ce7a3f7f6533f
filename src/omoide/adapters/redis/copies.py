"""Threads and flushes as JSON and back, without a loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from omoide.domain.session import Underway
from omoide.domain.thread import Flush, Message, Thread


def underway_plain(found: Underway) -> dict[str, Any]:
    thread = found.thread
    return {
        "thread": {
            "id": thread.id, "person": thread.person, "session": thread.session, "domain": thread.domain,
            "started": thread.started.isoformat(), "updated": thread.updated.isoformat(),
            "messages": [asdict(one) | {"time": one.time.isoformat()} for one in thread.messages],
            "spoken": dict(thread.spoken), "last_place": thread.last_place, "flushes": thread.flushes,
            "ended": thread.ended, "owner": thread.owner,
        },
        "before": [flush_plain(flush) for flush in found.before],
    }  # fmt: skip


def underway_from(plain: Mapping[str, Any]) -> Underway:
    thread = plain["thread"]
    messages = tuple(Message(**(one | {"time": _moment(one["time"])})) for one in thread["messages"])
    moments = {name: _moment(thread[name]) for name in ("started", "updated")}
    return Underway(
        Thread(**(thread | moments | {"messages": messages})), tuple(flush_from(one) for one in plain["before"])
    )


def flush_plain(flush: Flush) -> dict[str, Any]:
    return asdict(flush) | {"created_at": flush.created_at.isoformat()}


def flush_from(plain: Mapping[str, Any]) -> Flush:
    lists = {name: tuple(plain[name]) for name in ("keywords", "sources")}
    return Flush(**{**plain, **lists, "created_at": _moment(plain["created_at"])})


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
