"""TLS before a server that speaks none here, as a proxy in front of it would: real certificates, real handshakes."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import trustme


@contextmanager
def tls_before(url: str, certificate: trustme.LeafCert) -> Iterator[int]:
    """The port of 127.0.0.1 behind which the server of an address is reached with TLS, and only so."""
    parts = urlsplit(url)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    certificate.configure_cert(context)
    loop, opened = asyncio.new_event_loop(), threading.Event()
    ports: list[int] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection(parts.hostname, parts.port)
        await asyncio.gather(_carry(reader, inner_writer), _carry(inner_reader, writer))

    async def listen() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
        ports.append(server.sockets[0].getsockname()[1])
        opened.set()

    def run() -> None:
        loop.set_exception_handler(lambda *_: None)  # who does not trust the certificate hangs up: that is the test
        loop.create_task(listen())
        loop.run_forever()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    opened.wait()
    yield ports[0]
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()
    writer.close()
