"""Open event streams: so many and no more, since each keeps a connection for as long as somebody watches."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.responses import StreamingResponse

from omoide.doors.wire.minds import Minds
from omoide.errors import OmoideError
from omoide.settings import load


class TooManyStreams(OmoideError):
    """Come back later."""


class Streams:
    def __init__(self, minds: Minds) -> None:
        self._minds = minds
        self.open = 0

    def answer(self, events: AsyncIterator[tuple[str, Mapping[str, Any]]]) -> StreamingResponse:
        """Named events with JSON, as text/event-stream. Counted until the client leaves or the events end."""
        most = load(self._minds.home).http.most_streams
        if self.open >= most:
            raise TooManyStreams(
                f"{most} event streams are open already: try again later, or raise http.most_streams.",
                f"イベントのストリームは {most} 本までです。後でやり直すか、http.most_streams を増やしてください。",
            )
        self.open += 1
        return _Counted(self, events)


class _Counted(StreamingResponse):
    """Whichever way it ends, it is one less afterwards."""

    def __init__(self, streams: Streams, events: AsyncIterator[tuple[str, Mapping[str, Any]]]) -> None:
        super().__init__(_written(events), media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        self._streams = streams

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.open -= 1


async def _written(events: AsyncIterator[tuple[str, Mapping[str, Any]]]) -> AsyncIterator[str]:
    async for name, data in events:
        yield f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
