"""What a server streams leaves at once, however small: nobody waits for a piece to be filled."""

# I3

from __future__ import annotations

import asyncio
import socket

from omoide.doors.wire.listening import Listening, listen


def test_connections_do_not_wait_for_more() -> None:
    async def live() -> int:
        told: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def come(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            told.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listen(Listening("127.0.0.1", 0, "")) as listener:
            async with await asyncio.start_server(come, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                writer.close()
                return await told

    assert asyncio.run(live()) == 1
