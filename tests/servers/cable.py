"""A cable between a program and a server that a test can pull out and put back in."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit


class Cable:
    """Forwards what comes in on a port of its own. Cut, nobody is listening there, and whoever was connected is not."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()
        self._door = self._listen(0)

    @property
    def url(self) -> str:
        host = f"{self._parts.netloc.rpartition('@')[0]}@127.0.0.1:{self._port}"
        return urlunsplit(self._parts._replace(netloc=host))

    def cut(self) -> None:
        with self._lock:
            ends, self._ends = [self._door, *self._ends], []
        for end in ends:
            _close(end)

    def mend(self) -> None:
        self._door = self._listen(self._port)

    def _listen(self, port: int) -> socket.socket:
        door = socket.create_server(("127.0.0.1", port), reuse_port=False)
        self._port = door.getsockname()[1]
        threading.Thread(target=self._serve, args=(door,), daemon=True).start()
        return door

    def _serve(self, door: socket.socket) -> None:
        with suppress(OSError):  # the door is closed when the cable is cut
            while True:
                here, _ = door.accept()
                there = socket.create_connection((self._parts.hostname, self._parts.port))
                with self._lock:
                    self._ends += [here, there]
                for source, target in ((here, there), (there, here)):
                    threading.Thread(target=_carry, args=(source, target), daemon=True).start()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
    for end in (source, target):
        _close(end)


def _close(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
